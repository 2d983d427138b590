//! A text that is edited piece by piece is read and checked as if it were read anew.

use crate::support::{files, games_in};
use ludex::ide::GameSnapshot;
use ludex::pipeline::GameText;
use ludex::report::human;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::path::{Path, PathBuf};

#[path = "../../benches/shared/rows.rs"]
mod rows;

/// Edits of each small game.
const EDITS: usize = 10;
/// Pieces that an author might type: sound ones, half ones, and ones that break a row or an item.
const TYPED: [&str; 14] = [
    "\n",
    "  ",
    "{",
    "}",
    "\"",
    ": ",
    "- ",
    "#",
    "// ",
    "1",
    "gain 1 ",
    "x",
    "é日🎲",
    "\t",
];

/// Does one thing to a text, as a hand at a keyboard might.
fn edited(text: &str, rng: &mut Xoshiro256PlusPlus) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = rng.random_range(0..=lines.len());
    let line = |lines: &Vec<&str>| at.min(lines.len().saturating_sub(1));
    match rng.random_range(0..6) {
        0 if !lines.is_empty() => {
            lines.remove(line(&lines));
        }
        1 if !lines.is_empty() => lines.insert(at, lines[line(&lines)]),
        2 if !lines.is_empty() => {
            let moved = lines.remove(line(&lines));
            lines.insert(rng.random_range(0..=lines.len()), moved);
        }
        3 => {
            // A file cut in half.
            lines.truncate(at);
        }
        _ => {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let place = places.choose(rng).copied().unwrap_or(0);
            let typed = TYPED.choose(rng).copied().unwrap_or_default();
            return format!("{}{typed}{}", &text[..place], &text[place..]);
        }
    }
    lines.concat()
}

/// Everything that the checker says of a game: its diagnostics, and what its names mean.
fn all_of(snapshot: &GameSnapshot) -> (String, String) {
    let said = human(&snapshot.report, &snapshot.sources, false);
    let mut meanings = String::new();
    for file in snapshot.sources.ids() {
        let path = snapshot.sources.path(file);
        let length = u32::try_from(snapshot.sources.text(file).len()).unwrap();
        for at in 0..=length {
            if let Some(name) = snapshot
                .name_at(file, at)
                .filter(|name| name.span.start == at)
            {
                let word = snapshot.sources.slice(name.span);
                let defined = snapshot.definition(name.symbol);
                let defined =
                    defined.map_or("", |definition| snapshot.sources.slice(definition.span));
                let ty = snapshot.semantics().type_at(name.span);
                meanings += &format!("{path} {at} {word} {defined} {ty:?}\n");
            }
        }
    }
    (said, meanings)
}

fn text(name: &str, files: &[(String, String)]) -> GameText {
    GameText {
        name: name.to_owned(),
        files: files.to_vec(),
    }
}

/// Edits the files of a game one after the other; each time, what is known then equals what a new reading finds.
fn compare(folder: &Path, edits: usize, seed: u64) {
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    let sound = files(folder);
    let mut now = sound.clone();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut snapshot = GameSnapshot::new(text(&name, &now));
    for nth in 0..edits {
        let file = rng.random_range(0..now.len());
        now[file].1 = match rng.random_range(0..3) {
            0 => sound[file].1.clone(),
            _ => edited(&now[file].1, &mut rng),
        };
        snapshot = snapshot.edited(text(&name, &now));
        let anew = GameSnapshot::new(text(&name, &now));
        let (kept, anew) = (all_of(&snapshot), all_of(&anew));
        assert_eq!(
            kept.0, anew.0,
            "{name}, seed {seed}, edit {nth}: the diagnostics differ"
        );
        assert_eq!(
            kept.1, anew.1,
            "{name}, seed {seed}, edit {nth}: the meanings differ"
        );
    }
}

fn small_games() -> Vec<PathBuf> {
    [games_in("tests/data/accepted"), games_in("examples")].concat()
}

#[test]
fn edits_of_small_games_are_read_as_if_anew() {
    for (seed, folder) in (0..).zip(small_games()) {
        compare(&folder, EDITS, seed);
    }
}

#[test]
fn edits_of_large_games_are_read_as_if_anew() {
    for (seed, folder) in (0..).zip(games_in("games")) {
        compare(&folder, 6, seed);
    }
}

/// Changes of a table of many rows: numbers, ids, texts, escapes that no value may have, rows that go, come twice or change places.
fn rows_edited(text: &str, rng: &mut Xoshiro256PlusPlus) -> String {
    let mut rows: Vec<String> = text.split_inclusive("\n  - ").map(str::to_owned).collect();
    let at = rng.random_range(1..rows.len());
    let other = rng.random_range(1..rows.len());
    let row = rows[at].clone();
    let replaced = |from: &str, to: &str| row.replacen(from, to, 1);
    match rng.random_range(0..9) {
        0 => rows[at] = replaced("cost: ", "cost: 1"),
        1 => rows[at] = replaced("cost: ", "cots: "),
        2 => rows[at] = replaced("id: c", "id: d"),
        3 => rows[at] = replaced("gain ", "gian "),
        4 => rows[at] = replaced("worth: ", "worth: \"\\e\" #"),
        5 => rows[at] = replaced("coins", "coins; gain cost coins"),
        6 => drop(rows.remove(at)),
        7 => rows.insert(at, row),
        _ => rows.swap(at, other),
    }
    rows.concat()
}

#[test]
fn edits_of_many_rows_are_read_as_if_anew() {
    let sound = rows::files(120).to_vec();
    let table = sound.iter().position(|(path, _)| path == "cards.yaml");
    let table = table.unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(32);
    let mut now = sound.clone();
    let mut snapshot = GameSnapshot::new(text("rows", &now));
    let mut refused = 0;
    for nth in 0..60 {
        now[table].1 = match nth % 4 {
            0 => sound[table].1.clone(),
            _ => rows_edited(&now[table].1, &mut rng),
        };
        snapshot = snapshot.edited(text("rows", &now));
        let anew = GameSnapshot::new(text("rows", &now));
        assert_eq!(all_of(&snapshot), all_of(&anew), "edit {nth}");
        refused += usize::from(snapshot.report.has_errors());
    }
    assert!((10..50).contains(&refused), "{refused} of 60 have errors");
}
