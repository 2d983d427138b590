//! Rulings that were prepared together answer as each does alone, also beside one whose conditions are wrong.

use super::{collect, game};
use ludex::report::{self, Report};
use ludex::source::Sources;
use ludex::tools::rulings::{self, Prepared, Ruling, RulingVerdict};
use std::fs;
use std::path::{Path, PathBuf};

const WRONG: &str = "\
id: wrong
game: noah
asks: Can a condition be misspelt?
says: Only so that it is told.
given: { players: 2 }
expect: [size(P0.hnd) == 1]
";

#[test]
fn together_as_alone() {
    let (mut sources, mut found) = (Sources::new(), Report::new());
    let noah = game(Path::new("games/noah"), &mut sources, &mut found).unwrap();
    let mut files: Vec<PathBuf> = Vec::new();
    collect(Path::new("games/noah/rulings"), &mut files);
    let mut texts: Vec<(String, String)> = files
        .iter()
        .map(|path| {
            (
                path.display().to_string(),
                fs::read_to_string(path).unwrap(),
            )
        })
        .collect();
    texts.insert(1, ("wrong.ruling.yaml".into(), WRONG.into()));
    let all: Vec<Ruling> = texts
        .iter()
        .map(|(path, text)| rulings::read(path, text, &mut sources, &mut found).unwrap())
        .collect();
    let prepared = Prepared::new(&noah, &all);
    let mut passed = 0;
    for (nth, ruling) in all.iter().enumerate().rev() {
        let alone = rulings::run(&noah, ruling, &sources, None);
        let beside = rulings::run_seen(&prepared, nth, ruling, &sources, None, &mut |_| {});
        assert_eq!(beside.verdict, alone.verdict, "{}", ruling.path);
        let told = |found: &Report| report::human(found, &sources, false);
        assert_eq!(told(&beside.found), told(&alone.found));
        let outcome =
            |snapshot: Option<rulings::AcceptedOutcome>| snapshot.map(|kept| kept.outcome);
        assert_eq!(outcome(beside.snapshot), outcome(alone.snapshot));
        passed += usize::from(alone.verdict != RulingVerdict::Broken);
    }
    assert_eq!(passed + 1, all.len());
}
