//! Games that must be refused: a folder each under `tests/data/rejected/<stage>/<case>/`. Those of `lints` are warned of alone.
//!
//! The snapshot shows the game's own lines with the answer, as a person reads it.

use crate::support::{cases, files, settings};
use ludex::pipeline::GameText;
use ludex::report;
use ludex::report::Report;
use ludex::source::Sources;
use std::path::Path;

mod accepted;

mod count;

mod folds;

mod growth;

mod many;

mod secrecy;

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
#[test]
fn lints() {
    told("lints", |report| {
        !report.has_errors() && report.warnings() > 0
    });
}

/// Holds the cases of a stage, each of which has an error.
fn rejected(stage: &str) {
    told(stage, Report::has_errors);
}

fn told(stage: &str, is_as_meant: impl Fn(&Report) -> bool) {
    let mut cases = cases(&format!("tests/data/rejected/{stage}"));
    cases.retain(|path| path.is_dir());
    assert!(!cases.is_empty(), "no cases in {stage}");
    let settings = settings(&format!("rejected/{stage}"));
    settings.bind(|| {
        for case in cases {
            let (said, report) = said(&case);
            let case = case.file_name().unwrap().to_str().unwrap();
            assert!(is_as_meant(&report), "{stage}/{case}: {said}");
            insta::assert_snapshot!(case, said);
        }
    });
}

/// Everything that is said about a game.
fn said(folder: &Path) -> (String, Report) {
    let mut sources = Sources::new();
    let mut report = Report::new();
    let text = GameText {
        name: "case".into(),
        files: files(folder),
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    // The last mistakes show only when everything gets its address.
    let _ = checked.and_then(|checked| checked.compile(&mut report));
    (report::human(&report, &sources, false), report)
}
