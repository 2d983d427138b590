//! The size of expanded queries: counts what they add to a program where they stand.

use ludex_rules::game::{Game, Query};
use ludex_rules::ids::QueryId;
use ludex_rules::walk::exprs;

/// Parts that queries with one value may add to a program; when they are used up, the others are called.
const MOST_INLINED: u64 = 50_000;

/// The parts that expanded queries have added to a program.
#[derive(Debug, Clone)]
pub(super) struct ExpandedSize {
    /// The parts of each query's own text.
    sizes: Vec<u64>,
    parts: u64,
}

impl ExpandedSize {
    /// Counts the parts of each query of a game; nothing is expanded yet.
    pub(super) fn new(game: &Game) -> ExpandedSize {
        ExpandedSize {
            sizes: game.queries.iter().map(size).collect(),
            parts: 0,
        }
    }

    /// The parts there are once a query is expanded once more.
    pub(super) fn parts_with(&self, query: QueryId) -> u64 {
        self.parts + self.sizes[query.index()]
    }

    /// Tells whether a query with one value may be expanded once more.
    pub(super) fn has_room_for(&self, query: QueryId) -> bool {
        self.parts_with(query) <= MOST_INLINED
    }

    /// Counts a query that is expanded.
    pub(super) fn count(&mut self, query: QueryId) {
        self.parts = self.parts_with(query);
    }
}

fn size(query: &Query) -> u64 {
    let mut parts = 0;
    exprs(&query.body, &mut |_| parts += 1);
    parts
}
