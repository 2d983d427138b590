//! The first three rooms: places in texts, diagnostics as people see them, YAML as it was written.

mod fragments;
mod places;
mod problems;
mod reports;
mod values;

use crate::support::settings;
use ludex::report::{Report, human};
use ludex::source::Sources;

/// A snapshot in this suite's own folder.
fn snapshot(name: &str, text: &str) {
    let settings = settings("text");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The text of a case and what is said about it, as one page.
fn page(text: &str, report: &Report, sources: &Sources) -> String {
    let answer = human(report, sources, false);
    let answer = if answer.is_empty() {
        "nothing is wrong\n"
    } else {
        &answer
    };
    format!("{text}\n----\n{answer}")
}
