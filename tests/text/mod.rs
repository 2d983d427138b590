//! The first three rooms: places in texts, diagnostics as people see them, YAML as it was written.

mod drafts;
mod fragments;
mod places;
mod problems;
mod reports;
mod values;

use ludex::report::{Report, human};
use ludex::source::Sources;

/// A snapshot in this suite's own folder.
fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots/text");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
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
