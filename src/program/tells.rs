//! Information flow out of answers, worked out from the rules before play: whether an answer may be told to all.
//!
//! The rule stands in docs/language.md, "Hidden information"; `compile/telling.rs` applies it, and `engine/knowledge/tell.rs`
//! uses it.

use crate::rules::ids::VarId;
use std::collections::BTreeSet;

/// The sinks that a value flows into without everybody seeing it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flow {
    /// A variable that is not seen by all.
    pub secret: bool,
    /// Fields of pieces that may lie where not everybody sees them.
    pub fields: BTreeSet<VarId>,
    /// The choice of pieces that are moved or shown, perhaps unseen.
    pub moves: bool,
}

impl Flow {
    /// Tells whether everything that depends on it is seen by all.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.secret && !self.moves && self.fields.is_empty()
    }

    /// Returns the same without pieces moved: when everybody sees that one is, which it is does not depend on this.
    pub(crate) fn without_moves(&self) -> Flow {
        Flow {
            moves: false,
            ..self.clone()
        }
    }

    /// Adds the sinks of another flow; true when that was more.
    pub(crate) fn add(&mut self, other: &Flow) -> bool {
        let before = (self.secret, self.moves, self.fields.len());
        self.secret |= other.secret;
        self.moves |= other.moves;
        self.fields.extend(&other.fields);
        before != (self.secret, self.moves, self.fields.len())
    }
}

/// The information flow out of the answers of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tells {
    /// Out of the sort of answer: yes or no, `done` or another one, which waiting text.
    pub answer: Flow,
    /// Out of each value chosen.
    pub values: Vec<Flow>,
    /// For each action of an offer: out of its being chosen, and out of each argument.
    pub actions: Vec<(Flow, Vec<Flow>)>,
}

impl Tells {
    /// Tells whether some answer is written into a variable that is not seen by all, or decides whether one is.
    pub(crate) fn may_be_written(&self) -> bool {
        self.flows().any(|flow| flow.secret)
    }

    /// Returns the fields of pieces, perhaps unseen, that some answer is written into, or that it decides whether to write.
    pub(crate) fn fields(&self) -> BTreeSet<VarId> {
        let fields = self.flows().flat_map(|flow| &flow.fields);
        fields.copied().collect()
    }

    fn flows(&self) -> impl Iterator<Item = &Flow> {
        let of_actions = self.actions.iter();
        let of_actions = of_actions.flat_map(|(action, args)| args.iter().chain([action]));
        self.values.iter().chain([&self.answer]).chain(of_actions)
    }
}
