//! Clones, undo, saves, replays, options, pieces.

use crate::play::{begin, everywhere, games, noah, starts};
use ludex::engine::knowledge::event::Event;
use ludex::engine::state::sound;
use ludex::play::edition::OtherEdition;
use ludex::play::game::{Match, PlayError};
use ludex::play::parked::Parked;
use ludex::play::replay::{Replay, ReplayError};
use ludex::play::save::{LoadError, load, save};
use ludex::play::start::Start;
use ludex::program::ids::SpotId;
use ludex::rules::ids::PlayerId;
use ludex::worlds::determinize;
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn a_clone_given_the_same_choice_stays_equal_and_undo_is_exact() {
    everywhere(200, |game, step| {
        if game.is_over() {
            return;
        }
        let option = step % game.options();
        let (mut one, mut other) = (game.clone(), game.clone());
        assert_eq!(one.apply(option).unwrap(), other.apply(option).unwrap());
        assert_eq!(one.state(), other.state());
        assert_eq!(one.decision(), other.decision());
        one.undo().unwrap();
        assert_eq!(one.state(), game.state());
        assert_eq!(one.decision(), game.decision());
        assert!(one.events().eq(game.events()));
        assert_eq!(one.choices(), game.choices());
    });
}

#[test]
fn a_parked_match_wakes_up_as_it_was_and_can_go_back_as_far() {
    everywhere(200, |game, step| {
        if step % 3 != 0 && !game.is_over() {
            return;
        }
        let mut woken = Parked::new(game).wake();
        assert_same(game, &woken);
        let mut other = game.clone();
        for _ in 0..step.min(5) {
            assert_eq!(woken.undo(), other.undo());
            assert_same(&other, &woken);
        }
    });
}

#[test]
fn a_match_saved_and_loaded_is_the_same() {
    everywhere(120, |game, step| {
        if step % 11 != 0 && !game.is_over() {
            return;
        }
        let text = serde_json::to_string(&save(game).unwrap()).unwrap();
        let back = load(game.shared_program(), &serde_json::from_str(&text).unwrap()).unwrap();
        assert_same(game, &back);
    });
}

#[test]
fn a_replay_leads_to_the_same_game() {
    everywhere(120, |game, step| {
        if step != 60 && !game.is_over() {
            return;
        }
        let text = Replay::record(game).unwrap().to_text();
        let back = Replay::from_text(&text)
            .unwrap()
            .verify(game.shared_program(), false)
            .unwrap();
        assert_same(game, &back);
    });
}

fn assert_same(game: &Match, other: &Match) {
    assert_eq!(game.state(), other.state());
    assert_eq!(game.decision(), other.decision());
    assert_eq!(game.choices(), other.choices());
    assert!(game.events().eq(other.events()));
    assert_eq!(game.result(), other.result());
}

#[test]
fn positions_hold_together_and_no_piece_is_lost() {
    everywhere(300, |game, step| {
        let name = &game.program().names.game;
        sound::examine(game.program(), game.state())
            .unwrap_or_else(|e| panic!("{name} step {step}: {e}"));
        let layout = &game.program().layout;
        for (piece, at) in game.state().pieces.entries() {
            let made_for = layout.piece_for[piece];
            let plays = made_for.is_none_or(|player| player.is_among(game.state().players));
            assert_eq!(
                at.place != SpotId::NONE,
                plays,
                "{name}: {}",
                game.program().names.pieces[piece]
            );
        }
    });
}

#[test]
fn options_are_distinct_and_found_by_their_words_and_values() {
    everywhere(200, |game, _| {
        let Some(decision) = game.decision() else {
            return;
        };
        let choices: BTreeSet<_> = decision.options.iter().map(|o| o.choice.clone()).collect();
        assert_eq!(choices.len(), decision.options.len());
        let name = &game.program().names.game;
        for (n, option) in decision.options.iter().enumerate() {
            if option.label.contains('?') {
                continue;
            }
            let (words, value) = (
                game.find_words(&option.label),
                game.find_value(&option.value),
            );
            assert_eq!((words, value), (Ok(n), Ok(n)), "{name}: {}", option.label);
        }
    });
}

#[test]
fn games_end_with_a_result() {
    for program in games() {
        for start in starts(program) {
            let mut game = begin(program, &start);
            game.playout(7, Some(100_000)).unwrap();
            assert!(game.is_over(), "{}", program.names.game);
            let result = game.result().unwrap();
            assert_eq!(result.scores.len(), usize::from(start.players));
            let firsts = PlayerId::first(start.players).filter(|p| result.ranks[p.index()] == 1);
            let firsts: Vec<PlayerId> = firsts.collect();
            assert!(!firsts.is_empty());
            assert!(result.winners == firsts || start.players == 1 && result.winners.is_empty());
            assert_eq!(game.apply(0), Err(PlayError::Over));
            game.undo().unwrap();
            assert!(!game.is_over() && game.choices().is_empty());
            assert_eq!(game.undo(), Err(PlayError::NothingToUndo));
        }
    }
}

#[test]
fn an_option_that_is_not_there_changes_nothing() {
    let program = noah();
    let mut game = begin(&program, &Start::new(&program, 3, 7));
    let (state, of) = (game.state().clone(), game.options());
    assert_eq!(
        game.apply(of),
        Err(PlayError::NoSuchOption { option: of, of })
    );
    assert_eq!(*game.state(), state);
    let none = |said: &str| match game.find_words(said) {
        Err(PlayError::NoSuchChoice { nearest, .. }) => nearest,
        other => panic!("{said}: {other:?}"),
    };
    assert_eq!(none("load unicorn"), None);
    let labels: Vec<_> = game.decision().unwrap().options;
    let (first, card) = (&labels[0].label, labels[0].label.split(' ').nth(1).unwrap());
    assert_eq!(none(card).as_ref(), Some(first), "the card alone");
    assert_eq!(none(&format!("laod {card}")), Some(format!("load {card}")));
    let slip = first.replacen("load", "loda", 1);
    assert_eq!(none(&slip).as_ref(), Some(first));
    assert_eq!(
        game.find_words("load"),
        Err(PlayError::Ambiguous("load".into()))
    );
}

#[test]
fn damaged_saves_are_refused() {
    let program = noah();
    let mut game = begin(&program, &Start::new(&program, 3, 7));
    game.playout(1, Some(9)).unwrap();
    let good = save(&game).unwrap();
    let refused = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut bad = good.clone();
        change(&mut bad);
        load(game.shared_program(), &bad).err().unwrap()
    };
    let damaged = [
        refused(&|bad| bad["state"]["memory"][3] = 77.into()),
        refused(&|bad| bad["state"]["frames"][0]["pc"] = 999_999.into()),
        refused(&|bad| bad["said"][2] = "P0: done".into()),
        refused(&|bad| bad["players"] = 9.into()),
        refused(&|bad| drop(bad["choices"].as_array_mut().unwrap().pop())),
    ];
    assert!(
        damaged.iter().all(|e| matches!(e, LoadError::Damaged(_))),
        "{damaged:?}"
    );
    assert!(matches!(
        refused(&|bad| bad["state"] = 1.into()),
        LoadError::Format(_)
    ));
    assert!(matches!(
        refused(&|bad| bad["game"] = "ark".into()),
        LoadError::OtherGame { .. }
    ));
    for edition in [1, 3] {
        let other = refused(&|bad| bad["edition"] = edition.into());
        assert_eq!(
            other,
            LoadError::OtherEdition(OtherEdition { theirs: edition })
        );
    }
    assert!(matches!(
        refused(&|bad| drop(bad.as_object_mut().unwrap().remove("edition"))),
        LoadError::OtherEdition(OtherEdition { theirs: 1 })
    ));
    // Other rules are refused, whatever they would make of it.
    let other = refused(&|bad| bad["rules"] = "0".into());
    assert!(matches!(other, LoadError::OtherRules { .. }), "{other}");
    let other = refused(&|bad| bad["generator"] = "dice".into());
    assert_eq!(other, LoadError::OtherGenerator("dice".to_owned()));
}

/// A save tells which declarations and rows are others now: what reads otherwise, what is gone, and what is new.
#[test]
fn a_save_of_other_rules_tells_what_differs() {
    let program = noah();
    let mut game = begin(&program, &Start::new(&program, 2, 7));
    game.playout(1, Some(5)).unwrap();
    let mut saved = save(&game).unwrap();
    saved["rules"] = "0".into();
    let told = |saved: &serde_json::Value| {
        let error = load(game.shared_program(), saved).err().unwrap();
        error.to_string()
    };
    let of_here = "the save was made under other rules than those of `noah` here: ";
    let same = told(&saved);
    assert_eq!(
        same,
        format!("{of_here}every declaration and row reads the same")
    );
    let mut other = saved.clone();
    let declared = other["declared"].as_object_mut().unwrap();
    declared["animal cat_m1"] = "0".into();
    declared.remove("effect depart").unwrap();
    declared.insert("query long_gone".to_owned(), "0".into());
    assert_eq!(
        told(&other),
        format!("{of_here}changed: animal cat_m1; gone: query long_gone; new: effect depart")
    );
    // Of many the first are named.
    let declared = other["declared"].as_object_mut().unwrap();
    declared.clear();
    declared.insert("var nothing".to_owned(), "0".into());
    assert!(told(&other).contains(" more"), "{}", told(&other));
    // A save that was made before they were kept.
    other.as_object_mut().unwrap().remove("declared");
    let nothing = told(&other);
    assert!(
        nothing.ends_with("it does not say what of them has changed"),
        "{nothing}"
    );
}

/// Every number of a position to begin from, spoilt: refused, or played without a panic.
#[test]
fn spoilt_positions_never_panic() {
    for program in games() {
        let start = starts(program).pop().unwrap();
        let mut game = begin(program, &start);
        game.playout(5, Some(17)).unwrap();
        let good = save(
            &determinize(&game, PlayerId::new(0), start.seed)
                .unwrap()
                .game,
        )
        .unwrap();
        let numbers = leaves(&good["from"], String::new());
        for (n, path) in numbers.iter().enumerate() {
            for value in [-1, 0, 1, 7, 65535, i64::from(i32::MIN), i64::from(i32::MAX)] {
                if n % 7 != (value.unsigned_abs() % 7) as usize {
                    continue;
                }
                let mut bad = good.clone();
                for part in ["from", "state"] {
                    *bad[part].pointer_mut(path).unwrap() = value.into();
                }
                if let Ok(mut game) = load(game.shared_program(), &bad) {
                    let _ = game.playout(1, Some(40));
                }
            }
        }
    }
}

/// A list with a member that its type does not have is refused, for a loop binds its members unseen.
#[test]
fn lists_of_strangers_are_refused() {
    let mut refused = 0;
    for program in games() {
        let start = starts(program).pop().unwrap();
        for choices in [1, 5, 12] {
            let mut game = begin(program, &start);
            game.playout(5, Some(choices)).unwrap();
            let good = save(
                &determinize(&game, PlayerId::new(0), start.seed)
                    .unwrap()
                    .game,
            )
            .unwrap();
            let lists = good["from"]["lists"].as_array().map_or(0, Vec::len);
            for n in 0..lists {
                let mut bad = good.clone();
                for part in ["from", "state"] {
                    bad[part]["lists"][n] = i32::MAX.into();
                }
                let told = load(game.shared_program(), &bad).err();
                refused +=
                    usize::from(told.is_some_and(|e| format!("{e:?}").contains("has the member")));
            }
        }
    }
    assert!(refused > 20, "{refused} lists were refused");
}

/// Where the numbers of a JSON value stand.
fn leaves(value: &serde_json::Value, path: String) -> Vec<String> {
    match value {
        serde_json::Value::Number(_) => vec![path],
        serde_json::Value::Array(all) => all
            .iter()
            .enumerate()
            .flat_map(|(n, v)| leaves(v, format!("{path}/{n}")))
            .collect(),
        serde_json::Value::Object(all) => all
            .iter()
            .flat_map(|(k, v)| leaves(v, format!("{path}/{k}")))
            .collect(),
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::String(_) => {
            Vec::new()
        }
    }
}

#[test]
fn replays_tell_what_is_wrong() {
    let program = noah();
    let mut game = begin(&program, &Start::new(&program, 2, 3));
    game.playout(1, Some(5)).unwrap();
    let mut replay = Replay::record(&game).unwrap();
    replay.rules = "0".into();
    assert!(matches!(
        replay.verify(program.clone(), false),
        Err(ReplayError::OtherRules { .. })
    ));
    assert_same(&game, &replay.verify(program.clone(), true).unwrap());
    replay.choices[4] = "P0: load unicorn".into();
    assert!(matches!(
        replay.verify(program, true),
        Err(ReplayError::At { step: 4, .. })
    ));
}

/// Following a record shows all that happened and keeps none of it: twenty times the choices take no more memory.
#[test]
fn a_long_record_takes_no_more_memory_than_a_short_one() {
    let rules = "
kind card: 40 { home deck }
place deck: pile of card
action turn \"turn the deck\" { turn_over deck }
setup { }
play { repeat { for each p in players { offer p: turn } } }
result { score 0 }
";
    let program = Arc::new(crate::faults::budgets::program("", rules));
    let start = Start::new(&program, 2, 0);
    let record = |choices: usize| Replay {
        choices: (0..choices).map(|n| format!("P{}: turn", n % 2)).collect(),
        ..Replay::begin(&program, &start)
    };
    let peak = |replay: &Replay| {
        let mut shown = 0;
        let mut end = None;
        let measured = allocation_counter::measure(|| {
            let show = |_: &Match, _: Option<usize>, events: &[Event]| shown += events.len();
            end = Some(replay.follow(program.clone(), false, show).unwrap());
        });
        (measured.bytes_max, shown, end.unwrap())
    };
    let (short, long) = (record(50), record(1000));
    // What a machine remembers is made once.
    peak(&short);
    let (few, _, _) = peak(&short);
    let (many, shown, end) = peak(&long);
    assert!(
        many <= few + 4096,
        "{many} bytes for 1,000 choices, {few} for 50"
    );
    let verified = long.verify(program.clone(), false).unwrap();
    assert_eq!(shown, verified.event_count());
    assert_eq!(end.decision(), verified.decision());
    assert!(end.clone().undo().is_err());
}
