//! Broken YAML by its lines alone: where its items begin, and which quote or tab is to blame.
//!
//! Knows nothing of the reader; all offsets are bytes of the text that is given.

use std::ops::Range;

/// The top-level items of a text: a line that starts one has no indentation, and reads like `- ...` or `key: ...`.
pub(super) fn items(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if opens_item(line) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}

fn opens_item(line: &str) -> bool {
    let line = line.trim_end();
    let indented = line.starts_with([' ', '\t', '#', '{', '}', '[', ']', '%']);
    let key = line.ends_with(':') || line.contains(": ");
    // Inside a bracket that is open across lines, entries end in a comma.
    !indented && (line == "-" || line.starts_with("- ") || key) && !line.ends_with(',')
}

/// The first quote of a text outside its comments.
pub(super) fn first_quote(text: &str) -> Option<usize> {
    let mut comment = false;
    let mut before = ' ';
    for (at, symbol) in text.char_indices() {
        comment = symbol != '\n' && (comment || symbol == '#' && before.is_whitespace());
        if !comment && ['"', '\''].contains(&symbol) {
            return Some(at);
        }
        before = symbol;
    }
    None
}

/// The tab that the reader stumbled over: just before where it stopped, or the next one.
pub(super) fn nearest_tab(text: &str, at: usize) -> Option<usize> {
    let before = at.checked_sub(1)?;
    if text.as_bytes().get(before) == Some(&b'\t') {
        return Some(before);
    }
    Some(at + text.get(at..)?.find('\t')?)
}
