//! `ludex replay`.

use super::{edit, mill, run, snapshots, whole};
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
fn a_part_of_a_game() {
    let folder = recorded("replay_part");
    let whole_game = run(&["replay", "game.json"], &folder, "").out;
    let choices = whole_game.lines().filter(|line| !line.starts_with(' '));
    let last = choices.filter(|line| line.contains(". P")).count() - 1;
    let all = format!("--to={last}");
    for (args, first, end) in [
        (&["--last", "1"][..], last, last),
        (&["--last", "99"], 0, last),
        (&["--from", "1"], 1, last),
        (&["--to", "0"], 0, 0),
        (&["--from", "1", "--to", "1"], 1, 1),
        (&["--from", "1", all.as_str()], 1, last),
    ] {
        let part = run(&[&["replay", "game.json"], args].concat(), &folder, "");
        assert_eq!(part.code, 0, "{args:?}: {}", part.err);
        for step in 0..=last {
            let headline = whole_game
                .lines()
                .find(|line| line.starts_with(&format!("{step}. ")))
                .unwrap();
            let shown = part.out.lines().any(|line| line == headline);
            assert_eq!(
                shown,
                (first..=end).contains(&step),
                "{args:?}: {}",
                part.out
            );
        }
        assert_eq!(first > 0, part.out.contains(" before\n"), "{}", part.out);
        assert_eq!(end < last, part.out.contains(" after\n"), "{}", part.out);
    }
    let none = run(&["replay", "game.json", "--from", "99"], &folder, "");
    assert_eq!(none.code, 2, "{}", none.out);
    assert!(
        none.err.contains("there is nothing to show"),
        "{}",
        none.err
    );
    let both = ["replay", "game.json", "--last", "1", "--from", "0"];
    assert_eq!(run(&both, &folder, "").code, 2);
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
    let note = "recorded under other rules than those of `mill` here: every declaration and row reads the same";
    assert!(ran.err.contains(note), "{}", ran.err);
}

/// Rules of another meaning: what differs is told, and the game goes on only when that is asked for.
#[test]
fn other_rules_are_told_and_refused() {
    let folder = recorded("replay_changed");
    edit(
        &folder.join("games/mill/mill.rules"),
        "size(heap) > 2",
        "size(heap) > 1",
    );
    let differs = "recorded under other rules than those of `mill` here: changed: ";
    for args in [
        &["replay", "game.json"][..],
        &["replay", "game.json", "--verify"],
        &["replay", "game.json", "--format", "json"],
        &["play", "mill", "--resume", "game.json"],
    ] {
        let ran = run(args, &folder, "quit\n");
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(differs), "{args:?}: {}", ran.err);
        assert!(ran.err.contains("--other-rules"), "{args:?}: {}", ran.err);
        let asked = [args, &["--other-rules"]].concat();
        let ran = run(&asked, &folder, "quit\n");
        assert_eq!(ran.code, 0, "{asked:?}: {}", ran.err);
        assert!(ran.err.contains(differs), "{asked:?}: {}", ran.err);
    }
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
        &["replay", "game.json", "--other-rules", "--verify"][..],
        &["replay", "game.json", "--other-rules"],
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

/// A replay of the first edition names none; a later one may hold what is not known here.
#[test]
fn a_replay_of_another_edition() {
    let folder = recorded("replay_edition");
    let file = folder.join("game.json");
    for (instead, edition) in [
        ("", "edition 1"),
        ("\"edition\": 3, \"who\": 1,", "edition 3"),
    ] {
        let whole = fs::read_to_string(&file).unwrap();
        assert!(whole.contains("\"edition\": 2,"), "{whole}");
        fs::write(&file, whole.replace("\"edition\": 2,", instead)).unwrap();
        let ran = run(&["replay", "game.json"], &folder, "");
        fs::write(&file, whole).unwrap();
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains(edition), "{}", ran.err);
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
            "line HERE, column 3: `players`: expected a whole number from 0 that is not too large, found a text",
        ),
        (
            "\"seed\": 0",
            "\"sede\": 0",
            "line HERE, column 3: unknown key `sede`, did you mean `seed`?",
        ),
        (
            "\"players\": 2,",
            "\"players\": 2",
            "line NEXT, column 3: this is no JSON: expected `,` or `}`",
        ),
        (
            "\"seed\": 0,",
            "",
            "line 1, column 1: the key `seed` is missing",
        ),
    ] {
        let (before, _) = whole_text.split_once(old).expect(&whole_text);
        let line = before.lines().count();
        let told = told.replace("HERE", &line.to_string());
        let told = told.replace("NEXT", &(line + 1).to_string());
        fs::write(&file, whole_text.replacen(old, new, 1)).unwrap();
        let ran = run(&["replay", "game.json"], &folder, "");
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains(&told), "{told}: {}", ran.err);
    }
}
