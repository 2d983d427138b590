//! `ludex explain`.

use super::ludex;
use super::mill;
use super::run;
use super::snapshots;
use super::whole;
use std::fs;

#[test]
fn a_code_by_its_wrong_example() {
    snapshots(|| {
        insta::assert_snapshot!("explain_code", whole(&ludex(&["explain", "n01"])));
    });
}

#[test]
fn every_code_has_a_page() {
    let list = ludex(&["explain"]).out;
    assert!(list.lines().count() > 20);
    for line in list.lines() {
        let code = line.split(' ').next().unwrap();
        let page = ludex(&["explain", code]);
        assert_eq!(page.code, 0, "{code}");
        // A mistake of the rules that a ruling shows is told as the fault it is.
        let shows = page.out.contains(&format!("[{code}]: "));
        assert!(shows || code == "R15", "{}", page.out);
    }
}

#[test]
fn an_unknown_code() {
    let ran = ludex(&["explain", "N0"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("no problem has the code `N0`"),
        "{}",
        ran.err
    );
}

#[test]
fn why_not() {
    let folder = mill("why_not");
    fs::write(folder.join("few.json"), r#"{"places": {"heap": ["red", "white"]}, "players": {"0": {"places": {"bag": ["green", "blue"]}}}}"#).unwrap();
    let refused = run(
        &[
            "explain", "why-not", "mill", "take", "white", "--state", "few.json",
        ],
        &folder,
        "",
    );
    let legal = run(&["explain", "why-not", "mill", "take"], &folder, "");
    snapshots(|| {
        insta::assert_snapshot!("why_not", format!("{}\n{}", whole(&refused), whole(&legal)))
    });
}

#[test]
fn why_not_with_unknown_names() {
    let folder = mill("why_not_unknown");
    let ran = run(&["explain", "why-not", "mill", "taek"], &folder, "");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: unknown action `taek`, did you mean `take`?\n")
    );
}

#[test]
fn why_not_in_a_position_that_cannot_be_read() {
    let folder = mill("why_not_broken");
    let args = ["explain", "why-not", "mill", "take", "--state", "few.json"];
    for (text, told) in [
        (
            "{\"places\": {\n  \"heap\": [\"red\" \"white\"]}}",
            "error: cannot read `few.json`: line 2, column 18: a `,` or `]` is missing before `\"`\n",
        ),
        (
            "{\"places\": {\n  \"heap\": [\"red\",\n    \"whit\"]}}",
            "error: cannot read `few.json`: line 3, column 5: places.heap[1]: unknown stone `whit`, did you mean `white`?\n",
        ),
        (
            "{\"players\": [\n  {\"plaecs\": {}}]}",
            "error: cannot read `few.json`: line 2, column 4: players[0].plaecs: unknown part `plaecs`, did you mean `places`?\n",
        ),
    ] {
        fs::write(folder.join("few.json"), text).unwrap();
        let ran = run(&args, &folder, "");
        assert_eq!((ran.code, ran.err.as_str()), (2, told));
    }
}
