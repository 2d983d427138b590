//! `ludex rulings`.

use super::edit;
use super::mill;
use super::run;
use super::snapshots;
use super::whole;
use std::fs;
use std::path::PathBuf;

const RULING: &str = "\
id: first
asks: What is a stone worth?
says: As many points as it says.
given: { players: 2 }
play: [\"P0: take green\"]
expect: [P0.points == 2]
next: P1
";

fn with_ruling(name: &str) -> (PathBuf, PathBuf) {
    let folder = mill(name);
    let rulings = folder.join("games/mill/rulings");
    fs::create_dir_all(&rulings).unwrap();
    fs::write(rulings.join("first.ruling.yaml"), RULING).unwrap();
    (folder, rulings.join("first.ruling.yaml"))
}

#[test]
fn pending_accepted_passed_and_different() {
    let (folder, ruling) = with_ruling("rulings_way");
    let pending = run(&["rulings", "test"], &folder, "");
    assert_eq!(pending.code, 1, "{}{}", pending.out, pending.err);
    assert!(folder.join("snapshots/mill/first.snap.new").exists());
    assert!(!folder.join("snapshots/mill/first.snap").exists());

    let accepted = run(&["rulings", "accept"], &folder, "");
    assert_eq!(
        (accepted.code, accepted.out.as_str()),
        (
            0,
            "accepted snapshots/mill/first.snap\n1 accepted, 0 cannot be accepted\n"
        )
    );
    assert!(!folder.join("snapshots/mill/first.snap.new").exists());

    let passed = run(&["rulings", "test", "games/mill/rulings"], &folder, "");
    assert_eq!(
        (passed.code, passed.out.as_str()),
        (0, "1 ruling: 1 passed\n")
    );

    edit(&ruling, "take green", "take red");
    edit(&ruling, "points == 2", "points == 1");
    let differs = run(&["rulings", "test"], &folder, "");
    snapshots(|| {
        insta::assert_snapshot!(
            "rulings_way",
            format!("{}\n{}", whole(&pending), whole(&differs))
        )
    });
}

#[test]
fn failed_and_broken() {
    let (folder, ruling) = with_ruling("rulings_failed");
    edit(&ruling, "points == 2", "points == 3");
    fs::write(
        ruling.with_file_name("second.ruling.yaml"),
        RULING
            .replace("players", "palyers")
            .replace("first", "second"),
    )
    .unwrap();
    let ran = run(&["rulings", "test"], &folder, "");
    snapshots(|| insta::assert_snapshot!("rulings_failed", whole(&ran)));
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 1);
    let json = run(&["rulings", "test", "--format", "json"], &folder, "");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["rulings"][0]["verdict"], "failed");
    assert_eq!(json["rulings"][1]["verdict"], "broken");
}

#[test]
fn outside_the_folder_of_games() {
    let (folder, ruling) = with_ruling("rulings_outside");
    fs::rename(ruling, folder.join("first.ruling.yaml")).unwrap();
    edit(
        &folder.join("first.ruling.yaml"),
        "id: first",
        "id: first\ngame: mill",
    );
    let ran = run(&["rulings", "accept", "first.ruling.yaml"], &folder, "");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(folder.join("snapshots/first.snap").exists());
}

#[test]
fn a_file_that_is_no_ruling() {
    let (folder, _) = with_ruling("rulings_none");
    let ran = run(&["rulings", "test", "games/mill/stones.yaml"], &folder, "");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            2,
            "error: `games/mill/stones.yaml` is no ruling: a ruling's file is called NAME.ruling.yaml\n"
        )
    );
}

#[test]
fn a_ruling_of_another_name_is_not_left_out() {
    let (folder, ruling) = with_ruling("rulings_named");
    fs::rename(&ruling, ruling.with_file_name("first.yaml")).unwrap();
    let ran = run(&["rulings", "test"], &folder, "");
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(
        ran.err
            .contains("`games/mill/rulings/first.yaml` is no ruling"),
        "{}",
        ran.err
    );
}

#[test]
fn in_the_folder_of_the_game() {
    let (folder, _) = with_ruling("rulings_here");
    let game = folder.join("games/mill");
    assert_eq!(run(&["check"], &game, "").out, "mill: no errors\n");
    let accepted = run(&["rulings", "accept"], &game, "");
    assert_eq!(accepted.code, 0, "{}{}", accepted.out, accepted.err);
    assert!(folder.join("snapshots/mill/first.snap").exists());
    assert_eq!(
        run(&["rulings", "test"], &game, "").out,
        "1 ruling: 1 passed\n"
    );
}

#[test]
fn slips_of_a_first_ruling() {
    let (folder, ruling) = with_ruling("rulings_slips");
    edit(&ruling, "P0.points == 2", "max(1, P0.points) == 2");
    let ran = run(&["rulings", "test"], &folder, "");
    assert!(
        ran.out
            .contains("a comma ends an item: put a condition with a comma in quotes"),
        "{}",
        ran.out
    );
    edit(&ruling, "[max(1, P0.points) == 2]", "[P0.points == 2]");
    fs::write(
        &ruling,
        fs::read_to_string(&ruling).unwrap() + "refuses: [{ choice: \"P1: take green\" }]\n",
    )
    .unwrap();
    let ran = run(&["rulings", "test"], &folder, "");
    assert!(
        ran.out.contains("`P1:` is no word of a choice") && ran.out.contains("asked: leave it out"),
        "{}",
        ran.out
    );
}

/// The first command of the README on a machine that has only the program.
#[test]
fn rulings_inside_the_program() {
    let folder = super::empty_folder("rulings_built_in");
    for what in ["test", "accept"] {
        let ran = run(&["rulings", what], &folder, "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        let last = ran.out.lines().last().unwrap();
        assert!(
            last.ends_with(" passed") && !last.contains(',')
                || last == "0 accepted, 0 cannot be accepted",
            "{last}"
        );
    }
    assert_eq!(
        fs::read_dir(&folder).unwrap().count(),
        0,
        "nothing is written"
    );
}
