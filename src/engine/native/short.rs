//! Which queries are so short that they are written where they are asked, instead of being called and remembered.

use crate::program::Program;
use crate::program::node::{Base, FoldOp, Node, NodeId};

/// Parts of a question that is worth writing where it is asked: about as many as a call and the search for a known answer
/// would need.
const SHORT: u32 = 48;

/// What a call counts among them.
const CALL: u32 = 8;

/// How many parts a query has that is so short that it is written where it is asked; none when it is long.
pub(super) fn short(program: &Program, query: u16) -> Option<u32> {
    let rules = &program.queries[usize::from(query)];
    let parts = parts(program, rules.body).filter(|parts| *parts <= SHORT);
    parts.filter(|_| rules.modifiers.is_empty())
}

/// How many parts a question has; none when it goes through members, draws, or asks what has to be called.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever is not named here is long"
)]
fn parts(program: &Program, id: NodeId) -> Option<u32> {
    let sum = |nodes: &[NodeId]| {
        nodes
            .iter()
            .try_fold(1, |sum, node| Some(sum + parts(program, *node)?))
    };
    match program.nodes[id as usize] {
        Node::Const(_) | Node::Local(_) | Node::Load(_) | Node::PlayerCount => Some(1),
        Node::LoadOfLocal { .. } | Node::AttributeOfLocal { .. } | Node::PlaceOfLocal { .. } => {
            Some(2)
        }
        Node::AttributeOfRowOfLocal { .. } | Node::EqualLocals(..) => Some(3),
        Node::LoadOf { of, .. }
        | Node::Attribute { of, .. }
        | Node::AttributeOfRow { of, .. }
        | Node::SpaceAttribute { of, .. }
        | Node::PlaceOf { of, .. }
        | Node::Not(of)
        | Node::Negate(of)
        | Node::EqualConst(of, _)
        | Node::PlaceSize(of)
        | Node::Op1(_, of) => sum(&[of]),
        Node::And(a, b)
        | Node::Or(a, b)
        | Node::Equal(a, b)
        | Node::Less(a, b)
        | Node::LessEqual(a, b)
        | Node::Arithmetic(_, a, b)
        | Node::InSet(a, b)
        | Node::InPlace(a, b) => sum(&[a, b]),
        Node::If(cond, a, b) => sum(&[cond, a, b]),
        Node::LoadAt { args, .. } | Node::BagCount { args, .. } => {
            let at = args as usize;
            sum(&program.node_lists[at..at + 2])
        }
        Node::Call { args, .. } => {
            let (start, count) = (args.0 as usize, usize::from(args.1));
            Some(CALL + sum(&program.node_lists[start..start + count])?)
        }
        Node::Fold {
            op: FoldOp::Any | FoldOp::First | FoldOp::Count,
            source,
            ..
        } => {
            let source = &program.sources[source as usize];
            let conditions: Vec<NodeId> = source.filters.iter().map(|(_, cond)| *cond).collect();
            let one = source.lets.is_empty() && holds_one(program, &source.base);
            one.then(|| sum(&conditions))
                .flatten()
                .map(|parts| parts + 4)
        }
        _ => None,
    }
}

/// Whether a collection is the piece of a place for one.
fn holds_one(program: &Program, base: &Base) -> bool {
    let Base::Place(place) = base else {
        return false;
    };
    let Node::PlaceOfLocal { base, .. } = program.nodes[*place as usize] else {
        return false;
    };
    let mut declared = program.layout.places.iter();
    declared.any(|p| p.base as i32 - p.first as i32 == base && p.capacity == 1)
}
