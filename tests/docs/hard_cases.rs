//! The places in the largest game that the reference names for its hard cases.

use std::collections::BTreeSet;
use std::fs;

const GAME: &str = "games/ark_nova";

/// Tells whether a text contains a word as a whole token of letters, digits and `_`.
fn holds(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !part(c)).any(|one| one == word)
}

#[test]
fn each_place_of_a_hard_case_is_there() {
    let said = fs::read_to_string("docs/language.md").unwrap();
    let page = fs::read_to_string("docs/authoring.md").unwrap();
    let all: String = fs::read_dir(GAME)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let mut cases = BTreeSet::new();
    for row in page.lines().filter(|line| line.starts_with("| H")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [case, file, told] = cells[..] else {
            panic!("not three cells: {row}");
        };
        assert!(said.contains(&format!("**{case}. ")), "no such case: {row}");
        assert!(cases.insert(case.to_owned()), "{case} twice");
        let path = format!("{GAME}/{}", file.trim_matches('`'));
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let named: Vec<&str> = told.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "nothing is named: {row}");
        for (n, name) in named.iter().flat_map(|name| name.split(' ')).enumerate() {
            // The first stands in the file itself, what is said besides anywhere in the game.
            let found = holds(if n == 0 { &text } else { &all }, name);
            assert!(found, "`{name}` is not there: {row}");
        }
    }
    assert!(cases.len() > 25, "{cases:?}");
}
