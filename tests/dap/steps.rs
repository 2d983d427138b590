//! What holds of steps in every game: they change nothing, the way back is the way there, and equal points are equal.

use super::client::{Client, copy};
use crate::support::games_in;
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::Report;
use ludex::source::Sources;
use ludex::tools::debug::{Breakpoint, Breakpoints, Debugger, Motion, StopReason, Timeline};
use ludex::tools::rulings::RuledGame;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The games that ship, and one with effects, hooks and texts of rows on a few lines.
pub(super) fn games() -> Vec<PathBuf> {
    let mut games = games_in("games");
    games.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/lsp/tea"));
    games
}

pub(super) fn load(folder: &Path) -> RuledGame {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = ludex::pipeline::GameText {
        name: folder.file_name().unwrap().to_str().unwrap().to_owned(),
        files: crate::support::files(folder),
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    RuledGame::new(checked.unwrap(), &mut report).unwrap()
}

pub(super) fn start(program: &Program, seed: u64) -> Start {
    let players = u8::try_from(program.names.players.0.max(2)).unwrap();
    Start::new(program, players, seed)
}

/// A new game whose decisions chance answers.
pub(super) fn debugger(game: &RuledGame, seed: u64) -> Debugger {
    let program = Arc::new(game.program().clone());
    let start = start(&program, seed);
    let timeline = Timeline::new_game(program, start, true).unwrap();
    Debugger::new(timeline, Arc::default())
}

/// A breakpoint that is never met stops nothing, and a game that is watched goes as one that is not.
#[test]
fn to_watch_a_game_changes_nothing() {
    for folder in games() {
        let game = load(&folder);
        let mut debugger = debugger(&game, 7);
        debugger.begin(false);
        assert_eq!(
            debugger.stop().reason,
            StopReason::Over,
            "{}",
            folder.display()
        );
        let program = Arc::new(game.program().clone());
        let mut alone = Match::new(Arc::clone(&program), start(&program, 7)).unwrap();
        for number in 1..debugger.timeline().count() {
            let turn = debugger.timeline().get(number).unwrap();
            let before = turn.turn.before().unwrap();
            assert_eq!(
                before.state(),
                alone.state(),
                "{} at {number}",
                folder.display()
            );
            let ludex::play::observed::PlayTurn::Choice { option, .. } = turn.turn else {
                panic!("a turn without a choice");
            };
            alone.apply(option).unwrap();
        }
        assert_eq!(
            debugger.stop().state,
            *alone.state(),
            "{}",
            folder.display()
        );
    }
}

/// Some steps of each game, with the step back that undoes each.
#[test]
fn the_way_back_is_the_way_there() {
    let motions = [
        Motion::In,
        Motion::Over,
        Motion::In,
        Motion::In,
        Motion::Over,
    ];
    for folder in games() {
        let game = load(&folder);
        let mut debugger = debugger(&game, 3);
        debugger.begin(true);
        let mut undone = 0;
        for n in 0..160 {
            let before = debugger.stop().clone();
            if !debugger.go(motions[n % motions.len()]) {
                break;
            }
            let after = debugger.stop().clone();
            let is_beside = before.state.frames.len() == after.state.frames.len();
            if !is_beside || after.reason != StopReason::Step {
                continue;
            }
            // Nothing lies between both but what is inside of the first.
            let place = format!("{} {n}", folder.display());
            assert!(debugger.go(Motion::Back));
            let back = debugger.stop();
            assert_eq!(
                (back.turn, &back.state),
                (before.turn, &before.state),
                "{place}"
            );
            assert!(debugger.go(Motion::Over));
            let again = debugger.stop();
            assert_eq!(
                (again.turn, &again.state),
                (after.turn, &after.state),
                "{place}"
            );
            undone += 1;
        }
        assert!(undone > 10, "{}: {undone} steps", folder.display());
    }
}

/// Breakpoints everywhere, forwards and then backwards, are met at the same points.
#[test]
fn breakpoints_are_met_in_both_directions() {
    for folder in games() {
        let game = load(&folder);
        let mut debugger = debugger(&game, 5);
        let mut breakpoints = Breakpoints::default();
        let places: Vec<_> = debugger.statements().places(game.program()).collect();
        // Every seventh, so that steps differ from stops.
        for place in places.iter().step_by(7) {
            let breakpoint = Breakpoint {
                number: place.pc.index(),
                condition: None,
                log: None,
            };
            breakpoints.add(place.pc, breakpoint);
        }
        debugger.set_breakpoints(breakpoints, Vec::new());
        debugger.begin(false);
        let mut met = Vec::new();
        while met.len() < 60 && matches!(debugger.stop().reason, StopReason::Breakpoint(_)) {
            met.push(debugger.stop().clone());
            debugger.go(Motion::Continue);
        }
        assert!(met.len() > 5, "{}: {} stops", folder.display(), met.len());
        for stop in met.iter().rev() {
            debugger.go(Motion::BackContinue);
            let back = debugger.stop();
            let [there, here] = [stop, back].map(|stop| (stop.turn, &stop.state, &stop.reason));
            assert_eq!(there, here, "{}", folder.display());
        }
        debugger.go(Motion::BackContinue);
        assert_eq!(
            debugger.stop().reason,
            StopReason::Entry,
            "{}",
            folder.display()
        );
    }
}

/// A rule that goes round for ever, without a budget, is stopped by whoever asks.
#[test]
fn pause_stops_what_never_ends() {
    let folder = copy("tests/data/lsp/tea", "pause");
    let rules = folder.join("tea/tea.rules");
    let text = std::fs::read_to_string(&rules).unwrap();
    let endless = text.replace("gain amount coins", "while amount > 0 { gain 0 coins }");
    std::fs::write(&rules, endless).unwrap();
    let manifest = folder.join("tea/game.yaml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(
        &manifest,
        format!("{text}budget: {{ steps: 1000000000 }}\n"),
    )
    .unwrap();
    let mut client = Client::start(&folder);
    let ruling = "tea/rulings/matcha-earns-one-more.ruling.yaml";
    let launched = client.launch(json!({ "ruling": ruling, "stopOnEntry": true }));
    launched.unwrap_or_else(|error| panic!("{error}"));
    client.ask("configurationDone", json!({})).unwrap();
    client.until_stop();
    // Whenever it is stopped it has come further, so in the end it is in the loop.
    for _ in 0..100 {
        client.ask("continue", json!({ "threadId": 1 })).unwrap();
        client.ask("pause", json!({ "threadId": 1 })).unwrap();
        let stopped = client.until_stop().pop().unwrap();
        assert_eq!(stopped["body"]["reason"], "pause");
        let stack = client.ask("stackTrace", json!({ "threadId": 1 })).unwrap();
        if stack["stackFrames"][0]["name"] == "effect earn" {
            assert_eq!(client.leave(), 0);
            return;
        }
    }
    panic!("the loop was never met");
}

/// A client that goes away, or sends what is no message, ends the adapter.
#[test]
fn the_adapter_ends_with_its_client() {
    let folder = copy("tests/data/lsp/tea", "ends");
    assert_eq!(Client::start(&folder).wait(), 0);
    let mut client = Client::start(&folder);
    client.write("{");
    assert_ne!(client.wait(), 0);
    let mut client = Client::start(&folder);
    for garbage in [
        json!(null),
        json!(7),
        json!([]),
        json!({}),
        json!({ "command": 3 }),
    ] {
        client.write(&Value::to_string(&garbage));
    }
    let refused = client.ask("no/such", json!({}));
    assert!(refused.is_err());
    for arguments in [
        json!(null),
        json!(7),
        json!({ "breakpoints": 7 }),
        json!({ "expression": [] }),
    ] {
        for command in [
            "launch",
            "setBreakpoints",
            "evaluate",
            "variables",
            "scopes",
            "stackTrace",
        ] {
            assert!(
                client.ask(command, arguments.clone()).is_err(),
                "{command} {arguments}"
            );
        }
    }
    assert_eq!(client.leave(), 0);
}
