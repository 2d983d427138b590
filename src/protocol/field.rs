//! The fields of a request or an answer, as its type's JSON Schema says: names, sorts, and what they mean.

use crate::failure::Failure;
use crate::request::wrong;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

/// A field of a request or of an answer.
pub(super) struct FieldRow {
    /// The key in the JSON object.
    pub(super) name: String,
    /// The sort of its value.
    pub(super) sort: FieldSort,
    /// A required field, not one that may be left out.
    pub(super) always: bool,
    /// The documentation of the field, in a line.
    pub(super) means: String,
}

/// The sorts of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FieldSort {
    /// `7`
    Count,
    /// `"high"`
    Text,
    /// `true`
    Flag,
    /// `{…}`
    Object,
    /// `"refused"` or an object with one key
    TextOrObject,
    /// `[…]` of things with this name
    Array(String),
    /// `{…}` with this name, or null
    OrNull(String),
    /// `"a"`, `7`, null
    Anything,
}

/// The fields of an object, and the documentation of the whole.
pub(super) struct FieldRows {
    pub(super) does: String,
    pub(super) fields: Vec<FieldRow>,
}

/// Returns the fields of a type that is written as an object.
pub(super) fn rows<T: JsonSchema>(mut generator: SchemaGenerator) -> FieldRows {
    let schema = T::json_schema(&mut generator).to_value();
    let parts = generator.take_definitions(true);
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let fields = properties.map(|(name, property)| FieldRow {
        name: name.clone(),
        sort: sort(property, &Value::Object(parts.clone())),
        always: required.contains(&name.as_str()),
        means: phrase(property),
    });
    FieldRows {
        fields: fields.collect(),
        does: phrase(&schema),
    }
}

/// Returns a description as a phrase within a table: in one line, without its full stop and its capital.
fn phrase(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let text = text.trim_end_matches('.').replace('\n', " ");
    let mut symbols = text.chars();
    match symbols.next() {
        Some(first) => first.to_lowercase().chain(symbols).collect(),
        None => text,
    }
}

fn sort(schema: &Value, parts: &Value) -> FieldSort {
    if let Some(name) = named(schema) {
        let part = &parts[name];
        let is_union = part.get("oneOf").is_some() || part.get("anyOf").is_some();
        return if is_union {
            FieldSort::TextOrObject
        } else {
            FieldSort::Object
        };
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        let name = ways.iter().find_map(named);
        return name.map_or(FieldSort::Anything, |name| FieldSort::OrNull(word(name)));
    }
    let sorts = &schema["type"];
    let first = sorts.as_str().or_else(|| sorts[0].as_str());
    match first {
        Some("integer") => FieldSort::Count,
        Some("string") => FieldSort::Text,
        Some("boolean") => FieldSort::Flag,
        Some("object") => FieldSort::Object,
        Some("array") => FieldSort::Array(named(&schema["items"]).map_or_else(String::new, word)),
        _ => FieldSort::Anything,
    }
}

/// Returns the name of the part that a schema refers to.
fn named(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// Returns the word that people read for a part: the last of its name.
fn word(name: &str) -> String {
    name.rsplit('_').next().unwrap_or(name).to_owned()
}

impl FieldSort {
    /// Gives its name for people.
    pub(super) fn word(&self) -> String {
        match self {
            FieldSort::Count => "whole number from 0".to_owned(),
            FieldSort::Text => "text".to_owned(),
            FieldSort::Flag => "true or false".to_owned(),
            FieldSort::Object => "object".to_owned(),
            FieldSort::TextOrObject => "text or object".to_owned(),
            FieldSort::Array(of) => format!("array of {of}s"),
            FieldSort::OrNull(of) => format!("{of} or null"),
            FieldSort::Anything => "anything".to_owned(),
        }
    }
}

impl FieldRow {
    /// Refuses a value of another sort than the field's.
    pub(super) fn hold(&self, value: &Value) -> Result<(), Failure> {
        let is_word = |item: &Value| !item.is_array() && !item.is_object();
        let (fits, expected) = match &self.sort {
            FieldSort::Count => (value.is_u64(), "a whole number from 0"),
            FieldSort::Text => (value.is_string(), "a text"),
            FieldSort::Flag => (value.is_boolean(), "true or false"),
            FieldSort::Object | FieldSort::OrNull(_) => (value.is_object(), "an object"),
            FieldSort::Array(_) => {
                let items = value.as_array();
                let other = items.and_then(|items| items.iter().find(|item| !is_word(item)));
                if let Some(other) = other {
                    return Err(wrong(&self.name, "an array of words", other));
                }
                (items.is_some(), "an array of words")
            }
            FieldSort::TextOrObject | FieldSort::Anything => (true, "anything"),
        };
        if fits {
            Ok(())
        } else {
            Err(wrong(&self.name, expected, value))
        }
    }
}
