//! `ludex mutate`.

use super::rulings::{another, with_ruling};
use super::{edit, ludex, mill, run, snapshots, whole};
use std::fs;

#[test]
fn who_can_win() {
    let (folder, _) = with_ruling("mutate_wins");
    let rules = folder.join("games/mill/mill.rules");
    edit(
        &rules,
        "score points",
        "score points; wins when points >= 6",
    );
    let ran = run(
        &["mutate", "mill", "--list", "--only", "wins when"],
        &folder,
        "",
    );
    let lines: Vec<&str> = ran.out.lines().collect();
    for change in ["true", "false", "points > 6", "points >= 7"] {
        let change = format!("wins when {change}");
        assert!(lines.iter().any(|line| line.contains(&change)), "{lines:?}");
    }
}

/// Of a chain each link goes alone, and what stands in round brackets goes and stays with them.
#[test]
fn one_side_left_out() {
    let (folder, _) = with_ruling("mutate_one_side");
    let rules = folder.join("games/mill/mill.rules");
    edit(
        &rules,
        "score points",
        "score points; wins when (points >= 6 or points == 1) and points != 2 and you != next(you)",
    );
    let ran = run(
        &["mutate", "mill", "--list", "--only", "wins when"],
        &folder,
        "",
    );
    for left in [
        "wins when (points >= 6 or points == 1) and points != 2",
        "wins when (points >= 6 or points == 1) and you != next(you)",
        "wins when points != 2 and you != next(you)",
        "wins when you != next(you)",
        "wins when points >= 6 and points != 2 and you != next(you)",
        "wins when points == 1 and points != 2 and you != next(you)",
    ] {
        let ends = |line: &str| line.trim_end_matches(" }").ends_with(left);
        assert!(ran.out.lines().any(ends), "{left}\n{}", ran.out);
    }
}

#[test]
fn what_no_ruling_notices() {
    let (folder, ruling) = with_ruling("mutate_all");
    another(&ruling, "heavy", "white", 4);
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    let ran = run(
        &["mutate", "mill", "--only", "stone", "--threads", "2"],
        &folder,
        "",
    );
    snapshots(|| insta::assert_snapshot!("mutate_all", whole(&ran)));
    let json = run(
        &[
            "mutate",
            "mill",
            "--only",
            "stone",
            "--json",
            "--threads",
            "1",
        ],
        &folder,
        "",
    );
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert!(json["killed"].as_u64().unwrap() > 3, "{json}");
    assert_eq!(
        json["survived"],
        json["survivors"].as_array().unwrap().len()
    );
    let none = run(&["mutate", "mill", "--only", "no such word"], &folder, "");
    assert_eq!(none.code, 2, "{}", none.err);
    assert!(
        none.err.contains("`--list` shows all changes"),
        "{}",
        none.err
    );
    let few = run(
        &["mutate", "mill", "--only", "stone", "--min", "100"],
        &folder,
        "",
    );
    assert_eq!(few.code, 1);
    assert_eq!(
        run(
            &["mutate", "mill", "--only", "stones.yaml", "--min", "1"],
            &folder,
            ""
        )
        .code,
        0
    );
    // One survivor is listed as harmless: it counts no more, and the rest is as before.
    let name = json["survivors"][0]["name"].as_str().unwrap();
    let list = folder.join("games/mill/equivalent.mutants");
    fs::write(
        &list,
        format!("# harmless\n{name}\n  because nobody looks\n"),
    )
    .unwrap();
    let listed = run(
        &["mutate", "mill", "--only", "stone", "--json"],
        &folder,
        "",
    );
    let listed: serde_json::Value = serde_json::from_str(&listed.out).unwrap();
    assert_eq!(listed["equivalent"], 1);
    assert_eq!(
        listed["survived"].as_u64().unwrap() + 1,
        json["survived"].as_u64().unwrap()
    );
    fs::write(&list, "mill.rules: nothing like it\n  because it is gone\n").unwrap();
    let stale = run(&["mutate", "mill", "--only", "stone"], &folder, "");
    assert_eq!(stale.code, 1);
    assert!(
        stale
            .out
            .contains("there is no such change:\n    mill.rules: nothing like it"),
        "{}",
        stale.out
    );
    fs::write(&list, format!("{name}\n")).unwrap();
    let wrong = run(&["mutate", "mill"], &folder, "");
    assert_eq!(wrong.code, 2);
    assert!(
        wrong
            .err
            .contains("line 1: the line after it gives no reason"),
        "{}",
        wrong.err
    );
}

#[test]
fn a_sample_and_a_list() {
    let (folder, _) = with_ruling("mutate_sample");
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    let ran = run(
        &[
            "mutate", "mill", "--only", "stone", "--sample", "3", "--seed", "5",
        ],
        &folder,
        "",
    );
    assert!(ran.out.contains("; 3 of "), "{}", ran.out);
    let again = run(
        &[
            "mutate",
            "mill",
            "--only",
            "stone",
            "--sample",
            "3",
            "--seed",
            "5",
            "--threads",
            "1",
        ],
        &folder,
        "",
    );
    assert_eq!(ran.out, again.out);
    let none = run(&["mutate", "mill", "--budget", "0s"], &folder, "");
    assert_eq!(none.code, 0, "{}", none.err);
    let list = run(
        &["mutate", "mill", "--list", "--only", "stones.yaml"],
        &folder,
        "",
    );
    snapshots(|| insta::assert_snapshot!("mutate_list", list.out));
}

#[test]
fn what_cannot_be_tried() {
    let folder = mill("mutate_none");
    let none = run(&["mutate", "mill"], &folder, "");
    assert_eq!(
        (none.code, none.err.as_str()),
        (
            2,
            "error: `mill` has no rulings that could notice a change\n"
        )
    );
    let (folder, ruling) = with_ruling("mutate_failing");
    edit(&ruling, "points == 2", "points == 3");
    let failing = run(&["mutate", "mill"], &folder, "");
    assert_eq!(failing.code, 2);
    assert!(
        failing.err.contains("1 of 1 rulings do not pass"),
        "{}",
        failing.err
    );
    edit(
        &folder.join("games/mill/mill.rules"),
        "gain stone",
        "gian stone",
    );
    assert_eq!(run(&["mutate", "mill"], &folder, "").code, 1);
    assert_eq!(ludex(&["mutate", "noah", "--budget", "soon"]).code, 2);
}
