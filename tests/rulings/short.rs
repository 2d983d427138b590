//! Snapshots hold what their rulings are about: a change elsewhere moves few of them.

use ludex::pipeline::GameText;
use ludex::report::Report;
use ludex::source::Sources;
use ludex::tools::rulings;
use ludex::tools::rulings::{Prepared, RuledGame, snapshot_path};
use std::fs;
use std::path::{Path, PathBuf};

/// How many of a game's rulings do not pass when one of its files says something else.
fn moved(folder: &str, file: &str, old: &str, new: &str) -> (usize, usize) {
    let mut paths: Vec<PathBuf> = Vec::new();
    super::collect(Path::new(folder), &mut paths);
    let text = |path: &PathBuf| {
        (
            path.to_str().unwrap().to_owned(),
            fs::read_to_string(path).unwrap(),
        )
    };
    let (rulings, rules): (Vec<_>, Vec<_>) = paths
        .iter()
        .map(text)
        .partition(|(path, _)| path.ends_with(".ruling.yaml"));
    let changed = |(path, text): (String, String)| {
        let is_it = path.ends_with(file);
        assert!(!is_it || text.contains(old), "{file} has no {old:?}");
        (
            path,
            if is_it {
                text.replacen(old, new, 1)
            } else {
                text
            },
        )
    };
    let files = rules
        .into_iter()
        .filter(|(path, _)| !path.ends_with(".mutants"));
    let name = folder.rsplit('/').next().unwrap().to_owned();
    let files = files.map(changed).collect();
    let (mut sources, mut found) = (Sources::new(), Report::new());
    let checked = GameText { name, files }
        .parse(&mut sources, &mut found)
        .check(&mut found)
        .unwrap();
    let game = RuledGame::new(checked, &mut found).unwrap();
    let all: Vec<_> = rulings
        .iter()
        .map(|(path, text)| rulings::read(path, text, &mut sources, &mut found).unwrap())
        .collect();
    let prepared = Prepared::new(&game, &all);
    let passes = |(nth, ruling): (usize, &rulings::Ruling)| {
        let accepted = fs::read_to_string(snapshot_path(&ruling.path)).ok();
        let ran = rulings::run_seen(
            &prepared,
            nth,
            ruling,
            &sources,
            accepted.as_deref(),
            &mut |_| {},
        );
        ran.passed()
    };
    (
        all.iter().enumerate().filter(|one| !passes(*one)).count(),
        all.len(),
    )
}

#[test]
fn one_weight_moves_few() {
    let weight = "  - id: lion\n    weight: 5\n";
    let (moved, of) = moved(
        "games/noah",
        "animals.yaml",
        weight,
        &weight.replace('5', "4"),
    );
    assert!((1..=15).contains(&moved), "{moved} of {of}");
}

#[test]
fn nothing_moves_by_itself() {
    assert_eq!(moved("games/noah", "animals.yaml", "lion", "lion").0, 0);
}
