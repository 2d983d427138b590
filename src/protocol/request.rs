//! A line as fields, which become the request of a verb.

use crate::failure::{Failure, FailureCode};
use ludex_play::json;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::fmt;

/// A line as it is read: what it asks, and the id that its answer repeats as it is written, every digit included.
#[derive(Debug, Default)]
pub(super) struct RequestLine {
    pub(super) id: Option<String>,
    pub(super) fields: RequestFields,
}

impl RequestLine {
    /// Reads a line.
    ///
    /// # Errors
    /// It is no JSON object.
    pub(super) fn read(line: &str) -> Result<RequestLine, Failure> {
        let read = json::parse_as(line);
        let read = read.map_err(|error| FailureCode::BadJson.because(error.to_string()))?;
        read.ok_or_else(|| FailureCode::BadJson.because("a request is a JSON object"))
    }
}

impl<'de> Deserialize<'de> for RequestLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RequestLine, D::Error> {
        deserializer.deserialize_map(LineVisitor)
    }
}

/// Reads the fields of a line. Of a field that stands there twice, the last counts.
struct LineVisitor;

impl<'de> Visitor<'de> for LineVisitor {
    type Value = RequestLine;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RequestLine, A::Error> {
        let mut line = RequestLine::default();
        while let Some(name) = map.next_key::<String>()? {
            if name == "id" {
                // A number may have more digits than any machine holds.
                line.id = Some(map.next_value::<&RawValue>()?.get().to_owned());
            } else {
                line.fields.0.insert(name, map.next_value()?);
            }
        }
        Ok(line)
    }
}

/// The fields of a request, without its `id`.
#[derive(Debug, Default)]
pub(super) struct RequestFields(pub(super) Map<String, Value>);

impl RequestFields {
    /// A field that must be there; null counts as left out.
    pub(super) fn value(&self, name: &str) -> Result<&Value, Failure> {
        self.optional(name).ok_or_else(|| {
            FailureCode::MissingField.because(format!("the field `{name}` is missing"))
        })
    }

    /// A field that may be left out; null counts as left out.
    pub(super) fn optional(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Returns a text that must be there.
    pub(super) fn text(&self, name: &str) -> Result<&str, Failure> {
        let value = self.value(name)?;
        value.as_str().ok_or_else(|| wrong(name, "a text", value))
    }

    /// Reads the fields as a request; null counts as left out.
    pub(super) fn read<R: DeserializeOwned>(mut self) -> Result<R, Failure> {
        self.0.retain(|_, value| !value.is_null());
        let read = serde_json::from_value(Value::Object(self.0));
        read.map_err(|error| FailureCode::WrongType.because(error.to_string()))
    }
}

/// A field of another type than it must have.
pub(super) fn wrong(name: &str, expected: &str, found: &Value) -> Failure {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "another number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    FailureCode::WrongType.because(format!("`{name}` must be {expected}, not {found}"))
}
