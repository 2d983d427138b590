//! The size of expanded queries: counts what they add to a program where they stand.

use crate::Compiler;
use ludex_rules::game::{Game, Query};
use ludex_rules::ids::QueryId;
use ludex_rules::limits;
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
}

fn size(query: &Query) -> u64 {
    let mut parts = 0;
    exprs(&query.body, &mut |_| parts += 1);
    parts
}

impl Compiler<'_> {
    /// Tells whether a query with one value may be expanded once more.
    pub(super) fn has_room_for(&self, query: QueryId) -> bool {
        self.written.parts + self.written.sizes[query.index()] <= MOST_INLINED
    }

    /// Counts a query that is expanded.
    pub(super) fn count_written(&mut self, query: QueryId) {
        self.written.parts += self.written.sizes[query.index()];
    }

    /// Tells whether a collection may be expanded once more; the first that may not is refused.
    pub(super) fn collection_fits(&mut self, query: QueryId) -> bool {
        let parts = self.written.parts + self.written.sizes[query.index()];
        let fits = parts <= limits::WRITTEN;
        if !fits && !self.wrong {
            let query = &self.game.queries[query.index()];
            let message = format!(
                "`{}` and other collections are written out too often",
                query.name
            );
            let help =
                "let fewer collections ask several others, or keep what they give in a variable";
            self.too_many(query.span, message, limits::WRITTEN, help);
        }
        fits
    }
}
