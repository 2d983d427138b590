//! The memory of a server's positions: 100,000 of each shipped game after 40 decisions, and what a copy costs.
//!
//! `ludex protocol` is asked as any other program would ask it, in this process. Names on the command line choose games.

#![expect(clippy::print_stdout, reason = "a bench answers on stdout")]

mod shipped;

use ludex::engine::chance::{Stream, purpose};
use ludex::protocol::{MEMORY, ServedGame, Server};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;

const POSITIONS: usize = 100_000;
const DECISIONS: usize = 40;
/// Games that are played by themselves; every other position is a copy of one of them, played on by a decision of its own.
const PLAYED: usize = 1_000;

fn main() {
    println!(
        "| game | played alone, bytes each | {POSITIONS} positions, bytes | the process, bytes | a copy |"
    );
    println!("| --- | --- | --- | --- | --- |");
    for (name, game) in shipped::wanted() {
        row(&name, game);
    }
}

fn row(name: &str, game: ServedGame) {
    let games = BTreeMap::from([(name.to_owned(), game)]);
    let mut server = Server::new(Box::new(games), MEMORY);
    let mut chance = Stream::new(1, purpose("positions"), 0);
    let handles: Vec<Value> = (0..PLAYED)
        .map(|seed| played(&mut server, name, seed, &mut chance))
        .collect();
    let alone = server.memory() / PLAYED;
    let (mut copying, mut copies) = (0.0, 0);
    'all: loop {
        for handle in &handles {
            if PLAYED + copies == POSITIONS {
                break 'all;
            }
            let start = Instant::now();
            let copy = ask(&mut server, json!({ "do": "clone", "position": handle }));
            copying += start.elapsed().as_secs_f64();
            step(&mut server, &copy["position"], &mut chance);
            copies += 1;
        }
    }
    let (counted, process) = (server.memory(), resident());
    let copy = copying / copies as f64 * 1e6;
    println!("| {name} | {alone} | {counted} | {process} | {copy:.1} µs |");
    assert!(counted < MEMORY, "{name}: {counted} bytes");
}

fn played(server: &mut Server, game: &str, seed: usize, chance: &mut Stream) -> Value {
    let asked = ask(
        server,
        json!({ "do": "new", "game": game, "players": 2, "seed": seed }),
    );
    let handle = asked["position"].clone();
    for _ in 0..DECISIONS {
        step(server, &handle, chance);
    }
    handle
}

/// Chooses an option at random, unless the game is over.
fn step(server: &mut Server, handle: &Value, chance: &mut Stream) {
    let asked = ask(server, json!({ "do": "decision", "position": handle }));
    let Some(options) = asked["decision"]["options"].as_array() else {
        return;
    };
    let option = chance.below(options.len() as u32);
    ask(
        server,
        json!({ "do": "apply", "position": handle, "option": option }),
    );
}

fn ask(server: &mut Server, request: Value) -> Value {
    let reply = server.line(&request.to_string());
    let reply: Value = serde_json::from_str(&reply).unwrap_or_default();
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

/// Bytes of this process that are in memory; 0 where the system does not say.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes =
        line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
    kilobytes.unwrap_or_default() * 1024
}
