//! The entries of a map, with what they say in words once somebody has asked.

use super::Entry;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

/// Keys with what they hold, in words: shared by all that tell them.
pub type Written = Arc<[(String, String)]>;

/// The entries of a map, in their order.
#[derive(Debug, Default)]
pub struct Entries {
    entries: Vec<Entry>,
    /// The entries in words but for the id, once made. A row that is kept from an older text keeps them.
    written: OnceLock<Written>,
}

impl Entries {
    /// Returns what the entries say in words, without the id.
    pub(crate) fn written(&self) -> &Written {
        self.written.get_or_init(|| {
            let entries = self.entries.iter().filter(|entry| entry.key != "id");
            entries
                .map(|entry| (entry.key.clone(), entry.value.words()))
                .collect()
        })
    }

    /// Moves the entries by some bytes; what they say stays.
    pub(crate) fn shift(&mut self, by: i32) {
        for entry in &mut self.entries {
            entry.key_span.shift(by);
            entry.value.shift(by);
        }
    }
}

impl From<Vec<Entry>> for Entries {
    fn from(entries: Vec<Entry>) -> Entries {
        Entries {
            entries,
            written: OnceLock::new(),
        }
    }
}

impl Clone for Entries {
    fn clone(&self) -> Entries {
        Entries {
            entries: self.entries.clone(),
            written: self.written.clone(),
        }
    }
}

impl PartialEq for Entries {
    fn eq(&self, other: &Entries) -> bool {
        self.entries == other.entries
    }
}

impl Eq for Entries {}

impl Deref for Entries {
    type Target = Vec<Entry>;

    fn deref(&self) -> &Vec<Entry> {
        &self.entries
    }
}

impl DerefMut for Entries {
    fn deref_mut(&mut self) -> &mut Vec<Entry> {
        self.written.take();
        &mut self.entries
    }
}
