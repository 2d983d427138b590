//! Collections that have no member in common, as far as their texts tell: a union of such looks for none.

use crate::compiler::Compiler;
use ludex_program::node::{Base, Node, NodeId, Source};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::BoardShape;
use ludex_rules::ids::{BoardId, PlaceId};
use ludex_rules::ops::QueryOp;

/// The spaces of a board in one direction from a space, or some of them.
struct Heading {
    board: BoardId,
    from: Node,
    direction: i32,
}

impl Compiler<'_> {
    /// Returns true if two sources hold spaces in different directions from one space: straight lines meet there alone.
    pub(super) fn go_apart(&self, a: &Source, b: &Source) -> bool {
        let (mut ahead, mut sideways) = (Vec::new(), Vec::new());
        let are_known = self.headings(a, &mut ahead) && self.headings(b, &mut sideways);
        let differ = |one: &Heading, other: &Heading| {
            let is_one_space = one.board == other.board && one.from == other.from;
            is_one_space && one.direction != other.direction
        };
        are_known
            && ahead
                .iter()
                .all(|one| sideways.iter().all(|other| differ(one, other)))
    }

    /// Adds the headings of all members of a source; false when it may hold others.
    fn headings(&self, source: &Source, found: &mut Vec<Heading>) -> bool {
        let first = found.len();
        let are_known = if let Base::Ray(board, from, direction) = source.base {
            self.heading(board, from, direction, found)
        } else if let Base::List(nodes) = source.base {
            let mut nodes = self.program.list(nodes).iter();
            nodes.all(|node| self.step(*node, found))
        } else if let Base::Union(a, b) | Base::If(_, a, b) = source.base {
            let sources = &self.program.sources;
            self.headings(&sources[a], found) && self.headings(&sources[b], found)
        } else {
            false
        };
        // A slot that the source sets holds another value outside of it.
        let is_set = |one: &Heading| {
            let mut sets = source.lets.iter();
            sets.any(|(slot, _)| one.from == Node::Local(*slot))
        };
        are_known && !found[first..].iter().any(is_set)
    }

    /// Adds the heading of a step.
    fn step(&self, node: NodeId, found: &mut Vec<Heading>) -> bool {
        if let Node::Beside {
            board,
            of,
            direction,
        } = self.program.nodes[node]
        {
            self.heading(board, of, direction, found)
        } else {
            false
        }
    }

    /// Adds a heading, of a space that a slot holds in a direction that is known.
    fn heading(
        &self,
        board: BoardId,
        from: NodeId,
        direction: NodeId,
        found: &mut Vec<Heading>,
    ) -> bool {
        let (from, direction) = (self.program.nodes[from], self.program.nodes[direction]);
        let Node::Const(direction) = direction else {
            return false;
        };
        found.push(Heading {
            board,
            from,
            direction,
        });
        matches!(from, Node::Local(_)) && self.has_straight_lines(board)
    }

    /// Returns true if no two directions of a board lead from one space to another.
    fn has_straight_lines(&self, board: BoardId) -> bool {
        matches!(
            self.program.layout.boards[board].shape,
            BoardShape::Grid | BoardShape::Hex
        )
    }
}

/// Returns true if two collections hold pieces of places that are declared apart, so that no piece is in both.
pub(super) fn lie_apart(a: &Expr, b: &Expr) -> bool {
    match (lies_in(a), lies_in(b)) {
        (Some(a), Some(b)) => a.iter().all(|place| !b.contains(place)),
        _ => false,
    }
}

/// The places that all members of a collection lie in; none when they may lie elsewhere.
fn lies_in(e: &Expr) -> Option<Vec<PlaceId>> {
    if let ExprKind::Place { place, .. } = &*e.kind {
        Some(vec![*place])
    } else if let ExprKind::Filter(binder) = &*e.kind {
        lies_in(&binder.source)
    } else if let ExprKind::Union(a, b) = &*e.kind {
        Some([lies_in(a)?, lies_in(b)?].concat())
    } else if let ExprKind::Op(QueryOp::Top | QueryOp::Bottom | QueryOp::At, args) = &*e.kind {
        lies_in(args.first()?)
    } else {
        None
    }
}
