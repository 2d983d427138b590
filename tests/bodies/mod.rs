//! What is said about expressions and statements: each case in `data/rejected/{names,types}` is checked as a part of the
//! game in `data/bodies`, and everything that is said about it is kept beside its text.

use crate::support::{cases, settings};
use ludex::check::game::{GameFiles, game};
use ludex::pipeline::PRELUDE;
use ludex::report::{Report, human};
use ludex::rules::game::Game;
use ludex::source::Sources;
use ludex::syntax::parse;
use ludex::tables::read;
use std::sync::Arc;

const MANIFEST: &str = include_str!("../data/bodies/game.yaml");
const ROWS: &str = include_str!("../data/bodies/rows.yaml");
const BASE: &str = include_str!("../data/bodies/base.rules");

/// The game with one more file, and what is said about it.
fn checked(name: &str, text: &str) -> (Option<Game>, String) {
    let mut sources = Sources::new();
    let mut report = Report::new();
    let manifest = sources.add("game.yaml", MANIFEST);
    let rows = sources.add("rows.yaml", ROWS);
    let prelude = sources.add("prelude.rules", PRELUDE);
    let files = GameFiles {
        prelude: Some(Arc::new(parse::file(
            &sources.fragment(prelude),
            &mut report,
        ))),
        manifest: read(manifest, &sources, &mut report).map(Arc::new),
        tables: read(rows, &sources, &mut report)
            .into_iter()
            .map(Arc::new)
            .collect(),
        rules: [("base.rules", BASE), (name, text)]
            .into_iter()
            .map(|(path, text)| {
                let file = sources.add(path, text);
                Arc::new(parse::file(&sources.fragment(file), &mut report))
            })
            .collect(),
        ..GameFiles::default()
    };
    let made = game("harbour", &files, &mut report).filter(|_| !report.has_errors());
    (made, human(&report, &sources, false))
}

/// Every case of a folder, each with its own snapshot.
fn refused(folder: &str) {
    let mut cases = cases(&format!("tests/data/rejected/{folder}"));
    cases.retain(|path| path.extension().is_some_and(|end| end == "rules"));
    assert!(!cases.is_empty(), "no cases in {folder}");
    let settings = settings("bodies");
    let _bound = settings.bind_to_scope();
    for path in cases {
        let name = path.file_stem().unwrap().to_string_lossy();
        let text = std::fs::read_to_string(&path).unwrap();
        let (game, said) = checked("case.rules", &text);
        assert!(game.is_none(), "{name} is not refused:\n{said}");
        insta::assert_snapshot!(format!("{folder}@{name}"), format!("{text}\n----\n{said}"));
    }
}

#[test]
fn names() {
    refused("names");
}

#[test]
fn types() {
    refused("types");
}

#[test]
fn the_game_alone_is_sound() {
    let (game, said) = checked("case.rules", "");
    assert!(game.is_some(), "{said}");
}

#[test]
fn what_is_right_is_let_through() {
    let (game, said) = checked("case.rules", include_str!("../data/bodies/accepted.rules"));
    let Some(game) = game else { panic!("{said}") };
    let part = game
        .routines
        .iter()
        .find(|routine| routine.name == "later end_of_turn")
        .unwrap();
    let taken: Vec<&str> = part.params.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(taken, ["card", "n"]);
    assert_eq!(part.locals[1].0, "card");
}
