//! The piece that a node names, found by going through all that it may be made of.

use crate::telling::Flows;
use ludex_program::node::NodeId;
use ludex_program::origin::NodeOrigin;
use ludex_program::signature::SlotDefinition;
use ludex_program::tells::Bearer;
use ludex_rules::ids::{RoutineId, VarId};
use std::collections::BTreeSet;

/// Most slots, each defined by the next, that a search goes through.
const DEEPEST: usize = 8;

/// A search through the definitions of slots. It looks at each slot once, and ends as soon as the piece may be any.
pub(super) struct BearerSearch<'f, 'a> {
    flows: &'f Flows<'a>,
    routine: RoutineId,
    /// The answer so far: none yet, a piece that everybody knows, or a bearer.
    found: Option<Option<Bearer>>,
    /// The slots whose definitions are gone through, one within the other.
    open: BTreeSet<u16>,
    done: BTreeSet<u16>,
    /// The variables met that name what everybody knows.
    known: BTreeSet<VarId>,
}

impl<'f, 'a> BearerSearch<'f, 'a> {
    /// Goes through all that a node is made of.
    pub(super) fn through(flows: &'f Flows<'a>, routine: RoutineId, node: NodeId) -> Self {
        let mut search = BearerSearch {
            flows,
            routine,
            found: None,
            open: BTreeSet::new(),
            done: BTreeSet::new(),
            known: BTreeSet::new(),
        };
        search.node(node);
        search
    }

    /// Returns the variables of which it was taken that everybody knows what they name.
    pub(super) fn known(self) -> BTreeSet<VarId> {
        self.known
    }

    /// Returns the bearer that was found; none when everybody knows which piece it is.
    pub(super) fn found(&self) -> Option<Bearer> {
        self.found.unwrap_or(Some(Bearer::Other))
    }

    fn node(&mut self, node: NodeId) {
        match self.flows.program.nodes[node].origin() {
            NodeOrigin::Slot(slot) => self.slot(slot),
            NodeOrigin::Counted(of) => self.node(of),
            NodeOrigin::OneOf(a, b) => {
                self.node(a);
                self.node(b);
            }
            NodeOrigin::Variable(var) if self.flows.is_known(var) => {
                self.known.insert(var);
                self.join(None);
            }
            NodeOrigin::Variable(_)
            | NodeOrigin::Place(_)
            | NodeOrigin::Behind(_)
            | NodeOrigin::Own => self.join(Some(Bearer::Other)),
        }
    }

    /// Goes through the definitions of a slot. One that is made of itself may have held anything before.
    fn slot(&mut self, slot: u16) {
        if self.done.contains(&slot) || self.may_be_any() {
            return;
        }
        if self.open.len() > DEEPEST || !self.open.insert(slot) {
            return self.join(Some(Bearer::Other));
        }
        let (flows, routine) = (self.flows, self.routine);
        let mut is_defined = (1..=flows.program.routines[routine].params).contains(&slot);
        if is_defined {
            let is_known = flows.argument_lies_open(routine, slot);
            self.join((!is_known).then_some(Bearer::Named(slot)));
        }
        for definition in flows.definitions(routine, slot) {
            is_defined |= self.definition(slot, definition);
            if self.may_be_any() {
                return;
            }
        }
        if !is_defined {
            self.join(Some(Bearer::Other));
        }
        self.open.remove(&slot);
        self.done.insert(slot);
    }

    /// Goes through a definition of a slot; false if no piece stands there.
    fn definition(&mut self, slot: u16, definition: SlotDefinition) -> bool {
        match definition {
            SlotDefinition::Value(value) => self.node(value),
            SlotDefinition::Answer(source) => {
                let is_known = self.flows.lies_open(self.routine, source);
                self.join((!is_known).then_some(Bearer::Named(slot)));
            }
            SlotDefinition::Member(cursor) => {
                let members = self.flows.members(self.routine, cursor);
                members.iter().for_each(|member| self.join(*member));
                return !members.is_empty();
            }
            SlotDefinition::List(_)
            | SlotDefinition::Chosen
            | SlotDefinition::Hooks
            | SlotDefinition::CountedDown => return false,
        }
        true
    }

    /// Returns true once the piece may be any: nothing that is found later changes that.
    fn may_be_any(&self) -> bool {
        self.found == Some(Some(Bearer::Other))
    }

    fn join(&mut self, one: Option<Bearer>) {
        self.found = Some(match self.found {
            None => one,
            Some(before) if before == one => one,
            Some(_) => Some(Bearer::Other),
        });
    }
}
