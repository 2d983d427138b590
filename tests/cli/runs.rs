//! Runs of `ludex sim` that stop and go on, split by seeds and merge, and their games as comma-separated values.

use super::{mill, run, whole};
use std::fs;
use std::path::Path;

/// The answer of a run of some seeds, byte by byte.
fn played(folder: &Path, asked: &[&str]) -> String {
    let ran = run(&[&["sim", "mill", "--json"], asked].concat(), folder, "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.out
}

#[test]
fn merged_runs_are_the_single_run() {
    let folder = mill("runs_merged");
    let parts = [
        ("a.json", "0..99"),
        ("b.json", "150..299"),
        ("c.json", "100..149"),
    ];
    for (file, seeds) in parts {
        let part = played(&folder, &["--seeds", seeds, "--threads", "2"]);
        fs::write(folder.join(file), part).unwrap();
    }
    let merged = run(
        &["merge", "a.json", "b.json", "c.json", "--json"],
        &folder,
        "",
    );
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert_eq!(
        merged.out,
        played(&folder, &["--games", "300", "--threads", "1"])
    );
    // With a gap, the seeds say so.
    let merged = run(&["merge", "b.json", "a.json"], &folder, "");
    assert!(
        merged
            .out
            .contains("250 games, 2 players, seeds 0..99,150..299"),
        "{}",
        merged.out
    );
}

#[test]
fn what_does_not_add_up_is_refused() {
    let folder = mill("runs_refused");
    let a = played(&folder, &["--seeds", "0..9"]);
    fs::write(folder.join("a.json"), &a).unwrap();
    fs::write(
        folder.join("b.json"),
        played(&folder, &["--seeds", "9..19"]),
    )
    .unwrap();
    fs::write(
        folder.join("c.json"),
        played(&folder, &["--seeds", "20..29", "--players", "3"]),
    )
    .unwrap();
    fs::write(
        folder.join("d.json"),
        played(&folder, &["--seeds", "20..29", "--report"]),
    )
    .unwrap();
    // One game more than was played.
    fs::write(
        folder.join("e.json"),
        a.replace("\"games\":10,", "\"games\":11,"),
    )
    .unwrap();
    fs::write(folder.join("f.json"), "[]").unwrap();
    for (file, why) in [
        ("b.json", "the runs share seeds (0..9 and 9..19)"),
        ("c.json", "the runs differ in `players`"),
        ("d.json", "it was made with --report"),
        ("e.json", "it is no whole answer of `ludex sim --json`"),
        ("f.json", "it is no whole answer of `ludex sim --json`"),
        ("mill.rules", "there is no `mill.rules`"),
    ] {
        let ran = run(&["merge", "a.json", file], &folder, "");
        assert_eq!(ran.code, 2, "{file}");
        assert!(ran.err.contains(why), "{}", whole(&ran));
    }
}

#[test]
fn a_stopped_run_goes_on() {
    let folder = mill("runs_resumed");
    let (file, asked) = (folder.join("run.json"), ["--resume", "run.json"]);
    // What was written when it was stopped is a run of fewer games.
    let first = played(&folder, &["--games", "70", "--resume", "run.json"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), first);
    let all = played(&folder, &[&asked[..], &["--games", "200"]].concat());
    assert_eq!(all, played(&folder, &["--games", "200"]));
    assert_eq!(fs::read_to_string(&file).unwrap(), all);
    let again = run(
        &["sim", "mill", "--games", "200", "--resume", "run.json"],
        &folder,
        "",
    );
    assert!(
        again.err.contains("\nno game was left to play"),
        "{}",
        again.err
    );
    // Other players are another run, and a file of something else is left alone.
    let other = run(
        &["sim", "mill", "--players", "3", "--resume", "run.json"],
        &folder,
        "",
    );
    assert_eq!(other.code, 2);
    assert!(
        other.err.contains("the runs differ in `players`"),
        "{}",
        other.err
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), all);
}

#[test]
fn a_row_for_each_game() {
    let folder = mill("runs_csv");
    let asked = ["sim", "mill", "--seeds", "5..44", "--csv", "--threads"];
    let ran = run(&[&asked[..], &["2"]].concat(), &folder, "");
    assert_eq!(
        ran.out,
        run(&[&asked[..], &["1"]].concat(), &folder, "").out
    );
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "seed,decisions,score_0,won_0,score_1,won_1");
    assert_eq!(lines.len(), 41);
    assert!(
        lines[1].starts_with("5,") && lines[40].starts_with("44,"),
        "{}",
        ran.out
    );
}

#[test]
fn seeds_that_are_none() {
    let folder = mill("runs_seeds");
    for seeds in ["7", "9..3", "a..b"] {
        let ran = run(&["sim", "mill", "--seeds", seeds], &folder, "");
        assert_eq!(ran.code, 2);
        assert!(
            ran.err.contains("write the first and the last, as 0..999"),
            "{}",
            ran.err
        );
    }
    let both = run(
        &["sim", "mill", "--seeds", "0..3", "--games", "4"],
        &folder,
        "",
    );
    assert_eq!(both.code, 2);
    // The last seed there is.
    let last = u64::MAX.to_string();
    let ran = run(
        &["sim", "mill", "--seed", &last, "--games", "5"],
        &folder,
        "",
    );
    assert!(ran.out.contains(": 1 games, 2 players"), "{}", ran.out);
}
