//! A map while it is read: each key is there once.

use crate::node::{Entries, Entry};
use ludex_report::{Code, Diagnostic};
use ludex_source::Span;
use std::collections::HashMap;

/// Up to so many keys are compared one by one, as those of a row are: an index of each would take more time than it saves.
const COMPARED: usize = 16;

/// A map that is not read to its end yet.
#[derive(Default)]
pub(super) struct OpenMap {
    all: Vec<Entry>,
    /// The places of the keys in a map of many.
    places: HashMap<String, usize>,
}

impl OpenMap {
    /// Adds an entry; gives a diagnostic instead when its key is there already.
    pub(super) fn enter(&mut self, entry: Entry) -> Option<Diagnostic> {
        if let Some(first) = self.find(&entry.key) {
            return Some(twice(&entry.key, entry.key_span, first.key_span));
        }
        self.all.push(entry);
        if self.all.len() > COMPARED {
            let not_yet = (self.places.len()..).zip(&self.all[self.places.len()..]);
            let places = not_yet.map(|(place, entry)| (entry.key.clone(), place));
            self.places.extend(places);
        }
        None
    }

    fn find(&self, key: &str) -> Option<&Entry> {
        if self.places.is_empty() {
            return self.all.iter().find(|entry| entry.key == key);
        }
        Some(&self.all[*self.places.get(key)?])
    }

    /// The entries so far.
    pub(super) fn all(&self) -> &[Entry] {
        &self.all
    }

    pub(super) fn closed(self) -> Entries {
        self.all.into()
    }
}

fn twice(key: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error(
        Code::DUPLICATE_KEY,
        format!("the key `{key}` is given twice"),
    )
    .at(again, "given again")
    .also(first, "given first")
}
