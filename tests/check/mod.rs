//! Games that must be refused: a folder each under `tests/data/rejected/<stage>/<case>/`.
//!
//! The snapshot shows the game's own lines with the answer, as a person reads it.

use ludex::pipeline::GameText;
use ludex::report;
use ludex::report::Report;
use ludex::source::Sources;
use std::path::Path;

mod accepted;

mod count;

mod slips;

mod tiles;

#[test]
fn manifest() {
    rejected("manifest");
}

#[test]
fn syntax() {
    rejected("syntax");
}

#[test]
fn names() {
    rejected("names");
}

#[test]
fn tables() {
    rejected("tables");
}

#[test]
fn places() {
    rejected("places");
}

#[test]
fn bounds() {
    rejected("bounds");
}

#[test]
fn hooks() {
    rejected("hooks");
}

#[test]
fn unused() {
    rejected("unused");
}

/// Checks every game of a stage and compares what is said with its snapshot.
fn rejected(stage: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/rejected")
        .join(stage);
    let cases = folders(&folder);
    assert!(!cases.is_empty(), "no cases in {stage}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/rejected/{stage}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for case in cases {
            let said = said(&folder.join(&case));
            assert!(!said.is_empty(), "{stage}/{case} is not refused");
            insta::assert_snapshot!(case.clone(), said);
        }
    });
}

/// Everything that is said about a game.
fn said(folder: &Path) -> String {
    let mut sources = Sources::new();
    let mut report = Report::new();
    let text = GameText {
        name: "case".into(),
        files: files(folder),
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    // The last mistakes show only when everything gets its address.
    let _ = checked.and_then(|checked| checked.compile(&mut report));
    report::human(&report, &sources, false)
}

/// The files of a game with their names, those of the common frame included when the game leaves them out.
pub(crate) fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            files.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
    files.sort();
    files
}

fn folders(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}
