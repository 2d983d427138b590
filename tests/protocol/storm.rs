//! Broken lines by the thousand: each has one reply, and a failed one changes nothing.

use super::{reply, server};
use ludex::engine::chance::{Stream, purpose};
use ludex::protocol::Server;
use serde_json::{Value, json};

const LINES: usize = 5_000;

#[test]
fn broken_lines() {
    let mut server = server(&["tests/data/accepted/ends"]);
    let begin = r#"{"do":"new","game":"ends","players":2,"seed":7}"#;
    for _ in 0..3 {
        assert_eq!(reply(&mut server, begin)["ok"], true);
    }
    let saved = reply(&mut server, r#"{"do":"save","position":1}"#)["save"].take();
    let requests = requests(&saved);
    let mut chance = Stream::new(1, purpose("storm"), 0);
    let mut before = positions(&mut server);
    for _ in 0..LINES {
        let line = mutated(&requests, &mut chance);
        let answer = reply(&mut server, &line);
        let after = positions(&mut server);
        if answer["ok"] == false {
            assert!(
                answer["error"]["code"].is_string() && answer["error"]["message"].is_string(),
                "{answer}"
            );
            assert_eq!(before, after, "{line}");
        }
        before = after;
    }
}

/// The positions that a failed request must leave as they are.
fn positions(server: &mut Server) -> Vec<String> {
    (1..=3)
        .flat_map(|position| {
            ["state", "decision"]
                .map(|verb| json!({ "do": verb, "position": position }).to_string())
        })
        .map(|line| server.line(&line))
        .collect()
}

fn requests(saved: &Value) -> Vec<Value> {
    vec![
        json!({ "id": 1, "do": "games" }),
        json!({ "id": 2, "do": "new", "game": "ends", "players": 2, "seed": 3, "options": {} }),
        json!({ "id": 3, "do": "setup", "game": "ends", "players": 3, "seed": 1, "bare": true,
            "state": { "vars": { "active": "P1" }, "places": { "pile": ["plant_10"], "display": ["plant_7"] },
                "players": { "0": { "places": { "hand": ["plant_9"] } } } } }),
        json!({ "id": "x", "do": "state", "position": 1 }),
        json!({ "do": "view", "position": 2, "player": 1 }),
        json!({ "do": "decision", "position": 3 }),
        json!({ "do": "apply", "position": 1, "option": 0 }),
        json!({ "do": "apply", "position": 2, "value": { "action": "plant_it", "args": { "card": "plant_1" } } }),
        json!({ "do": "explain", "position": 1, "action": "plant_it", "args": ["plant_1"] }),
        json!({ "do": "undo", "position": 1 }),
        json!({ "do": "clone", "position": 1 }),
        json!({ "do": "drop", "position": 7 }),
        json!({ "do": "save", "position": 2 }),
        json!({ "do": "load", "save": saved }),
        json!({ "do": "playout", "position": 3, "seed": 5, "policy": "random", "max_decisions": 2 }),
        json!({ "do": "determinize", "position": 1, "player": 0, "seed": 4 }),
    ]
}

/// A request with something wrong in it, most of the time.
fn mutated(requests: &[Value], chance: &mut Stream) -> String {
    let mut request = requests[pick(chance, requests.len())].clone();
    for _ in 0..chance.below(3) {
        change(&mut request, chance);
    }
    let mut line = request.to_string();
    if chance.below(3) == 0 {
        for _ in 0..=chance.below(3) {
            scratch(&mut line, chance);
        }
    }
    line
}

/// Replaces, removes or adds a value somewhere.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever holds nothing is replaced whole"
)]
fn change(value: &mut Value, chance: &mut Stream) {
    match value {
        Value::Object(map) if !map.is_empty() && chance.below(5) > 0 => {
            let key = map.keys().nth(pick(chance, map.len())).unwrap().clone();
            match chance.below(6) {
                0 => drop(map.shift_remove(&key)),
                1 => drop(map.insert(format!("{key}s"), Value::Null)),
                _ => change(&mut map[&key], chance),
            }
        }
        Value::Array(items) if !items.is_empty() && chance.below(5) > 0 => {
            let at = pick(chance, items.len());
            match chance.below(6) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                _ => change(&mut items[at], chance),
            }
        }
        _ => *value = odd(chance),
    }
}

fn odd(chance: &mut Stream) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(-1),
        json!(65_536),
        json!(4_294_967_296_u64),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1.5),
        json!("P0"),
        json!("\u{1f980}\u{0}"),
        json!([[], {}]),
        json!({ "card": "plant_1", "id": 9 }),
        json!({ "hidden": true }),
    ];
    all[pick(chance, all.len())].clone()
}

/// A character gone, doubled, or another.
fn scratch(line: &mut String, chance: &mut Stream) {
    let places: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
    let Some(&at) = places.get(pick(chance, places.len().max(1))) else {
        return;
    };
    match chance.below(4) {
        0 => drop(line.remove(at)),
        1 => line.insert(
            at,
            ['{', '}', '"', ',', '9', '\\', '\u{7f}', 'é'][pick(chance, 8)],
        ),
        2 => line.truncate(at),
        _ => {
            let symbol = line.remove(at);
            line.insert(at, char::from_u32(symbol as u32 ^ 1).unwrap_or('?'));
        }
    }
}

fn pick(chance: &mut Stream, of: usize) -> usize {
    chance.below(u32::try_from(of).unwrap()) as usize
}
