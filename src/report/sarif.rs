//! Diagnostics as SARIF 2.1.0, which code hosts and editors read.

use serde_json::{Value, json};

use crate::codes::CODES;
use crate::collect::Report;
use crate::diagnostic::{Diagnostic, Fix, Label};
use ludex_source::{Sources, Span};

/// All diagnostics of several texts as one log with one run.
pub fn sarif<'a>(found: impl IntoIterator<Item = (&'a Report, &'a Sources)>) -> Value {
    let results: Vec<Value> = found
        .into_iter()
        .flat_map(|(report, sources)| {
            let all = report.in_order(sources).into_iter();
            all.map(|one| result(one, sources)).collect::<Vec<_>>()
        })
        .collect();
    let rules: Vec<Value> = CODES
        .iter()
        .map(|row| json!({ "id": row.code.as_str(), "shortDescription": { "text": row.title } }))
        .collect();
    let driver = json!({ "name": "ludex", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(one: &Diagnostic, sources: &Sources) -> Value {
    let help: String = one.help.iter().map(|help| format!("\n{help}")).collect();
    let mut result = json!({
        "ruleId": one.code.as_str(),
        "level": one.severity.word(),
        "message": { "text": format!("{}{help}", one.message) },
    });
    if let Some(span) = one.span() {
        result["locations"] = json!([location(span, sources)]);
        // The words of a mistake stay when lines are added above it.
        let path = sources.path(span.file);
        let print = format!("{}:{path}:{}", one.code, one.message);
        result["partialFingerprints"] = json!({ "ludex/v1": print });
    }
    let also = one.labels.iter().filter(|label| !label.primary);
    let also: Vec<Value> = also.map(|label| related(label, sources)).collect();
    if !also.is_empty() {
        result["relatedLocations"] = also.into();
    }
    if let Some(fix) = one.remedy(sources) {
        result["fixes"] = json!([change(&fix, sources)]);
    }
    result
}

fn location(span: Span, sources: &Sources) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(sources.path(span.file)) },
            "region": region(span, sources),
        },
    })
}

fn related(label: &Label, sources: &Sources) -> Value {
    let mut place = location(label.span, sources);
    if !label.text.is_empty() {
        place["message"] = json!({ "text": label.text });
    }
    place
}

fn change(fix: &Fix, sources: &Sources) -> Value {
    json!({
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(sources.path(fix.span.file)) },
            "replacements": [{
                "deletedRegion": region(fix.span, sources),
                "insertedContent": { "text": fix.replacement },
            }],
        }],
    })
}

fn region(span: Span, sources: &Sources) -> Value {
    let span = sources.shown(span);
    let start = sources.line_col(span.file, span.start);
    let end = sources.line_col(span.file, span.end);
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// A path as a relative reference: what is no plain letter of one is written in hexadecimal.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    path.bytes()
        .map(|byte| {
            if plain(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}
