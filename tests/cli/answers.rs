//! Answers of commands with `--json` are what their schemas say: no key more, none that must be there missing.

use super::{mill, run};
use serde_json::{Map, Value};
use std::path::Path;

/// An answer as JSON.
fn answer(folder: &Path, command: &[&str]) -> Value {
    let ran = run(command, folder, "");
    assert!(ran.code < 2, "{command:?}: {}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

/// A schema, with those that it refers to by name.
struct Schemas {
    whole: Value,
}

impl Schemas {
    fn definition(&self, name: &str) -> &Value {
        let name = name.strip_prefix("#/$defs/").unwrap();
        &self.whole["$defs"][name]
    }

    /// Lists where a value is not what a schema says: keys, sorts of values, members of lists and parts of one of several.
    fn wrong(&self, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
        if let Some(name) = schema.get("$ref") {
            return self.wrong(self.definition(name.as_str().unwrap()), value, at, found);
        }
        if let Some(ways) = schema.get("anyOf").or(schema.get("oneOf")) {
            let fits = ways.as_array().unwrap().iter().any(|way| {
                let mut wrong = Vec::new();
                self.wrong(way, value, at, &mut wrong);
                wrong.is_empty()
            });
            return found.extend((!fits).then(|| format!("{at} is none of several")));
        }
        if let Some(only) = schema.get("const").filter(|only| *only != value) {
            found.push(format!("{at} is not {only}"));
        }
        if let Some(sorts) = schema.get("type") {
            let sorts = sorts.as_array().cloned().unwrap_or(vec![sorts.clone()]);
            if !sorts
                .iter()
                .any(|sort| is_of(sort.as_str().unwrap(), value))
            {
                found.push(format!("{at} is no {sorts:?}"));
            }
        }
        match value {
            Value::Object(object) => self.keys(schema, object, at, found),
            Value::Array(members) => {
                let first = schema.get("prefixItems").and_then(Value::as_array);
                for (n, member) in members.iter().enumerate() {
                    let of = first.and_then(|first| first.get(n)).or(schema.get("items"));
                    self.wrong(of.unwrap(), member, &format!("{at}/{n}"), found);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn keys(&self, schema: &Value, object: &Map<String, Value>, at: &str, found: &mut Vec<String>) {
        let known = schema.get("properties").and_then(Value::as_object);
        let other = schema.get("additionalProperties");
        for (key, value) in object {
            let at = format!("{at}/{key}");
            match (known.and_then(|known| known.get(key)), other) {
                (Some(of), _) => self.wrong(of, value, &at, found),
                (None, Some(Value::Bool(true))) => {}
                (None, Some(of)) if of.is_object() => self.wrong(of, value, &at, found),
                (None, _) => found.push(format!("{at} is unknown")),
            }
        }
        let needed = schema.get("required").and_then(Value::as_array);
        let lacks = |key: &&Value| !object.contains_key(key.as_str().unwrap());
        let lacking = needed.into_iter().flatten().filter(lacks);
        found.extend(lacking.map(|key| format!("{at} lacks {key}")));
    }
}

fn is_of(sort: &str, value: &Value) -> bool {
    match sort {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    }
}

#[test]
fn answers_are_what_their_schemas_say() {
    let folder = mill("answers");
    let repository = env!("CARGO_MANIFEST_DIR");
    let broken = format!("{repository}/tests/data/rejected/names/unknown_type");
    let warned = format!("{repository}/tests/data/rejected/lints/endless");
    let commands: [(&str, &[&str]); 11] = [
        ("check", &["check", "mill"]),
        ("check", &["check", &broken]),
        ("check", &["check", &warned]),
        ("sim", &["sim", "mill", "--games", "3", "--seed", "1"]),
        ("sim", &["sim", "mill", "--games", "3", "--report"]),
        (
            "sim",
            &["sim", "mill", "--games", "2", "--seats", "random,mcts:5"],
        ),
        ("balance", &["balance", "mill", "--games", "8"]),
        (
            "tune",
            &["tune", "mill", "white.worth", "3..99", "--games", "4"],
        ),
        ("compare", &["compare", "mill", "mill", "--games", "4"]),
        (
            "arena",
            &["arena", "mill", "mcts:5", "random", "--games", "4"],
        ),
        ("verdicts", &["rulings", "test"]),
    ];
    for (name, command) in commands {
        let ran = run(&["schema", "--of", name], &folder, "");
        let whole: Value = serde_json::from_str(&ran.out).unwrap();
        let schemas = Schemas { whole };
        let answer = answer(&folder, &[command, &["--json"]].concat());
        let mut found = Vec::new();
        schemas.wrong(&schemas.whole, &answer, name, &mut found);
        assert_eq!(found, Vec::<String>::new(), "{command:?}");
        // What the schema demands is missed when it is gone.
        let mut less = answer.clone();
        less.as_object_mut().unwrap().shift_remove("schema");
        schemas.wrong(&schemas.whole, &less, name, &mut found);
        assert_eq!(found, [format!("{name} lacks \"schema\"")]);
    }
}

/// A schema needs no game, and every part of it says what it is.
#[test]
fn schemas_of_answers_tell_what_each_key_means() {
    let folder = mill("answers_told").parent().unwrap().to_owned();
    for name in [
        "check", "sim", "balance", "tune", "compare", "arena", "verdicts",
    ] {
        let ran = run(&["schema", "--of", name], &folder, "");
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        let whole: Value = serde_json::from_str(&ran.out).unwrap();
        let parts = whole["$defs"].as_object().into_iter().flatten();
        let all = parts.map(|(_, part)| part).chain([&whole]);
        for part in all.filter(|part| part.get("properties").is_some()) {
            for (key, value) in part["properties"].as_object().unwrap() {
                assert!(value["description"].is_string(), "{name}: {key}");
            }
        }
    }
}
