//! Diagnostics for programs: types that are written as JSON, and whose schema a client in another language reads.
//!
//! Lines and columns count from 1, columns in characters; `end_line` and `end_column` name the place after the last one. Every
//! object has all of its keys.

use crate::collect::Report;
use crate::diagnostic::{Diagnostic, Fix, Label, Severity};
use ludex_source::{Sources, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A diagnostic as programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiagnosticShape {
    /// The stable code of the sort of mistake: `N01`.
    pub code: String,
    /// The severity of the mistake.
    pub severity: SeverityShape,
    /// The mistake in a clause.
    pub message: String,
    /// The path of the file; null where it has no place.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// The line of the place behind the last character.
    pub end_line: Option<u32>,
    /// The column of the place behind the last character.
    pub end_column: Option<u32>,
    /// All places that it is about, the mistake itself first.
    pub labels: Vec<LabelShape>,
    /// The advice on what to write instead, a clause each.
    pub help: Vec<String>,
    /// A change that puts it right; null where the word may mean several.
    pub fix: Option<FixShape>,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeverityShape {
    /// The game cannot be played like this.
    Error,
    /// The game can be played, but this is probably not what was meant.
    Warning,
}

/// A place that a diagnostic is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabelShape {
    /// The words beside the place; may be empty.
    pub text: String,
    /// True of the mistake itself, false of a place that explains it.
    pub primary: bool,
    /// The path of the file; null where it has no place.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// The line of the place behind the last character.
    pub end_line: Option<u32>,
    /// The column of the place behind the last character.
    pub end_column: Option<u32>,
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FixShape {
    /// The text to put at the place.
    pub replacement: String,
    /// The path of the file; null where it has no place.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// The line of the place behind the last character.
    pub end_line: Option<u32>,
    /// The column of the place behind the last character.
    pub end_column: Option<u32>,
}

/// A place in a file, or nowhere.
#[derive(Default)]
struct PlaceShape {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
}

/// Returns all diagnostics as an array of objects.
pub fn json(report: &Report, sources: &Sources) -> Value {
    // INVARIANT: no shape has a key that is no text, and none fails to be written.
    serde_json::to_value(shapes(report, sources)).unwrap_or_default()
}

/// Returns all diagnostics as programs read them, in the order of their places.
pub fn shapes(report: &Report, sources: &Sources) -> Vec<DiagnosticShape> {
    let all = report.in_order(sources).into_iter();
    all.map(|one| diagnostic(one, sources)).collect()
}

fn diagnostic(one: &Diagnostic, sources: &Sources) -> DiagnosticShape {
    let at = PlaceShape::of(one.span(), sources);
    DiagnosticShape {
        code: one.code.as_str().to_owned(),
        severity: match one.severity {
            Severity::Error => SeverityShape::Error,
            Severity::Warning => SeverityShape::Warning,
        },
        message: one.message.clone(),
        file: at.file,
        line: at.line,
        column: at.column,
        end_line: at.end_line,
        end_column: at.end_column,
        labels: one.labels.iter().map(|each| label(each, sources)).collect(),
        help: one.help.clone(),
        fix: one.remedy(sources).map(|each| fix(&each, sources)),
    }
}

fn label(label: &Label, sources: &Sources) -> LabelShape {
    let at = PlaceShape::of(Some(label.span), sources);
    LabelShape {
        text: label.text.clone(),
        primary: label.primary,
        file: at.file,
        line: at.line,
        column: at.column,
        end_line: at.end_line,
        end_column: at.end_column,
    }
}

fn fix(fix: &Fix, sources: &Sources) -> FixShape {
    let at = PlaceShape::of(Some(fix.span), sources);
    FixShape {
        replacement: fix.replacement.clone(),
        file: at.file,
        line: at.line,
        column: at.column,
        end_line: at.end_line,
        end_column: at.end_column,
    }
}

impl PlaceShape {
    fn of(span: Option<Span>, sources: &Sources) -> PlaceShape {
        let Some(span) = span.map(|span| sources.shown(span)) else {
            return PlaceShape::default();
        };
        let start = sources.line_col(span.file, span.start);
        let end = sources.line_col(span.file, span.end);
        PlaceShape {
            file: Some(sources.path(span.file).to_owned()),
            line: Some(start.line),
            column: Some(start.column),
            end_line: Some(end.line),
            end_column: Some(end.column),
        }
    }
}
