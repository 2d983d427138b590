//! Promises of docs/protocol.md about positions: what `new` and `setup` make, what `state` and `view` show, and that `undo`,
//! `clone`, `save` and `determinize` give what they say.

use super::{ask, refusal, server};
use ludex::engine::chance::{Stream, purpose};
use ludex::protocol::Server;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Games that have, together, whatever a position can have.
const GAMES: [&str; 8] = [
    "charts", "clues", "ends", "goals", "kites", "mosaic", "ring", "shown",
];

fn folders(names: &[&'static str]) -> Vec<String> {
    let folder = |name: &&str| format!("tests/data/accepted/{name}");
    names.iter().map(folder).collect()
}

/// A server of those games and of Noah.
fn all_games() -> Server {
    let folders = folders(&GAMES);
    let mut folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    folders.push("games/noah");
    server(&folders)
}

fn begin(server: &mut Server, game: &str, seed: u64) -> Value {
    let new = json!({ "do": "new", "game": game, "players": 2, "seed": seed });
    ask(server, new)["position"].take()
}

fn state(server: &mut Server, position: &Value) -> Value {
    ask(server, json!({ "do": "state", "position": position }))["state"].take()
}

/// Returns the answers to all that two players can ask about a position.
fn answers_about(server: &mut Server, position: &Value) -> Vec<Value> {
    let mut requests = vec![
        json!({ "do": "state", "position": position }),
        json!({ "do": "decision", "position": position }),
    ];
    for player in 0..2 {
        for verb in ["view", "log"] {
            requests.push(json!({ "do": verb, "position": position, "player": player }));
        }
    }
    let answers = requests.into_iter().map(|request| ask(server, request));
    answers.collect()
}

/// Makes a random choice; false once the game is over.
fn choose(server: &mut Server, position: &Value, chance: &mut Stream) -> bool {
    let open = ask(server, json!({ "do": "decision", "position": position }));
    let Some(options) = open["decision"]["options"].as_array() else {
        return false;
    };
    let option = chance.below(options.len() as u32);
    let apply = json!({ "do": "apply", "position": position, "option": option });
    ask(server, apply);
    true
}

/// "Positions are numbers that the program gives, from 1 up. They stay until they are dropped."
#[test]
fn a_position_has_a_number_until_it_is_dropped() {
    let mut server = all_games();
    assert_eq!(begin(&mut server, "ends", 1), 1);
    let clone = ask(&mut server, json!({ "do": "clone", "position": 1 }));
    assert_eq!(clone["position"], 2);
    let before = answers_about(&mut server, &json!(2));
    ask(&mut server, json!({ "do": "drop", "position": 1 }));
    assert_eq!(answers_about(&mut server, &json!(2)), before);
    let state = json!({ "do": "state", "position": 1 });
    assert_eq!(refusal(&mut server, state), "no_such_position");
    assert_ne!(begin(&mut server, "ends", 1), 2);
    let zero = json!({ "do": "state", "position": 0 });
    assert_eq!(refusal(&mut server, zero), "no_such_position");
}

/// `seed` is "the seed of all chance": the same one gives the same game, another one another. Of `setup` it is 0 when left out.
#[test]
fn a_seed_is_all_the_chance_there_is() {
    let mut server = all_games();
    let [first, again, other] = [7, 7, 8].map(|seed| {
        let position = begin(&mut server, "noah", seed);
        let playout =
            json!({ "do": "playout", "position": position, "seed": 3, "max_decisions": 30 });
        ask(&mut server, playout);
        state(&mut server, &position)
    });
    assert_eq!(first, again);
    assert_ne!(first, other);
    let [unsaid, zero, one] = [Value::Null, json!(0), json!(1)].map(|seed| {
        let setup =
            json!({ "do": "setup", "game": "noah", "players": 2, "state": {}, "seed": seed });
        let position = ask(&mut server, setup)["position"].take();
        state(&mut server, &position)
    });
    assert_eq!(unsaid, zero);
    assert_ne!(unsaid, one);
}

/// "The question is the first one that a player must answer: what chance and the rules do before has been done."
#[test]
fn a_new_game_waits_for_its_first_answer() {
    let mut server = all_games();
    for game in GAMES.iter().chain(["noah"].iter()) {
        let new = json!({ "do": "new", "game": game, "players": 2, "seed": 1 });
        let begun = ask(&mut server, new);
        assert_eq!(begun["over"], false, "{game}");
        let options = begun["decision"]["options"].as_array().unwrap();
        assert!(!options.is_empty(), "{game}");
        let undo = json!({ "do": "undo", "position": begun["position"] });
        assert_eq!(refusal(&mut server, undo), "nothing_to_undo", "{game}");
    }
    let position = begin(&mut server, "noah", 1);
    let dealt = state(&mut server, &position);
    for player in 0..2 {
        let hand = &dealt["players"][player]["places"]["hand"];
        assert!(!hand.as_array().unwrap().is_empty(), "{hand}");
    }
}

/// "options by name, others at their defaults", of `new` as of `setup`; `games` names the defaults.
#[test]
fn options_that_are_left_out_are_at_their_defaults() {
    let mut server = all_games();
    let games = ask(&mut server, json!({ "do": "games" }));
    let mut games = games["games"].as_array().unwrap().iter();
    let noah = games.find(|game| game["name"] == "noah").unwrap();
    let defaults = noah["options"].as_object().unwrap();
    assert!(defaults.len() > 3);
    for verb in ["new", "setup"] {
        let mut request = json!({ "do": verb, "game": "noah", "players": 2, "seed": 1, "options": { "frog": true } });
        if verb == "setup" {
            request["state"] = json!({});
        }
        let position = ask(&mut server, request)["position"].take();
        let state = state(&mut server, &position);
        let options = state["options"].as_object().unwrap();
        assert_eq!(options.len(), defaults.len());
        for (name, value) in options {
            let word = value.as_str().map_or(value.to_string(), str::to_owned);
            let wanted = if name == "frog" {
                "true"
            } else {
                defaults[name]["default"].as_str().unwrap()
            };
            assert_eq!(word, wanted, "{name}");
        }
    }
}

/// Which cards lie in a place of a player.
fn cards(state: &Value, player: usize, place: &str) -> Vec<String> {
    let pieces = state["players"][player]["places"][place].as_array();
    let cards = pieces.unwrap().iter().map(|piece| &piece["card"]);
    cards
        .map(|card| card.as_str().unwrap().to_owned())
        .collect()
}

/// "A place that is named holds exactly those pieces, in that order"; "the rest is as set-up leaves it", or with `bare` "empty
/// and at its defaults instead".
#[test]
fn a_place_that_is_named_holds_exactly_those_pieces() {
    let mut server = all_games();
    let mut hands = |bare: bool, hand: [&str; 2]| {
        let places = json!({ "players": { "1": { "places": { "hand": hand } } } });
        let setup = json!({ "do": "setup", "game": "noah", "players": 2, "bare": bare, "seed": 7, "state": places });
        let position = ask(&mut server, setup)["position"].take();
        let state = state(&mut server, &position);
        (cards(&state, 1, "hand"), cards(&state, 0, "hand").len())
    };
    for hand in [["cat_m1", "bear_f1"], ["bear_f1", "cat_m1"]] {
        let (named, others) = hands(false, hand);
        assert_eq!(named, hand);
        assert!(others > 0);
        assert_eq!(hands(true, hand), (named, 0));
    }
}

/// What `setup` takes is "a part of what `state` gives": where nothing is dealt after set-up, the whole gives the same again.
#[test]
fn setup_takes_what_state_gives() {
    let mut server = all_games();
    for game in [
        "charts", "clues", "ends", "goals", "kites", "mosaic", "noah", "shown",
    ] {
        let position = begin(&mut server, game, 5);
        let before = state(&mut server, &position);
        let setup =
            json!({ "do": "setup", "game": game, "players": 2, "seed": 5, "state": before });
        let position = ask(&mut server, setup)["position"].take();
        assert_eq!(state(&mut server, &position), before, "{game}");
    }
}

/// The keys of an object, which stand in the order of the names of a list.
fn in_order<'a>(object: &'a Value, names: &[&str]) -> Vec<&'a str> {
    let keys: Vec<&str> = object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let place = |key: &&str| names.iter().position(|name| name == key);
    let places: Option<Vec<usize>> = keys.iter().map(place).collect();
    let places = places.unwrap_or_else(|| panic!("{keys:?}"));
    assert!(places.is_sorted(), "{keys:?}");
    keys
}

/// Calls something for each piece that lies anywhere in a state.
fn pieces(value: &Value, seen: &mut dyn FnMut(&Map<String, Value>)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| pieces(item, seen)),
        Value::Object(map) => {
            if map.contains_key("kind") {
                seen(map);
            }
            map.values().for_each(|inner| pieces(inner, seen));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// "`state` has `game`, `options`, `over`, then what the table holds, each by name …; then `players`, in the order of their
/// seats, each with the same." "A board is an array of its spaces, each with its id." "A piece has its number, its `kind`, its
/// row, its fields, and the places it holds, empty ones too."
#[test]
fn a_state_holds_everything_in_its_order() {
    let table = ["vars", "tracks", "places", "layouts", "boards"];
    let whole = [&["game", "options", "over"], &table[..], &["players"]].concat();
    let (mut of_all, mut of_players, mut empty) = (BTreeSet::new(), BTreeSet::new(), 0);
    let mut server = all_games();
    for game in GAMES {
        let position = begin(&mut server, game, 2);
        let mut chance = Stream::new(2, purpose("states"), 0);
        for _ in 0..12 {
            let state = state(&mut server, &position);
            assert_eq!(state["game"], game);
            assert_eq!(state["players"].as_array().unwrap().len(), 2);
            of_all.extend(in_order(&state, &whole).into_iter().map(str::to_owned));
            for holder in state["players"].as_array().unwrap() {
                of_players.extend(in_order(holder, &table).into_iter().map(str::to_owned));
            }
            for board in state["boards"]
                .as_object()
                .into_iter()
                .flat_map(Map::values)
            {
                let spaces = board.as_array().unwrap();
                assert!(
                    spaces.iter().all(|space| !space["space"].is_null()),
                    "{board}"
                );
            }
            pieces(&state, &mut |piece| {
                let keys: Vec<&String> = piece.keys().collect();
                assert_eq!(keys[..2], ["id", "kind"], "{piece:?}");
                assert!(
                    piece["id"].is_u64() && piece["card"].is_string(),
                    "{piece:?}"
                );
                empty += usize::from(piece.values().any(|held| *held == json!([])));
            });
            if !choose(&mut server, &position, &mut chance) {
                break;
            }
        }
    }
    let all = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!((of_all, of_players), (all(&whole), all(&table)));
    assert!(empty > 0, "no piece holds an empty place");
}

/// "Variables that the player does not see are left out"; "unknown pieces are `{"hidden": true}`, with the marks on them".
#[test]
fn a_view_leaves_out_what_the_player_may_not_know() {
    let mut server = all_games();
    let view = |server: &mut Server, position: &Value, player: usize| {
        ask(
            server,
            json!({ "do": "view", "position": position, "player": player }),
        )["state"]
            .take()
    };
    let position = begin(&mut server, "shown", 1);
    for player in 0..2 {
        let seen = view(&mut server, &position, player);
        let (own, other) = (&seen["players"][player], &seen["players"][1 - player]);
        assert_eq!(own["vars"]["sealed"], 3 + player);
        assert!(other["vars"]["sealed"].is_null() && !other["vars"]["coins"].is_null());
        assert!(own["places"]["hand"][0]["card"].is_string());
        assert_eq!(
            other["places"]["hand"],
            json!([{ "hidden": true }, { "hidden": true }])
        );
    }
    let position = begin(&mut server, "clues", 1);
    let clue = json!({ "action": "tell", "args": { "o": "P1", "c": "red" } });
    ask(
        &mut server,
        json!({ "do": "apply", "position": position, "value": clue }),
    );
    let truth = state(&mut server, &position);
    let truth = truth["players"][1]["places"]["hand"].as_array().unwrap();
    assert!(truth.iter().any(|card| card["told"] == "red"));
    let marks = truth
        .iter()
        .map(|card| json!({ "hidden": true, "told": card["told"] }));
    let seen = view(&mut server, &position, 1);
    assert_eq!(
        seen["players"][1]["places"]["hand"],
        marks.collect::<Value>()
    );
}

/// "Goes back before the last choice": all is as it was, and once more, to the beginning.
#[test]
fn undo_goes_back_before_the_last_choice() {
    let mut server = all_games();
    for game in GAMES {
        let position = begin(&mut server, game, 3);
        let mut chance = Stream::new(3, purpose("undo"), 0);
        let mut before = Vec::new();
        for _ in 0..10 {
            let was = answers_about(&mut server, &position);
            if !choose(&mut server, &position, &mut chance) {
                break;
            }
            before.push(was);
        }
        assert!(before.len() >= 2, "{game}");
        while let Some(was) = before.pop() {
            ask(&mut server, json!({ "do": "undo", "position": position }));
            assert_eq!(answers_about(&mut server, &position), was, "{game}");
        }
    }
}

/// "Copies a position, to be played on by itself": neither sees what happens in the other.
#[test]
fn a_clone_is_played_on_by_itself() {
    let mut server = all_games();
    for game in GAMES {
        let position = begin(&mut server, game, 4);
        let mut chance = Stream::new(4, purpose("clones"), 0);
        choose(&mut server, &position, &mut chance);
        let was = answers_about(&mut server, &position);
        let clone = json!({ "do": "clone", "position": position });
        let clone = ask(&mut server, clone)["position"].take();
        assert_eq!(answers_about(&mut server, &clone), was, "{game}");
        for (played, other) in [(&clone, &position), (&position, &clone)] {
            let kept = answers_about(&mut server, other);
            assert!(choose(&mut server, played, &mut chance), "{game}");
            assert_eq!(answers_about(&mut server, other), kept, "{game}");
        }
    }
}

/// A save "needs nothing but the rules" and "holds everything, hidden things included": another server goes on from it.
#[test]
fn a_save_needs_nothing_but_the_rules() {
    let (mut server, mut other) = (all_games(), all_games());
    for game in GAMES {
        let position = begin(&mut server, game, 6);
        let mut chance = Stream::new(6, purpose("saves"), 0);
        for _ in 0..6 {
            choose(&mut server, &position, &mut chance);
        }
        let save = ask(&mut server, json!({ "do": "save", "position": position }))["save"].take();
        let loaded = ask(&mut other, json!({ "do": "load", "save": save }));
        let there = &loaded["position"];
        let was = ask(
            &mut server,
            json!({ "do": "decision", "position": position }),
        );
        assert_eq!(
            (&loaded["decision"], &loaded["over"]),
            (&was["decision"], &was["over"])
        );
        assert_eq!(
            answers_about(&mut other, there),
            answers_about(&mut server, &position),
            "{game}"
        );
        for then in [
            json!({ "do": "playout", "seed": 9, "max_decisions": 4 }),
            json!({ "do": "undo" }),
        ] {
            let [here, elsewhere] =
                [(&mut server, &position), (&mut other, there)].map(|(server, position)| {
                    let mut request = then.clone();
                    request["position"] = position.clone();
                    (ask(server, request), answers_about(server, position))
                });
            assert_eq!(here, elsewhere, "{game}: {then}");
        }
    }
}

/// "A world is a position that the player cannot tell from the true one."
#[test]
fn a_world_looks_like_the_true_position() {
    let mut server = all_games();
    let mut dealt = 0;
    for game in GAMES.iter().chain(["noah"].iter()) {
        let position = begin(&mut server, game, 8);
        let mut chance = Stream::new(8, purpose("worlds"), 0);
        for seed in 0..5 {
            for player in 0..2 {
                let world = json!({ "do": "determinize", "position": position, "player": player, "seed": seed });
                let world = ask(&mut server, world);
                assert_eq!(world["found"], true, "{game}");
                dealt += world["dealt"]["pieces"].as_u64().unwrap();
                let look = |server: &mut Server, position: &Value| {
                    ask(
                        server,
                        json!({ "do": "view", "position": position, "player": player }),
                    )
                };
                let seen = look(&mut server, &position);
                assert_eq!(look(&mut server, &world["position"]), seen, "{game}");
                let decision = |server: &mut Server, position: &Value| {
                    ask(server, json!({ "do": "decision", "position": position }))["decision"]
                        .take()
                };
                let open = decision(&mut server, &position);
                if open["player"] == player {
                    assert_eq!(decision(&mut server, &world["position"]), open, "{game}");
                }
            }
            choose(&mut server, &position, &mut chance);
        }
    }
    assert!(dealt > 100, "{dealt}");
}

/// "When none is found, `found` is false and `tries` says how many were tried"; no position is made.
#[test]
fn where_no_world_is_found_it_says_so() {
    let mut server = server(&["tests/data/worlds/order"]);
    let position = begin(&mut server, "order", 1);
    let none = json!({ "do": "determinize", "position": position, "player": 0, "seed": 0 });
    let none = ask(&mut server, none);
    assert_eq!(none["found"], false);
    assert!(none["tries"].as_u64().unwrap() > 1_000, "{none}");
    assert!(
        none["position"].is_null() && none["dealt"].is_null(),
        "{none}"
    );
    let next = json!({ "do": "state", "position": 2 });
    assert_eq!(refusal(&mut server, next), "no_such_position");
}
