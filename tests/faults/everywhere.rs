//! The same fault is told whoever plays: random games, matches, rulings and the protocol. None of them ends the process.

use super::{cases, first_fault};
use ludex::engine::fault::{Fault, FaultKind};
use ludex::play::game::{Match, PlayError};
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::protocol::{MEMORY, ServedGame, Server};
use ludex::report::{Report, human};
use ludex::source::Sources;
use ludex::tools::rulings::{read, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

#[test]
fn a_match_tells_the_fault_of_a_random_game() {
    for case in cases() {
        let (program, _) = compiled(&case);
        let (seed, _, fault) = first_fault(&program);
        let told = fault_of_a_match(&program, seed);
        if is_of_budget(told.kind) && is_of_budget(fault.kind) && told.kind != fault.kind {
            // What a match reports takes bytes before the steps of a random game are spent.
            assert!(matches!(told.kind, FaultKind::TooLarge(_)), "{told}");
        } else {
            assert_eq!(told, fault, "{}", case.display());
        }
    }
}

/// The fault of a game whose choices are those of a random game.
fn fault_of_a_match(program: &Arc<Program>, seed: u64) -> Fault {
    let game = Match::new(Arc::clone(program), Start::new(program, 2, seed));
    let played = game.and_then(|mut game| game.playout(seed, None));
    match played {
        Err(PlayError::Fault(fault)) => fault,
        other => panic!("{}: {other:?}", program.names.game),
    }
}

fn is_of_budget(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::Endless(_) | FaultKind::TooLarge(_) | FaultKind::Unending(_)
    )
}

/// Whoever decides, people or bots: after so many decisions the game has no end. What is taken back does not count.
#[test]
fn a_match_has_as_many_decisions_as_a_random_game() {
    let folder = "tests/data/rejected/play/game_without_end";
    let (program, _) = compiled(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let mut game = Match::new(Arc::clone(&program), Start::new(&program, 2, 1)).unwrap();
    for _ in 0..program.budget.decisions {
        game.apply(0).unwrap();
    }
    let Err(PlayError::Fault(fault)) = game.apply(0) else {
        panic!("it goes on");
    };
    assert_eq!(fault.kind, FaultKind::Unending(program.budget.decisions));
    assert_eq!(game.choice_count() as u64, program.budget.decisions);
    game.undo().unwrap();
    assert!(game.apply(0).is_ok() && game.apply(0).is_err());
}

#[test]
fn a_ruling_tells_a_fault_before_the_first_choice() {
    let mut told = 0;
    for case in cases() {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let game = crate::rulings::game(&case, &mut sources, &mut report).unwrap();
        let program = Arc::new(game.program().clone());
        let Err(PlayError::Fault(_)) = Match::new(program, Start::new(game.program(), 2, 0)) else {
            continue;
        };
        let name = &game.program().names.game;
        let text = format!(
            "id: case\ngame: {name}\nasks: What happens?\nsays: Nothing.\ngiven: {{ players: 2 }}\nexpect: [\"true\"]\n"
        );
        let ruling = read("case.ruling.yaml", &text, &mut sources, &mut report);
        let ruling = ruling.unwrap_or_else(|| panic!("{}", human(&report, &sources, false)));
        assert!(
            !run(&game, &ruling, &sources, None).passed(),
            "{}",
            case.display()
        );
        told += 1;
    }
    assert!(told >= 8, "{told} cases");
}

#[test]
fn the_protocol_answers_and_keeps_its_positions() {
    let mut games = BTreeMap::new();
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/accepted/ends");
    for case in cases().iter().chain([&good]) {
        let (program, sources) = compiled(case);
        let sources = Arc::new(sources);
        games.insert(program.names.game.clone(), ServedGame { program, sources });
    }
    let names: Vec<String> = games.keys().cloned().collect();
    let mut server = Server::new(Box::new(games), MEMORY);
    let kept = ask(&mut server, "ends", 1)["position"].clone();
    for name in names.iter().filter(|name| *name != "ends") {
        let failed = (0..super::GAMES).any(|seed| {
            let new = ask(&mut server, name, seed);
            if new["ok"] == true {
                !plays(&mut server, &new["position"], seed)
            } else {
                is_fault(&new)
            }
        });
        assert!(failed, "{name}");
    }
    let state = format!(r#"{{"do":"state","position":{kept}}}"#);
    assert_eq!(line(&mut server, &state)["ok"], true);
}

fn ask(server: &mut Server, game: &str, seed: u64) -> Value {
    let new = format!(r#"{{"do":"new","game":"{game}","players":2,"seed":{seed}}}"#);
    line(server, &new)
}

/// Tells whether a random playout from a position reaches the end of the game, without a fault of the rules.
fn plays(server: &mut Server, position: &Value, seed: u64) -> bool {
    let playout = format!(r#"{{"do":"playout","position":{position},"seed":{seed}}}"#);
    let played = line(server, &playout);
    assert!(played["ok"] == true || is_fault(&played), "{played}");
    played["ok"] == true
}

fn is_fault(reply: &Value) -> bool {
    reply.to_string().contains("rules_failed")
}

fn line(server: &mut Server, line: &str) -> Value {
    serde_json::from_str(&server.line(line)).unwrap()
}

fn compiled(case: &Path) -> (Arc<Program>, Sources) {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let game = crate::rulings::game(case, &mut sources, &mut report);
    let game = game.unwrap_or_else(|| panic!("{}: {report:?}", case.display()));
    (Arc::new(game.program().clone()), sources)
}
