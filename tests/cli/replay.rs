//! `ludex replay`.

use super::edit;
use super::mill;
use super::run;
use super::snapshots;
use super::whole;
use std::fs;
use std::path::PathBuf;

fn recorded(name: &str) -> PathBuf {
    let folder = mill(name);
    let ran = run(
        &["play", "mill", "--record", "game.json"],
        &folder,
        "take blue\ntake white\n1\n1\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    folder
}

#[test]
fn step_by_step() {
    let folder = recorded("replay_steps");
    let steps = run(&["replay", "game.json"], &folder, "");
    let verified = run(&["replay", "game.json", "--verify"], &folder, "");
    snapshots(|| {
        insta::assert_snapshot!(
            "replay_steps",
            format!("{}\n{}", whole(&steps), whole(&verified))
        )
    });
}

#[test]
fn other_rules_that_play_the_same() {
    let folder = recorded("replay_other");
    edit(
        &folder.join("games/mill/game.yaml"),
        "title: Mill",
        "title: Great Mill",
    );
    let ran = run(&["replay", "game.json", "--verify"], &folder, "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let replay: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("game.json")).unwrap()).unwrap();
    assert!(
        ran.err.contains("recorded under other rules"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains(replay["rules"].as_str().unwrap()),
        "{}",
        ran.err
    );
}

#[test]
fn a_choice_that_is_no_longer_an_option() {
    let folder = recorded("replay_illegal");
    edit(
        &folder.join("games/mill/mill.rules"),
        "size(heap) > 2",
        "size(heap) > 3",
    );
    for args in [
        &["replay", "game.json", "--verify"][..],
        &["replay", "game.json"],
    ] {
        let ran = run(args, &folder, "");
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(
            ran.out.contains("choice 1 cannot be made: P1: take white"),
            "{}",
            ran.out
        );
    }
}

#[test]
fn no_replay() {
    let folder = mill("replay_none");
    fs::write(folder.join("game.json"), "{}").unwrap();
    let ran = run(&["replay", "game.json"], &folder, "");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .starts_with("error: cannot read `game.json`: this is no replay"),
        "{}",
        ran.err
    );
}

#[test]
fn a_replay_that_was_edited_badly() {
    let folder = recorded("replay_edited");
    let file = folder.join("game.json");
    let whole_text = fs::read_to_string(&file).unwrap();
    for (old, new, told) in [
        (
            "\"players\": 2",
            "\"players\": \"two\"",
            "line 6, column 3: `players`: expected a whole number from 0 that is not too large, found a text",
        ),
        (
            "\"seed\": 0",
            "\"sede\": 0",
            "line 7, column 3: unknown key `sede`, did you mean `seed`?",
        ),
        (
            "\"players\": 2,",
            "\"players\": 2",
            "line 7, column 3: a `,` or `}` is missing before `\"`",
        ),
        (
            "\"seed\": 0,",
            "",
            "line 1, column 1: the key `seed` is missing",
        ),
    ] {
        assert!(whole_text.contains(old), "{whole_text}");
        fs::write(&file, whole_text.replacen(old, new, 1)).unwrap();
        let ran = run(&["replay", "game.json"], &folder, "");
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains(told), "{told}: {}", ran.err);
    }
}
