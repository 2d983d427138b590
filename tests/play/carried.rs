//! Matches carried over to changed rules.

use super::games;
use ludex::pipeline::GameText;
use ludex::play::carry::{CarryError, CarryWay, carry};
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::play::{replay, state_json};
use ludex::program::Program;
use ludex::report::{Report, human};
use ludex::source::Sources;
use serde_json::Value;
use std::sync::Arc;

/// Whose turn it is stands in the position.
const TURNS: &str =
    "while turns < 12 { as active { offer you: take or rest }; turns += 1; active = next(active) }";
/// Whose turn it is stands in a loop.
const LOOP: &str =
    "repeat 6 { turns += 1; for each p in players { as p { offer you: take or rest } } }";

const RULES: &str = "kind stone { worth: int 0..9\n home bag }\nplace bag: list of stone\n\
    place line per player: list of stone\nvar marks per player: int 0..99\nvar turns: int 0..99\nvar active: player\n\
    setup { }\nplay { PLAY }\naction take(s from bag) \"take a stone\" { move s to line; gain s.worth marks }\n\
    action rest \"rest\" { gain 1 marks }\nresult { score marks high }\n";
const STONES: &str =
    "stone:\n  - { id: red, worth: 2 }\n  - { id: blue, worth: 3 }\n  - { id: green, worth: 4 }\n";

/// The game with words of its rules and of its rows replaced.
fn stones(play: &str, rules: (&str, &str), rows: (&str, &str)) -> Arc<Program> {
    let text = RULES.replace("PLAY", play).replace(rules.0, rules.1);
    let rows = STONES.replace(rows.0, rows.1);
    let manifest = "title: Stones\nedition: 2\nplayers: { min: 2, max: 2 }\n";
    let files = [
        ("game.yaml", manifest),
        ("stones.rules", &text),
        ("stones.yaml", &rows),
    ];
    let files = files
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .to_vec();
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let name = "stones".to_owned();
    let checked = GameText { name, files }
        .parse(&mut sources, &mut report)
        .check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    Arc::new(program.unwrap_or_else(|| panic!("{}", human(&report, &sources, false))))
}

fn begun(program: &Arc<Program>, choices: &[&str]) -> Match {
    let mut game = Match::new(Arc::clone(program), Start::new(program, 2, 1)).unwrap();
    for said in choices {
        let option = replay::option_words(&game).position(|words| words == *said);
        let option = option.unwrap_or_else(|| panic!("{said} is offered"));
        game.apply(option).unwrap();
    }
    game
}

fn state(game: &Match) -> Value {
    state_json::state(game.program(), game.state())
}

fn options(game: &Match) -> Vec<String> {
    replay::option_words(game).collect()
}

#[test]
fn a_position_stands_and_the_next_option_is_the_new_one() {
    let old = stones(TURNS, ("", ""), ("", ""));
    let game = begun(&old, &["P0: take red", "P1: rest"]);
    let new = stones(
        TURNS,
        ("gain 1 marks", "gain 5 marks"),
        ("worth: 3", "worth: 9"),
    );
    let carried = carry(&game, &new).unwrap();
    assert_eq!(carried.way, CarryWay::Position);
    let mut carried = carried.game;
    assert_eq!(state(&carried), state(&game));
    assert_eq!(
        options(&carried),
        ["P0: take blue", "P0: take green", "P0: rest"]
    );
    carried.apply(0).unwrap();
    assert_eq!(
        state(&carried)["players"][0]["vars"]["marks"],
        11,
        "2 as before, 9 by the new row"
    );
    carried.apply(1).unwrap();
    assert_eq!(
        state(&carried)["players"][1]["vars"]["marks"],
        6,
        "1 as before, 5 by the new rules"
    );
}

#[test]
fn what_a_loop_counts_is_reached_by_the_same_moves() {
    let old = stones(LOOP, ("", ""), ("", ""));
    let game = begun(&old, &["P0: take red", "P1: rest", "P0: rest"]);
    let new = stones(LOOP, ("gain 1 marks", "gain 5 marks"), ("", ""));
    let carried = carry(&game, &new).unwrap();
    assert_eq!(carried.way, CarryWay::Moves);
    assert_eq!(
        state(&carried.game)["players"][1]["vars"]["marks"],
        5,
        "a rest by the new rules"
    );
    assert_eq!(state(&carried.game)["vars"]["turns"], 2);
    assert_eq!(options(&carried.game), options(&game));
    // A move that is not offered any more: the position stands, and play begins anew in it.
    let other = stones(LOOP, ("rest", "pause"), ("", ""));
    let carried = carry(&game, &other).unwrap();
    assert!(
        matches!(carried.way, CarryWay::Begun(_)),
        "{:?}",
        carried.way
    );
    assert_eq!(state(&carried.game)["players"][0]["vars"]["marks"], 3);
    assert!(options(&carried.game).contains(&"P0: pause".to_owned()));
}

#[test]
fn what_is_gone_is_told() {
    let old = stones(TURNS, ("", ""), ("", ""));
    let game = begun(&old, &["P0: take red"]);
    let rowless = stones(TURNS, ("", ""), ("id: red", "id: white"));
    let error = carry(&game, &rowless).unwrap_err();
    assert!(matches!(error, CarryError::Position(_)), "{error}");
    assert!(error.to_string().contains("red"), "{error}");
    let renamed = stones(TURNS, ("marks", "points"), ("", ""));
    let error = carry(&game, &renamed).unwrap_err();
    assert!(error.to_string().contains("marks"), "{error}");
    let mut over = begun(&old, &[]);
    over.playout(1, None).unwrap();
    assert!(matches!(carry(&over, &old), Err(CarryError::Over)));
}

/// Under the same rules every position comes over, and in the shipped games the same is asked.
#[test]
fn positions_of_all_games_come_over_to_the_same_rules() {
    for program in games() {
        let players = program.names.players.0 as u8;
        let mut game = Match::new(Arc::clone(program), Start::new(program, players, 7)).unwrap();
        for n in 0..9_usize {
            if game.is_over() {
                break;
            }
            game.apply(n * 7 % game.options()).unwrap();
        }
        if game.is_over() {
            continue;
        }
        let name = &program.names.game;
        let carried = carry(&game, program).unwrap_or_else(|error| panic!("{name}: {error}"));
        if !matches!(carried.way, CarryWay::Begun(_)) {
            assert_eq!(state(&carried.game), state(&game), "{name}");
            assert_eq!(options(&carried.game), options(&game), "{name}");
        }
        let is_shipped = ["noah", "jump_gate", "sanctuary", "ark_nova"].contains(&name.as_str());
        let begins_anew = matches!(carried.way, CarryWay::Begun(_));
        assert!(!is_shipped || !begins_anew, "{name}: {:?}", carried.way);
    }
}
