//! What positions of a server take: bytes are counted, never time.

use super::{ask, reply, roomy};
use ludex::engine::chance::{Stream, purpose};
use ludex::protocol::{MEMORY, Server};
use serde_json::{Value, json};

/// The positions that the memory a server has by default must do for.
const POSITIONS: usize = 100_000;
/// Decisions after which they are looked at.
const DECISIONS: usize = 40;
/// How many are tried here; `.ci/long positions` tries all.
const SAMPLE: usize = 20;

fn new(server: &mut Server, game: &str, seed: usize) -> Value {
    ask(
        server,
        json!({ "do": "new", "game": game, "players": 2, "seed": seed }),
    )
}

/// A game played by itself for so many decisions; its handle.
fn played(server: &mut Server, game: &str, seed: usize) -> Value {
    let mut chance = Stream::new(seed as u64, purpose("memory"), 0);
    let mut asked = new(server, game, seed);
    let handle = asked["position"].clone();
    for _ in 0..DECISIONS {
        let Some(options) = asked["decision"]["options"].as_array() else {
            break;
        };
        let option = chance.below(options.len() as u32);
        asked = ask(
            server,
            json!({ "do": "apply", "position": handle, "option": option }),
        );
    }
    handle
}

#[test]
fn a_hundred_thousand_positions_of_each_shipped_game_fit() {
    for game in ["noah", "jump_gate", "sanctuary"] {
        let mut server = roomy(&[&format!("games/{game}")], MEMORY);
        // What all share is paid for beforehand: rules are lowered when they are first asked.
        for seed in 0..SAMPLE {
            played(&mut server, game, seed);
        }
        let before = server.memory();
        let live = live(&mut || {
            for seed in 0..SAMPLE {
                played(&mut server, game, seed);
            }
        });
        let counted = server.memory() - before;
        eprintln!(
            "{game}: {} counted, {} live",
            counted / SAMPLE,
            live / SAMPLE as i64
        );
        assert!(counted * POSITIONS / SAMPLE < MEMORY, "{game}: {counted}");
        assert!(
            live <= counted as i64,
            "{game}: {live} bytes where {counted} are counted"
        );
    }
}

/// Bytes that something allocated and did not free.
fn live(what: &mut dyn FnMut()) -> i64 {
    allocation_counter::measure(what).bytes_current
}

#[test]
fn a_clone_takes_little_and_shares_its_history() {
    let mut server = roomy(&["games/sanctuary"], MEMORY);
    let handle = played(&mut server, "sanctuary", 1);
    let clone = json!({ "do": "clone", "position": handle });
    ask(&mut server, clone.clone());
    let (before, clones) = (server.memory(), 100);
    let live = live(&mut || {
        for _ in 0..clones {
            ask(&mut server, clone.clone());
        }
    });
    assert!(live / clones < 500, "{} bytes each", live / clones);
    let counted = (server.memory() - before) / clones as usize;
    assert!(counted < 4_000, "{counted} bytes each");
}

#[test]
fn the_position_beyond_the_limit_is_refused_until_one_is_dropped() {
    let room = 20_000;
    let mut server = roomy(&["tests/data/accepted/ends"], room);
    let mut kept = 0;
    let refused = loop {
        let line = json!({ "do": "new", "game": "ends", "players": 2, "seed": 1 }).to_string();
        let answer = reply(&mut server, &line);
        if answer["ok"] == false {
            break answer;
        }
        kept += 1;
        assert!(kept < 1_000, "nothing is refused");
    };
    assert_eq!(refused["error"]["code"], "too_many_positions", "{refused}");
    assert!(server.memory() <= room && kept > 10, "{kept} positions");
    let clone = json!({ "do": "clone", "position": 1 });
    let answer = reply(&mut server, &clone.to_string());
    assert_eq!(answer["error"]["code"], "too_many_positions", "{answer}");
    ask(&mut server, json!({ "do": "state", "position": kept }));
    ask(&mut server, json!({ "do": "drop", "position": kept }));
    ask(&mut server, clone);
}

#[test]
fn a_game_played_on_and_back_takes_no_room_for_ever() {
    let mut server = roomy(&["games/noah"], MEMORY);
    new(&mut server, "noah", 1);
    let before = server.memory();
    for seed in 0..20 {
        ask(
            &mut server,
            json!({ "do": "playout", "position": 1, "seed": seed }),
        );
        assert!(server.memory() > before);
        ask(&mut server, json!({ "do": "undo", "position": 1 }));
    }
    assert_eq!(server.memory(), before);
}

/// What a request adds itself is counted: beyond the room it changes nothing.
#[test]
fn a_request_that_takes_more_room_than_there_is_changes_nothing() {
    for (room, request) in [
        (0, json!({ "do": "apply", "position": 1, "option": 0 })),
        (1_000, json!({ "do": "apply", "position": 1, "option": 0 })),
        (1_000, json!({ "do": "playout", "position": 1, "seed": 1 })),
    ] {
        let mut server = roomy(&["games/noah"], MEMORY);
        new(&mut server, "noah", 1);
        let most = server.memory() + 1 + room;
        let mut crowded = roomy(&["games/noah"], most);
        new(&mut crowded, "noah", 1);
        let mut applied = 0;
        let mut state;
        let refused = loop {
            state = ask(&mut crowded, json!({ "do": "state", "position": 1 }));
            let answer = reply(&mut crowded, &request.to_string());
            assert!(crowded.memory() <= most, "{} of {most}", crowded.memory());
            if answer["ok"] == false {
                break answer;
            }
            applied += 1;
            assert!(applied < 1_000, "nothing is refused");
        };
        assert_eq!(refused["error"]["code"], "too_many_positions", "{refused}");
        let after = ask(&mut crowded, json!({ "do": "state", "position": 1 }));
        assert_eq!(state, after);
        assert_eq!(applied > 0, room > 0 && request["do"] == "apply");
        if applied > 0 {
            ask(&mut crowded, json!({ "do": "undo", "position": 1 }));
            ask(&mut crowded, request);
        }
    }
}
