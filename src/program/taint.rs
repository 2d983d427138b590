//! Taint: the sources of secrets that flow into the local values of a text, worked out before play.
//!
//! `compile/telling.rs` explains the flow of secrets and finds it; whoever asks what a player may know of a local value reads
//! it here.

use crate::ids::{Pc, SiteId};
use crate::layout::Layout;
use crate::node::{Base, Node, Source};
use ludex_rules::ids::{ActionId, RoutineId};
use std::collections::{BTreeMap, BTreeSet};

/// The sources of secrets that a value may be made of: a set, joined by union.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Taint {
    /// A random number is a part of it.
    pub chance: bool,
    /// A variable, a piece or a collection of pieces that not everybody sees.
    pub hidden: bool,
    /// The whereabouts of pieces, some of which lie unseen.
    pub whereabouts: bool,
    /// An answer of the player on whose behalf the text runs.
    pub own_answer: bool,
    /// An answer of another player, or who of those answers that decide at once.
    pub answer_of_another: bool,
    /// The parameters of the text, by slot.
    pub params: BTreeSet<u16>,
}

impl Taint {
    /// Returns the taint of a parameter, whatever is given for it.
    #[must_use]
    pub fn of_param(slot: u16) -> Taint {
        Taint {
            params: BTreeSet::from([slot]),
            ..Taint::default()
        }
    }

    /// Adds the sources of another taint; true when some were new.
    pub fn join(&mut self, other: &Taint) -> bool {
        let flags = |taint: &Taint| {
            let values = (taint.chance, taint.hidden, taint.whereabouts);
            (values, taint.own_answer, taint.answer_of_another)
        };
        let before = (flags(self), self.params.len());
        self.chance |= other.chance;
        self.hidden |= other.hidden;
        self.whereabouts |= other.whereabouts;
        self.own_answer |= other.own_answer;
        self.answer_of_another |= other.answer_of_another;
        self.params.extend(&other.params);
        (flags(self), self.params.len()) != before
    }

    /// Returns true if chance or something hidden is a part of it.
    #[must_use]
    pub fn may_be_unseen(&self) -> bool {
        self.chance || self.hidden
    }
}

/// The taint of the values in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextTaint {
    /// For each slot: the sources that flow into it.
    pub slots: Vec<Taint>,
    /// The slots with a name that a statement sets to what may be unseen, in the order of the text.
    pub unseen: Vec<u16>,
    /// The slots that answers are bound to, in the order of the text.
    pub answers: Vec<BoundSlots>,
    /// For each instruction that calls a text: the arguments.
    pub calls: BTreeMap<Pc, CallTaint>,
}

/// Slots that the values of an answer are bound to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundSlots {
    /// The answer whose values they are.
    pub by: BoundBy,
    /// The slots, in the order of the values.
    pub slots: Vec<u16>,
}

/// The answer that binds slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundBy {
    /// The choice of an action, whose text has the slots.
    Action(ActionId),
    /// The values chosen at a site.
    Site(SiteId),
}

/// The taint of what a call gives a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallTaint {
    /// The text that is called; none where a column of texts has it.
    pub callee: Option<RoutineId>,
    /// For each argument: the sources that flow into it.
    pub args: Vec<Taint>,
}

impl Node {
    /// Returns the sources of its own value, apart from those of its parts.
    #[must_use]
    pub fn taint(self, layout: &Layout) -> Taint {
        let hidden = |hidden| Taint {
            hidden,
            ..Taint::default()
        };
        match self {
            Node::Random(_) | Node::RandomPiece(_) | Node::Roll(..) => Taint {
                chance: true,
                ..Taint::default()
            },
            Node::Load(var) | Node::LoadOf { var, .. } | Node::LoadAt { var, .. } => {
                hidden(layout.may_hide_value(&layout.vars[var]))
            }
            Node::Attribute { .. }
            | Node::BagCount { .. }
            | Node::FirstCopy(_)
            | Node::MadeFor(_)
            | Node::Call { .. }
            | Node::Slot { .. }
            | Node::Op1(..)
            | Node::Op2(..) => hidden(layout.hides_pieces()),
            // Where a piece lies may be all that is hidden of it.
            Node::InPlace(..)
            | Node::InSource(..)
            | Node::Fold { .. }
            | Node::Possible(_)
            | Node::PossibleSet { .. } => Taint {
                whereabouts: layout.hides_pieces(),
                ..Taint::default()
            },
            Node::Seen { .. }
            | Node::Const(_)
            | Node::Local(_)
            | Node::Option(_)
            | Node::SpaceAttribute { .. }
            | Node::Place(_)
            | Node::PlaceOf { .. }
            | Node::Lookup { .. }
            | Node::Let { .. }
            | Node::Once { .. }
            | Node::SetOf(_)
            | Node::Not(_)
            | Node::Negate(_)
            | Node::Amount(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Equal(..)
            | Node::Less(..)
            | Node::LessEqual(..)
            | Node::Arithmetic(..)
            | Node::If(..)
            | Node::InSet(..)
            | Node::InRange(..)
            | Node::Size(_)
            | Node::PlaceSize(_)
            | Node::Beside { .. }
            | Node::Distance { .. }
            | Node::PlayerCount => Taint::default(),
        }
    }
}

impl Source {
    /// Returns true if its members may come out of a place that not everybody sees into, apart from its parts.
    #[must_use]
    pub fn has_hidden_members(&self, layout: &Layout) -> bool {
        matches!(self.base, Base::Place(_)) && layout.hides_pieces()
    }
}
