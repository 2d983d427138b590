//! The boundaries of a file's top-level items.
//!
//! Takes a whole text, gives ranges. An item begins at a line whose first column holds a word and goes on until the next such
//! line; the `///` lines right above belong to it. So one broken item never hides the next.

use std::ops::Range;

/// Cuts a text into items; what stands before the first one is a range of its own when it isn't blank.
pub(super) fn cut(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut docs_from = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("///") {
            docs_from.get_or_insert(at);
        } else {
            if line.starts_with(|first: char| first.is_alphabetic() || first == '_') {
                starts.push(docs_from.unwrap_or(at));
            }
            docs_from = None;
        }
        at += line.len();
    }
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}
