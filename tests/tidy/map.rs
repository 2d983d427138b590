//! The map in `src/lib.rs`, and the pages that lead into the sources, name what is there.

use super::{ROOMS, none};
use std::fs;
use std::path::{Path, PathBuf};

/// Pages that name files of the sources.
const PAGES: &[&str] = &[
    "src/lib.rs",
    "docs/design.md",
    "docs/contributing.md",
    "tests/README.md",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The table below a heading of the map: the first column of each line.
fn first_column(map: &str, heading: &str) -> Vec<String> {
    let (_, table) = map.split_once(heading).expect("the heading");
    let rows = table.lines().skip_while(|line| !line.starts_with("//! | "));
    let rows = rows.take_while(|line| line.starts_with("//! | ")).skip(2);
    let cell = |row: &str| row.split('|').nth(1).map(|cell| cell.trim().to_owned());
    rows.filter_map(cell).collect()
}

#[test]
fn the_map_tells_every_room_in_order() {
    let map = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let told = first_column(&map, "# The rooms");
    let rooms: Vec<String> = ROOMS.iter().map(|room| format!("[`{room}`]")).collect();
    assert_eq!(told, rooms);
}

#[test]
fn the_words_of_the_map_are_sorted() {
    let map = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let words = first_column(&map, "# Words");
    assert!(words.len() >= 20 && words.is_sorted(), "{words:?}");
}

/// A word in backticks that is a file of the sources: `engine/runtime/host.rs`, `src/rules/ops.rs`, `tests/tidy`.
fn is_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || "_/.".contains(c);
    word.contains('/') && word.ends_with(".rs") && word.chars().all(plain)
}

#[test]
fn pages_name_files_that_are_there() {
    let mut found = Vec::new();
    let mut seen = 0;
    for page in PAGES {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for word in text.split('`').filter(|word| is_path(word)) {
            seen += 1;
            let there = |folder: &str| Path::new(&root().join(folder).join(word)).is_file();
            if !["", "src", "tests"].into_iter().any(there) {
                found.push(format!("{page}: `{word}`"));
            }
        }
    }
    assert!(seen > 30, "{seen} paths");
    none(&found, "a page names a file that is not there");
}
