//! `--format json` of every command: one object on a line, in a form that docs/output.md tells.

use super::rulings::{another, with_ruling};
use super::{ludex, run};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The keys of every form, as the page tells them.
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/output.md");
    let mut forms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut form = String::new();
    for line in fs::read_to_string(page).unwrap().lines() {
        if let Some(name) = line.strip_prefix("### `") {
            form = name.trim_end_matches('`').to_owned();
            forms.entry(form.clone()).or_default();
        } else if let Some(row) = line.strip_prefix("| `") {
            let cell = row.split(" |").next().unwrap();
            let keys = cell.split(", ").map(|key| key.trim_matches('`').to_owned());
            forms.get_mut(&form).unwrap().extend(keys);
        }
    }
    forms
}

/// Texts that are whole numbers: a number was written as a text.
fn numbers_as_texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.parse::<i64>().is_ok() => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|one| numbers_as_texts(one, found)),
        Value::Object(fields) => fields.values().for_each(|one| numbers_as_texts(one, found)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Every form, each by a command that answers in it; both spellings of the argument agree.
#[test]
fn forms_are_documented() {
    let (folder, ruling) = with_ruling("output");
    another(&ruling, "heavy", "white", 4);
    let played = ["play", "mill", "--record", "game.json"];
    assert_eq!(run(&played, &folder, "take white\ntake red\n").code, 0);
    let commands: &[&[&str]] = &[
        &["check"],
        &["fmt", "--check"],
        &["fmt", "-"],
        &["explain"],
        &["explain", "N01"],
        &["explain", "mill/red"],
        &["explain", "game.json:1"],
        &["explain", "why-not", "mill", "take", "white"],
        &["docs", "mill"],
        &["docs", "--language"],
        &["dump", "mill"],
        &["sim", "mill", "--games", "3", "--threads", "1"],
        &["sim", "mill", "--games", "3", "--report"],
        &["arena", "mill", "random", "--games", "2"],
        &["balance", "mill", "--games", "2"],
        &["compare", "mill", "mill", "--games", "2"],
        &["tune", "mill", "white.worth", "3..4", "--games", "2"],
        &["replay", "game.json"],
        &["replay", "game.json", "--verify"],
        &["eval", "mill", "size(heap) + 1"],
        &["eval", "mill", "{s in heap where s.worth > 2}"],
        &["eval", "mill", "choose s from heap { move s to bag }"],
        &["rulings", "test"],
        &["rulings", "pending"],
        &["rulings", "reject"],
        &["rulings", "accept"],
        &["watch", "mill", "--runs", "1"],
        &["coverage", "mill", "--sim", "2"],
        &["mutate", "mill", "--sample", "2"],
        &["mutate", "mill", "--list"],
        &["new", "ruling", "next", "--game", "mill"],
        &["schema", "mill", "--out", "schemas"],
    ];
    let mut forms = documented();
    let mut left = forms.clone();
    for command in commands {
        let ran = run(
            &[*command, &["--format", "json"][..]].concat(),
            &folder,
            "setup   { }\n",
        );
        assert!(ran.code < 2, "{command:?}: {}", ran.err);
        assert_eq!(ran.out.lines().count(), 1, "{command:?}: {}", ran.out);
        let answer: Value = serde_json::from_str(&ran.out).unwrap();
        let answer = answer.as_object().unwrap();
        assert_eq!(answer.keys().next().unwrap(), "schema", "{command:?}");
        let schema = answer["schema"].as_str().unwrap().to_owned();
        let known = forms.get_mut(&schema);
        let known = known.unwrap_or_else(|| panic!("{command:?}: {schema} is not documented"));
        for key in answer.keys().filter(|key| *key != "schema") {
            assert!(known.contains(key), "{command:?}: {schema} has no {key}");
            left.get_mut(&schema).unwrap().remove(key);
        }
        let mut found = Vec::new();
        // A page of reference is text.
        if command[0] != "docs" {
            numbers_as_texts(&Value::Object(answer.clone()), &mut found);
        }
        assert_eq!(found, Vec::<String>::new(), "{command:?}");
    }
    left.retain(|_, keys| !keys.is_empty());
    assert_eq!(left, BTreeMap::new(), "keys that no answer has");
    for format in [&["--json"][..], &["--format", "json"]] {
        let ran = run(&[&["check"], format].concat(), &folder, "");
        assert!(
            ran.out.starts_with("{\"schema\":\"ludex/check/1\""),
            "{format:?}"
        );
    }
}

/// Every command that has a help has the argument, but for those that the page excepts.
#[test]
fn every_command_has_the_argument() {
    let talks = ["play", "repl", "protocol", "completions", "rulings review"];
    for command in [
        "check",
        "fmt",
        "explain",
        "explain why-not",
        "play",
        "sim",
        "arena",
        "balance",
        "compare",
        "tune",
        "rulings test",
        "rulings review",
        "rulings accept",
        "rulings reject",
        "rulings pending",
        "rulings record",
        "replay",
        "watch",
        "coverage",
        "mutate",
        "docs",
        "dump",
        "eval",
        "repl",
        "protocol",
        "new game",
        "new card",
        "new ruling",
        "schema",
        "completions",
        "man",
    ] {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = ludex(&words).out;
        let has = help.contains("--json") && help.contains("--format");
        assert_eq!(has, !talks.contains(&command), "{command}");
    }
}
