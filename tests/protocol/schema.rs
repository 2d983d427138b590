//! The schema of the protocol fits what goes in and comes out, and refuses what is neither.

use super::{reply, server};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Why a value does not fit a part of the schema; none when it does. As much of JSON Schema as ours uses.
fn misfit(whole: &Value, schema: &Value, value: &Value) -> Option<String> {
    let Value::Object(rules) = schema else {
        return (schema != &json!(true)).then(|| "nothing fits".into());
    };
    rules.iter().find_map(|(rule, wanted)| match rule.as_str() {
        "$ref" => {
            let path = wanted.as_str().unwrap().trim_start_matches('#');
            let part = whole.pointer(path).unwrap_or_else(|| panic!("{path}"));
            misfit(whole, part, value)
        }
        "const" => (wanted != value).then(|| format!("{value} is not {wanted}")),
        "enum" => {
            let known = wanted.as_array().unwrap().contains(value);
            (!known).then(|| format!("{value} is none of {wanted}"))
        }
        "type" => {
            let sorts = wanted.as_array().cloned().unwrap_or(vec![wanted.clone()]);
            let fits = sorts.iter().any(|sort| is_a(value, sort.as_str().unwrap()));
            (!fits).then(|| format!("{value} is no {wanted}"))
        }
        "minimum" => {
            let low = value.as_f64().is_some_and(|n| n < wanted.as_f64().unwrap());
            low.then(|| format!("{value} is too low"))
        }
        "required" => wanted.as_array().unwrap().iter().find_map(|key| {
            let there = value.get(key.as_str().unwrap()).is_some();
            (!there).then(|| format!("{value} has no {key}"))
        }),
        "properties" => wanted.as_object().unwrap().iter().find_map(|(key, part)| {
            let inside = value.get(key)?;
            misfit(whole, part, inside).map(|why| format!("{key}: {why}"))
        }),
        "additionalProperties" => {
            if wanted == &json!(true) {
                return None;
            }
            assert_eq!(wanted, &json!(false));
            let known = rules["properties"].as_object().unwrap();
            let keys = value.as_object().unwrap().keys();
            let mut more = keys.filter(|key| !known.contains_key(*key));
            more.next().map(|key| format!("{key} is not known"))
        }
        "items" => value
            .as_array()
            .unwrap()
            .iter()
            .find_map(|one| misfit(whole, wanted, one)),
        "anyOf" | "oneOf" => {
            let parts = wanted.as_array().unwrap().iter();
            let all: Vec<_> = parts.map(|part| misfit(whole, part, value)).collect();
            let fit = all.iter().filter(|one| one.is_none()).count();
            let fits = if rule == "oneOf" { fit == 1 } else { fit > 0 };
            (!fits).then(|| format!("{fit} of them fit {value}: {all:?}"))
        }
        "minItems" | "maxItems" => {
            let count = value.as_array().unwrap().len() as u64;
            let bound = wanted.as_u64().unwrap();
            let fits = if rule == "minItems" {
                count >= bound
            } else {
                count <= bound
            };
            (!fits).then(|| format!("{count} items"))
        }
        "description" | "title" | "$schema" | "$defs" | "format" => None,
        other => panic!("{other}: this test does not know that rule"),
    })
}

fn is_a(value: &Value, sort: &str) -> bool {
    match sort {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("{other}"),
    }
}

/// What a transcript's line and its answer must be, by the verb.
fn part(schema: &Value, name: &str) -> Value {
    let part = &schema["$defs"][name];
    assert!(part.is_object(), "{name}");
    part.clone()
}

/// Holds a line and its answer against the schema; the verb, when it was answered.
fn held(schema: &Value, line: &str, reply: &Value) -> Option<String> {
    assert_eq!(
        misfit(schema, &part(schema, "reply"), reply),
        None,
        "{line}"
    );
    if reply["ok"] == json!(false) {
        assert_eq!(misfit(schema, &part(schema, "refusal"), reply), None);
        return None;
    }
    let request: Value = serde_json::from_str(line).unwrap();
    let why = misfit(schema, &part(schema, "request"), &request);
    assert_eq!(why, None, "{line}");
    let verb = request["do"].as_str().unwrap().to_owned();
    let of_verb = part(schema, &format!("reply_{verb}"));
    assert_eq!(misfit(schema, &of_verb, reply), None, "{line}");
    Some(verb)
}

#[test]
fn requests_and_replies_fit_the_schema() {
    let schema = ludex::protocol::schema();
    let mut seen = BTreeSet::new();
    let mut refused = 0;
    for entry in fs::read_dir(Path::new("tests/data/protocol")).unwrap() {
        let mut server = server(&[
            "games/noah",
            "tests/data/accepted/duel",
            "tests/data/accepted/ends",
            "tests/data/accepted/solo",
        ]);
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in text.lines() {
            let reply = reply(&mut server, line);
            match held(&schema, line, &reply) {
                Some(verb) => drop(seen.insert(verb)),
                None => refused += 1,
            }
        }
    }
    let mut server = server(&["games/noah"]);
    let mut ask = |line: &str| {
        let reply = reply(&mut server, line);
        seen.extend(held(&schema, line, &reply));
        reply
    };
    ask(r#"{"do":"new","game":"noah","players":2,"seed":1}"#);
    let save = ask(r#"{"do":"save","position":1}"#)["save"].clone();
    ask(&json!({ "do": "load", "save": save }).to_string());
    assert!(refused > 30, "{refused}");
    let verbs = schema["$defs"]["request"]["oneOf"].as_array().unwrap();
    let verbs = verbs
        .iter()
        .map(|one| one["properties"]["do"]["const"].as_str().unwrap());
    let never: Vec<&str> = verbs.filter(|verb| !seen.contains(*verb)).collect();
    assert_eq!(never, Vec::<&str>::new(), "nothing asks them with success");
}

#[test]
fn the_schema_refuses() {
    let schema = ludex::protocol::schema();
    for wrong in [
        r#"{"do":"paly","position":1}"#,
        r#"{"do":"state"}"#,
        r#"{"do":"state","position":-1}"#,
        r#"{"do":"state","position":"1"}"#,
        r#"{"do":"state","position":1,"player":0}"#,
        r#"{"do":"new","game":7,"players":2,"seed":1}"#,
        r#"{"do":"new","game":"noah","players":2,"seed":1,"options":[]}"#,
        "[]",
    ] {
        let value: Value = serde_json::from_str(wrong).unwrap();
        let why = misfit(&schema, &part(&schema, "request"), &value);
        assert!(why.is_some(), "{wrong}");
    }
    let reply = json!({ "ok": true, "decision": null });
    assert!(misfit(&schema, &part(&schema, "reply_decision"), &reply).is_some());
}

/// The schema is made of types, and tells of each field what it means.
#[test]
fn every_field_is_described() {
    let schema = ludex::protocol::schema();
    let parts = schema["$defs"].as_object().unwrap();
    let requests = parts["request"]["oneOf"].as_array().unwrap().iter();
    let objects = requests.chain(parts.values());
    let mut seen = 0;
    for object in objects {
        let properties = object["properties"].as_object().into_iter().flatten();
        let own = properties.filter(|(name, _)| !["do", "id", "ok", "error"].contains(&&***name));
        for (name, property) in own {
            seen += 1;
            assert!(property["description"].is_string(), "{name}: {property}");
        }
    }
    assert!(seen > 80, "{seen} fields");
}
