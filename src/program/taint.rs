//! Taint: the sources of secrets that flow into the local values of a text, worked out before play.
//!
//! `compile/telling.rs` explains the flow of secrets and finds it; whoever asks what a player may know of a local value reads
//! it here.

use crate::ids::{Pc, SiteId};
use crate::layout::Layout;
use crate::node::{Base, Node, Source};
use ludex_rules::ids::{ActionId, RoutineId};
use std::collections::{BTreeMap, BTreeSet};

/// A source of secrets in a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecretSource {
    /// A random number is drawn.
    Chance,
    /// A variable, a piece or a collection of pieces that not everybody sees is read.
    Hidden,
    /// The whereabouts of pieces are asked, some of which lie unseen.
    Whereabouts,
    /// The player on whose behalf the text runs answers.
    OwnAnswer,
    /// Another player answers, or is one of those who decide at once.
    AnswerOfAnother,
    /// A parameter of the text is read, whatever was given for it.
    Param(u16),
}

/// The sources of secrets that a value may depend on: an element of the lattice of sets of sources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Taint(BTreeSet<SecretSource>);

impl Taint {
    /// Returns the taint of one source alone.
    #[must_use]
    pub fn from_source(source: SecretSource) -> Taint {
        Taint(BTreeSet::from([source]))
    }

    /// Returns the taint of a source if a condition holds, none otherwise.
    fn from_source_if(source: SecretSource, holds: bool) -> Taint {
        Taint(holds.then_some(source).into_iter().collect())
    }

    /// Adds the sources of another taint; true when some were new.
    pub fn join(&mut self, other: &Taint) -> bool {
        let before = self.0.len();
        self.0.extend(&other.0);
        self.0.len() > before
    }

    /// Returns the sources in order.
    pub fn sources(&self) -> impl Iterator<Item = SecretSource> + '_ {
        self.0.iter().copied()
    }

    /// Returns true if it has a source.
    #[must_use]
    pub fn has(&self, source: SecretSource) -> bool {
        self.0.contains(&source)
    }

    /// Returns true if chance or something hidden is among its sources.
    #[must_use]
    pub fn may_be_unseen(&self) -> bool {
        self.has(SecretSource::Chance) || self.has(SecretSource::Hidden)
    }
}

/// The taint of the values in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextTaint {
    /// For each slot: the sources that flow into it.
    pub slots: Vec<Taint>,
    /// The slots that a random number may be in, drawn by this text or by one that runs it.
    pub drawn: BTreeSet<u16>,
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
        let hidden = |hides| Taint::from_source_if(SecretSource::Hidden, hides);
        match self {
            Node::Random(_) | Node::RandomPiece(_) | Node::Roll(..) => {
                Taint::from_source(SecretSource::Chance)
            }
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
            // A piece may hide nothing but its place.
            Node::InPlace(..)
            | Node::InSource(..)
            | Node::Fold { .. }
            | Node::Possible(_)
            | Node::PossibleSet { .. } => {
                Taint::from_source_if(SecretSource::Whereabouts, layout.hides_pieces())
            }
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
