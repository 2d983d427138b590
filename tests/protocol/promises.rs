//! Promises of docs/protocol.md that no transcript can hold: of broken games, of every code, of saves under other rules.

use super::{games, reply, roomy, server};
use ludex::play::interrupt::Interrupt;
use ludex::protocol::{Games, LONGEST, MEMORY, OpenRequests, ServedGame, Server};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Games, one of which cannot be read.
struct WithBroken(BTreeMap<String, ServedGame>);

impl Games for WithBroken {
    fn names(&self) -> Vec<String> {
        let names = self.0.keys().map(String::as_str);
        names.chain(["rubble"]).map(str::to_owned).collect()
    }

    fn game(&mut self, name: &str) -> Result<ServedGame, String> {
        let found = self.0.get(name).cloned();
        found.ok_or_else(|| "rubble.rules:1:1: error[N01]".to_owned())
    }
}

fn with_broken() -> Server {
    let folders = ["games/noah", "tests/data/rejected/play/out_of_bounds"];
    Server::new(Box::new(WithBroken(games(&folders))), MEMORY)
}

/// A game with mistakes is listed with its name and what is wrong; the others can be played.
#[test]
fn a_broken_game_is_listed() {
    let listed = reply(&mut with_broken(), r#"{"do":"games"}"#);
    let games = listed["games"].as_array().unwrap();
    let broken = games.iter().find(|game| game["name"] == "rubble").unwrap();
    let wrong = json!({ "name": "rubble", "error": "rubble.rules:1:1: error[N01]" });
    assert_eq!(*broken, wrong);
    assert!(games.iter().any(|game| game["title"] == "Noah"));
}

/// Every code is the answer to some request.
#[test]
fn every_code_is_raised() {
    let new = r#"{"do":"new","game":"noah","players":2,"seed":7}"#;
    let long = " ".repeat(LONGEST + 1);
    let asked = [
        ("bad_json", r#"{"do":"#),
        ("line_too_long", long.as_str()),
        ("unknown_verb", r#"{"do":"dance"}"#),
        ("missing_field", r#"{"do":"state"}"#),
        ("unknown_field", r#"{"do":"state","position":1,"all":1}"#),
        ("wrong_type", r#"{"do":"state","position":"1"}"#),
        (
            "no_such_game",
            r#"{"do":"new","game":"go","players":2,"seed":7}"#,
        ),
        (
            "broken_game",
            r#"{"do":"new","game":"rubble","players":2,"seed":7}"#,
        ),
        (
            "wrong_players",
            r#"{"do":"new","game":"noah","players":9,"seed":7}"#,
        ),
        (
            "wrong_options",
            r#"{"do":"new","game":"noah","players":2,"seed":7,"options":{"frogs":1}}"#,
        ),
        (
            "wrong_state",
            r#"{"do":"setup","game":"noah","players":2,"state":{"vars":{"nothing":1}}}"#,
        ),
        ("no_such_position", r#"{"do":"state","position":99}"#),
        ("no_such_player", r#"{"do":"view","position":1,"player":9}"#),
        ("not_asked", r#"{"do":"decision","position":1,"player":1}"#),
        (
            "no_such_option",
            r#"{"do":"apply","position":1,"option":99}"#,
        ),
        (
            "several_options",
            r#"{"do":"apply","position":1,"value":{"action":"load"}}"#,
        ),
        (
            "no_such_action",
            r#"{"do":"explain","position":1,"action":"dance"}"#,
        ),
        (
            "wrong_arguments",
            r#"{"do":"explain","position":1,"action":"load","args":["a","b","c","d","e"]}"#,
        ),
        (
            "no_such_policy",
            r#"{"do":"playout","position":1,"seed":1,"policy":"clever"}"#,
        ),
        (
            "too_much_work",
            r#"{"do":"best","position":1,"bot":"ismcts:1000001","seed":1}"#,
        ),
        ("nothing_to_undo", r#"{"do":"undo","position":1}"#),
        ("bad_save", r#"{"do":"load","save":{"game":"noah"}}"#),
        ("game_over", r#"{"do":"apply","position":2,"option":0}"#),
        ("rules_failed", r#"{"do":"apply","position":3,"option":5}"#),
    ];
    let mut server = with_broken();
    for line in [
        new,
        new,
        r#"{"do":"playout","position":2,"seed":1}"#,
        r#"{"do":"new","game":"out_of_bounds","players":2,"seed":1}"#,
    ] {
        assert_eq!(reply(&mut server, line)["ok"], true, "{line}");
    }
    let mut raised = BTreeSet::new();
    for (code, line) in asked {
        let answer = reply(&mut server, line);
        assert_eq!(answer["error"]["code"], code, "{answer}");
        raised.insert(code.to_owned());
    }
    let full = reply(&mut roomy(&["games/noah"], 1), new);
    assert_eq!(full["error"]["code"], "too_many_positions", "{full}");
    raised.insert("too_many_positions".to_owned());
    let mut open = OpenRequests::default();
    let long = r#"{"do":"best","position":1,"bot":"flat:100000","seed":1,"id":7}"#;
    server.interrupt_by(open.enter(long.as_bytes()));
    open.enter(br#"{"do":"cancel","request":7}"#);
    let cancelled = reply(&mut server, long);
    assert_eq!(cancelled["error"]["code"], "cancelled", "{cancelled}");
    raised.insert("cancelled".to_owned());
    server.interrupt_by(Interrupt::default());
    let help = reply(&mut server, r#"{"do":"help"}"#);
    let codes = help["errors"].as_array().unwrap().iter();
    let codes = codes.map(|one| one["code"].as_str().unwrap().to_owned());
    assert_eq!(codes.collect::<BTreeSet<_>>(), raised);
}

/// A save is loaded under the same rules alone: other ones are told of, and nothing is made of them.
#[test]
fn a_save_of_other_rules_is_refused() {
    let mut server = server(&["games/noah"]);
    let new = r#"{"do":"new","game":"noah","players":2,"seed":7}"#;
    assert_eq!(reply(&mut server, new)["ok"], true);
    let mut saved = reply(&mut server, r#"{"do":"save","position":1}"#)["save"].take();
    let load = |server: &mut Server, saved: &Value| {
        reply(server, &json!({ "do": "load", "save": saved }).to_string())
    };
    let same = load(&mut server, &saved);
    assert_eq!(same["position"], 2, "{same}");
    saved["rules"] = "0".into();
    saved["declared"]["animal cat_m1"] = "0".into();
    let other = load(&mut server, &saved);
    assert_eq!(other["error"]["code"], "bad_save", "{other}");
    let told = other["error"]["message"].as_str().unwrap();
    assert!(told.contains("changed: animal cat_m1"), "{told}");
    let none = reply(&mut server, r#"{"do":"state","position":3}"#);
    assert_eq!(none["error"]["code"], "no_such_position");
}

/// Null is as good as leaving a field out, of every verb and field.
#[test]
fn null_leaves_a_field_out() {
    let mut server = server(&["games/noah"]);
    let new = r#"{"do":"new","game":"noah","players":2,"seed":7}"#;
    assert_eq!(reply(&mut server, new)["ok"], true);
    let help = reply(&mut server, r#"{"do":"help"}"#);
    let mut asked = 0;
    for verb in help["verbs"].as_array().unwrap() {
        let name = verb["verb"].as_str().unwrap();
        for field in verb["takes"].as_array().unwrap() {
            let mut request = json!({ "do": name });
            let without = reply(&mut server, &request.to_string());
            request[field["name"].as_str().unwrap()] = Value::Null;
            let null = reply(&mut server, &request.to_string());
            assert_eq!(without, null, "{request}");
            asked += 1;
        }
    }
    assert!(asked > 40, "{asked}");
}

/// A request has ten minutes at most, where there is a clock.
#[cfg(feature = "threads")]
#[test]
fn a_request_that_is_too_long() {
    let mut server = server(&["games/noah"]).on(ludex::system::SYSTEM);
    let new = r#"{"do":"new","game":"noah","players":2,"seed":1}"#;
    assert_eq!(reply(&mut server, new)["ok"], true);
    let best =
        |time: &str| format!(r#"{{"do":"best","position":1,"bot":"ismcts:{time}","seed":1}}"#);
    let refused = reply(&mut server, &best("601s"));
    assert_eq!(refused["error"]["code"], "too_much_work", "{refused}");
    assert_eq!(reply(&mut server, &best("1ms"))["ok"], true);
}

/// The pointer of the one number in which two values differ.
fn differing(one: &Value, other: &Value) -> Vec<String> {
    let inside = |found: Vec<(String, &Value, &Value)>| {
        let below = found.into_iter().flat_map(|(key, one, other)| {
            let below = differing(one, other).into_iter();
            below.map(move |rest| format!("/{key}{rest}"))
        });
        below.collect()
    };
    match (one, other) {
        (Value::Array(ones), Value::Array(others)) if ones.len() == others.len() => {
            let pairs = ones.iter().zip(others).enumerate();
            inside(
                pairs
                    .map(|(at, (one, other))| (at.to_string(), one, other))
                    .collect(),
            )
        }
        (Value::Object(ones), Value::Object(_)) => {
            let pairs = ones
                .iter()
                .map(|(key, one)| (key.clone(), one, &other[key]));
            inside(pairs.collect())
        }
        _ if one == other => Vec::new(),
        _ => vec![String::new()],
    }
}

/// A save begins from a position that the rules allow, or is refused as `setup` would be.
#[test]
fn a_save_from_a_position_that_the_rules_forbid() {
    let mut server = server(&["tests/data/accepted/estate"]);
    let mut saved = |hammer: u8| {
        let state = json!({ "players": { "1": { "vars": { "in_slot": { "saw": 1, "hammer": hammer } } } } });
        let setup = json!({ "do": "setup", "game": "estate", "players": 2, "state": state });
        let begun = reply(&mut server, &setup.to_string());
        assert_eq!(begun["ok"], true, "{begun}");
        let save = json!({ "do": "save", "position": begun["position"] });
        reply(&mut server, &save.to_string())["save"].clone()
    };
    let (mut save, other) = (saved(0), saved(2));
    let loaded = reply(
        &mut server,
        &json!({ "do": "load", "save": save }).to_string(),
    );
    assert_eq!(loaded["ok"], true, "{loaded}");
    let paths = differing(&save["from"], &other["from"]);
    assert_eq!(paths.len(), 1, "{paths:?}");
    for part in ["from", "state"] {
        *save.pointer_mut(&format!("/{part}{}", paths[0])).unwrap() = 1.into();
    }
    let refused = reply(
        &mut server,
        &json!({ "do": "load", "save": save }).to_string(),
    );
    assert_eq!(refused["error"]["code"], "bad_save", "{refused}");
    let why = refused["error"]["message"].as_str().unwrap();
    assert!(why.contains("two tools in one slot"), "{why}");
}
