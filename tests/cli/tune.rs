//! `ludex tune`.

use super::{edit, mill, run, snapshots, whole};
use std::fs;

/// The values of a stone: each is played on the same seeds, those that the checker refuses are told.
#[test]
fn the_worth_of_a_stone() {
    let folder = mill("tune");
    let asked = ["tune", "mill", "white.worth", "7..11", "--games", "200"];
    let ran = run(
        &[&asked[..], &["--html", "page.html"]].concat(),
        &folder,
        "",
    );
    snapshots(|| insta::assert_snapshot!("tune_stone", whole(&ran)));
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    // Nobody begins with a stone, so the chart of what it is worth is of choosing it.
    assert_eq!(page.matches("<svg role=\"img\"").count(), 4);
    let ran = run(&[&asked[..], &["--json"]].concat(), &folder, "");
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["values"].as_array().unwrap().len(), 5);
    assert_eq!(told["values"][0]["totals"]["games"], 200);
    assert!(told["values"][4]["refused"].is_string());
}

/// A number of a record that no option names has no line of its own; the table says why, and what it does shows seed by seed.
#[test]
fn a_number_of_a_record() {
    let folder = mill("tune_record");
    let game = folder.join("games/mill");
    edit(
        &game.join("mill.rules"),
        "kind stone {",
        "record wage {\n  each: int 0..9\n}\n\nkind stone {",
    );
    edit(
        &game.join("mill.rules"),
        "  gain stone.worth points\n",
        "  gain stone.worth + daily.each points\n",
    );
    fs::write(game.join("wages.yaml"), "wage:\n  - {id: daily, each: 1}\n").unwrap();
    let asked = ["tune", "mill", "daily.each", "1..3", "--games", "100"];
    let ran = run(&asked, &folder, "");
    snapshots(|| insta::assert_snapshot!("tune_record", whole(&ran)));
}

#[test]
fn no_number_and_no_range() {
    let folder = mill("tune_wrong");
    let wrong = [
        (["white", "1..2"], "`white` is no number of a row"),
        (["black.worth", "1..2"], "no table has a row `black`"),
        (["white.worth", "2"], "`2` is no range"),
        (["white.worth", "2..1"], "is no range of at most 200 values"),
        (
            ["white.worth", "0..200"],
            "is no range of at most 200 values",
        ),
    ];
    for (words, told) in wrong {
        let ran = run(&[&["tune", "mill"][..], &words].concat(), &folder, "");
        assert_eq!(ran.code, 2, "{words:?}");
        assert!(ran.err.contains(told), "{words:?}: {}", ran.err);
    }
    let ran = run(
        &["tune", "mill", "white.worth", "-100..99", "--games", "1"],
        &folder,
        "",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
}
