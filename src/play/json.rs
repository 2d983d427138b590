//! JSON with places: what keeps a text from being read, at its line and column, and values that must have a form.
//!
//! The library alone reads JSON; a part of a text is found by its `RawValue`, which is a slice of it. Knows no game and no form
//! of its own.

mod advice;
mod fields;

pub(super) use fields::Fields;

use advice::advice;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::fmt;

/// An error that keeps a text from being read, at its line and column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct SyntaxError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, in letters.
    pub column: usize,
    /// The mistake, and what to write instead.
    pub message: String,
}

/// A value of another form than it must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    /// Keys and numbers that lead to it, from outside in.
    pub path: Vec<String>,
    /// The difference from the form it must have.
    pub message: String,
}

/// Reads a text.
///
/// # Errors
/// It is no JSON.
pub fn parse(text: &str) -> Result<Value, SyntaxError> {
    serde_json::from_str(text).map_err(|error| not_json(text, &error))
}

/// Reads a text as a value of a form; none when it is JSON of another form.
///
/// # Errors
/// It is no JSON.
pub fn parse_as<'a, T: Deserialize<'a>>(text: &'a str) -> Result<Option<T>, SyntaxError> {
    match serde_json::from_str(text) {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_data() => {
            // What follows may be no JSON all the same.
            let whole = serde_json::from_str::<&RawValue>(text);
            whole.map(|_| None).map_err(|error| not_json(text, &error))
        }
        Err(error) => Err(not_json(text, &error)),
    }
}

fn not_json(text: &str, error: &serde_json::Error) -> SyntaxError {
    let before = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1));
    let at = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let message = format!("this is no JSON: {}", message(text, at, error));
    syntax_error(text, at, message)
}

/// Returns what is wrong where the library stopped: in our words when the letters there tell it, else in the library's.
fn message(text: &str, at: usize, error: &serde_json::Error) -> String {
    if text.trim().is_empty() {
        return "there is nothing here".to_owned();
    }
    if error.classify() == Category::Eof {
        return "the text ends too early: a bracket or quote is not closed".to_owned();
    }
    advice(text, at).unwrap_or_else(|| {
        let said = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        said.strip_suffix(&place).unwrap_or(&said).to_owned()
    })
}

/// An error of a text that could be read, at its line and column.
#[must_use]
pub fn located(text: &str, error: &SchemaError) -> SyntaxError {
    let mut path = error.path.as_slice();
    loop {
        match (place(text, path), path) {
            (Some(at), _) => return syntax_error(text, at, error.message.clone()),
            // What is missing has no place; what should hold it has one.
            (None, [outer @ .., _]) => path = outer,
            (None, []) => return syntax_error(text, 0, error.message.clone()),
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

/// Splits a path: `players[0].places` into its steps.
#[must_use]
pub fn steps(path: &str) -> Vec<String> {
    let parts = path.split(['.', '[', ']']);
    let parts = parts.map(|part| part.trim_matches('"'));
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

fn syntax_error(text: &str, at: usize, message: String) -> SyntaxError {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    SyntaxError {
        line: before.matches('\n').count() + 1,
        column: line.chars().count() + 1,
        message,
    }
}
