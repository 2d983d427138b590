//! The difference of two texts of a file, as a patch that `patch` and `git apply` read.
//!
//! Takes texts, gives a text; nothing when they are the same.

use similar::TextDiff;

/// Lines around each change.
const CONTEXT: usize = 3;

/// The changes of a file as a unified diff.
#[must_use]
pub fn patch(path: &str, old: &str, new: &str) -> String {
    TextDiff::from_lines(old, new)
        .unified_diff()
        .context_radius(CONTEXT)
        .header(&format!("a/{path}"), &format!("b/{path}"))
        .to_string()
}
