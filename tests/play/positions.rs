//! Positions that are given, starts with options, explanations.

use crate::play::{begin, everywhere, noah};
use ludex::engine::state::State;
use ludex::play::explain::Legality;
use ludex::play::game::Match;
use ludex::play::setup::setup;
use ludex::play::start::Start;
use ludex::play::state_json::state;
use ludex::rules::ids::PlayerId;
use serde_json::{Value, json};

#[test]
fn a_position_printed_and_set_up_prints_the_same() {
    everywhere(100, |game, step| {
        if step % 3 != 0 || game.is_over() {
            return;
        }
        let (program, name) = (game.program(), &game.program().names.game);
        let printed = state(program, game.state());
        for bare in [false, true] {
            let again = setup(program, game.start(), &printed, bare)
                .unwrap_or_else(|e| panic!("{name} {step}: {e}"));
            assert_eq!(state(program, &again), printed, "{name} {step}");
        }
    });
}

fn given(partial: &Value) -> Result<State, String> {
    let program = noah();
    setup(&program, &Start::new(&program, 3, 1), partial, false).map_err(|e| e.to_string())
}

fn refused(partial: Value, said: &str) {
    let error = given(&partial).unwrap_err();
    assert!(error.contains(said), "{error}");
}

#[test]
fn a_part_of_a_position_by_lists_or_by_names() {
    let partial = json!({
        "vars": { "noah": 2, "active": "P1" },
        "boards": { "dock": { "2": { "cargo": [{ "card": "cat_m1", "shown": "male" }] } } },
        "players": { "0": { "places": { "hand": ["donkey_f1"] } }, "P2": { "vars": { "penalty": 3 } } }
    });
    let program = noah();
    let position = given(&partial).unwrap();
    let all = state(&program, &position);
    assert_eq!(all["vars"]["noah"], "2");
    assert_eq!(all["vars"]["active"], "P1");
    let cargo = &all["boards"]["dock"][2]["cargo"];
    assert_eq!(
        (
            &cargo[0]["card"],
            &cargo[0]["shown"],
            cargo.as_array().unwrap().len()
        ),
        (&json!("cat_m1"), &json!("male"), 1)
    );
    assert_eq!(all["players"][0]["places"]["hand"][0]["card"], "donkey_f1");
    assert_eq!(
        all["players"][1]["places"]["hand"]
            .as_array()
            .unwrap()
            .len(),
        8
    );
    assert_eq!(all["players"][2]["vars"]["penalty"], 3);
    let lists = json!({
        "vars": { "noah": "2", "active": 1 },
        "boards": { "dock": [{ "space": 2, "cargo": [{ "card": "cat_m1", "shown": "male" }] }] },
        "players": [{ "places": { "hand": ["donkey_f1"] } }, {}, { "vars": { "penalty": 3 } }]
    });
    assert_eq!(given(&lists).unwrap(), position);
    let game = Match::at(program.clone(), Start::new(&program, 3, 1), position).unwrap();
    assert_eq!(game.decision().unwrap().player, PlayerId::new(1));
}

#[test]
fn what_contradicts_the_declarations_is_named_with_its_path() {
    let hand = |cards: Value| json!({ "players": [{ "places": { "hand": cards } }] });
    refused(
        hand(json!(["cat_m1", "lion_m1", "catt_m2"])),
        "players[0].places.hand[2]: unknown animal `catt_m2`, did you mean `cat_m2`?",
    );
    refused(
        hand(json!(["cat_m1", "cat_m1"])),
        "players[0].places.hand[1]: `cat_m1` is named twice, first at players[0].places.hand[0]",
    );
    refused(hand(json!(["ferry_1"])), "is of kind `ferry`");
    refused(
        hand(json!([{ "card": "cat_m1", "showm": "male" }])),
        "hand[0].showm: unknown field `showm`, did you mean `shown`?",
    );
    refused(json!({ "players": { "3": {} } }), "there is no player 3");
    refused(
        json!({ "vars": { "round": 0 } }),
        "vars.round: 0 is not from 1 to 999",
    );
    refused(
        json!({ "vars": { "rouns": 1 } }),
        "unknown variable `rouns`, did you mean `round`?",
    );
    refused(
        json!({ "boards": { "dock": { "7": {} } } }),
        "boards.dock.7: unknown space of `dock` `7`",
    );
    refused(
        json!({ "boards": { "dock": { "1": { "berth": ["ferry_1", "ferry_2"] } } } }),
        "2 pieces are too many",
    );
    refused(json!({ "game": "ark" }), "this is not `noah`");
    refused(
        json!({ "options": { "frog": true } }),
        "the game is played with `false`, not `true`",
    );
    refused(
        json!({ "var": {} }),
        "unknown part `var`, did you mean `vars`?",
    );
    refused(json!([]), "names with values are expected");
}

#[test]
fn options_are_read_with_suggestions() {
    let program = noah();
    let read = |players, options: Value| {
        Start::from_json(&program, players, 0, &options).map_err(|e| e.to_string())
    };
    let start = read(2, json!({ "frog": true, "departed": "always" })).unwrap();
    assert_eq!(start.options_json(&program)["departed"], "always");
    assert_eq!(start.options_json(&program)["frog"], true);
    assert_eq!(
        Start::from_json(&program, 2, 0, &start.options_json(&program)),
        Ok(start)
    );
    assert!(read(9, json!(null)).unwrap_err().contains("2 to 5"));
    assert!(
        read(2, json!({ "frogs": true }))
            .unwrap_err()
            .contains("did you mean `frog`?")
    );
    assert!(
        read(2, json!({ "departed": "seeds" }))
            .unwrap_err()
            .contains("did you mean `seed`?")
    );
}

#[test]
fn an_action_is_explained() {
    let program = noah();
    let position = json!({
        "vars": { "noah": 0, "active": "P0" },
        "boards": { "dock": { "0": {
            "berth": ["ferry_1"],
            "cargo": [{ "card": "cat_m1", "shown": "male" }, { "card": "lion_m1", "shown": "male" }]
        } } },
        "players": [{ "places": { "hand": ["cat_f1", "bear_m1"] } }]
    });
    let start = Start::new(&program, 3, 1);
    let position = setup(&program, &start, &position, false).unwrap();
    let mut game = Match::at(program, start, position).unwrap();
    let mut ask = |action: &str, args: &[&str]| {
        let args: Vec<String> = args.iter().map(|a| (*a).to_owned()).collect();
        game.explain(action, &args)
    };
    let sexes = ask("load", &["cat_f1", "female"]).unwrap();
    assert_eq!(sexes.verdict, Legality::Refused);
    let failing: Vec<_> = sexes
        .requirements
        .iter()
        .filter(|r| r.holds == Some(false))
        .collect();
    assert_eq!(failing.len(), 1);
    assert!(failing[0].reason.contains("sexes alternate"));
    assert!(
        failing[0].shown.iter().any(|saw| saw.value.word == "male"),
        "{failing:?}"
    );
    assert_eq!(ask("take_back", &[]).unwrap().verdict, Legality::Refused);
    assert_eq!(
        ask("load", &["bear_m1", "male"]).unwrap().verdict,
        Legality::Legal
    );
    let elsewhere = ask("load", &["cat_m1"]).unwrap().verdict;
    assert_eq!(
        elsewhere,
        Legality::NotAmong {
            parameter: "card".into(),
            value: "cat_m1".into()
        }
    );
    assert!(
        ask("laod", &[])
            .unwrap_err()
            .to_string()
            .contains("did you mean `load`?")
    );
    assert!(
        ask("load", &["cat_m9"])
            .unwrap_err()
            .to_string()
            .contains("`cat_m9`")
    );
}

#[test]
fn labels_and_values_are_what_a_person_would_say() {
    let program = noah();
    let game = begin(&program, &Start::new(&program, 2, 1));
    let decision = game.decision().unwrap();
    let first = &decision.options[0];
    let words: Vec<&str> = first.label.split(' ').collect();
    assert_eq!((words[0], words.len()), ("load", 4));
    let args =
        json!({ "card": words[1], "shown": words[2], "burden": words[3].parse::<i32>().unwrap() });
    assert_eq!(first.value, json!({ "action": "load", "args": args }));
}
