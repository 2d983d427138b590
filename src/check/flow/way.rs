//! Ways through a graph, as a breadth-first search has found them.

use std::collections::BTreeMap;

/// The edges that led a search to a node, and then a last one. `came` tells for each node but the first the one before it and
/// the edge from there.
pub(super) fn way_to<N: Ord + Copy, E: Copy>(
    came: &BTreeMap<N, (N, E)>,
    mut at: N,
    last: E,
) -> Vec<E> {
    let mut way = vec![last];
    while let Some((from, edge)) = came.get(&at) {
        way.push(*edge);
        at = *from;
    }
    way.reverse();
    way
}
