//! The difference of two texts of a file: as a patch that `patch` and `git apply` read, and as lines for editors.
//!
//! Takes texts; gives nothing when they are the same.

use similar::{DiffTag, TextDiff};
use std::ops::Range;

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

/// Returns the lines of the old text that change, as bytes, each with the lines that take their place.
#[must_use]
pub fn changed_lines(old: &str, new: &str) -> Vec<(Range<usize>, String)> {
    let diff = TextDiff::from_lines(old, new);
    let starts = |lines: &[&str]| {
        let mut at = 0;
        let ends = lines.iter().map(|line| {
            at += line.len();
            at
        });
        std::iter::once(0).chain(ends).collect::<Vec<usize>>()
    };
    let (old_at, new_at) = (starts(diff.old_slices()), starts(diff.new_slices()));
    let changes = diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal);
    let change = |op: &similar::DiffOp| {
        let (from, to) = (op.old_range(), op.new_range());
        let text = &new[new_at[to.start]..new_at[to.end]];
        (old_at[from.start]..old_at[from.end], text.to_owned())
    };
    changes.map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::changed_lines;

    #[test]
    fn lines_that_change() {
        let changes = changed_lines("a\nb\nc\nd", "a\nB\nc\nd\ne\n");
        assert_eq!(
            changes,
            [(2..4, "B\n".to_owned()), (6..7, "d\ne\n".to_owned())]
        );
        assert_eq!(changed_lines("a\n", "a\n"), []);
        assert_eq!(changed_lines("狐\nb\n", "b\n"), [(0..4, String::new())]);
    }
}
