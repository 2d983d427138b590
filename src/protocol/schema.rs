//! The protocol as a JSON Schema, made of the table of verbs: `#/$defs/request` for lines that go in, `#/$defs/reply_VERB`
//! for what comes out, `#/$defs/refusal` for a request that failed.

use crate::failure::CODES;
use crate::verbs::{FieldRow, FieldSort, VERBS, VERSION, Verb};
use serde_json::{Map, Value, json};

/// Returns the JSON Schema of all requests and answers.
#[must_use]
pub fn schema() -> Value {
    let requests: Value = VERBS.iter().map(request).collect();
    let replies = VERBS.iter().map(|verb| reference(&reply_name(verb)));
    let replies: Value = replies.chain([reference("refusal")]).collect();
    let mut parts = parts();
    parts.insert("request".into(), json!({ "oneOf": requests }));
    parts.insert("refusal".into(), refusal());
    for verb in VERBS {
        parts.insert(reply_name(verb), reply(verb));
    }
    parts.insert("reply".into(), json!({ "anyOf": replies }));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Ludex protocol, version {VERSION}: a line that goes in or comes out"),
        "anyOf": [reference("request"), reference("reply")],
        "$defs": parts,
    })
}

fn reply_name(verb: &Verb) -> String {
    format!("reply_{}", verb.name)
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn request(verb: &Verb) -> Value {
    let verb_named = ("do", json!({ "const": verb.name }), true);
    let anything = ("id", json!(true), false);
    let mut schema = object(
        [verb_named, anything]
            .into_iter()
            .chain(verb.takes.iter().map(taken)),
    );
    schema["description"] = verb.does.into();
    schema
}

fn reply(verb: &Verb) -> Value {
    let anything = ("id", json!(true), false);
    let done = ("ok", json!({ "const": true }), true);
    object(
        [anything, done]
            .into_iter()
            .chain(verb.gives.iter().map(given)),
    )
}

fn refusal() -> Value {
    let codes: Value = CODES.iter().map(|code| code.as_str()).collect();
    let error = object([
        ("code", json!({ "enum": codes }), true),
        ("message", json!({ "type": "string" }), true),
    ]);
    object([
        ("id", json!(true), false),
        ("ok", json!({ "const": false }), true),
        ("error", error, true),
    ])
}

/// A field of a request; null is as good as leaving it out.
fn taken(field: &FieldRow) -> (&'static str, Value, bool) {
    let (name, schema, always) = given(field);
    match always {
        true => (name, schema, true),
        false => (
            name,
            json!({ "anyOf": [schema, { "type": "null" }] }),
            false,
        ),
    }
}

fn given(field: &FieldRow) -> (&'static str, Value, bool) {
    let mut schema = field.sort.schema();
    schema["description"] = field.means.into();
    (field.name, schema, field.always)
}

/// An object with these keys and no others; the flag says which must be there.
fn object<'a>(fields: impl IntoIterator<Item = (&'a str, Value, bool)>) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for (name, schema, always) in fields {
        if always {
            required.push(name.to_owned());
        }
        properties.insert(name.to_owned(), schema);
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

fn or_null(of: Value) -> Value {
    json!({ "anyOf": [of, { "type": "null" }] })
}

impl FieldSort {
    /// Gives its name for people.
    pub(super) fn word(self) -> &'static str {
        match self {
            FieldSort::Count => "whole number from 0",
            FieldSort::Text => "text",
            FieldSort::Flag => "true or false",
            FieldSort::Object => "object",
            FieldSort::Verdict => "text or object",
            FieldSort::Words => "array of words",
            FieldSort::Games => "array of games",
            FieldSort::Verbs => "array of verbs",
            FieldSort::Errors => "array of errors",
            FieldSort::Decision => "decision or null",
            FieldSort::Result => "result or null",
            FieldSort::Events | FieldSort::Lines => "array of events",
            FieldSort::Requirements => "array of requirements",
            FieldSort::Thoughts => "array of thoughts",
            FieldSort::Anything => "anything",
        }
    }

    fn schema(self) -> Value {
        match self {
            FieldSort::Count => json!({ "type": "integer", "minimum": 0 }),
            FieldSort::Text => json!({ "type": "string" }),
            FieldSort::Flag => json!({ "type": "boolean" }),
            FieldSort::Object => json!({ "type": "object" }),
            FieldSort::Verdict => json!({ "type": ["string", "object"] }),
            FieldSort::Words => list(json!({ "type": ["string", "number", "boolean", "null"] })),
            FieldSort::Games => list(reference("game")),
            FieldSort::Verbs => list(reference("verb")),
            FieldSort::Errors => list(reference("error")),
            FieldSort::Decision => or_null(reference("decision")),
            FieldSort::Result => or_null(reference("result")),
            FieldSort::Events => list(reference("event")),
            FieldSort::Lines => list(reference("line")),
            FieldSort::Requirements => list(reference("requirement")),
            FieldSort::Thoughts => list(reference("thought")),
            FieldSort::Anything => json!({}),
        }
    }
}

/// The fields that several verbs give.
fn parts() -> Map<String, Value> {
    let text = || json!({ "type": "string" });
    let count = || json!({ "type": "integer", "minimum": 0 });
    let number = || json!({ "type": "integer" });
    let field = object([
        ("name", text(), true),
        ("type", text(), true),
        ("always", json!({ "type": "boolean" }), true),
        ("means", text(), true),
    ]);
    let option = object([
        ("index", count(), true),
        ("label", text(), true),
        ("value", json!(true), true),
    ]);
    let saw = object([("part", text(), true), ("value", json!(true), true)]);
    let all = [
        (
            "game",
            object([
                ("name", text(), true),
                ("title", text(), false),
                ("players", list(count()), false),
                ("options", json!({ "type": "object" }), false),
                ("rules", text(), false),
                ("error", text(), false),
            ]),
        ),
        (
            "verb",
            object([
                ("verb", text(), true),
                ("does", text(), true),
                ("takes", list(field.clone()), true),
                ("gives", list(field), true),
            ]),
        ),
        (
            "error",
            object([("code", text(), true), ("means", text(), true)]),
        ),
        (
            "decision",
            object([
                ("player", count(), true),
                ("prompt", text(), true),
                ("options", list(option), true),
                ("undecided", list(count()), false),
            ]),
        ),
        (
            "result",
            object([
                ("scores", list(number()), true),
                ("ranks", list(count()), true),
                ("winners", list(count()), true),
            ]),
        ),
        (
            "event",
            object([
                ("what", text(), true),
                ("text", text(), true),
                ("seen", list(count()), true),
            ]),
        ),
        (
            "line",
            object([("what", text(), true), ("text", text(), true)]),
        ),
        (
            "requirement",
            object([
                ("reason", text(), true),
                ("file", text(), true),
                ("line", count(), true),
                ("column", count(), true),
                ("saw", list(saw), true),
            ]),
        ),
        (
            "thought",
            object([
                ("option", count(), true),
                ("playouts", count(), true),
                ("gain", json!({ "type": ["number", "null"] }), true),
            ]),
        ),
    ];
    let all = all.into_iter();
    all.map(|(name, schema)| (name.to_owned(), schema))
        .collect()
}
