//! What players may not know stays hidden, and can be dealt anew without their noticing.

use crate::play::everywhere;
use crate::play::leaks::fixture;
use crate::play::worlds::twins;
use ludex::engine::chance::{Stream, purpose};
use ludex::engine::knowledge::event::{Event, What};
use ludex::engine::knowledge::view::knows;
use ludex::engine::state::State;
use ludex::play::game::Match;
use ludex::play::log::{LogReader, line};
use ludex::play::state_json::view;
use ludex::program::ids::PieceId;
use ludex::rules::game::Holder;
use ludex::rules::ids::PlayerId;
use ludex::worlds::determinize;
use std::collections::BTreeSet;

#[test]
fn a_new_deal_looks_the_same_and_plays_on() {
    everywhere(80, |game, step| {
        for player in PlayerId::first(game.state().players) {
            let mut dealt = determinize(game, player, 1000 + step as u64).unwrap().game;
            let (program, name) = (game.program(), &game.program().names.game);
            assert_eq!(
                view(program, game.state(), player),
                view(program, dealt.state(), player),
                "{name} {player}"
            );
            ludex::engine::state::sound::examine(program, dealt.state())
                .unwrap_or_else(|e| panic!("{name} {step}: {e}"));
            assert_eq!(
                own_labels(game, player),
                own_labels(&dealt, player),
                "{name} {player} step {step}"
            );
            if step % 5 == 0 {
                dealt
                    .playout(step as u64, Some(60))
                    .unwrap_or_else(|e| panic!("{name} {step}: {e}"));
            }
        }
    });
}

fn own_labels(game: &Match, player: PlayerId) -> Vec<String> {
    let decision = game.decision().filter(|d| d.player == player);
    decision.map_or(Vec::new(), |d| {
        d.options.into_iter().map(|o| o.label).collect()
    })
}

#[test]
fn something_is_dealt_anew() {
    let mut changed = 0;
    everywhere(20, |game, step| {
        let dealt = determinize(game, PlayerId::new(0), step as u64)
            .unwrap()
            .game;
        changed += usize::from(dealt.state().pieces != game.state().pieces);
    });
    assert!(changed > 50);
}

/// Two positions that differ in something hidden alone tell a player the same about the same choice, until it is seen.
#[test]
fn logs_leak_nothing() {
    let mut stream = Stream::new(1, purpose("logs"), 0);
    let (mut compared, mut lines) = (BTreeSet::new(), 0);
    everywhere(80, |game, step| {
        let Some(decision) = game.decision() else {
            return;
        };
        for player in PlayerId::first(game.state().players) {
            let Some([mut one, mut twin]) = twins(game, player, &mut stream) else {
                continue;
            };
            if twin.decision().map(|d| d.options) != Some(decision.options.clone()) {
                continue;
            }
            let option = (step * 7) % decision.options.len();
            let (Ok(ours), Ok(theirs)) = (one.apply(option), twin.apply(option)) else {
                continue;
            };
            let ours = told(game.state(), &one, &ours, player);
            let theirs = told(game.state(), &twin, &theirs, player);
            let same = ours.len().min(theirs.len());
            compared.insert(game.program().names.game.clone());
            lines += same;
            assert_eq!(
                ours[..same],
                theirs[..same],
                "{} {player} step {step}",
                game.program().names.game
            );
        }
    });
    // Pairs whose options differ say nothing; the rest must not be nothing.
    eprintln!("{lines} lines in {compared:?}");
    assert!(
        compared.len() > 10 && lines > 1000,
        "{lines} lines in {compared:?}"
    );
}

/// The lines that a player reads before learning of a piece that was hidden.
fn told(before: &State, game: &Match, events: &[Event], player: PlayerId) -> Vec<String> {
    let program = game.program();
    let new = |event: &&Event| {
        let vars = &program.layout.vars;
        let piece = match event.what {
            What::Moved { piece, .. } | What::Shown { piece, .. } => piece,
            // A piece that is turned face up.
            What::Changed { var, address, .. } => match &vars[var] {
                var if matches!(var.holder, Holder::Piece(_)) => {
                    PieceId::numbered(var.holder_at(address).0)
                }
                _ => return false,
            },
            What::Shuffled(_)
            | What::Turned(_)
            | What::LaidOut { .. }
            | What::Chose { .. }
            | What::Began(_)
            | What::Traced(_)
            | What::Finished => return false,
        };
        event.seen.has(player) && !knows(program, before, player, piece)
    };
    let reader = LogReader {
        viewer: Some(player),
        causes: false,
        vocabulary: None,
    };
    let known = events.iter().take_while(|event| !new(event));
    known
        .filter_map(|event| line(program, game.state(), event, reader))
        .collect()
}

/// No line or option names a piece that its reader doesn't know.
#[test]
fn nobody_reads_of_a_piece_they_do_not_know() {
    everywhere(80, |game, step| {
        if game.is_over() {
            return;
        }
        let mut next = game.clone();
        let events = next.apply(step % game.options()).unwrap();
        for player in PlayerId::first(game.state().players) {
            let reader = LogReader {
                viewer: Some(player),
                causes: false,
                vocabulary: None,
            };
            for event in events.iter() {
                let What::Moved { piece, .. } = event.what else {
                    continue;
                };
                let name = &game.program().names.pieces[piece];
                let line = line(game.program(), next.state(), event, reader).unwrap();
                assert!(
                    event.seen.has(player) || !line.starts_with(name.as_str()),
                    "{line}"
                );
            }
            let unknown = (next.state().pieces.ids())
                .filter(|p| !knows(game.program(), next.state(), player, *p));
            let seen = view(game.program(), next.state(), player);
            let shown = ids(&seen);
            assert!(
                unknown
                    .into_iter()
                    .all(|p| !shown.contains(&u64::from(p.number())))
            );
        }
    });
}

fn ids(value: &serde_json::Value) -> Vec<u64> {
    match value {
        serde_json::Value::Array(all) => all.iter().flat_map(ids).collect(),
        serde_json::Value::Object(all) => {
            let own = all.get("id").and_then(serde_json::Value::as_u64);
            own.into_iter().chain(all.values().flat_map(ids)).collect()
        }
        serde_json::Value::Null
        | serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_) => Vec::new(),
    }
}

/// A number chosen in secret is in nobody else's view, and in no world, unless it was told.
#[test]
fn a_secret_number_is_not_seen() {
    const RULES: &str = "\
kind card: 9 { home deck }
place deck: pile of card seen by nobody
place hand per player: list of card seen by owner
var bid per player: int 0..9 seen by owner
setup { for each p in players { draw 2 from deck to p.hand } }
play { for each p in players { as p { choose n from 1..9 \"what to bid\" { bid = n } } }; repeat { offer first_of(): pass } }
query first_of() -> player = next(next(leader))
var leader: player
action pass \"pass\" { bid = 0 }
result { score bid high }
";
    let manifest = "title: Secret\nedition: 2\nplayers: { min: 2, max: 2 }\n";
    let text = ludex::pipeline::GameText {
        name: "secret".into(),
        files: vec![
            ("game.yaml".into(), manifest.into()),
            ("secret.rules".into(), RULES.into()),
        ],
    };
    let mut sources = ludex::source::Sources::new();
    let mut report = ludex::report::Report::new();
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    let said = ludex::report::human(&report, &sources, false);
    let program = std::sync::Arc::new(program.unwrap_or_else(|| panic!("{said}")));
    let start = ludex::play::start::Start::new(&program, 2, 3);
    let mut game = Match::new(program, start).unwrap();
    for bid in ["4", "7"] {
        game.apply(game.find_words(bid).unwrap()).unwrap();
    }
    let bids = |game: &Match| {
        let all = ludex::play::state_json::state(game.program(), game.state());
        [0, 1].map(|p| all["players"][p]["vars"]["bid"].as_i64().unwrap())
    };
    assert_eq!(bids(&game), [4, 7]);
    // What the log told stays; what it did not tell is chosen anew.
    let reader = LogReader {
        viewer: Some(PlayerId::new(0)),
        causes: false,
        vocabulary: None,
    };
    let mut events = game.events();
    let told = events
        .any(|event| line(game.program(), game.state(), event, reader).as_deref() == Some("P1: 7"));
    let worlds: BTreeSet<[i64; 2]> = (0..40)
        .map(|seed| bids(&determinize(&game, PlayerId::new(0), seed).unwrap().game))
        .collect();
    assert!(worlds.iter().all(|bids| bids[0] == 4), "{worlds:?}");
    let other: BTreeSet<i64> = worlds.iter().map(|bids| bids[1]).collect();
    assert_eq!(other == BTreeSet::from([7]), told, "{other:?}");
    assert!(other.iter().all(|bid| (1..=9).contains(bid)), "{other:?}");
    let dealt = determinize(&game, PlayerId::new(0), 99).unwrap().game;
    assert_ne!(dealt.state(), game.state());
    for game in [&game, &dealt] {
        let seen = view(game.program(), game.state(), PlayerId::new(0));
        assert_eq!(seen["players"][0]["vars"]["bid"], 4);
        assert!(seen["players"][1]["vars"]["bid"].is_null(), "{seen}");
    }
}

/// A unit that goes out of sight is unknown again, and what is done to it there; its fuel is its owner's at any time.
#[test]
fn a_piece_that_comes_into_a_hidden_set_is_unknown_again() {
    let sight = fixture("sight");
    let start = ludex::play::start::Start::new(&sight, 2, 1);
    let mut game = Match::new(std::sync::Arc::clone(&sight), start).unwrap();
    let [own, other] = [0, 1].map(PlayerId::new);
    let unit = sight
        .names
        .pieces
        .iter()
        .position(|name| name == "unit_p0_1");
    let unit = PieceId::from_value(unit.unwrap() as i32);
    let told = |game: &mut Match, words: &str| -> Vec<bool> {
        let events = game.apply(game.find_words(words).unwrap()).unwrap();
        let changed = |event: &&Event| matches!(event.what, What::Changed { .. });
        let changed = events.iter().filter(changed);
        changed.map(|event| event.seen.has(other)).collect()
    };
    let known = |game: &Match| [own, other].map(|p| knows(&sight, game.state(), p, unit));
    assert_eq!(known(&game), [true, false]);
    told(&mut game, "surface unit_p0_1");
    assert_eq!(known(&game), [true, true]);
    told(&mut game, "rest");
    assert_eq!(told(&mut game, "refuel unit_p0_1 3"), [false]);
    let fuel = |player: PlayerId| {
        let seen = view(&sight, game.state(), player);
        seen["players"][0]["places"]["sea"][0]["fuel"].as_i64()
    };
    assert_eq!([fuel(own), fuel(other)], [Some(3), None]);
    told(&mut game, "rest");
    told(&mut game, "dive unit_p0_1");
    assert_eq!(known(&game), [true, false]);
    told(&mut game, "rest");
    assert_eq!(told(&mut game, "sail unit_p0_1 7"), [false]);
    assert!(!ids(&view(&sight, game.state(), other)).contains(&u64::from(unit.number())));
}
