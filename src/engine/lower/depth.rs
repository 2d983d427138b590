//! Depth of calls: queries in a cycle of the call graph count how deeply they are asked. Others need not, for they end by
//! themselves.

use ludex_program::Program;
use ludex_program::node::{Node, NodeId, SourceId};
use ludex_program::parts::{Visited, visit};
use ludex_rules::ids::QueryId;
use ludex_rules::table::Table;
use std::collections::BTreeSet;

/// The most frames and questions allowed inside each other.
pub(crate) const DEEPEST: usize = 400;

/// The position of a query relative to the cycles of the call graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Outside of every cycle: nothing is counted.
    Free,
    /// Leads into a cycle: it counts as a level, and can't be too deep itself.
    Counted,
    /// In a cycle, or reached from one: it may be too deep.
    Checked,
}

/// Returns for every query whether its calls are counted and checked.
pub(super) fn depths(program: &Program) -> Table<QueryId, Depth> {
    let asks = calls(program);
    let mut asked_by = vec![Vec::new(); asks.len()];
    for (from, to) in asks.iter().enumerate() {
        to.iter().for_each(|to| asked_by[*to].push(from));
    }
    // Queries that remain after Kahn's algorithm are asked in a circle or from one.
    let (from_circle, levels) = left(&asks, &asked_by);
    let (to_circle, _) = left(&asked_by, &asks);
    (0..program.queries.len())
        .map(|query| match (from_circle[query], to_circle[query]) {
            (true, _) => Depth::Checked,
            _ if levels >= DEEPEST => Depth::Checked,
            (false, true) => Depth::Counted,
            (false, false) => Depth::Free,
        })
        .collect()
}

/// Builds the call graph: for each query, and behind them each action, those that it asks.
fn calls(program: &Program) -> Vec<Vec<usize>> {
    let queries = program.queries.iter().map(|query| {
        let modifiers = query.modifiers.iter();
        let modifiers = modifiers.map(|m| &program.modifiers[*m]);
        let nodes = modifiers.flat_map(|m| m.cond.into_iter().chain([m.value]));
        called(program, nodes.chain([query.body]), [])
    });
    let actions = program.actions.iter().map(|action| {
        let nodes = action.requires.iter().map(|require| require.cond);
        called(program, nodes, action.binders.iter().map(|b| b.source))
    });
    queries.chain(actions).collect()
}

fn called(
    program: &Program,
    nodes: impl IntoIterator<Item = NodeId>,
    sources: impl IntoIterator<Item = SourceId>,
) -> Vec<usize> {
    let mut called = BTreeSet::new();
    visit(program, nodes, sources, &mut |part| {
        if let Visited::Node(Node::Call { query, .. }) = part {
            called.insert(query.index());
        } else if let Visited::Node(Node::Possible(action)) = part {
            called.insert(program.queries.len() + action.index());
        } else if let Visited::Node(Node::Slot { column, .. }) = part {
            let texts = program.layout.value_columns[usize::from(column)]
                .rows
                .iter();
            called.extend(texts.filter_map(|text| usize::try_from(*text).ok()));
        }
    });
    called.into_iter().collect()
}

/// Takes away whoever nobody asks that is left (Kahn's topological sort): who is left then, and how many stand at most in a
/// row of those taken away.
fn left(asks: &[Vec<usize>], asked_by: &[Vec<usize>]) -> (Vec<bool>, usize) {
    let mut askers: Vec<usize> = asked_by.iter().map(Vec::len).collect();
    let mut level = vec![1; asks.len()];
    let mut open: Vec<usize> = (0..asks.len()).filter(|n| askers[*n] == 0).collect();
    let (mut left, mut levels) = (vec![true; asks.len()], 0);
    while let Some(one) = open.pop() {
        left[one] = false;
        levels = levels.max(level[one]);
        for to in &asks[one] {
            level[*to] = level[*to].max(level[one] + 1);
            askers[*to] -= 1;
            if askers[*to] == 0 {
                open.push(*to);
            }
        }
    }
    (left, levels)
}
