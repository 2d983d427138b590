//! "Within a version fields and verbs are added, never taken away": whatever a client of version 1 may send or read stays.

use super::{reply, server};
use serde_json::{Value, json};

/// What the first edition of version 1 had; nothing here is changed or taken away while `protocol` is 1.
const FIRST: &str = include_str!("version-1.json");

/// Returns the verbs, each with the fields it takes and gives, and the codes of errors.
fn contents(help: &Value) -> Value {
    let fields = |fields: &Value| -> Value {
        let field = |field: &Value| json!([field["name"], field["type"], field["always"]]);
        fields.as_array().unwrap().iter().map(field).collect()
    };
    let verbs = help["verbs"].as_array().unwrap().iter();
    let verbs = verbs.map(
        |verb| json!({ "verb": verb["verb"], "takes": fields(&verb["takes"]), "gives": fields(&verb["gives"]) }),
    );
    let codes = help["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["code"].clone());
    json!({ "protocol": help["protocol"], "verbs": verbs.collect::<Value>(), "errors": codes.collect::<Value>() })
}

fn named<'a>(fields: &'a Value, name: &Value) -> Option<&'a Value> {
    fields
        .as_array()
        .unwrap()
        .iter()
        .find(|field| field[0] == *name)
}

#[test]
fn nothing_of_a_version_is_taken_away() {
    let help = reply(&mut server(&["games/noah"]), r#"{"do":"help"}"#);
    let (first, now): (Value, Value) = (serde_json::from_str(FIRST).unwrap(), contents(&help));
    assert_eq!(
        now["protocol"], first["protocol"],
        "a new version: begin its own list"
    );
    for code in first["errors"].as_array().unwrap() {
        assert!(
            now["errors"].as_array().unwrap().contains(code),
            "{code} is gone"
        );
    }
    for verb in first["verbs"].as_array().unwrap() {
        let mut verbs = now["verbs"].as_array().unwrap().iter();
        let current = verbs.find(|one| one["verb"] == verb["verb"]);
        let current = current.unwrap_or_else(|| panic!("{verb} is gone"));
        for side in ["takes", "gives"] {
            for field in verb[side].as_array().unwrap() {
                let kept = named(&current[side], &field[0]);
                assert_eq!(kept, Some(field), "{} {side} {field}", verb["verb"]);
            }
        }
        // A request of the first edition is still whole.
        for field in current["takes"].as_array().unwrap() {
            let is_new = named(&verb["takes"], &field[0]).is_none();
            assert!(
                !is_new || field[2] == false,
                "{} needs {field}",
                verb["verb"]
            );
        }
    }
}
