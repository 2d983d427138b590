//! Diagnostics for programs: one JSON array, an object each.

use serde_json::Value;
use serde_json::json;

use crate::collect::Report;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Fix;
use crate::diagnostic::Label;
use ludex_source::Sources;
use ludex_source::Span;

/// All diagnostics as an array of objects.
///
/// Lines and columns count from 1, columns in characters; `end_line` and `end_column` name the place after the last one.
pub fn json(report: &Report, sources: &Sources) -> Value {
    let all = report.in_order(sources).into_iter();
    all.map(|one| diagnostic(one, sources)).collect()
}

fn diagnostic(one: &Diagnostic, sources: &Sources) -> Value {
    let mut object = json!({
        "code": one.code.as_str(),
        "severity": one.severity.word(),
        "message": one.message,
    });
    place(&mut object, one.span(), sources);
    object["labels"] = one.labels.iter().map(|each| label(each, sources)).collect();
    object["help"] = json!(one.help);
    object["fix"] = one.remedy(sources).map(|each| fix(&each, sources)).into();
    object
}

fn label(label: &Label, sources: &Sources) -> Value {
    let mut object = json!({ "text": label.text, "primary": label.primary });
    place(&mut object, Some(label.span), sources);
    object
}

fn fix(fix: &Fix, sources: &Sources) -> Value {
    let mut object = json!({ "replacement": fix.replacement });
    place(&mut object, Some(fix.span), sources);
    object
}

/// Adds where it is, or nulls, so that every object has the same keys.
fn place(object: &mut Value, span: Option<Span>, sources: &Sources) {
    let span = span.map(|span| sources.shown(span));
    let start = span.map(|span| sources.line_col(span.file, span.start));
    let end = span.map(|span| sources.line_col(span.file, span.end));
    object["file"] = span.map(|span| sources.path(span.file)).into();
    object["line"] = start.map(|at| at.line).into();
    object["column"] = start.map(|at| at.column).into();
    object["end_line"] = end.map(|at| at.line).into();
    object["end_column"] = end.map(|at| at.column).into();
}
