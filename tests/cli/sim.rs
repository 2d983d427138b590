//! `ludex sim`.

use super::{edit, mill, run, snapshots, whole};
use std::fs;
use std::path::Path;

fn totals(folder: &Path, threads: &str) -> serde_json::Value {
    let ran = run(
        &[
            "sim",
            "mill",
            "--games",
            "300",
            "--players",
            "3",
            "--threads",
            threads,
            "--json",
        ],
        folder,
        "",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("games a second"), "{}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn the_same_for_any_number_of_threads() {
    let folder = mill("sim_threads");
    let one = totals(&folder, "1");
    assert_eq!(one, totals(&folder, "2"));
    assert_eq!(one["totals"]["games"], 300);
    assert_eq!(one["totals"]["decisions"]["max"], 4);
}

/// Bots by seat: the same games for any number of threads, looked at or not, and another end than by chance.
#[test]
fn bots_in_seats() {
    let folder = mill("sim_bots");
    let games = |more: &[&str]| {
        let asked = ["sim", "mill", "--games", "40", "--json", "--seats"];
        let ran = run(&[&asked, more].concat(), &folder, "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let mut answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        answer.as_object_mut().unwrap().remove("timing");
        answer
    };
    let searched = games(&["random,mcts:30,worlds=2", "--threads", "1"]);
    assert_eq!(searched["seats"][1], "mcts:30,worlds=2");
    assert_eq!(searched["players"], 2);
    let won = |answer: &serde_json::Value| {
        let seats = answer["totals"]["seats"].as_array().unwrap();
        seats
            .iter()
            .map(|seat| seat["won_alone"].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    let watched = games(&["random,mcts:30,worlds=2", "--threads", "2", "--report"]);
    assert!(watched["report"].is_object());
    assert_eq!(searched["totals"], watched["totals"]);
    let by_chance = games(&["random,random"]);
    assert_eq!(by_chance["totals"], totals_of(&folder, &["--games", "40"]));
    assert!(won(&searched)[1] > won(&by_chance)[1] + 5, "{searched}");
    let ran = run(
        &["sim", "mill", "--games", "3", "--seats", "greedy,greedy"],
        &folder,
        "",
    );
    snapshots(|| insta::assert_snapshot!("sim_bots", ran.out));
    let wrong = run(
        &["sim", "mill", "--seats", "greedy,greedy", "--players", "3"],
        &folder,
        "",
    );
    assert_eq!(
        (wrong.code, wrong.err.as_str()),
        (2, "error: --seats names 2 seats, but 3 play\n")
    );
}

fn totals_of(folder: &Path, more: &[&str]) -> serde_json::Value {
    let ran = run(&[&["sim", "mill", "--json"], more].concat(), folder, "");
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    answer["totals"].clone()
}

#[test]
fn totals_as_tables() {
    let folder = mill("sim_tables");
    let ran = run(&["sim", "mill", "--games", "100"], &folder, "");
    snapshots(|| insta::assert_snapshot!("sim_tables", ran.out));
    assert!(ran.err.contains("games a second"), "{}", ran.err);
}

#[test]
fn games_that_nobody_wins() {
    let folder = mill("sim_nobody");
    let (old, new) = ("score points", "score points; wins when points >= 6");
    edit(&folder.join("games/mill/mill.rules"), old, new);
    let ran = run(&["sim", "mill", "--games", "100"], &folder, "");
    snapshots(|| insta::assert_snapshot!("sim_nobody", ran.out));
    let answer = totals(&folder, "2");
    let totals = &answer["totals"];
    let won = |seat: &serde_json::Value| seat["won_alone"].as_u64().unwrap();
    let alone: u64 = totals["seats"].as_array().unwrap().iter().map(won).sum();
    // Three can't reach six points twice: a game is won alone or by nobody.
    let nobody = totals["won_by_nobody"].as_u64().unwrap();
    assert!(alone > 0 && nobody > 0, "{totals}");
    assert_eq!(alone + nobody, 300);
}

#[test]
fn a_changed_card_changes_the_totals() {
    let folder = mill("sim_changed");
    let before = totals(&folder, "2");
    edit(
        &folder.join("games/mill/stones.yaml"),
        "worth: 2",
        "worth: 1",
    );
    let after = totals(&folder, "2");
    assert_ne!(before["rules"], after["rules"]);
    assert_ne!(before["totals"]["score"], after["totals"]["score"]);
}

#[test]
fn a_game_that_the_rules_break_is_written_down() {
    let folder = mill("sim_broken");
    edit(
        &folder.join("games/mill/mill.rules"),
        "int 0..99",
        "int 0..6",
    );
    edit(
        &folder.join("games/mill/mill.rules"),
        "gain stone.worth points",
        "points += stone.worth",
    );
    let ran = run(
        &[
            "sim",
            "mill",
            "--games",
            "100",
            "--threads",
            "2",
            "--record",
            "faults",
        ],
        &folder,
        "",
    );
    snapshots(|| insta::assert_snapshot!("sim_broken", whole(&ran)));
    let written: Vec<_> = fs::read_dir(folder.join("faults"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let replayed = run(&["replay", written[0].to_str().unwrap()], &folder, "");
    assert_eq!(replayed.code, 1);
    assert!(
        replayed.out.contains("a variable would leave its bounds"),
        "{}{}",
        replayed.out,
        replayed.err
    );
}

#[test]
fn wrong_options() {
    let folder = mill("sim_options");
    let ran = run(&["sim", "mill", "--option", "frog"], &folder, "");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            2,
            "error: `frog` is no option with its value: write NAME=VALUE\n"
        )
    );
    let ran = run(&["sim", "mill", "--option", "frog=true"], &folder, "");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: unknown option `frog`: the game has none\n")
    );
    assert_eq!(run(&["sim", "mill", "--games", "0"], &folder, "").code, 2);
}

/// Each stone is taken once a game; what is told beside it is what is told without.
#[test]
fn what_was_done() {
    let folder = mill("sim_report");
    let (old, new) = (
        "    if size(heap) == 0 { finish }",
        "    if size(heap) > 4 { overflow }\n    if size(heap) == 0 { finish }",
    );
    let rules = folder.join("games/mill/mill.rules");
    edit(&rules, old, new);
    edit(
        &rules,
        "setup { }",
        "setup { }\n\neffect overflow { active = next(active) }",
    );
    let answer = |more: &[&str]| {
        let args = ["sim", "mill", "--games", "100", "--json"];
        let ran = run(&[&args[..], more].concat(), &folder, "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        answer
    };
    let (plain, one) = (answer(&[]), answer(&["--report", "--threads", "1"]));
    let two = answer(&["--report", "--threads", "2"]);
    assert_eq!(plain["totals"], one["totals"]);
    assert_eq!(one["report"], two["report"]);
    let rows = one["report"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row["moved"]["bag"] == 100));
    let texts = one["report"]["texts"].as_array().unwrap();
    let times = |name: &str| {
        let text = texts.iter().find(|text| text["name"] == name).unwrap();
        text["times"].as_u64().unwrap()
    };
    assert_eq!((times("take"), times("overflow")), (400, 0));
    let questions = one["report"]["questions"].as_array().unwrap();
    let sum = |of: &str| -> u64 { questions.iter().map(|one| one[of].as_u64().unwrap()).sum() };
    // Four stones, then three; of the last two the lighter one goes first.
    assert_eq!((sum("asked"), sum("options")), (400, 900));
    assert_eq!(questions[0]["most"], 4);
    let ran = run(&["sim", "mill", "--games", "100", "--report"], &folder, "");
    let never = "\nnever\n  any effect: overflow\n";
    assert!(ran.out.ends_with(never), "{}", ran.out);
}
