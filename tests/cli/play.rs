//! `ludex play`, by script.

use super::{edit, mill, run, snapshots, whole};
use std::fs;

#[test]
fn a_game_by_script() {
    let folder = mill("play_script");
    let script = "help\nboard\nwhy not take white\ntake blue\nundo\n2\nnonsense\n99\nlog\ntake white\ntake red\ntake blue\n";
    let ran = run(&["play", "mill", "--record", "game.json"], &folder, script);
    snapshots(|| insta::assert_snapshot!("play_script", whole(&ran)));
    let verified = run(&["replay", "game.json", "--verify"], &folder, "");
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
}

/// A map of hexes, pieces with names, options that differ in their last word.
#[test]
fn a_map_of_hexes() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/accepted");
    let args = ["play", "twins", "--games", games, "--seed", "2"];
    let ran = run(
        &args,
        &mill("play_hexes"),
        "what ann\nwhat nobody\n1\nboard\n",
    );
    snapshots(|| insta::assert_snapshot!("play_hexes", whole(&ran)));
}

/// Options, `what` and `why not` tell cards and conditions in the words of the game.
#[test]
fn cards_in_words() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/accepted");
    let args = ["play", "phrases", "--games", games, "--seed", "4"];
    let script = "what jam\nwhat ham\nwhy not buy ham\n1\n";
    let ran = run(&args, &mill("play_words"), script);
    snapshots(|| insta::assert_snapshot!("play_words", whole(&ran)));
}

/// Hooks of the rules on one effect are told apart by what they do, and equal cards that would replace an event are one option.
#[test]
fn hooks_that_are_alike() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/accepted");
    let args = [
        "play",
        "guards",
        "--games",
        games,
        "--seed",
        "1",
        "--players",
        "1",
    ];
    let ran = run(
        &args,
        &mill("play_guards"),
        "what shield\nwhat shield_p0_2\nwhat ring\n1\n2\n2\nshield\n2\n",
    );
    snapshots(|| insta::assert_snapshot!("play_guards", whole(&ran)));
}

#[test]
fn chance_in_a_seat() {
    let folder = mill("play_random");
    let args = ["play", "mill", "--seats", "me,random", "--seed", "3"];
    let (once, again) = (
        run(&args, &folder, "1\n1\n"),
        run(&args, &folder, "1\nundo\n1\n1\n"),
    );
    assert!(once.out.contains("The game is over"), "{}", once.out);
    assert_eq!((once.code, again.code), (0, 0));
    let end = |out: &str| out.split("The game is over").nth(1).unwrap().to_owned();
    assert_eq!(end(&once.out), end(&again.out));
}

/// A person between bots: what they did is told before the next question, and they do it again after `undo`.
#[test]
fn bots_in_seats() {
    let folder = mill("play_bots");
    let seats = "me,mcts:40,worlds=2,cut=9,me";
    let args = ["play", "mill", "--seats", seats, "--seed", "3"];
    let ran = run(&args, &folder, "1\nundo\n1\n1\n1\n");
    snapshots(|| insta::assert_snapshot!("play_bots", whole(&ran)));
    let wrong = run(&["play", "mill", "--seats", "me,gredy"], &folder, "");
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("did you mean `greedy`?"),
        "{}",
        wrong.err
    );
}

/// `hint` is a bot's choice for the seat that is asked, and changes nothing.
#[test]
fn hints() {
    let folder = mill("play_hint");
    let script = "hint mcts:60,worlds=2\nhint greedy\nhint random\nhint nobody\n1\nhint flat:20\n";
    let ran = run(&["play", "mill"], &folder, script);
    snapshots(|| insta::assert_snapshot!("play_hint", whole(&ran)));
    assert_eq!(ran.out, run(&["play", "mill"], &folder, script).out);
}

#[test]
fn nobody_wins() {
    let folder = mill("play_nobody");
    let (old, new) = ("score points", "score points; wins when points >= 9");
    edit(&folder.join("games/mill/mill.rules"), old, new);
    let script = "take blue\ntake white\ntake red\ntake green\n";
    let ran = run(&["play", "mill", "--record", "game.json"], &folder, script);
    let end = "The game is over.\nP0: 4 (rank 2)\nP1: 6 (rank 1)\nnobody wins\n";
    assert!(ran.out.contains(end), "{}{}", ran.out, ran.err);
    let verified = run(&["replay", "game.json", "--verify"], &folder, "");
    assert!(verified.out.ends_with("nobody wins\n"), "{}", verified.out);
}

#[test]
fn the_end_of_the_input() {
    let folder = mill("play_end");
    let ran = run(&["play", "mill"], &folder, "1\n");
    assert_eq!(ran.code, 0);
    assert!(
        ran.out.ends_with("No more answers: the game stops here.\n"),
        "{}",
        ran.out
    );
    assert_eq!(run(&["play", "mill"], &folder, "quit\n").code, 0);
}

#[test]
fn a_seat_sees_only_its_own() {
    let folder = mill("play_hidden");
    let ran = run(&["play", "mill"], &folder, "take red\n");
    let (_, second) = ran.out.split_once("P1 (you)").unwrap();
    let (own, _) = second.split_once("\nP1: ").unwrap();
    assert!(!own.contains("bag: red"), "{}", ran.out);
}

#[test]
fn wrong_seats() {
    let folder = mill("play_seats");
    let ran = run(&["play", "mill", "--seats", "me"], &folder, "");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: --seats names 1 seats, but 2 play\n")
    );
    let ran = run(&["play", "mill", "--players", "7"], &folder, "");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: Mill is for 2 to 3 players, not for 7\n")
    );
}

#[test]
fn a_changed_text_needs_nothing_recompiled() {
    let folder = mill("play_changed");
    let stones = folder.join("games/mill/stones.yaml");
    let script = "take red\ntake green\ntake white\ntake blue\n";
    assert!(
        run(&["play", "mill"], &folder, script)
            .out
            .contains("no option is")
    );
    edit(&stones, "worth: 4", "worth: 1");
    let ran = run(&["play", "mill"], &folder, script);
    assert!(ran.out.contains("P0: 2 (rank 2)"), "{}", ran.out);
    edit(&stones, "worth: 1}", "worth: 10}");
    let ran = run(&["play", "mill"], &folder, script);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("games/mill/stones.yaml:2"), "{}", ran.err);
}

#[test]
fn a_game_that_the_rules_break() {
    let folder = mill("play_broken");
    edit(
        &folder.join("games/mill/mill.rules"),
        "int 0..99",
        "int 0..2",
    );
    edit(
        &folder.join("games/mill/mill.rules"),
        "gain stone.worth points",
        "points += stone.worth",
    );
    let ran = run(
        &["play", "mill", "--record", "broken.json"],
        &folder,
        "take blue\n",
    );
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("a variable would leave its bounds"),
        "{}",
        ran.err
    );
    let replayed = run(&["replay", "broken.json"], &folder, "");
    assert_eq!(replayed.code, 1);
    assert!(
        replayed
            .out
            .contains("games/mill/mill.rules:23:3: a variable would leave its bounds"),
        "{}",
        replayed.out
    );
    assert!(
        fs::read_to_string(folder.join("broken.json"))
            .unwrap()
            .contains("take blue")
    );
}

#[test]
fn a_slip_in_an_answer() {
    let folder = mill("play_slip");
    let ran = run(&["play", "mill"], &folder, "tkae red\nblue\ntake gold\n");
    for told in [
        "no option is `tkae red`, did you mean `take red`?; `help` tells",
        "no option is `blue`, did you mean `take blue`?",
        "no option is `take gold`",
    ] {
        assert!(ran.out.contains(told), "{told}: {}", ran.out);
    }
}
