//! What a seat may not know is in no scope of that seat, and nothing that is asked on its behalf tells it.

use super::steps::{debugger, games, load, start};
use ludex::engine::knowledge::view::knows;
use ludex::engine::state::State;
use ludex::play::format::Both;
use ludex::play::game::Match;
use ludex::program::Program;
use ludex::rules::ids::PlayerId;
use ludex::source::Sources;
use ludex::tools::debug::{LocalValue, Motion, QuestionCache, ask, locals};
use ludex::tools::eval::EvalAnswer;
use ludex::worlds::determinize;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The words of all local names of all frames, as a seat may know them.
fn words(program: &Program, state: &State, seat: Option<PlayerId>) -> Vec<String> {
    let frames = 0..state.frames.len();
    let all = frames.flat_map(|frame| locals(program, state, frame, seat));
    let words = all.flat_map(|local| match local.value {
        LocalValue::One(both, _) => vec![format!("{} {both}", local.name)],
        LocalValue::Members(members) => {
            let members = members.iter();
            members
                .map(|(both, _)| format!("{} {both}", local.name))
                .collect()
        }
    });
    words.collect()
}

/// Stops everywhere in the beginnings of games: no name of a piece that a seat does not know.
#[test]
fn no_unknown_piece_is_in_a_scope() {
    let (mut stops, mut hidden, mut shown) = (0, 0, 0);
    for folder in games() {
        let game = load(&folder);
        let program = game.program();
        let mut debugger = debugger(&game, 11);
        debugger.begin(true);
        for _ in 0..250 {
            let state = &debugger.stop().state;
            for seat in PlayerId::first(state.players) {
                let all = program.names.pieces.entries();
                let unknown = all.filter(|(piece, _)| !knows(program, state, seat, *piece));
                let unknown: BTreeSet<&str> = unknown.map(|(_, name)| name.as_str()).collect();
                let seen = words(program, state, Some(seat));
                for word in &seen {
                    let value = word.rsplit(' ').next().unwrap();
                    assert!(
                        !unknown.contains(value),
                        "{} {seat}: {word}",
                        folder.display()
                    );
                }
                shown += seen.len();
                hidden += words(program, state, None).len() - seen.len();
            }
            stops += 1;
            if !debugger.go(Motion::In) {
                break;
            }
        }
    }
    assert!(
        stops > 400 && shown > 1000 && hidden > 100,
        "{stops} stops, {shown} shown, {hidden} hidden"
    );
}

/// The names of all frames that a seat may know, each with its word and its number.
fn named(program: &Program, state: &State, seat: PlayerId) -> Vec<(String, String, i32)> {
    let frames = 0..state.frames.len();
    let all = frames.flat_map(|frame| locals(program, state, frame, Some(seat)));
    let values = all.flat_map(|local| match local.value {
        LocalValue::One(both, value) => vec![(local.name, both.word, value)],
        LocalValue::Members(members) => {
            let members = members.into_iter();
            let member = |(both, value): (Both, i32)| (local.name.clone(), both.word, value);
            members.map(member).collect()
        }
    });
    values.collect()
}

/// Positions that a seat can't tell from the true one look the same to it: whatever is unknown in them is dealt anew. A name that
/// nothing reads any more holds nothing there, so it is not compared.
#[test]
fn positions_that_are_equal_to_a_seat_have_equal_scopes() {
    let (mut worlds, mut compared) = (0, 0);
    for folder in games() {
        let game = load(&folder);
        let program = Arc::new(game.program().clone());
        let mut playing = Match::new(Arc::clone(&program), start(&program, 5)).unwrap();
        for step in 0..60 {
            for seat in PlayerId::first(playing.state().players) {
                let Ok(world) = determinize(&playing, seat, step) else {
                    continue;
                };
                let truth = named(&program, playing.state(), seat);
                let other = named(&program, world.game.state(), seat);
                assert_eq!(
                    truth.len(),
                    other.len(),
                    "{} {seat} at {step}",
                    folder.display()
                );
                for (one, two) in truth.iter().zip(&other).filter(|(_, two)| two.2 != 0) {
                    assert_eq!(one, two, "{} {seat} at {step}", folder.display());
                    compared += 1;
                }
                worlds += 1;
            }
            if playing.options() == 0 {
                break;
            }
            let option = usize::try_from(step).unwrap() * 7 % playing.options();
            playing.apply(option).unwrap();
        }
    }
    assert!(
        worlds > 150 && compared > 150,
        "{worlds} worlds, {compared} names"
    );
}

/// A name that is set because of something unknown tells it, though nothing unknown is in its value.
#[test]
fn a_name_set_because_of_something_unknown_is_in_no_scope() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/worlds/handed");
    let game = load(&folder);
    let program = Arc::new(game.program().clone());
    let mut playing = Match::new(Arc::clone(&program), start(&program, 5)).unwrap();
    let has_name = |playing: &Match, seat| {
        let all = locals(&program, playing.state(), 0, seat);
        all.iter().any(|local| local.name == "high")
    };
    while !has_name(&playing, None) {
        playing.apply(0).unwrap();
    }
    for seat in PlayerId::first(playing.state().players) {
        assert!(!has_name(&playing, Some(seat)), "{seat}");
    }
}

/// What is asked on behalf of a seat is refused where the answer would tell it something.
#[test]
fn a_seat_can_ask_for_what_it_knows_alone() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/lsp/tea");
    let game = load(&folder);
    let program = Arc::new(game.program().clone());
    let playing = Match::new(Arc::clone(&program), start(&program, 5)).unwrap();
    let (seat, sources) = (PlayerId::new(0), Sources::new());
    let answer = |text: &str| {
        let answer = ask(
            &mut QuestionCache::default(),
            game.checked(),
            &sources,
            &playing,
            None,
            Some(seat),
            text,
        );
        match answer {
            Ok(EvalAnswer::Value(value, _)) => value.word,
            Ok(other) => panic!("{text}: {other:?}"),
            Err(error) => format!("refused: {error}"),
        }
    };
    assert_eq!(answer("size(P1.hand)"), "2");
    assert_eq!(answer("round"), "1");
    assert_eq!(
        answer("size(P0.hand) + sum(t in P0.hand : 0 * t.worth)"),
        "2"
    );
    for hidden in [
        "sencha in P1.hand",
        "sum(t in P1.hand : t.worth)",
        "any(t in shelf where t.leaf == green)",
        "top(shelf)",
        "random(P1.hand)",
    ] {
        let answer = answer(hidden);
        assert!(answer.starts_with("refused"), "{hidden}: {answer}");
    }
    // What would be changed, or who is in a hand, is not told one by one.
    assert!(answer("hand").starts_with("refused"));
    assert!(answer("draw 1 from shelf to hand").starts_with("refused"));
}
