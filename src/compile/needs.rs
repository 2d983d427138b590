//! The slots that a part of a text reads, and its cost: whether its answer is worth keeping in a slot.

use ludex_program::Program;
use ludex_program::node::{Node, NodeId, Source, SourceId};
use ludex_program::parts::{asked_of_each, base_parts, parts};
use ludex_rules::ops::QueryOp;
use std::collections::BTreeSet;

/// The least cost of a part whose answer is kept, in nodes that are neither constants nor slots: looking into a slot costs
/// about as much as this many.
const WORTH_IT: u32 = 6;
/// The cost of a call or a walk, in nodes.
const DEAR: u32 = 10;

/// Returns true if an operation goes through members: those before a piece in its place.
pub(super) fn is_walk(node: Node) -> bool {
    matches!(node, Node::Op1(QueryOp::Position, _))
}

/// The slots that a part reads and binds, and its cost.
#[derive(Default)]
pub(super) struct Needs {
    slots: BTreeSet<u16>,
    binds: BTreeSet<u16>,
    draws: bool,
    cost: u32,
}

impl Needs {
    /// The needs of a node with all that it asks.
    pub(super) fn of(program: &Program, id: NodeId) -> Needs {
        let mut needs = Needs::default();
        needs.add(program, id);
        needs
    }

    /// Returns true if an answer stays as it is.
    pub(super) fn stays(&self) -> bool {
        !self.draws
    }

    /// Returns true if an answer stays as it is. and costs more to ask again than to keep.
    pub(super) fn is_worth_keeping(&self) -> bool {
        self.stays() && self.cost >= WORTH_IT
    }

    /// The slots that it reads and does not bind itself.
    pub(super) fn free(&self) -> impl Iterator<Item = u16> {
        self.slots.difference(&self.binds).copied()
    }

    fn add(&mut self, program: &Program, id: NodeId) {
        let node = program.nodes[id];
        self.cost += u32::from(!matches!(node, Node::Const(_) | Node::Local(_)));
        self.slots.extend(node.slot());
        self.binds.extend(node.binds().into_iter().flatten());
        self.draws |= node.draws();
        let is_call = matches!(
            node,
            Node::Call { .. } | Node::Slot { .. } | Node::Possible(_) | Node::PossibleSet { .. }
        );
        if is_call || is_walk(node) {
            self.cost += DEAR;
        } else if matches!(node, Node::Op1(..) | Node::Op2(..)) {
            self.cost += 2;
        }
        let (nodes, sources) = parts(&program.node_lists, &node);
        for node in nodes.into_iter().chain(asked_of_each(node)) {
            self.add(program, node);
        }
        for source in sources {
            self.add_source(program, source);
        }
    }

    fn add_source(&mut self, program: &Program, id: SourceId) {
        self.cost += DEAR;
        let Source {
            lets,
            base,
            filters,
            until_false: _,
        } = &program.sources[id];
        for (slot, node) in lets.iter().chain(filters) {
            self.binds.insert(*slot);
            self.add(program, *node);
        }
        let (nodes, sources) = base_parts(&program.node_lists, base);
        for node in nodes {
            self.add(program, node);
        }
        for source in sources {
            self.add_source(program, source);
        }
    }
}
