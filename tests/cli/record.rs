//! `ludex rulings record`: any moment of a game becomes a ruling that holds at once.

use super::{edit, empty_folder, ludex, mill, run, snapshots};
use std::fs;

#[test]
fn a_moment_of_a_recorded_game() {
    let folder = mill("record_replay");
    let played = run(
        &["play", "mill", "--players", "3", "--record", "game.json"],
        &folder,
        "take white\ntake red\ntake green\n",
    );
    assert_eq!(played.code, 0, "{}{}", played.out, played.err);
    let args = [
        "rulings",
        "record",
        "game.json",
        "--at",
        "2",
        "--name",
        "ends/blue",
        "--cites",
        "4.1",
    ];
    let recorded = run(&args, &folder, "");
    assert_eq!(recorded.code, 0, "{}{}", recorded.out, recorded.err);
    let ruling =
        fs::read_to_string(folder.join("games/mill/rulings/ends/blue.ruling.yaml")).unwrap();
    let snapshot = fs::read_to_string(folder.join("snapshots/mill/ends/blue.snap")).unwrap();
    snapshots(|| {
        insta::assert_snapshot!(
            "record_replay",
            format!("{}{ruling}{snapshot}", recorded.out)
        )
    });
    assert_eq!(
        run(&["rulings", "test"], &folder, "").out,
        "1 ruling: 1 passed\n"
    );
    let twice = run(&args, &folder, "");
    assert_eq!(twice.code, 2);
    assert!(twice.err.contains("there is a ruling"), "{}", twice.err);
    let beyond = run(
        &["rulings", "record", "game.json", "--at", "9", "--name", "x"],
        &folder,
        "",
    );
    assert_eq!(
        (beyond.code, beyond.err.as_str()),
        (
            2,
            "error: there is no choice 9: the game has 3, counted from 0\n"
        )
    );
}

/// Moments in the middle of turns, after chance and with options: all are told so that they hold.
#[test]
fn moments_of_random_games() {
    let folder = empty_folder("record_random");
    for at in (0..60).step_by(7) {
        let (at, seed) = (at.to_string(), (at + 3).to_string());
        let name = format!("a{at}");
        let recorded = ludex(&[
            "rulings",
            "record",
            "noah",
            "--at",
            &at,
            "--seed",
            &seed,
            "--players",
            "3",
            "--option",
            "frog=true",
            "--name",
            &name,
            "--into",
            folder.to_str().unwrap(),
        ]);
        assert_eq!(recorded.code, 0, "{at}: {}{}", recorded.out, recorded.err);
    }
    let ran = ludex(&["rulings", "test", folder.to_str().unwrap()]);
    assert_eq!(ran.out, "9 rulings: 9 passed\n");
}

#[test]
fn a_name_that_is_none() {
    let folder = mill("record_name");
    for name in ["../x", "", "a b", "/x"] {
        let ran = run(
            &["rulings", "record", "mill", "--at", "0", "--name", name],
            &folder,
            "",
        );
        assert_eq!(ran.code, 2, "{name}");
        assert!(ran.err.contains("is no name of a ruling"), "{}", ran.err);
    }
    edit(&folder.join("games/mill/game.yaml"), "Mill", "Mills");
    assert!(!folder.join("games/mill/rulings").exists());
}
