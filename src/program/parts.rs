//! The parts of nodes and collections, and a walk through all that some of them ask.

use crate::Program;
use crate::node::{Base, Node, NodeId, NodeList, NodePair, Source, SourceId};
use std::collections::BTreeSet;

/// A node or collection that a walk comes to.
pub enum Visited<'a> {
    /// A node of the program.
    Node(Node),
    /// A collection of the program.
    Source(&'a Source),
}

/// Visits some nodes and collections with all that they ask, each once (expanded texts share their arguments): a depth-first
/// search.
pub fn visit<'a>(
    program: &'a Program,
    nodes: impl IntoIterator<Item = NodeId>,
    sources: impl IntoIterator<Item = SourceId>,
    each: &mut impl FnMut(Visited<'a>),
) {
    let mut open: (Vec<NodeId>, Vec<SourceId>) =
        (nodes.into_iter().collect(), sources.into_iter().collect());
    let (mut met, mut gone_through) = (BTreeSet::new(), BTreeSet::new());
    loop {
        let (nodes, sources) = if let Some(id) = open.0.pop() {
            if !met.insert(id) {
                continue;
            }
            let node = program.nodes[id];
            each(Visited::Node(node));
            open.0.extend(asked_of_each(node));
            parts(&program.node_lists, &node)
        } else if let Some(id) = open.1.pop() {
            if !gone_through.insert(id) {
                continue;
            }
            let source = &program.sources[id];
            each(Visited::Source(source));
            let asked = source.lets.iter().chain(&source.filters);
            open.0.extend(asked.map(|(_, node)| *node));
            base_parts(&program.node_lists, &source.base)
        } else {
            return;
        };
        open.0.extend(nodes);
        open.1.extend(sources);
    }
}

/// Returns the node that a fold asks of each member, or a choice of each set.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only these ask again and again"
)]
pub fn asked_of_each(node: Node) -> Option<NodeId> {
    match node {
        Node::Fold { op, value, .. } => op.has_value().then_some(value),
        Node::PossibleSet { cond, .. } => Some(cond),
        _ => None,
    }
}

/// Lists the nodes and collections that a node asks, but for what a fold asks of each member.
pub fn parts(lists: &[NodeId], node: &Node) -> (Vec<NodeId>, Vec<SourceId>) {
    let listed = |list: NodeList| lists[list.range()].to_vec();
    let two = |pair: NodePair| listed(NodeList::new(pair, 2));
    let nodes = match *node {
        Node::Const(_)
        | Node::Local(_)
        | Node::Option(_)
        | Node::Load(_)
        | Node::Place(_)
        | Node::PlayerCount
        | Node::Possible(_) => vec![],
        Node::LoadOf { of, .. }
        | Node::Attribute { of, .. }
        | Node::FirstCopy(of)
        | Node::SpaceAttribute { of, .. }
        | Node::PlaceOf { of, .. } => vec![of],
        Node::LoadAt { args, .. } | Node::BagCount { args, .. } => two(args),
        Node::Call { args, .. } | Node::Slot { args, .. } | Node::SetOf(args) => listed(args),
        Node::Let { value, body, .. } => vec![value, body],
        Node::MadeFor(a)
        | Node::Lookup { key: a, .. }
        | Node::Not(a)
        | Node::Negate(a)
        | Node::Amount(a)
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
        Node::InRange(a, bounds) => [vec![a], two(bounds)].concat(),
        Node::InSource(a, source) => return (vec![a], vec![source]),
        Node::Size(source)
        | Node::Random(source)
        | Node::Fold { source, .. }
        | Node::PossibleSet { source, .. } => return (vec![], vec![source]),
    };
    (nodes, vec![])
}

/// Returns the nodes and sources that a base of a collection reads.
pub fn base_parts(lists: &[NodeId], base: &Base) -> (Vec<NodeId>, Vec<SourceId>) {
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
        Base::Range(a, b)
        | Base::Kept(a, b)
        | Base::Ray(_, a, b)
        | Base::Placements(a, _, Some(b))
        | Base::PlacementsAt(a, _, b) => (vec![a, b], vec![]),
        Base::Group { of, start } => (vec![start], vec![of]),
        Base::Groups(of) => (vec![], vec![of]),
        Base::If(cond, a, b) => (vec![cond], vec![a, b]),
        Base::Union(a, b) => (vec![], vec![a, b]),
        Base::List(nodes) => (lists[nodes.range()].to_vec(), vec![]),
    }
}

/// Tells whether a collection is the piece of a place for one.
pub fn holds_one(program: &Program, base: &Base) -> bool {
    let Base::Place(place) = base else {
        return false;
    };
    let Node::PlaceOf { place, .. } = program.nodes[*place] else {
        return false;
    };
    program.layout.places[place].capacity == 1
}
