//! A line as fields, each asked for by the type it must have.

use crate::failure::{Failure, FailureCode};
use ludex_play::json;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Map;
use serde_json::Value;
use serde_json::value::RawValue;
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

/// The fields of a request, without `do` and `id`.
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

    /// A whole number from 0.
    pub(super) fn count(&self, name: &str) -> Result<u64, Failure> {
        let value = self.value(name)?;
        value
            .as_u64()
            .ok_or_else(|| wrong(name, "a whole number from 0", value))
    }

    /// A whole number from 0, or something else when it is left out.
    pub(super) fn count_or(&self, name: &str, otherwise: u64) -> Result<u64, Failure> {
        self.optional(name)
            .map_or(Ok(otherwise), |_| self.count(name))
    }

    /// Returns a text that must be there.
    pub(super) fn text(&self, name: &str) -> Result<&str, Failure> {
        let value = self.value(name)?;
        value.as_str().ok_or_else(|| wrong(name, "a text", value))
    }

    /// Yes or no; no when it is left out.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Failure> {
        let Some(value) = self.optional(name) else {
            return Ok(false);
        };
        value
            .as_bool()
            .ok_or_else(|| wrong(name, "true or false", value))
    }

    /// An object, or null when it is left out.
    pub(super) fn object_or_null(&self, name: &str) -> Result<&Value, Failure> {
        match self.optional(name) {
            None => Ok(&Value::Null),
            Some(value) if value.is_object() => Ok(value),
            Some(value) => Err(wrong(name, "an object", value)),
        }
    }

    /// Returns an object that must be there.
    pub(super) fn object(&self, name: &str) -> Result<&Value, Failure> {
        let value = self.value(name)?;
        if value.is_object() {
            Ok(value)
        } else {
            Err(wrong(name, "an object", value))
        }
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
