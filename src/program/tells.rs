//! Information flow out of answers, worked out from the rules before play: whether an answer may be told to all.
//!
//! The rule stands in docs/language.md, "Hidden information"; `compile/telling.rs` applies it, and `engine/knowledge/tell.rs`
//! uses it.

use ludex_rules::ids::VarId;
use std::collections::BTreeSet;

/// The piece that holds a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearer {
    /// The one that a slot of the text names; in `Tells`, the one that a value of the same answer names, by its number.
    Named(u16),
    /// The one that a parameter of the text that asks names, by its slot.
    Held(u16),
    /// A piece that nothing of the kind names.
    Other,
}

/// The sinks that a value flows into without everybody seeing it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flow {
    /// Variables that are not seen by all.
    pub secret: BTreeSet<VarId>,
    /// The position of a piece in a place of which not everybody sees it.
    pub position: bool,
    /// Fields of pieces that may lie where not everybody sees them, each with the piece that holds it.
    pub fields: BTreeSet<(VarId, Bearer)>,
    /// The choice of pieces that are moved or shown, perhaps unseen.
    pub moves: bool,
}

impl Flow {
    /// Tells whether everything that depends on it is seen by all.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.is_secret() && !self.moves && self.fields.is_empty()
    }

    /// Returns true if nobody but who answers may see what depends on it.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.position || !self.secret.is_empty()
    }

    /// Returns the same without pieces moved: when everybody sees that one is, which it is does not depend on this.
    pub fn without_moves(&self) -> Flow {
        Flow {
            moves: false,
            ..self.clone()
        }
    }

    /// Returns the same with each field held by the piece that `of` gives for a slot; without those that have none.
    pub fn with_bearers(&self, of: impl Fn(u16) -> Option<Bearer>) -> Flow {
        let fields = self.fields.iter().filter_map(|(field, bearer)| {
            let bearer = match *bearer {
                Bearer::Named(slot) => of(slot)?,
                Bearer::Held(_) | Bearer::Other => Bearer::Other,
            };
            Some((*field, bearer))
        });
        Flow {
            secret: self.secret.clone(),
            fields: fields.collect(),
            ..*self
        }
    }

    /// Returns the same as seen from another text: its slots name nothing there.
    pub fn seen_from_outside(&self) -> Flow {
        self.with_bearers(|_| Some(Bearer::Other))
    }

    /// Lists the fields of pieces, whichever hold them.
    pub fn written_fields(&self) -> BTreeSet<VarId> {
        self.fields.iter().map(|(field, _)| *field).collect()
    }

    /// Adds the sinks of another flow; true when that was more.
    pub fn add(&mut self, other: &Flow) -> bool {
        let size = |flow: &Flow| {
            let flags = (flow.position, flow.moves);
            (flags, flow.secret.len(), flow.fields.len())
        };
        let before = size(self);
        self.position |= other.position;
        self.moves |= other.moves;
        self.secret.extend(&other.secret);
        self.fields.extend(&other.fields);
        before != size(self)
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
    /// Out of any of these, also behind further questions: what else may have come of an answer that was kept back.
    pub reaches: Flow,
    /// The variables not seen by all that may be written before the next question, whatever was answered.
    pub writes: BTreeSet<VarId>,
}

impl Tells {
    /// Tells whether some answer is written into a variable that is not seen by all, or decides whether one is.
    pub fn may_be_written(&self) -> bool {
        self.reaches.is_secret()
    }

    /// Returns the fields of pieces, perhaps unseen, that some answer is written into, or that it decides whether to write.
    pub fn fields(&self) -> BTreeSet<VarId> {
        self.reaches.written_fields()
    }

    /// Returns the flow out of all parts of an answer together.
    pub fn of_all_parts(&self) -> Flow {
        let of_actions = self.actions.iter();
        let of_actions = of_actions.flat_map(|(action, args)| args.iter().chain([action]));
        let mut all = Flow::default();
        for flow in self.values.iter().chain([&self.answer]).chain(of_actions) {
            all.add(flow);
        }
        all
    }
}
