//! Parts of an action's requirements that are asked once for many candidates.
//!
//! A requirement about a card and an amount asks much that is about the card alone, or about neither. Such a part
//! becomes a `Node::Once`: its first answer stays in a slot until the name it depends on is bound anew.

use crate::compile::{Compiler, Frame};
use crate::program::code::{Binder, Once, Require};
use crate::program::node::{Base, Node, NodeId, Source, SourceId};
use std::collections::BTreeSet;

/// Cheaper parts are asked again: looking into a slot costs about as much as this many nodes.
const WORTH_IT: u32 = 6;
/// What a call or a walk counts for, in nodes.
const DEAR: u32 = 10;

/// Hoists parts of all requirements of an action; returns the slots of their answers.
pub(super) fn hoist(
    c: &mut Compiler,
    f: &mut Frame,
    binders: &[Binder],
    requires: &[Require],
) -> Vec<Once> {
    let mut hoist = Hoist {
        c,
        f,
        bound: binders.iter().map(|b| b.slot).collect(),
        twice: BTreeSet::new(),
        calls: Vec::new(),
        once: Vec::new(),
        most: 0,
    };
    let mut calls = Vec::new();
    for require in requires {
        hoist.calls_in(require.cond, &mut calls);
    }
    for (n, call) in calls.iter().enumerate() {
        let same = |other: &&NodeId| *other != call && hoist.same_call(**other, *call);
        if calls[..n].iter().chain(&calls[n + 1..]).any(|o| same(&o)) {
            hoist.twice.insert(*call);
        }
    }
    for (n, binder) in binders.iter().enumerate() {
        for (_, cond) in hoist.c.program.sources[binder.source as usize]
            .filters
            .clone()
        {
            // The member is not yet bound while its own condition is asked, so no answer may stay for it.
            hoist.most = n;
            hoist.part(cond, n + 1);
        }
    }
    hoist.most = binders.len();
    for require in requires {
        hoist.part(require.cond, usize::from(require.after));
    }
    hoist.once
}

struct Hoist<'a, 'c> {
    c: &'a mut Compiler<'c>,
    f: &'a mut Frame,
    /// The slots of the names, in the order in which they are bound.
    bound: Vec<u16>,
    /// Calls that are made elsewhere with the same arguments.
    twice: BTreeSet<NodeId>,
    /// Calls hoisted so far, and where their answers stay.
    calls: Vec<(NodeId, u16)>,
    once: Vec<Once>,
    /// Answers may stay for so many bound names.
    most: usize,
}

/// What a part needs and how dear it is.
#[derive(Default)]
struct Needs {
    slots: BTreeSet<u16>,
    binds: BTreeSet<u16>,
    draws: bool,
    cost: u32,
}

impl Hoist<'_, '_> {
    /// Hoists what is worth it of a part that is asked whenever so many names are bound anew.
    fn part(&mut self, id: NodeId, asked_after: usize) {
        if matches!(self.node(id), Node::Once { .. }) {
            return;
        }
        let mut needs = Needs::default();
        self.needs(id, &mut needs);
        if let Some(level) = self.level(&needs)
            && !needs.draws
            && needs.cost >= WORTH_IT
            && level <= self.most
            && (level < asked_after || self.twice.contains(&id))
        {
            self.once(id, level);
            return;
        }
        let (nodes, sources) = parts(&self.c.program.node_lists, &self.node(id));
        for node in nodes {
            self.part(node, asked_after);
        }
        // What stands under a walk is asked for each member.
        if let Node::Fold { value, .. } = self.node(id) {
            self.part(value, asked_after + 1);
        }
        for source in sources {
            self.under_walk(source, asked_after);
        }
    }

    fn under_walk(&mut self, id: SourceId, asked_after: usize) {
        let source = self.c.program.sources[id as usize].clone();
        for (_, cond) in &source.filters {
            self.part(*cond, asked_after + 1);
        }
        let (_, sources) = base_parts(&self.c.program.node_lists, &source.base);
        for source in sources {
            self.under_walk(source, asked_after);
        }
    }

    fn node(&self, id: NodeId) -> Node {
        self.c.program.nodes[id as usize]
    }

    /// With how many names bound a part can be asked; none when it needs a name of its surroundings.
    fn level(&self, needs: &Needs) -> Option<usize> {
        let free = needs.slots.difference(&needs.binds).filter(|s| **s != 0);
        let mut levels = free.map(|slot| self.bound.iter().position(|b| b == slot).map(|n| n + 1));
        levels.try_fold(0, |most, level| level.map(|level| most.max(level)))
    }

    fn once(&mut self, id: NodeId, level: usize) {
        let node = self.node(id);
        let known = self
            .calls
            .iter()
            .find(|(call, _)| self.same_call(*call, id));
        let slot = match known {
            Some((_, slot)) => *slot,
            None => {
                let slot = self.f.fresh();
                let after = self.c.narrow(level, self.c.program.node_spans[id as usize]);
                self.once.push(Once { slot, after });
                slot
            }
        };
        let span = self.c.program.node_spans[id as usize];
        let body = self.c.node(node, span);
        self.c.program.nodes[id as usize] = Node::Once { slot, body };
        if matches!(node, Node::Call { .. }) {
            self.calls.push((body, slot));
        }
    }

    /// Whether two nodes call the same query with the same short arguments.
    fn same_call(&self, a: NodeId, b: NodeId) -> bool {
        let program = &self.c.program;
        let (
            Node::Call { query: a, args: of },
            Node::Call {
                query: b,
                args: other,
            },
        ) = (self.node(a), self.node(b))
        else {
            return false;
        };
        let argument = |n: u32| self.node(program.node_lists[n as usize]);
        let short = |node: Node| {
            matches!(
                node,
                Node::Local(_)
                    | Node::Const(_)
                    | Node::Load(_)
                    | Node::LoadOfLocal { .. }
                    | Node::AttributeOfLocal { .. }
            )
        };
        a == b
            && (0..u32::from(of.1)).all(|n| {
                let (of, other) = (argument(of.0 + n), argument(other.0 + n));
                of == other && short(of)
            })
    }

    fn calls_in(&self, id: NodeId, found: &mut Vec<NodeId>) {
        if matches!(self.node(id), Node::Call { .. }) {
            found.push(id);
        }
        for node in parts(&self.c.program.node_lists, &self.node(id)).0 {
            self.calls_in(node, found);
        }
    }

    fn needs(&self, id: NodeId, needs: &mut Needs) {
        let node = self.node(id);
        needs.cost += 1;
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "only these need what no part tells"
        )]
        match node {
            Node::Local(slot)
            | Node::LoadOfLocal { slot, .. }
            | Node::AttributeOfLocal { slot, .. }
            | Node::AttributeOfRowOfLocal { slot, .. }
            | Node::PlaceOfLocal { slot, .. } => {
                needs.slots.insert(slot);
            }
            Node::EqualLocals(a, b) => needs.slots.extend([a, b]),
            Node::Let { slot, .. } | Node::Fold { slot, .. } => {
                needs.binds.insert(slot);
            }
            Node::Random(_) | Node::RandomPiece(_) | Node::Roll(..) => needs.draws = true,
            Node::Call { .. } | Node::Slot { .. } | Node::Possible(_) => needs.cost += DEAR,
            Node::Op1(..) | Node::Op2(..) => needs.cost += 2,
            _ => {}
        }
        let (nodes, sources) = parts(&self.c.program.node_lists, &node);
        for node in nodes {
            self.needs(node, needs);
        }
        if let Node::Fold { op, value, .. } = node
            && op.has_value()
        {
            self.needs(value, needs);
        }
        for source in sources {
            self.source_needs(source, needs);
        }
    }

    fn source_needs(&self, id: SourceId, needs: &mut Needs) {
        needs.cost += DEAR;
        let Source {
            lets,
            base,
            filters,
            until_false: _,
        } = &self.c.program.sources[id as usize];
        for (slot, node) in lets.iter().chain(filters) {
            needs.binds.insert(*slot);
            self.needs(*node, needs);
        }
        let (nodes, sources) = base_parts(&self.c.program.node_lists, base);
        for node in nodes {
            self.needs(node, needs);
        }
        for source in sources {
            self.source_needs(source, needs);
        }
    }
}

/// The nodes and collections a node asks, but for what a fold asks of each member.
pub(super) fn parts(lists: &[NodeId], node: &Node) -> (Vec<NodeId>, Vec<SourceId>) {
    let listed = |at: u32, count: u32| lists[at as usize..(at + count) as usize].to_vec();
    let nodes = match *node {
        Node::Const(_)
        | Node::Local(_)
        | Node::Load(_)
        | Node::LoadOfLocal { .. }
        | Node::AttributeOfLocal { .. }
        | Node::AttributeOfRowOfLocal { .. }
        | Node::PlaceOfLocal { .. }
        | Node::EqualLocals(..)
        | Node::PlayerCount
        | Node::Possible(_) => vec![],
        Node::LoadOf { of, .. }
        | Node::Attribute { of, .. }
        | Node::AttributeOfRow { of, .. }
        | Node::SpaceAttribute { of, .. }
        | Node::PlaceOf { of, .. } => vec![of],
        Node::LoadAt { args, .. } | Node::BagCount { args, .. } => listed(args, 2),
        Node::Call { args, .. } | Node::Slot { args, .. } | Node::SetOf(args) => {
            listed(args.0, u32::from(args.1))
        }
        Node::Let { value, body, .. } => vec![value, body],
        Node::MadeFor(a)
        | Node::Lookup { key: a, .. }
        | Node::Not(a)
        | Node::Negate(a)
        | Node::EqualConst(a, _)
        | Node::PlaceSize(a)
        | Node::Op1(_, a)
        | Node::RandomPiece(a)
        | Node::Seen { of: a, .. }
        | Node::Once { body: a, .. } => vec![a],
        Node::And(a, b)
        | Node::Or(a, b)
        | Node::Equal(a, b)
        | Node::Less(a, b)
        | Node::LessEqual(a, b)
        | Node::Arithmetic(_, a, b)
        | Node::InSet(a, b)
        | Node::InPlace(a, b)
        | Node::Op2(_, a, b)
        | Node::Beside {
            of: a,
            direction: b,
            ..
        }
        | Node::Distance { from: a, to: b, .. }
        | Node::Roll(a, b) => vec![a, b],
        Node::If(a, b, d) => vec![a, b, d],
        Node::InRange(a, bounds) => [vec![a], listed(bounds, 2)].concat(),
        Node::InSource(a, source) => return (vec![a], vec![source]),
        Node::Size(source) | Node::Random(source) | Node::Fold { source, .. } => {
            return (vec![], vec![source]);
        }
    };
    (nodes, vec![])
}

pub(super) fn base_parts(lists: &[NodeId], base: &Base) -> (Vec<NodeId>, Vec<SourceId>) {
    match *base {
        Base::Numbers(..) | Base::Players | Base::Board(_, None) => (vec![], vec![]),
        Base::Place(a)
        | Base::Set(a)
        | Base::PlayersFrom(a)
        | Base::Opponents(a)
        | Base::Board(_, Some(a))
        | Base::Neighbours(_, a)
        | Base::Placements(a, _, None)
        | Base::Cells(a) => (vec![a], vec![]),
        Base::Range(a, b) | Base::Ray(_, a, b) | Base::Placements(a, _, Some(b)) => {
            (vec![a, b], vec![])
        }
        Base::Group { of, start } => (vec![start], vec![of]),
        Base::Groups(of) => (vec![], vec![of]),
        Base::If(cond, a, b) => (vec![cond], vec![a, b]),
        Base::List((at, count)) => (
            lists[at as usize..at as usize + usize::from(count)].to_vec(),
            vec![],
        ),
    }
}
