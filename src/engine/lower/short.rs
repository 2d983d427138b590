//! Inlining: queries so short that they are written where they are asked, instead of being called and remembered.
//!
//! A query that is written in place is no step and no deeper call, so that it counts alike however it is run.

use ludex_program::Program;
use ludex_program::node::{Node, NodeId};
use ludex_program::parts::holds_one;
use ludex_rules::ids::QueryId;
use ludex_rules::ops::FoldOp;
use ludex_rules::table::Table;

/// Parts of a question that is worth writing where it is asked: about as many as a call and the search for a known answer
/// would need.
const SHORT: u32 = 48;

/// The parts that a call counts for.
const CALL: u32 = 8;

/// Parts of a short question and of all that is written within it.
const WHOLE: u32 = 400;

/// Short questions written within each other: without a bound, the code that is written for a chain would grow as its square.
const LEVELS: u32 = 8;

/// Questions that are looked at within each other; one further down is called.
const DEEPEST: usize = 32;

/// For each query, whether it is so short that it is written where it is asked.
pub(crate) fn short(program: &Program) -> Table<QueryId, bool> {
    let mut search = Search {
        program,
        found: Table::filled(program.queries.len(), Inlining::Unknown),
        depth: 0,
    };
    for query in program.queries.ids() {
        search.whole(query);
    }
    let is_short = |found: &Inlining| matches!(found, Inlining::Short(_));
    search.found.iter().map(is_short).collect()
}

/// The state of a query in the search (a depth-first search that finds cycles).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inlining {
    /// Not yet looked at.
    Unknown,
    /// Being looked at: a query that comes back to it is recursive.
    Open,
    /// Called: it is long, or recursive.
    Called,
    /// Inlined: written where it is asked.
    Short(Size),
}

/// The size of a query where it is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Size {
    /// The number of nodes and collections in all.
    parts: u32,
    /// The number of queries written within each other, this one among them.
    levels: u32,
}

struct Search<'a> {
    program: &'a Program,
    found: Table<QueryId, Inlining>,
    depth: usize,
}

impl Search<'_> {
    /// Returns the size of an inlined query; 0 of one that is called.
    fn whole(&mut self, query: QueryId) -> Size {
        match self.found[query] {
            Inlining::Short(size) => return size,
            Inlining::Called => {}
            // It asks itself.
            Inlining::Open => self.found[query] = Inlining::Called,
            Inlining::Unknown if self.depth >= DEEPEST => self.found[query] = Inlining::Called,
            Inlining::Unknown => {
                self.found[query] = Inlining::Open;
                self.depth += 1;
                let size = self.written(query);
                self.depth -= 1;
                if let (Inlining::Open, Some(size)) = (self.found[query], size) {
                    self.found[query] = Inlining::Short(size);
                    return size;
                }
                self.found[query] = Inlining::Called;
            }
        }
        Size::default()
    }

    /// Measures a query; none when it is not short.
    fn written(&mut self, query: QueryId) -> Option<Size> {
        let rules = &self.program.queries[query];
        let mut calls = Vec::new();
        let own = parts(self.program, rules.body, &mut calls).filter(|own| *own <= SHORT)?;
        let mut size = Size {
            parts: own,
            levels: 1,
        };
        for call in calls {
            let inner = self.whole(call);
            size.parts += inner.parts;
            size.levels = size.levels.max(1 + inner.levels);
        }
        let fits = size.parts <= WHOLE && size.levels <= LEVELS;
        (rules.modifiers.is_empty() && fits).then_some(size)
    }
}

/// Counts the parts of a question and collects the queries it asks; none when it goes through members, draws, or asks what has
/// to be called.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever is not named here is long"
)]
fn parts(program: &Program, id: NodeId, calls: &mut Vec<QueryId>) -> Option<u32> {
    let mut sum = |nodes: &[NodeId]| {
        let mut nodes = nodes.iter();
        nodes.try_fold(1u32, |sum, node| {
            Some(sum.saturating_add(parts(program, *node, calls)?))
        })
    };
    match program.nodes[id] {
        Node::PlayerCount => Some(1),
        read if read.is_read() => Some(1),
        Node::LoadOf { of, .. }
        | Node::Attribute { of, .. }
        | Node::FirstCopy(of)
        | Node::SpaceAttribute { of, .. }
        | Node::PlaceOf { of, .. }
        | Node::Not(of)
        | Node::Negate(of)
        | Node::Amount(of)
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
        Node::Let { value, body, .. } => sum(&[value, body]),
        Node::LoadAt { args, .. } | Node::BagCount { args, .. } => {
            let at = args.index();
            sum(&program.node_lists[at..at + 2])
        }
        Node::Call { query, args } => {
            let parts = CALL.saturating_add(sum(program.list(args))?);
            calls.push(query);
            Some(parts)
        }
        Node::Fold {
            op: FoldOp::Any | FoldOp::First | FoldOp::Count,
            source,
            ..
        } => {
            let source = &program.sources[source];
            let conditions: Vec<NodeId> = source.filters.iter().map(|(_, cond)| *cond).collect();
            let one = source.lets.is_empty() && holds_one(program, &source.base);
            one.then(|| sum(&conditions))
                .flatten()
                .map(|parts| parts + 4)
        }
        _ => None,
    }
}
