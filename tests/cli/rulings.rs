//! `ludex rulings`.

use super::{edit, mill, run, snapshots, whole};
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

/// The game of stones with a ruling, and where that is.
pub(super) fn with_ruling(name: &str) -> (PathBuf, PathBuf) {
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

/// A ruling says that nobody wins with an empty list; another list is told who did.
#[test]
fn nobody_wins() {
    let (folder, ruling) = with_ruling("rulings_nobody");
    let rules = folder.join("games/mill/mill.rules");
    edit(
        &rules,
        "score points",
        "score points; wins when points >= 9",
    );
    let (play, end) = ("[\"P0: take green\"]", "snapshot: false\nwinners: []\n");
    let all = "[\"P0: take blue\", \"P1: take white\", \"P0: take red\", \"P1: take green\"]";
    edit(&ruling, play, all);
    edit(&ruling, "expect: [P0.points == 2]\nnext: P1\n", end);
    let test = || run(&["rulings", "test"], &folder, "");
    assert_eq!(test().out, "1 ruling: 1 passed\n");
    edit(&ruling, "winners: []", "winners: [P1]");
    let failed = test();
    let told = failed.code == 1 && failed.out.contains("nobody wins");
    assert!(told, "{}{}", failed.out, failed.err);
    edit(&rules, "points >= 9", "points >= 6");
    assert_eq!(test().out, "1 ruling: 1 passed\n");
    edit(&ruling, "winners: [P1]", "winners: []");
    let failed = test();
    let told = failed.code == 1 && failed.out.contains("P1 wins alone");
    assert!(told, "{}{}", failed.out, failed.err);
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
            .contains("a comma parts the values: put a text with a comma in quotes"),
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

/// A second ruling beside the first.
pub(super) fn another(first: &std::path::Path, id: &str, stone: &str, worth: u8) {
    let text = fs::read_to_string(first).unwrap();
    let text = text.replace("id: first", &format!("id: {id}\ncites: [\"2.{worth}\"]"));
    let text = text.replace("take green", &format!("take {stone}"));
    let text = text.replace("points == 2", &format!("points == {worth}"));
    fs::write(first.with_file_name(format!("{id}.ruling.yaml")), text).unwrap();
}

#[test]
fn some_of_them() {
    let (folder, ruling) = with_ruling("rulings_some");
    another(&ruling, "heavy", "white", 4);
    another(&ruling, "light", "red", 1);
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    let count = |args: &[&str]| {
        let ran = run(&[&["rulings", "test"], args].concat(), &folder, "");
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        ran.out
    };
    assert_eq!(count(&[]), "3 rulings: 3 passed\n");
    assert_eq!(count(&["mill/h"]), "1 ruling: 1 passed\n");
    assert_eq!(count(&["light", "heavy"]), "2 rulings: 2 passed\n");
    assert_eq!(count(&["--cites", "2.4"]), "1 ruling: 1 passed\n");
    let none = run(&["rulings", "test", "haevy"], &folder, "");
    assert_eq!(none.code, 2);
    assert!(
        none.err.contains("no ruling has `haevy` in its name"),
        "{}",
        none.err
    );
    let none = run(&["rulings", "test", "--cites", "9"], &folder, "");
    assert_eq!(
        (none.code, none.err.as_str()),
        (2, "error: no ruling cites `9`\n")
    );
}

#[test]
fn what_changed_since_a_commit() {
    let (folder, ruling) = with_ruling("rulings_changed");
    another(&ruling, "heavy", "white", 4);
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    // Settings of the machine are left out: only what is here counts.
    let git = |args: &[&str]| {
        let ran = std::process::Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@t"])
            .args(args)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(
            ran.status.success(),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "all"]);
    let changed = |args: &[&str]| {
        run(
            &[&["rulings", "test", "--changed"], args].concat(),
            &folder,
            "",
        )
        .out
    };
    assert_eq!(changed(&[]), "0 rulings\n");
    edit(&ruling, "says: As", "says: Just as");
    assert_eq!(changed(&[]), "1 ruling: 1 passed\n");
    another(&ruling, "new", "red", 1);
    assert!(changed(&[]).contains("2 rulings: 1 passed, 1 pending"));
    edit(
        &folder.join("games/mill/mill.rules"),
        "take a stone",
        "take one",
    );
    assert!(changed(&[]).contains("3 rulings: "));
    let wrong = run(&["rulings", "test", "--changed=nothing"], &folder, "");
    assert_eq!(wrong.code, 2, "{}", wrong.out);
}

#[test]
fn for_build_servers() {
    let (folder, ruling) = with_ruling("rulings_junit");
    another(&ruling, "heavy", "white", 4);
    assert_eq!(run(&["rulings", "accept", "heavy"], &folder, "").code, 0);
    edit(&ruling, "P0.points == 2", "P0.points == 3");
    let ran = run(
        &["rulings", "test", "--format", "junit", "--check"],
        &folder,
        "",
    );
    snapshots(|| insta::assert_snapshot!("rulings_junit", timeless(&whole(&ran))));
}

/// A text whose times are all the same; each must be a number of seconds.
fn timeless(text: &str) -> String {
    let mut parts = text.split(" time=\"");
    let mut told = parts.next().unwrap().to_owned();
    for part in parts {
        let (time, rest) = part.split_once('"').unwrap();
        assert!(time.parse::<f64>().unwrap() >= 0.0, "{time}");
        told.push_str(&format!(" time=\"T\"{rest}"));
    }
    told
}

/// One that waits to be accepted has not passed: it is a failure, as the exit code says.
#[test]
fn junit_counts_what_waits_as_a_failure() {
    let (folder, _) = with_ruling("rulings_junit_pending");
    let ran = run(
        &["rulings", "test", "--format", "junit", "--check"],
        &folder,
        "",
    );
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("failures=\"1\"") && ran.out.contains("<failure type=\"pending\""),
        "{}",
        ran.out
    );
}

/// Snapshots lie beside the folder of games, whatever it is called, and name the ruling in their first line.
#[test]
fn a_folder_of_games_of_any_name() {
    let (folder, _) = with_ruling("rulings_place");
    fs::rename(folder.join("games"), folder.join("bgames")).unwrap();
    let accepted = run(&["--games", "bgames", "rulings", "accept"], &folder, "");
    assert_eq!(accepted.code, 0, "{}{}", accepted.out, accepted.err);
    let kept = fs::read_to_string(folder.join("snapshots/mill/first.snap")).unwrap();
    assert!(
        kept.starts_with("---\nsource: bgames/mill/rulings/first.ruling.yaml\n"),
        "{kept}"
    );
    let whole = folder.join("bgames");
    let test = ["--games", whole.to_str().unwrap(), "rulings", "test"];
    let elsewhere = run(&test, &super::empty_folder("rulings_place_elsewhere"), "");
    assert_eq!(elsewhere.out, "1 ruling: 1 passed\n", "{}", elsewhere.err);
    // From inside the folder of games too.
    let inside = run(
        &["rulings", "test", "mill/rulings/first.ruling.yaml"],
        &whole,
        "",
    );
    assert_eq!(inside.out, "1 ruling: 1 passed\n", "{}", inside.err);
}

/// A game that can't begin so passes with its reason, and only with that.
#[test]
fn what_cannot_be_played() {
    let (folder, ruling) = with_ruling("rulings_unplayable");
    edit(&ruling, "given: { players: 2 }", "given: { players: 9 }");
    edit(
        &ruling,
        "play: [\"P0: take green\"]\nexpect: [P0.points == 2]\nnext: P1\n",
        "unplayable: for 2 to 3 players\n",
    );
    let test = || run(&["rulings", "test"], &folder, "");
    assert_eq!(test().out, "1 ruling: 1 passed\n");
    edit(&ruling, "for 2 to 3 players", "too many cooks");
    let other = test();
    assert!(
        other
            .out
            .contains("no game can begin so, for another reason"),
        "{}",
        other.out
    );
    edit(&ruling, "players: 9", "players: 2");
    assert!(test().out.contains("a game can begin so"));
}

#[test]
fn snapshots_of_no_ruling() {
    let (folder, ruling) = with_ruling("rulings_unreferenced");
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    edit(&ruling, "id: first", "id: one");
    fs::rename(&ruling, ruling.with_file_name("one.ruling.yaml")).unwrap();
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    let told = "unreferenced: snapshots/mill/first.snap: no ruling keeps its outcome there\n\n1 ruling: 1 passed\n";
    let test = |how: &str| run(&["rulings", "test", "--unreferenced", how], &folder, "");
    assert_eq!((test("warn").code, test("warn").out.as_str()), (0, told));
    assert_eq!(test("reject").code, 1);
    // A part of the rulings tells nothing of what is left.
    assert_eq!(
        run(&["rulings", "test", "one"], &folder, "").out,
        "1 ruling: 1 passed\n"
    );
    assert!(
        test("delete")
            .out
            .starts_with("deleted: snapshots/mill/first.snap")
    );
    assert!(!folder.join("snapshots/mill/first.snap").exists());
    assert_eq!(test("reject").out, "1 ruling: 1 passed\n");
}

#[test]
fn pending_and_rejected() {
    let (folder, _) = with_ruling("rulings_pending");
    let none = run(&["rulings", "pending"], &folder, "");
    assert_eq!((none.code, none.out.as_str()), (0, "0 pending\n"));
    assert_eq!(run(&["rulings", "test", "--check"], &folder, "").code, 1);
    assert_eq!(run(&["rulings", "pending"], &folder, "").out, "0 pending\n");
    assert_eq!(run(&["rulings", "test"], &folder, "").code, 1);
    let one = run(&["rulings", "pending"], &folder, "");
    let line =
        "snapshots/mill/first.snap.new  of games/mill/rulings/first.ruling.yaml\n1 pending\n";
    assert_eq!((one.code, one.out.as_str()), (1, line));
    let json = run(&["rulings", "pending", "--json"], &folder, "").out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json["pending"][0]["pending"],
        "snapshots/mill/first.snap.new"
    );
    let rejected = run(&["rulings", "reject"], &folder, "");
    assert_eq!(
        (rejected.code, rejected.out.as_str()),
        (0, "rejected snapshots/mill/first.snap.new\n1 rejected\n")
    );
    assert!(!folder.join("snapshots/mill/first.snap.new").exists());
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
