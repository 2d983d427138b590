//! A line of the protocol: each gets exactly one answer, an object in one line, and a refused one changes nothing.

use crate::seeds::{entries, games, words};
use crate::typed::Typed;
use bolero::check;
use ludex_protocol::{MEMORY, ServedGame, Server};
use ludex_report::Report;
use ludex_source::Sources;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::panic::RefUnwindSafe;
use std::sync::Arc;

/// The games that a server has: those of the lines to begin with, as far as they are small.
fn served() -> BTreeMap<String, ServedGame> {
    let games = games().into_iter().filter_map(|game| {
        let (name, mut sources, mut report) = (game.name.clone(), Sources::new(), Report::new());
        let program = game
            .parse(&mut sources, &mut report)
            .check(&mut report)?
            .compile(&mut report)?;
        let (program, sources) = (Arc::new(program), Arc::new(sources));
        Some((name, ServedGame { program, sources }))
    });
    games.collect()
}

/// The lines of all sessions, with names of games that the server has.
fn lines(games: &BTreeMap<String, ServedGame>) -> Vec<String> {
    let files = entries("tests/data/protocol").into_iter();
    let texts = files.map(|path| fs::read_to_string(path).unwrap());
    let lines: Vec<String> = texts
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let begun = games
        .keys()
        .map(|game| json!({ "do": "new", "game": game, "players": 2, "seed": 1 }).to_string());
    lines.into_iter().chain(begun).collect()
}

/// The games, and the lines that inputs edit.
struct Sessions {
    games: BTreeMap<String, ServedGame>,
    lines: Vec<String>,
    words: Vec<String>,
}

// A panic ends the test: nobody looks at a game again that it left half done.
impl RefUnwindSafe for Sessions {}

impl Sessions {
    /// Sends edited lines to a server with a game, each after a look at its position.
    fn hold(&self, inputs: &[Typed]) {
        let texts: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        let mut server = Server::new(Box::new(self.games.clone()), MEMORY);
        let first = json!({ "do": "new", "game": "fortune", "players": 2, "seed": 1 });
        server.line(&first.to_string());
        for typed in inputs {
            let (_, line) = typed.apply(&texts, &self.words);
            let before = state(&mut server);
            let answer = server.bytes(line.as_bytes());
            let read: Value = serde_json::from_str(&answer).expect("an answer is JSON");
            assert!(
                !answer.contains('\n') && read["ok"].is_boolean(),
                "{answer}"
            );
            if read["ok"] == false {
                let after = state(&mut server);
                assert_eq!(before, after, "a refused line changed something: {line}");
            }
        }
    }
}

fn state(server: &mut Server) -> String {
    server.line(r#"{"do": "state", "position": 1}"#)
}

#[test]
fn fuzz_line() {
    let games = served();
    let lines = lines(&games);
    let words = words(lines.iter().map(String::as_str));
    let sessions = Sessions {
        games,
        lines,
        words,
    };
    check!()
        .with_iterations(1_000)
        .with_type::<[Typed; 2]>()
        .for_each(|inputs| sessions.hold(inputs));
}
