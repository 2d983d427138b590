//! What requests do: answers, undo and redo, looks back, records, refusals.

use crate::table::{games, named};
use ludex::engine::chance::{Stream, purpose};
use ludex::engine::knowledge::view::knows;
use ludex::play::start::Start;
use ludex::program::ids::PieceId;
use ludex::rules::ids::PlayerId;
use ludex::table::{
    Access, Refusal, RefusalCode, Reply, Request, Table, TableGame, TableSnapshot, Thing,
};
use std::collections::BTreeSet;
use std::sync::Arc;

fn begin(game: &Arc<TableGame>, seed: u64) -> Table {
    let players = game
        .program()
        .names
        .players
        .0
        .max(2)
        .min(game.program().names.players.1);
    let start = Start::new(game.program(), players as u8, seed);
    Table::new(Arc::clone(game), start).unwrap()
}

fn snapshot(
    table: &mut Table,
    access: Access,
    request: &Request,
) -> Result<TableSnapshot, Refusal> {
    match table.handle(access, request)? {
        Reply::Snapshot(snapshot) => Ok(*snapshot),
        other @ (Reply::Reasons(_)
        | Reply::Advice(_)
        | Reply::Evaluation(_)
        | Reply::Review(_)
        | Reply::Text(_)) => panic!("{request:?} gives {other:?}"),
    }
}

fn look(table: &mut Table, access: Access) -> TableSnapshot {
    snapshot(table, access, &Request::Look { since: 0 }).unwrap()
}

/// Plays at random as the seats would; each question is looked at before it is answered.
fn play(table: &mut Table, most: usize, mut each: impl FnMut(&mut Table, &TableSnapshot)) {
    let mut stream = Stream::new(table.position().start().seed, purpose("test"), 0);
    for _ in 0..most {
        let Some(asked) = table.position().state().pending else {
            return;
        };
        let seat = Access::Seat(asked.player.number());
        let seen = look(table, seat);
        each(table, &seen);
        let question = seen.question.unwrap();
        let option = stream.pick(question.options.len()) as u32;
        let version = seen.version;
        snapshot(table, seat, &Request::Choose { version, option }).unwrap();
    }
}

/// The parts of options tell them apart, and name no piece that the player does not know.
#[test]
fn options_point_at_what_their_player_knows() {
    let mut pieces = 0;
    for game in games() {
        let mut table = begin(game, 5);
        play(&mut table, 150, |table, seen| {
            let question = seen.question.as_ref().unwrap();
            let mut read = BTreeSet::new();
            for option in &question.options {
                let parts = serde_json::to_string(&option.parts).unwrap();
                assert!(
                    read.insert(parts),
                    "{}: {} twice",
                    game.program().names.game,
                    option.label
                );
                assert!(!option.parts.is_empty());
                for part in &option.parts {
                    let Some(Thing::Piece(piece)) = part.thing else {
                        continue;
                    };
                    pieces += 1;
                    let (state, player) =
                        (table.position().state(), PlayerId::numbered(question.seat));
                    assert!(
                        knows(game.program(), state, player, PieceId::numbered(piece)),
                        "{}",
                        option.label
                    );
                }
            }
        });
    }
    assert!(pieces > 1000, "{pieces} pieces named");
}

/// A record makes the same table again, and what was taken back and made again changes nothing.
#[test]
fn records_and_undo_lead_to_the_same_table() {
    for game in games() {
        let mut table = begin(game, 3);
        let mut before = Vec::new();
        play(&mut table, 60, |table, _| {
            before.push(look(table, Access::Full))
        });
        let end = look(&mut table, Access::Full);
        let resumed = Table::resume(Arc::clone(game), &table.record().unwrap()).unwrap();
        assert_eq!(resumed.snapshot(Access::Full, 0), end);
        for earlier in before.iter().rev().take(5) {
            let version = table.version();
            let back = snapshot(&mut table, Access::Full, &Request::Undo { version }).unwrap();
            assert_eq!(
                (&back.table, &back.players, &back.question),
                (&earlier.table, &earlier.players, &earlier.question)
            );
            assert_eq!(back.log.from, earlier.moves + 1, "what is left of the log");
        }
        for _ in before.iter().rev().take(5) {
            let version = table.version();
            snapshot(&mut table, Access::Full, &Request::Redo { version }).unwrap();
        }
        let again = look(&mut table, Access::Full);
        assert_eq!(
            (&again.table, &again.players, &again.log, &again.result),
            (&end.table, &end.players, &end.log, &end.result)
        );
    }
}

/// A look back shows the table as it stood; a fork goes on from there.
#[test]
fn a_look_back_shows_what_was() {
    let game = named("noah");
    let mut table = begin(&game, 1);
    let mut seen = Vec::new();
    play(&mut table, 20, |table, _| {
        seen.push(look(table, Access::Seat(0)))
    });
    for (at, then) in (0..).zip(&seen) {
        let back = snapshot(&mut table, Access::Seat(0), &Request::LookBack { at }).unwrap();
        assert_eq!(
            (back.table, back.players, back.at),
            (then.table.clone(), then.players.clone(), at)
        );
        let fork = table.fork(at).unwrap().snapshot(Access::Seat(0), 0);
        assert_eq!((&fork.table, &fork.log), (&then.table, &then.log));
    }
    let refused = table
        .handle(Access::Full, &Request::LookBack { at: 21 })
        .unwrap_err();
    assert_eq!(refused.code, RefusalCode::NoSuchMove);
}

/// Requests of others, old ones and wrong ones change nothing.
#[test]
fn what_is_refused_changes_nothing() {
    let game = named("noah");
    let mut table = begin(&game, 1);
    let asked = look(&mut table, Access::Full).question.unwrap().seat;
    let (own, other) = (Access::Seat(asked), Access::Seat(1 - asked));
    let version = table.version();
    let choose = |version, option| Request::Choose { version, option };
    let refused = [
        (other, choose(version, 0), RefusalCode::NotAsked),
        (Access::Spectator, choose(version, 0), RefusalCode::NotAsked),
        (Access::Seat(9), choose(version, 0), RefusalCode::NotAsked),
        (own, choose(version - 1, 0), RefusalCode::Stale),
        (own, choose(version + 1, 0), RefusalCode::Stale),
        (own, choose(version, 9999), RefusalCode::NoSuchOption),
        (own, Request::Undo { version }, RefusalCode::NoUndo),
        (own, Request::Redo { version }, RefusalCode::NoRedo),
        (own, Request::Record, RefusalCode::Secret),
        (
            other,
            Request::WhyNot { about: None },
            RefusalCode::NotAsked,
        ),
        (
            own,
            Request::Hint {
                bot: "exec:\"true\"".into(),
            },
            RefusalCode::NoSuchBot,
        ),
        (
            own,
            Request::Hint {
                bot: "ismcts:1000000".into(),
            },
            RefusalCode::TooMuchWork,
        ),
    ];
    let before = look(&mut table, Access::Full);
    for (access, request, code) in refused {
        let refusal = table
            .handle(access, &request)
            .expect_err(&format!("{request:?}"));
        assert_eq!(refusal.code, code, "{request:?}");
        assert_eq!(look(&mut table, Access::Full), before, "{request:?}");
    }
    snapshot(&mut table, own, &choose(version, 0)).unwrap();
    let twice = table.handle(own, &choose(version, 0)).unwrap_err();
    assert!([RefusalCode::Stale, RefusalCode::NotAsked].contains(&twice.code));
}

/// A bot's advice names an option, and equal tables get equal advice.
#[test]
fn advice_is_repeatable() {
    let table = begin(&named("jump_gate"), 2);
    let interrupt = ludex::play::interrupt::Interrupt::default();
    let advise = || table.advise(Access::Full, "ismcts:50", &interrupt).unwrap();
    let question = table.snapshot(Access::Full, 0).question.unwrap();
    assert_eq!(advise(), advise());
    assert!((advise().option as usize) < question.options.len());
}

fn evaluate(table: &mut Table, access: Access) -> Result<Vec<f64>, RefusalCode> {
    let bot = "flat:40".to_owned();
    match table.handle(access, &Request::Evaluate { bot }) {
        Ok(Reply::Evaluation(found)) => Ok(found.gains),
        Ok(other) => panic!("{other:?}"),
        Err(refusal) => Err(refusal.code),
    }
}

/// Who decides is told what the position is worth to all; others only where nothing is hidden.
#[test]
fn a_position_is_worth_something_to_each_seat() {
    let mut table = begin(&named("noah"), 3);
    play(&mut table, 6, |_, _| ());
    let asked = table.position().state().pending.unwrap().player.number();
    assert_eq!(
        evaluate(&mut table, Access::Seat(1 - asked)),
        Err(RefusalCode::Secret)
    );
    for seat in [Access::Seat(asked), Access::Full] {
        let gains = evaluate(&mut table, seat).unwrap();
        assert_eq!(gains.len(), 2);
        assert!(gains.iter().all(|gain| (0.0..=1.0).contains(gain)));
        assert_eq!(evaluate(&mut table, seat).unwrap(), gains, "{seat:?}");
    }
    assert_eq!(
        evaluate(&mut table, Access::Spectator),
        Err(RefusalCode::Secret)
    );
    assert_eq!(
        evaluate(&mut table, Access::Seat(7)),
        Err(RefusalCode::NotAsked)
    );
    play(&mut table, 1000, |_, _| ());
    assert_eq!(
        evaluate(&mut table, Access::Seat(0)),
        Err(RefusalCode::NotAsked)
    );
}

/// A finished game is reviewed by everybody, move by move; before its end a review would tell what others knew.
#[test]
fn finished_games_are_reviewed() {
    let mut table = begin(&named("noah"), 3);
    let review = |table: &mut Table, at: u32| {
        let bot = "flat:60".to_owned();
        match table.handle(Access::Seat(1), &Request::Review { at, bot }) {
            Ok(Reply::Review(found)) => Ok(found),
            Ok(other) => panic!("{other:?}"),
            Err(refusal) => Err(refusal.code),
        }
    };
    play(&mut table, 6, |_, _| ());
    assert_eq!(review(&mut table, 1), Err(RefusalCode::Secret));
    let (mut seats, mut labels) = (Vec::new(), Vec::new());
    play(&mut table, 1000, |table, seen| {
        let question = seen.question.as_ref().unwrap();
        seats.push((table.position().choice_count() as u32 + 1, question.seat));
        let all = question.options.iter().map(|option| option.label.clone());
        labels.push(all.collect::<Vec<String>>());
    });
    assert!(table.position().is_over());
    assert_eq!(review(&mut table, 0), Err(RefusalCode::NoSuchMove));
    let mut found = 0;
    for ((at, seat), labels) in seats.into_iter().zip(labels).take(12) {
        let Some(review) = review(&mut table, at).unwrap() else {
            assert_eq!(labels.len(), 1, "move {at} was a decision");
            continue;
        };
        found += 1;
        assert_eq!((review.at, review.seat), (at, seat));
        for option in [&review.chosen, &review.best] {
            assert_eq!(labels[option.option as usize], option.label);
        }
        assert!(review.best.gain >= review.chosen.gain);
    }
    assert!(found > 3, "{found} reviews");
}
