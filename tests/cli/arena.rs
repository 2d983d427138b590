//! `ludex arena`.

use super::{ludex, mill, run, snapshots};
use std::path::Path;

/// The answer of an arena as JSON.
fn answer(folder: &Path, asked: &[&str]) -> serde_json::Value {
    let ran = run(&[&["arena", "mill", "--json"], asked].concat(), folder, "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

fn standings(folder: &Path, threads: &str) -> serde_json::Value {
    let bots = ["mcts:20,worlds=2", "random", "--games", "12", "--seed", "3"];
    let mut answer = answer(folder, &[&bots[..], &["--threads", threads]].concat());
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

/// Four bots at a table for two: each pair meets in both orders, whatever the order of their names.
#[test]
fn every_pair_meets_in_both_orders() {
    let folder = mill("arena_pairs");
    for bots in [
        ["greedy", "random", "flat:2", "random"],
        ["random", "flat:2", "greedy", "random"],
    ] {
        let answer = answer(
            &folder,
            &[&bots[..], &["--games", "24", "--players", "2"]].concat(),
        );
        let pairs = answer["pairs"].as_array().unwrap();
        assert_eq!(pairs.len(), 6);
        for pair in pairs {
            let met = ["games", "first_sat_before", "first_sat_after"]
                .map(|key| pair[key].as_u64().unwrap());
            assert_eq!(met, [4, 2, 2], "{pair}");
        }
        let ratings = answer["bots"].as_array().unwrap().iter();
        let sum: f64 = ratings.map(|bot| bot["rating"].as_f64().unwrap()).sum();
        assert!(sum.abs() < 1.0, "{answer}");
    }
}

/// Two bots without chance play two games, one from each seat, however many are asked for; where one guesses, each game counts.
#[test]
fn games_that_repeat_count_once() {
    let folder = mill("arena_repeats");
    let different = |bots: [&str; 2]| -> Vec<u64> {
        let answer = answer(&folder, &[&bots[..], &["--games", "40"]].concat());
        let bots = answer["bots"].as_array().unwrap().iter();
        bots.map(|bot| bot["different"].as_u64().unwrap()).collect()
    };
    assert_eq!(different(["greedy", "greedy"]), [2, 2]);
    assert_eq!(different(["greedy", "random"]), [40, 40]);
    assert_eq!(different(["random", "random"]), [40, 40]);
}

/// The tables for people; two games are too few for three pairs.
#[test]
fn bots_and_pairs_are_told() {
    let folder = mill("arena_tables");
    let told = |games: &str| {
        let bots = ["greedy", "greedy,worlds=1", "random"];
        let asked = ["--games", games, "--threads", "1"];
        let ran = run(
            &[&["arena", "mill"], &bots[..], &asked].concat(),
            &folder,
            "",
        );
        assert_eq!(ran.code, 0, "{}", ran.err);
        // The first line names the version and the hash of the rules.
        ran.out
            .lines()
            .skip(1)
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    snapshots(|| insta::assert_snapshot!("arena_tables", told("60") + &told("2")));
}

/// Decisions that a program leaves to chance are counted, with the first reason; what it writes to stderr goes where ours does.
#[cfg(unix)]
#[test]
fn a_program_that_fails_is_told() {
    let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bots/bad.sh");
    let bot = format!("exec:\"sh '{bad}' beyond\"");
    let folder = mill("arena_program");
    let arena = ["arena", "mill", &bot, "random", "--games", "2", "--json"];
    let ran = run(&arena, &folder, "");
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let (failed, decisions) = (&told["bots"][0]["failed"], &told["bots"][0]["decisions"]);
    assert!(failed == decisions && failed.as_u64() > Some(1), "{told}");
    let why = told["bots"][0]["failure"].as_str().unwrap();
    assert!(why.contains("names no option"), "{why}");
    let seats = format!("{bot},random");
    for (command, said) in [("sim", "decisions at random"), ("play", "so chance does")] {
        let ran = run(
            &[command, "mill", "--seats", &seats, "--seed", "1"],
            &folder,
            "",
        );
        assert!(ran.err.contains(said), "{command}: {}", ran.err);
        assert!(
            ran.err.contains("names no option"),
            "{command}: {}",
            ran.err
        );
    }
    let notes = folder.join("notes");
    let bot = format!("exec:\"sh '{bad}' notes '{}'\"", notes.display());
    let ran = run(
        &["arena", "mill", &bot, "random", "--games", "1"],
        &folder,
        "",
    );
    assert!(ran.err.contains("a word beside"), "{}", ran.err);
}
