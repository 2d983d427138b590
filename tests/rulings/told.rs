//! What is said of rulings that are wrong or don't hold: the snapshot shows their own lines with the answer.

use super::game;
use crate::support::{cases, settings};
use ludex::report;
use ludex::report::Report;
use ludex::source::Sources;
use ludex::tools::rulings;
use std::fs;
use std::path::Path;

/// Every ruling in `tests/data/rejected/rulings/`, played with Noah.
#[test]
fn rejected() {
    refused("rulings", "games/noah");
}

/// Every ruling in `tests/data/rejected/positions/`: Estate demands something of positions.
#[test]
fn positions() {
    refused("positions", "tests/data/accepted/estate");
}

/// Plays every ruling of a folder with a game, and keeps what is said of it.
fn refused(folder: &str, of: &str) {
    let files = cases(&format!("tests/data/rejected/{folder}"));
    let mut sources = Sources::new();
    let mut found = Report::new();
    let game = game(Path::new(of), &mut sources, &mut found);
    let game = game.unwrap_or_else(|| panic!("{}", report::human(&found, &sources, false)));
    let settings = settings(&format!("rejected/{folder}"));
    settings.bind(|| {
        for path in files {
            let (path, text) = (
                path.to_str().unwrap().to_owned(),
                fs::read_to_string(&path).unwrap(),
            );
            let mut found = Report::new();
            let answer = rulings::read(&path, &text, &mut sources, &mut found)
                .map(|ruling| rulings::run(&game, &ruling, &sources, None));
            let found = answer.map_or(found, |answer| answer.found);
            let said = report::human(&found, &sources, false);
            assert!(!said.is_empty(), "{path} is not refused");
            let name = path
                .rsplit('/')
                .next()
                .unwrap()
                .trim_end_matches(".ruling.yaml")
                .to_owned();
            insta::assert_snapshot!(name, said);
        }
    });
}
