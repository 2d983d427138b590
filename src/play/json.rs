//! JSON as people get it wrong: what is the matter with a text, at its line and column, and values that must have a form.
//!
//! The library decides what is JSON; this file only says why not, in our words. Knows no game and no form of its own.

mod fields;

mod scan;

pub(super) use fields::Fields;

use crate::play::json::scan::Scan;
use serde_json::Value;
use std::fmt;

/// What keeps a text from being read, at its line and column, both from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct Slip {
    /// The line.
    pub line: usize,
    /// The column, in letters.
    pub column: usize,
    /// What is wrong, and what to write.
    pub message: String,
}

/// A value of another form than it must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Keys and numbers that lead to it, from outside in.
    pub path: Vec<String>,
    /// What is wrong.
    pub message: String,
}

/// Reads a text.
///
/// # Errors
/// It is no JSON.
pub fn parse(text: &str) -> Result<Value, Slip> {
    serde_json::from_str(text).map_err(|error| {
        let found = Scan::over(text, None);
        found.err().unwrap_or_else(|| Slip {
            line: error.line(),
            column: error.column(),
            message: "this cannot be read".into(),
        })
    })
}

/// A misfit of a text that could be read, at its line and column.
#[must_use]
pub fn located(text: &str, misfit: &Misfit) -> Slip {
    let mut path = misfit.path.as_slice();
    loop {
        match (Scan::over(text, Some(path)), path) {
            (Ok(Some(at)), _) => return slip(text, at, misfit.message.clone()),
            // What is missing has no place; what should hold it has one.
            (_, [outer @ .., _]) => path = outer,
            (_, []) => return slip(text, 0, misfit.message.clone()),
        }
    }
}

/// `players[0].places` in steps.
#[must_use]
pub fn steps(path: &str) -> Vec<String> {
    let parts = path.split(['.', '[', ']']);
    let parts = parts.map(|part| part.trim_matches('"'));
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

fn slip(text: &str, at: usize, message: String) -> Slip {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    Slip {
        line: before.matches('\n').count() + 1,
        column: line.chars().count() + 1,
        message,
    }
}
