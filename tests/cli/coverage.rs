//! `ludex coverage`.

use super::rulings::{another, with_ruling};
use super::{edit, mill, run, snapshots, whole};
use std::fs;

/// The game of stones with a power that is never used, a modifier, and facts that its comments cite.
fn covered(name: &str) -> std::path::PathBuf {
    let (folder, ruling) = with_ruling(name);
    let rules = folder.join("games/mill/mill.rules");
    edit(
        &rules,
        "  worth: int 1..9\n",
        "  worth: int 1..9\n  on_take: effect()\n",
    );
    edit(
        &rules,
        "  gain stone.worth points\n",
        "  gain value(stone) points\n  stone.on_take()\n",
    );
    edit(
        &rules,
        "setup { }\n",
        "setup { }\n\n/// What it counts [1.2, 3].\nquery value(s: stone) -> int = s.worth\n\n// Late stones count less [R7].\nmodify value(s) where size(heap) != 4: minus 1\n",
    );
    edit(
        &folder.join("games/mill/stones.yaml"),
        "{id: blue, worth: 3}",
        "{id: blue, worth: 3, on_take: \"may \\\"take a point\\\" { gain 1 points }\"}",
    );
    another(&ruling, "heavy", "white", 4);
    edit(&ruling, "id: first", "id: first\ncites: [\"1.2.5\"]");
    folder
}

#[test]
fn by_rulings_and_by_games() {
    let folder = covered("coverage_mill");
    let rulings = run(&["coverage", "mill", "--uncovered", "--rows"], &folder, "");
    let games = run(
        &[
            "coverage",
            "mill",
            "--sim",
            "40",
            "--no-rulings",
            "--uncovered",
            "--players",
            "3",
        ],
        &folder,
        "",
    );
    snapshots(|| {
        insta::assert_snapshot!(
            "coverage_mill",
            format!("{}\n{}", whole(&rulings), whole(&games))
        )
    });
}

#[test]
fn floors() {
    let folder = covered("coverage_floors");
    let least = |min: &str| run(&["coverage", "mill", "--min", min], &folder, "");
    assert_eq!(least("10").code, 0);
    assert_eq!(least("effects=100").code, 0, "{}", least("effects=100").err);
    let low = least("condition=100,effect=50");
    assert_eq!(low.code, 1);
    assert!(
        low.err
            .contains("% of each condition is covered, not 100 %"),
        "{}",
        low.err
    );
    assert_eq!(least("cards=5").code, 2);
    assert_eq!(least("101").code, 2);
}

#[test]
fn for_editors_and_programs() {
    let folder = covered("coverage_lcov");
    let ran = run(
        &[
            "coverage",
            "mill",
            "--format",
            "lcov",
            "--out",
            "out/lcov.info",
        ],
        &folder,
        "",
    );
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    let lcov = fs::read_to_string(folder.join("out/lcov.info")).unwrap();
    snapshots(|| insta::assert_snapshot!("coverage_lcov", lcov));
    let json = run(&["coverage", "mill", "--format", "json"], &folder, "").out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let items = json["items"].as_array().unwrap();
    let modifier = items
        .iter()
        .find(|item| item["kind"] == "modifier")
        .unwrap();
    assert_eq!(
        (&modifier["hits"], &modifier["missing"]),
        (&0.into(), &"never changed anything".into())
    );
    assert_eq!(json["rulings"], 2);
}

/// Percentages are rounded down: a hundred is reached by nothing less.
#[test]
fn nearly_all_is_not_all() {
    use ludex::tools::coverage::percent;
    assert_eq!(percent((999, 1000)), 99);
    assert_eq!(percent((1000, 1000)), 100);
    assert_eq!(percent((0, 0)), 100);
}

#[test]
fn nothing_to_run() {
    let folder = mill("coverage_none");
    let none = run(&["coverage", "mill"], &folder, "");
    assert_eq!(none.code, 2);
    assert!(none.err.contains("has no rulings"), "{}", none.err);
    assert_eq!(
        run(&["coverage", "mill", "--sim", "3"], &folder, "").code,
        0
    );
    edit(
        &folder.join("games/mill/mill.rules"),
        "gain stone",
        "gian stone",
    );
    assert_eq!(
        run(&["coverage", "mill", "--sim", "3"], &folder, "").code,
        1
    );
}

/// A statement is proved by a ruling that cites it and reaches what a comment with the same citation speaks of.
#[test]
fn listed_statements() {
    let folder = covered("coverage_statements");
    let game = folder.join("games/mill");
    let list = "statements:\n  \"1.2\": worth\n  \"1.2.5\": a part of it\n  \"3\": never cited\n  R7: never reached\n  \"9\": nowhere\n";
    fs::write(game.join("statements.yaml"), list).unwrap();
    let other = game.join("rulings/heavy.ruling.yaml");
    edit(&other, "cites: [\"2.4\"]", "cites: [R7]");
    let ran = run(&["coverage", "mill", "--uncovered"], &folder, "");
    let citations: Vec<&str> = (ran.out.lines())
        .filter(|line| line.contains("citation"))
        .collect();
    assert_eq!(
        citations,
        [
            "games/mill/statements.yaml:3:3: citation proved by no ruling: 1.2.5",
            "games/mill/statements.yaml:4:3: citation proved by no ruling: 3",
            "games/mill/statements.yaml:6:3: citation proved by no ruling: 9",
            "  citations        2 of     5   40 %",
        ],
        "{}",
        ran.err
    );
    edit(&other, "cites: [R7]", "cites: [R8]");
    let ran = run(&["rulings", "test"], &folder, "");
    assert_eq!(ran.code, 1);
    assert!(
        ran.out
            .contains("error[R17]: the statement `R8` is not listed"),
        "{}",
        ran.out
    );
}

/// A ruling that begins with statements of its own covers what they reach.
#[test]
fn what_a_beginning_reaches() {
    let (folder, ruling) = with_ruling("coverage_begin");
    let rules = folder.join("games/mill/mill.rules");
    edit(
        &rules,
        "setup { }\n",
        "setup { }\n\neffect rest { gain 5 points }\n\n",
    );
    edit(
        &rules,
        "  move stone to bag\n",
        "  move stone to bag\n  if points > 90 { rest }\n",
    );
    let uncovered = || run(&["coverage", "mill", "--uncovered"], &folder, "").out;
    assert!(uncovered().contains("rest"), "{}", uncovered());
    let path = ruling.with_file_name("resting.ruling.yaml");
    let resting = "id: resting\nasks: \"What does a rest bring?\"\nsays: \"Five points.\"\n\
        given: { players: 2, begin: \"as P0 { rest }\" }\nplay:\n  - expect: [\"P0.points == 5\"]\n";
    fs::write(path, resting).unwrap();
    let tested = run(&["rulings", "test", "mill", "resting"], &folder, "");
    assert!(tested.out.contains("1"), "{}{}", tested.out, tested.err);
    assert!(!uncovered().contains("effect rest"), "{}", uncovered());
}
