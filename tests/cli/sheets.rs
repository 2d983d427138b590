//! `ludex sheets`.

use super::rulings::with_ruling;
use super::{edit, run};
use std::fs;
use std::process::Command;

#[test]
fn pages_pictures_and_decks() {
    let (folder, _) = with_ruling("sheets_all");
    let ran = run(&["sheets", "mill"], &folder, "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "wrote mill-sheets.html\n");
    let page = fs::read_to_string(folder.join("mill-sheets.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("class=\"card\""));
    assert!(
        !page.contains("https:"),
        "the page needs something beside it"
    );
    let letter = [
        "sheets",
        "mill",
        "--paper",
        "letter",
        "--no-backs",
        "--out",
        "letter.html",
    ];
    assert_eq!(run(&letter, &folder, "").code, 0);
    let letter = fs::read_to_string(folder.join("letter.html")).unwrap();
    assert!(letter.contains("size: 215.9mm 279.4mm") && !letter.contains("class=\"back\""));
    let ran = run(
        &["sheets", "mill", "--cards", "cards", "--tabletop", "decks"],
        &folder,
        "",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let wrote: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("wrote "))
        .collect();
    assert!(
        wrote.len() > 4 && wrote.iter().all(|path| folder.join(path).is_file()),
        "{wrote:?}"
    );
}

#[test]
fn what_is_not_there() {
    let (folder, _) = with_ruling("sheets_unknown");
    let ran = run(&["sheets", "mill", "--kind", "crad"], &folder, "");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("no kind with components is called `crad`"),
        "{}",
        ran.err
    );
    let ran = run(&["sheets", "mill", "--bleed", "9"], &folder, "");
    assert_eq!(ran.code, 2, "{}", ran.err);
}

/// What was printed at a commit is not printed again.
#[test]
fn since_a_commit() {
    let (folder, _) = with_ruling("sheets_since");
    let git = |args: &[&str]| {
        let who = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
        let ran = Command::new("git")
            .current_dir(&folder)
            .args(who)
            .args(args)
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
    git(&["commit", "-q", "-m", "first"]);
    let since = [
        "sheets",
        "mill",
        "--changed-since",
        "HEAD",
        "--cards",
        "cards",
    ];
    let ran = run(&since, &folder, "");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert!(ran.err.contains("nothing looks different"), "{}", ran.err);
    let look = "cards: { stone: { size: [40, 60] } }\n";
    fs::write(folder.join("games/mill/look.yaml"), look).unwrap();
    let ran = run(&since, &folder, "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("cards/stone-"), "{}", ran.out);
    edit(&folder.join("games/mill/look.yaml"), "40", "forty");
    assert_eq!(run(&since, &folder, "").code, 1);
}
