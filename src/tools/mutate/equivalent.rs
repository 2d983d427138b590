//! Equivalent mutants, listed with the reason why no ruling can notice them.
//!
//! Two lines each: the file and the changed line as the command prints it, then `because` and the reason.

use crate::mutate::Mutant;
use ludex_source::Sources;

/// A change that is known to change nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EquivalentMutant {
    /// The file's name and the changed line.
    pub change: String,
    /// The reason why nobody can notice.
    pub reason: String,
}

/// The name of a change in the list: `file.rules: the line as it becomes`.
#[must_use]
pub fn name(mutant: &Mutant, sources: &Sources) -> String {
    let path = sources.path(mutant.file());
    let file = path.rsplit('/').next().unwrap_or(path);
    format!("{file}: {}", mutant.lines(sources).1)
}

/// Reads a list.
///
/// # Errors
/// The number of a line that is not as it should be, and why.
pub fn read(text: &str) -> Result<Vec<EquivalentMutant>, (usize, &'static str)> {
    let mut known: Vec<EquivalentMutant> = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (nth, line) in text.lines().enumerate() {
        let (line, number) = (line.trim(), nth + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match (open.take(), line.strip_prefix("because ")) {
            (Some((_, change)), Some(reason)) => known.push(EquivalentMutant {
                change,
                reason: reason.to_owned(),
            }),
            (None, None) => open = Some((number, line.to_owned())),
            (Some((number, _)), None) => return Err((number, "the line after it gives no reason")),
            (None, Some(_)) => return Err((number, "no change stands before this reason")),
        }
    }
    match open {
        Some((number, _)) => Err((number, "the line after it gives no reason")),
        None => Ok(known),
    }
}
