//! A line as fields, each asked for by the type it must have.

use crate::protocol::failure::{Failure, FailureCode};
use serde_json::Map;
use serde_json::Value;

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
