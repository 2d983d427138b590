//! JSON with places: what keeps a text from being read, at its line and column, and values that must have a form.
//!
//! The library alone reads JSON; a part of a text is found by its `RawValue`, which is a slice of it. Knows no game and no form
//! of its own.

mod fields;

pub(super) use fields::Fields;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;
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
        let (line, byte) = (error.line(), error.column().saturating_sub(1));
        let before = text.split('\n').nth(line.saturating_sub(1));
        let before = before.and_then(|line| line.get(..byte));
        Slip {
            line,
            column: before.map_or(byte, |before| before.chars().count()) + 1,
            message: message(&error),
        }
    })
}

/// Gives what the library says of a text, without its place.
fn message(error: &serde_json::Error) -> String {
    if error.classify() == Category::Eof {
        return "this is no JSON: the text ends too early".to_owned();
    }
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let said = said.strip_suffix(&place).unwrap_or(&said);
    format!("this is no JSON: {said}")
}

/// A misfit of a text that could be read, at its line and column.
#[must_use]
pub fn located(text: &str, misfit: &Misfit) -> Slip {
    let mut path = misfit.path.as_slice();
    loop {
        match (place(text, path), path) {
            (Some(at), _) => return slip(text, at, misfit.message.clone()),
            // What is missing has no place; what should hold it has one.
            (None, [outer @ .., _]) => path = outer,
            (None, []) => return slip(text, 0, misfit.message.clone()),
        }
    }
}

/// The entries of an object in order: keys and values as they are written.
struct Entries<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'a> Deserialize<'a> for Entries<'a> {
    fn deserialize<D: Deserializer<'a>>(object: D) -> Result<Entries<'a>, D::Error> {
        struct Reader;
        impl<'a> Visitor<'a> for Reader {
            type Value = Entries<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<Entries<'a>, M::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        object.deserialize_map(Reader)
    }
}

/// Finds the byte where a part stands: an entry of an object at its key, an item of a list at its value.
fn place(text: &str, path: &[String]) -> Option<usize> {
    let mut part: &RawValue = serde_json::from_str(text).ok()?;
    let mut begin = part;
    for step in path {
        let written = part.get();
        if written.starts_with('{') {
            let Entries(entries) = serde_json::from_str(written).ok()?;
            let is_key = |key: &RawValue| {
                serde_json::from_str::<String>(key.get()).is_ok_and(|key| key == *step)
            };
            // Of two entries with one key, the last counts.
            (begin, part) = entries.into_iter().rfind(|(key, _)| is_key(key))?;
        } else {
            let items: Vec<&RawValue> = serde_json::from_str(written).ok()?;
            part = items.get(step.parse::<usize>().ok()?).copied()?;
            begin = part;
        }
    }
    // Both are slices of one text.
    Some(begin.get().as_ptr().addr() - text.as_ptr().addr())
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
