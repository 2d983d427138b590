//! Bounds on sets: parts of a condition on the whole that tell which sets nothing can complete.
//!
//! A conjunct that compares sums or counts of what is chosen says `reserve + worths of the members >= 0`, with a worth of each
//! member by itself. So a set is given up when the best of what may still be taken does not lift it to 0. Only the work
//! changes by it: whatever these parts do not say is still asked of each set that is left.

use ludex_program::Program;
use ludex_program::cursor::Cursor;
use ludex_program::node::{Base, Node, NodeId, SourceId};
use ludex_program::parts::{Visited, asked_of_each, visit};
use ludex_rules::expr::Arithmetic;
use ludex_rules::ops::FoldOp;

/// A side of a comparison.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Side {
    /// A node, each member's part of which is told by a set of that member alone.
    Node(NodeId),
    /// A number known beforehand.
    Number(i32),
}

/// A part of a condition: one side and a margin are no more than the other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SetBound {
    pub(crate) low: Side,
    pub(crate) high: Side,
    pub(crate) margin: i64,
}

/// The bounds that a condition sets.
#[derive(Debug, Default)]
pub(crate) struct Bounds {
    /// Slots that are set before the bounds are asked, in this order.
    pub(crate) lets: Vec<(u16, NodeId)>,
    pub(crate) all: Vec<SetBound>,
    /// True if the condition says more than the bounds.
    pub(crate) asks_more: bool,
}

/// Finds the bounds that a condition sets on the members of a list.
pub(crate) fn bounds(program: &Program, cond: NodeId, chosen: Cursor) -> Bounds {
    let [begin, _, end] = chosen.slots();
    let mut finder = Finder {
        program,
        ends: [begin, end],
        found: Bounds::default(),
    };
    finder.holds(cond, true);
    finder.found
}

struct Finder<'a> {
    program: &'a Program,
    /// The slots in which the list begins and ends.
    ends: [u16; 2],
    found: Bounds,
}

impl Finder<'_> {
    /// Notes what it means that a condition holds, or that it does not.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named here sets no bound"
    )]
    fn holds(&mut self, id: NodeId, so: bool) {
        match self.program.nodes[id] {
            Node::Seen { of, .. } => self.holds(of, so),
            Node::Not(of) => self.holds(of, !so),
            Node::And(a, b) if so => {
                self.holds(a, true);
                self.holds(b, true);
            }
            Node::Or(a, b) if !so => {
                self.holds(a, false);
                self.holds(b, false);
            }
            Node::Let { slot, value, body } if self.is_fixed(value) => {
                self.found.lets.push((slot, value));
                self.holds(body, so);
            }
            Node::Less(a, b) if so => self.at_most(Side::Node(a), Side::Node(b), 1),
            Node::Less(a, b) => self.at_most(Side::Node(b), Side::Node(a), 0),
            Node::LessEqual(a, b) if so => self.at_most(Side::Node(a), Side::Node(b), 0),
            Node::LessEqual(a, b) => self.at_most(Side::Node(b), Side::Node(a), 1),
            Node::Equal(a, b) if so => self.equal(a, Side::Node(b)),
            Node::InRange(one, bounds) if so => {
                let [low, high] = self.program.pair(bounds);
                self.at_most(Side::Node(low), Side::Node(one), 0);
                self.at_most(Side::Node(one), Side::Node(high), 0);
            }
            Node::Fold {
                op: FoldOp::Any | FoldOp::Every,
                source,
                ..
            } if self.is_over(id, source) => {
                let (all, bound) = (&mut self.found.all, Side::Node(id));
                let (low, high) = if so {
                    (Side::Number(1), bound)
                } else {
                    (bound, Side::Number(0))
                };
                let margin = 0;
                all.push(SetBound { low, high, margin });
            }
            _ => self.found.asks_more = true,
        }
    }

    fn equal(&mut self, a: NodeId, b: Side) {
        self.at_most(Side::Node(a), b, 0);
        self.at_most(b, Side::Node(a), 0);
    }

    /// Notes that one side and a margin are no more than another.
    fn at_most(&mut self, low: Side, high: Side, margin: i64) {
        let is_sum = |side: Side| match side {
            Side::Node(id) => self.is_sum(id),
            Side::Number(_) => true,
        };
        if is_sum(low) && is_sum(high) {
            self.found.all.push(SetBound { low, high, margin });
        } else {
            self.found.asks_more = true;
        }
    }

    /// Tells whether a number is a fixed part, and a part for each member of the list that depends on that member alone.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named here is no sum"
    )]
    fn is_sum(&self, id: NodeId) -> bool {
        match self.program.nodes[id] {
            Node::Seen { of, .. } | Node::Negate(of) => self.is_sum(of),
            Node::Let { value, body, .. } => self.is_fixed(value) && self.is_sum(body),
            Node::Arithmetic(Arithmetic::Add | Arithmetic::Subtract, a, b) => {
                self.is_sum(a) && self.is_sum(b)
            }
            Node::Arithmetic(Arithmetic::Multiply, a, b) => {
                (self.is_fixed(a) && self.is_sum(b)) || (self.is_sum(a) && self.is_fixed(b))
            }
            Node::Size(source)
            | Node::Fold {
                op: FoldOp::Count | FoldOp::Sum,
                source,
                ..
            } if self.is_over(id, source) => true,
            _ => self.is_fixed(id),
        }
    }

    /// Tells whether a fold goes through the members of the list, and asks of each what depends on that member alone.
    fn is_over(&self, fold: NodeId, source: SourceId) -> bool {
        let of = &self.program.sources[source];
        let Base::Kept(begin, end) = of.base else {
            return false;
        };
        let is = |node: NodeId, slot: u16| self.program.nodes[node] == Node::Local(slot);
        let [first, last] = self.ends;
        let asked = of.lets.iter().chain(&of.filters).map(|(_, node)| *node);
        let mut asked = asked.chain(asked_of_each(self.program.nodes[fold]));
        !of.until_false && is(begin, first) && is(end, last) && asked.all(|id| self.is_fixed(id))
    }

    /// Tells whether a node is the same whatever is chosen.
    fn is_fixed(&self, id: NodeId) -> bool {
        let mut is_fixed = true;
        visit(self.program, [id], [], &mut |visited| {
            if let Visited::Node(node) = visited {
                is_fixed &= !node.slot().is_some_and(|slot| self.ends.contains(&slot));
            }
        });
        is_fixed
    }
}
