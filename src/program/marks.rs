//! Marks: counters at places of the rules, for coverage: how often each was reached, and with what truth value.

use ludex_rules::table::widened;
use ludex_source::Span;
use std::sync::atomic::{AtomicU32, Ordering};

/// A place of the rules whose visits are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The place in the source.
    pub span: Span,
    /// The sort of place.
    pub kind: MarkKind,
    /// The name in messages; empty for what has no name.
    pub name: String,
}

/// The sort of place that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkKind {
    /// An atomic condition: a part of a condition that has no parts, true or false.
    Condition,
    /// A statement, counted when it begins.
    Statement,
    /// A named effect, an action, `setup` or `play`.
    Effect,
    /// The text of a row, counted when it runs.
    Row,
    /// A hook, counted when it fires.
    Trigger,
    /// A modifier, counted when it changes a value.
    Modifier,
    /// A query, counted when it is asked for one value.
    Query,
}

/// All marks of a program with their counters.
#[derive(Debug, Default)]
pub struct Marks {
    places: Vec<Mark>,
    /// For each mark: how often it was false, and how often it was true or reached.
    hits: Vec<[AtomicU32; 2]>,
}

impl Marks {
    /// Makes marks whose counters are 0.
    #[must_use]
    pub fn new(places: Vec<Mark>) -> Marks {
        let hits = places.iter().map(|_| Default::default()).collect();
        Marks { places, hits }
    }

    /// Counts a visit of a mark.
    pub fn note(&self, mark: u32, holds: bool) {
        if let Some(hits) = self.hits.get(widened(mark)) {
            // The order of notes means nothing, only their number.
            hits[usize::from(holds)].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Adds hits of a mark that were noted elsewhere.
    pub fn add(&self, mark: usize, hits: [u32; 2]) {
        let own = self.hits.get(mark).into_iter().flatten();
        for (own, more) in own.zip(hits) {
            own.fetch_add(more, Ordering::Relaxed);
        }
    }

    /// Returns the places that are counted.
    #[must_use]
    pub fn places(&self) -> &[Mark] {
        &self.places
    }

    /// Returns the counters, false and then true or reached for each mark, and sets them to 0.
    #[must_use]
    pub fn take(&self) -> Vec<[u32; 2]> {
        let take = |hits: &[AtomicU32; 2]| [0, 1].map(|n| hits[n].swap(0, Ordering::Relaxed));
        self.hits.iter().map(take).collect()
    }
}
