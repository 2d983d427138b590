//! `ludex docs`.

use super::rulings::with_ruling;
use super::{edit, ludex, run, snapshots};
use std::fs;
use std::path::Path;

#[test]
fn a_game() {
    let (folder, _) = with_ruling("docs_game");
    let ran = run(&["docs", "mill"], &folder, "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    snapshots(|| insta::assert_snapshot!("docs_game", ran.out));
    let html = run(&["docs", "mill", "--format", "html"], &folder, "").out;
    snapshots(|| insta::assert_snapshot!("docs_game_html", html));
    assert!(!html.contains("http"), "the page needs something beside it");
}

/// Phrases, numbers, hooks and modifiers in every form that there is.
#[test]
fn words_of_every_form() {
    let ran = ludex(&["docs", "phrases", "--games", "tests/data/accepted"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    snapshots(|| insta::assert_snapshot!("docs_phrases", ran.out));
}

#[test]
fn who_can_win() {
    let (folder, _) = with_ruling("docs_wins");
    let rules = folder.join("games/mill/mill.rules");
    edit(
        &rules,
        "score points",
        "score points; wins when points >= 6",
    );
    let page = run(&["docs", "mill"], &folder, "").out;
    let said = "- You can win only if your points is at least 6.\n";
    assert!(page.contains(said), "{page}");
}

#[test]
fn a_stale_file() {
    let (folder, _) = with_ruling("docs_stale");
    let args = [
        "docs",
        "mill",
        "--out",
        "out/mill.md",
        "--out",
        "out/mill.html",
    ];
    let check = [&args[..], &["--check"]].concat();
    let absent = run(&check, &folder, "");
    assert_eq!(
        (absent.code, absent.out.as_str()),
        (1, "stale: out/mill.md\nstale: out/mill.html\n")
    );
    assert!(!folder.join("out").exists());
    assert_eq!(run(&args, &folder, "").code, 0);
    assert_eq!(run(&check, &folder, "").code, 0);
    edit(
        &folder.join("games/mill/stones.yaml"),
        "worth: 3",
        "worth: 5",
    );
    assert_eq!(run(&check, &folder, "").code, 1);
    let text = fs::read_to_string(folder.join("out/mill.md")).unwrap();
    assert!(text.contains("| `blue` | 3 |"), "{text}");
}

#[test]
fn what_cannot_be_written() {
    assert_eq!(ludex(&["docs"]).code, 2);
    assert_eq!(ludex(&["docs", "noah", "--out", "x.txt"]).code, 2);
    assert_eq!(ludex(&["docs", "noahs"]).code, 2);
    let (folder, _) = with_ruling("docs_wrong");
    edit(
        &folder.join("games/mill/mill.rules"),
        "gain stone.worth",
        "gian stone.worth",
    );
    let ran = run(&["docs", "mill"], &folder, "");
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains("gian"), "{}", ran.err);
}

/// The pages of the repository are those that the language and Noah make now; with `LUDEX_WRITE_PAGES=1` they are written anew.
#[test]
fn the_pages_of_the_repository() {
    let check = match std::env::var_os("LUDEX_WRITE_PAGES") {
        Some(_) => &[][..],
        None => &["--check"],
    };
    for (what, page) in [
        ("--language", "docs/builtins.md"),
        ("noah", "docs/games/noah.md"),
    ] {
        let args = [&["docs", what, "--out", page][..], check].concat();
        let ran = ludex(&args);
        let help = "to write both anew: LUDEX_WRITE_PAGES=1 cargo test the_pages_of_the_repository";
        assert_eq!(ran.code, 0, "{}{}{help}", ran.out, ran.err);
    }
}

/// The page of each game names every row of its tables.
#[test]
fn a_page_of_each_game() {
    for folder in fs::read_dir("games").unwrap() {
        let folder = folder.unwrap();
        let game = folder.file_name().into_string().unwrap();
        let ran = ludex(&["docs", &game]);
        assert_eq!(ran.code, 0, "{game}: {}", ran.err);
        let ids = ids_of_tables(&folder.path());
        assert!(ids.len() > 10, "{game}: {ids:?}");
        for id in ids {
            assert!(
                ran.out.contains(&format!("`{id}`")),
                "{game}: no word of `{id}`"
            );
        }
    }
}

/// The ids of rows in flow style. The spaces of a row's board stand deeper: they are drawn, not listed.
fn ids_of_tables(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let tables = files.filter(|file| file.extension().is_some_and(|end| end == "yaml"));
    let texts = tables.map(|file| fs::read_to_string(file).unwrap());
    let of_text = |text: String| {
        let rows = text
            .lines()
            .filter_map(|line| line.strip_prefix("  - { id: "));
        let ids = rows.filter_map(|row| row.split([',', ' ', '}']).next());
        ids.map(str::to_owned).collect::<Vec<String>>()
    };
    texts.flat_map(of_text).collect()
}
