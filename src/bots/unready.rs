//! The memory of a program that did not get ready.

use std::sync::{Arc, OnceLock};

/// Remembers that a program was not ready in time, in all games that its specification is used for.
#[derive(Debug, Clone, Default)]
pub(super) struct Unready(Arc<OnceLock<String>>);

impl Unready {
    pub(super) fn get(&self) -> Option<&String> {
        self.0.get()
    }

    pub(super) fn set(&self, why: &str) {
        // The first of several games that ran side by side has said it.
        let _ = self.0.set(why.to_owned());
    }
}

/// Experience with a program is no part of what it is.
impl PartialEq for Unready {
    fn eq(&self, _: &Unready) -> bool {
        true
    }
}
