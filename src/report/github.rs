//! Diagnostics as commands of GitHub's workflows, which shows them beside the lines of a change.

use crate::collect::Report;
use crate::diagnostic::Diagnostic;
use ludex_source::Sources;

/// One line for each diagnostic.
pub fn github(report: &Report, sources: &Sources) -> String {
    let all = report.in_order(sources).into_iter();
    all.map(|one| line(one, sources) + "\n").collect()
}

fn line(one: &Diagnostic, sources: &Sources) -> String {
    let mut places = Vec::new();
    if let Some(span) = one.span().map(|span| sources.shown(span)) {
        let (start, end) = (
            sources.line_col(span.file, span.start),
            sources.line_col(span.file, span.end),
        );
        places.push(format!("file={}", property(sources.path(span.file))));
        places.push(format!("line={}", start.line));
        places.push(format!("endLine={}", end.line));
        places.push(format!("col={}", start.column));
        // The last column that is meant, not the one behind it; only known to mean something within one line.
        if start.line == end.line {
            places.push(format!(
                "endColumn={}",
                end.column.max(start.column + 1) - 1
            ));
        }
    }
    places.push(format!("title={}", property(one.code.as_str())));
    let help = if one.help.is_empty() {
        String::new()
    } else {
        format!(" ({})", one.help.join("; "))
    };
    let said = percent_encoded(&format!("{}{help}", one.message));
    format!("::{} {}::{said}", one.severity.word(), places.join(","))
}

/// Encodes what ends a command or its message, as GitHub's own tools do.
fn percent_encoded(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    percent_encoded(text)
        .replace(':', "%3A")
        .replace(',', "%2C")
}
