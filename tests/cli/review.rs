//! `ludex rulings review`: what one rule line changed is shown and decided together.

use super::rulings::{another, with_ruling};
use super::{edit, run, snapshots, whole};
use std::fs;
use std::path::PathBuf;

/// Three accepted rulings, two of which an edited rule changes, and a new one.
fn changed(name: &str) -> PathBuf {
    let (folder, ruling) = with_ruling(name);
    another(&ruling, "heavy", "white", 4);
    another(&ruling, "light", "red", 1);
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    edit(
        &folder.join("games/mill/mill.rules"),
        "  move stone to bag\n",
        "  move stone to bag\n  if stone.worth > 1 { round += 1 }\n",
    );
    edit(
        &folder.join("games/mill/mill.rules"),
        "var active: player",
        "var active: player\nvar round: int 0..99",
    );
    another(&ruling, "newer", "blue", 3);
    folder
}

#[test]
fn by_cause() {
    let folder = changed("review_cause");
    let ran = run(
        &["rulings", "review"],
        &folder,
        "d\na one round for a stone\ns\n",
    );
    snapshots(|| insta::assert_snapshot!("review_cause", whole(&ran)));
    for name in ["first", "heavy"] {
        let text = fs::read_to_string(folder.join(format!("snapshots/mill/{name}.snap"))).unwrap();
        assert!(
            text.contains("info:\n  reason: \"one round for a stone\"\n"),
            "{text}"
        );
        let read = insta::Snapshot::from_file(&folder.join(format!("snapshots/mill/{name}.snap")))
            .unwrap();
        assert!(
            read.contents()
                .as_text()
                .unwrap()
                .to_string()
                .contains("round: 0 → 1")
        );
    }
    assert!(folder.join("snapshots/mill/newer.snap.new").exists());
    assert_eq!(
        run(&["rulings", "test", "first", "heavy"], &folder, "").code,
        0
    );
}

#[test]
fn one_by_one_and_all() {
    let folder = changed("review_single");
    let ran = run(&["rulings", "review"], &folder, "what\no\nr\nA\n");
    assert!(
        ran.out.contains("2 accepted, 1 rejected, 0 skipped\n"),
        "{}",
        ran.out
    );
    assert_eq!(ran.code, 1);
    assert!(!folder.join("snapshots/mill/first.snap.new").exists());
    let again = run(&["rulings", "review"], &folder, "a\n");
    assert!(
        again.out.ends_with("1 accepted, 0 rejected, 0 skipped\n"),
        "{}",
        again.out
    );
    assert_eq!(again.code, 0);
    assert_eq!(
        run(&["rulings", "review"], &folder, "").out,
        "0 accepted, 0 rejected, 0 skipped\n"
    );
}

#[test]
fn no_more_answers() {
    let folder = changed("review_end");
    let ran = run(&["rulings", "review"], &folder, "");
    assert!(
        ran.out.ends_with("0 accepted, 0 rejected, 3 skipped\n"),
        "{}",
        ran.out
    );
    assert_eq!(ran.code, 1);
}
