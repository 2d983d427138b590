//! The protocol: transcripts as files, and a storm of broken lines.

use crate::support::{cases, settings};
use ludex::protocol::{MEMORY, ServedGame, Server};
use ludex::report::Report;
use ludex::source::Sources;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

mod memory;
mod page;
mod positions;
mod promises;
mod questions;
mod schema;
mod storm;
mod versions;

/// Plays every file of requests in `tests/data/protocol/`; the snapshot shows requests and replies.
#[test]
fn transcripts() {
    let files = cases("tests/data/protocol");
    let settings = settings("protocol");
    settings.bind(|| {
        for path in files {
            let mut server = server(&[
                "games/noah",
                "tests/data/accepted/duel",
                "tests/data/accepted/ends",
                "tests/data/accepted/estate",
                "tests/data/accepted/kites",
                "tests/data/accepted/solo",
            ]);
            let text = fs::read_to_string(&path).unwrap();
            let told: String = text.lines().map(|line| told(&mut server, line)).collect();
            insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), told);
        }
    });
}

fn told(server: &mut Server, line: &str) -> String {
    format!("> {line}\n< {}\n\n", server.line(line))
}

/// Larger than any number that a machine holds, which no library reads.
#[test]
fn an_id_may_be_any_number() {
    let reply = server(&["games/noah"]).line(r#"{"do":"games","id":-1.50e400}"#);
    assert!(
        reply.starts_with(r#"{"id":-1.50e400,"ok":true,"#),
        "{reply}"
    );
}

/// A server of the games in some folders.
fn server(folders: &[&str]) -> Server {
    roomy(folders, MEMORY)
}

/// A server of the games in some folders, whose positions may take so many bytes.
fn roomy(folders: &[&str], memory: usize) -> Server {
    Server::new(Box::new(games(folders)), memory)
}

/// The games in some folders, by name.
fn games(folders: &[&str]) -> BTreeMap<String, ServedGame> {
    let mut games = BTreeMap::new();
    for folder in folders {
        let (mut sources, mut found) = (Sources::new(), Report::new());
        let game = crate::rulings::game(Path::new(folder), &mut sources, &mut found);
        let game =
            game.unwrap_or_else(|| panic!("{}", ludex::report::human(&found, &sources, false)));
        let program = Arc::new(game.program().clone());
        games.insert(
            program.names.game.clone(),
            ServedGame {
                program,
                sources: Arc::new(sources),
            },
        );
    }
    games
}

/// A reply as an object; anything else fails the test.
fn reply(server: &mut Server, line: &str) -> Value {
    let reply = server.line(line);
    assert!(!reply.contains('\n'), "{line}: a reply of several lines");
    let reply: Value =
        serde_json::from_str(&reply).unwrap_or_else(|error| panic!("{line}: {error}: {reply}"));
    assert!(reply["ok"].is_boolean(), "{line}: {reply}");
    reply
}

/// The answer to a request that must be answered.
fn ask(server: &mut Server, request: Value) -> Value {
    let reply = reply(server, &request.to_string());
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

/// The code with which a request is refused.
fn refusal(server: &mut Server, request: Value) -> String {
    let reply = reply(server, &request.to_string());
    assert_eq!(reply["ok"], false, "{request}: {reply}");
    reply["error"]["code"].as_str().unwrap().to_owned()
}
