//! Marks: places of the rules that note how often they were reached, and with what answer.
//!
//! Only a program that was compiled to be observed has any, so that no other pays for them. They are no part of a game's
//! state: whoever runs such a program, on however many copies and threads, notes into the same marks.

use crate::source::Span;
use std::sync::atomic::{AtomicU32, Ordering};

/// A place that is noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: MarkKind,
    /// What messages call it; empty for what has no name.
    pub name: String,
}

/// What is noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkKind {
    /// Something that holds or does not: a part of a condition that has no parts.
    Condition,
    /// A statement that begins.
    Statement,
    /// A named effect, an action, `setup`, `play`.
    Effect,
    /// The text of a row.
    Row,
    /// A hook that fires.
    Trigger,
    /// A modifier that changes a value.
    Modifier,
    /// A query that is asked for one value.
    Query,
}

/// All marks of a program, with how often each was reached.
#[derive(Debug, Default)]
pub struct Marks {
    places: Vec<Mark>,
    /// For each: how often it did not hold, and how often it did or was reached.
    hits: Vec<[AtomicU32; 2]>,
}

impl Marks {
    /// Marks that nobody reached yet.
    #[must_use]
    pub fn new(places: Vec<Mark>) -> Marks {
        let hits = places.iter().map(|_| Default::default()).collect();
        Marks { places, hits }
    }

    /// Notes that a mark was reached.
    pub fn note(&self, mark: u32, holds: bool) {
        if let Some(hits) = self.hits.get(mark as usize) {
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

    /// The places.
    #[must_use]
    pub fn places(&self) -> &[Mark] {
        &self.places
    }

    /// Tells how often each did not hold, and how often it did or was reached, since the last time this was asked.
    #[must_use]
    pub fn take(&self) -> Vec<[u32; 2]> {
        let take = |hits: &[AtomicU32; 2]| [0, 1].map(|n| hits[n].swap(0, Ordering::Relaxed));
        self.hits.iter().map(take).collect()
    }
}
