//! The `id` of a request, which its answer repeats as it came: a number of any length keeps all its digits.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// A request, of which only the id is looked at.
#[derive(Deserialize)]
struct Marked<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
}

/// An id as it is written in its line.
pub(super) fn as_written(id: &Value, line: &str) -> String {
    if !has_fraction(id) {
        return id.to_string();
    }
    // The library keeps such a number with the digits of a float; the line has all of them. An id that stands there twice
    // is read by no struct, and the last of them counts.
    serde_json::from_str::<Marked<'_>>(line)
        .map_or_else(|_| id.to_string(), |marked| marked.id.get().to_owned())
}

/// Tells whether some number in an id is one that no machine holds exactly.
fn has_fraction(id: &Value) -> bool {
    match id {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_fraction),
        Value::Object(fields) => fields.values().any(has_fraction),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}
