//! The protocol as a JSON Schema, made of the types of its requests and answers: `#/$defs/request` for lines that go in,
//! `#/$defs/reply_VERB` for what comes out, `#/$defs/refusal` for a request that failed.

use crate::failure::CODES;
use crate::help::VERBS;
use crate::verb::{Verb, reply_schemas, request_schemas};
use crate::verbs::VERSION;
use serde_json::{Map, Value, json};

/// Returns the JSON Schema of all requests and answers.
#[must_use]
pub fn schema() -> Value {
    let (mut requests, mut replies) = (request_schemas(), reply_schemas());
    let mut parts = Map::new();
    let mut wanted = Vec::new();
    for verb in VERBS.iter() {
        let request = (verb.request)(&mut requests).to_value();
        wanted.push(with(request, "do", json!({ "const": verb.name })));
        let reply = (verb.reply)(&mut replies).to_value();
        parts.insert(
            reply_name(verb),
            with(reply, "ok", json!({ "const": true })),
        );
    }
    parts.insert("request".into(), json!({ "oneOf": wanted }));
    parts.insert("refusal".into(), refusal());
    let names = VERBS.iter().map(reply_name).chain(["refusal".to_owned()]);
    let any: Value = names.map(|name| reference(&name)).collect();
    parts.insert("reply".into(), json!({ "anyOf": any }));
    parts.extend(requests.take_definitions(true));
    parts.extend(replies.take_definitions(true));
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

/// Adds to the schema of an object the field that every such line has, and an `id`, which may be anything.
fn with(mut object: Value, name: &str, field: Value) -> Value {
    let own = object["properties"].take();
    let mut properties = Map::from_iter([("id".to_owned(), json!(true)), (name.to_owned(), field)]);
    properties.extend(own.as_object().cloned().unwrap_or_default());
    object["properties"] = Value::Object(properties);
    let own = object["required"].take();
    let own = own.as_array().cloned().unwrap_or_default().into_iter();
    object["required"] = [name.into()].into_iter().chain(own).collect();
    // The name of the Rust type is nobody's business.
    if let Some(object) = object.as_object_mut() {
        object.shift_remove("title");
    }
    object
}

fn refusal() -> Value {
    let codes: Value = CODES.iter().map(|code| code.as_str()).collect();
    json!({
        "type": "object",
        "properties": {
            "id": true,
            "ok": { "const": false },
            "error": {
                "type": "object",
                "properties": { "code": { "enum": codes }, "message": { "type": "string" } },
                "required": ["code", "message"],
                "additionalProperties": false,
            },
        },
        "required": ["ok", "error"],
        "additionalProperties": false,
    })
}
