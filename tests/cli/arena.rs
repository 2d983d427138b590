//! `ludex arena`.

use super::run;
use super::snapshots;
use super::{ludex, mill};
use std::path::Path;

fn standings(folder: &Path, threads: &str) -> serde_json::Value {
    let bots = ["mcts:20,worlds=2", "random"];
    let asked = [
        "--games",
        "12",
        "--seed",
        "3",
        "--threads",
        threads,
        "--json",
    ];
    let arguments = ["arena", "mill"].into_iter().chain(bots).chain(asked);
    let ran = run(&arguments.collect::<Vec<_>>(), folder, "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let told = answer.as_object_mut().unwrap();
    assert!(told.remove("seconds").unwrap().is_number());
    for bot in told["bots"].as_array_mut().unwrap() {
        bot.as_object_mut().unwrap().remove("playouts_per_second");
    }
    answer
}

#[test]
fn the_same_games_for_any_number_of_threads() {
    let folder = mill("arena_threads");
    let one = standings(&folder, "1");
    assert_eq!(one, standings(&folder, "2"));
    assert_eq!((&one["games"], &one["players"]), (&12.into(), &2.into()));
    // Both sat in every game, in one seat and the other, and all that was won was won by somebody.
    let bots = one["bots"].as_array().unwrap();
    let wins: f64 = bots.iter().map(|bot| bot["wins"].as_f64().unwrap()).sum();
    assert!(bots.iter().all(|bot| bot["games"] == 12), "{one}");
    assert!((wins - 12.0).abs() < 1e-9, "{one}");
    assert!(bots[0]["playouts"].as_u64().unwrap() > 0 && bots[1]["playouts"] == 0);
}

#[test]
fn what_is_no_bot_is_told() {
    let folder = mill("arena_wrong");
    let ran = run(&["arena", "mill", "mcst:20"], &folder, "");
    assert_eq!(ran.code, 2);
    snapshots(|| insta::assert_snapshot!("arena_wrong", ran.err));
}

/// Bots can't play a game without end either: it is a fault with its place.
#[test]
fn a_game_without_end_is_a_fault() {
    let game = "tests/data/rejected/play/game_without_end";
    let ran = ludex(&["arena", game, "random", "greedy", "--games", "1"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let told = ["mill.rules:4:", "not over after 50 decisions"];
    assert!(
        told.iter().all(|words| ran.err.contains(words)),
        "{}",
        ran.err
    );
}
