//! Spans and diagnostics of ours as the protocol writes them.

use crate::client::ClientAbilities;
use crate::documents::{OpenDocuments, uri_of};
use crate::pages::{page_uri, prelude_uri};
use crate::position;
use gen_lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, Range, TextEdit, Uri,
};
use ludex_pipeline::PRELUDE_PATH;
use ludex_report as report;
use ludex_report::{Code, Severity};
use ludex_source::{FileId, Sources, Span};
use serde_json::json;

/// The name of the tool that diagnostics come from.
pub(super) const SOURCE: &str = "ludex";
/// Codes of what could be left out without a difference, which editors draw pale.
const UNNECESSARY: [Code; 4] = [
    Code::UNUSED,
    Code::UNOFFERED,
    Code::UNUSED_ATTRIBUTE,
    Code::UNUSED_ALLOW,
];

/// Some texts and how a client counts and names them.
pub(super) struct Converter<'a> {
    /// The texts that spans count in.
    pub(super) sources: &'a Sources,
    /// The open texts, whose URIs are the client's.
    pub(super) documents: &'a OpenDocuments,
    /// The client, as it counts columns and what it shows.
    pub(super) client: &'a ClientAbilities,
}

impl Converter<'_> {
    /// Returns the range of a span.
    pub(super) fn range(&self, span: Span) -> Range {
        position::range(self.sources, self.sources.fit(span), self.client.encoding)
    }

    /// Returns the URI of a file; none of what is inside the program, for a client that cannot read it.
    pub(super) fn uri(&self, file: FileId) -> Option<Uri> {
        match self.sources.path(file) {
            PRELUDE_PATH => self.client.reads_content.then(prelude_uri),
            path => Some(uri_of(path, self.documents)),
        }
    }

    /// Returns the place of a span.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        Some(Location {
            uri: self.uri(span.file)?,
            range: self.range(span),
        })
    }

    /// Returns a diagnostic as the protocol writes it.
    pub(super) fn diagnostic(&self, one: &report::Diagnostic) -> Diagnostic {
        let span = one.span().map(|span| self.sources.shown(span));
        let code = one.code.as_str();
        Diagnostic {
            range: span.map_or_else(Range::default, |span| self.range(span)),
            severity: Some(match one.severity {
                Severity::Error => DiagnosticSeverity::Error,
                Severity::Warning => DiagnosticSeverity::Warning,
            }),
            code: Some(code.to_owned().into()),
            code_description: self.client.reads_content.then(|| CodeDescription {
                href: page_uri(code),
            }),
            source: Some(SOURCE.to_owned()),
            message: message(one).into(),
            tags: UNNECESSARY
                .contains(&one.code)
                .then(|| vec![DiagnosticTag::Unnecessary]),
            related_information: self.related(one),
            data: self.data(one),
        }
    }

    /// Returns the other places of a diagnostic.
    fn related(&self, one: &report::Diagnostic) -> Option<Vec<DiagnosticRelatedInformation>> {
        let place = one.span();
        let others = one.labels.iter().filter(|label| Some(label.span) != place);
        let related: Vec<DiagnosticRelatedInformation> = others
            .filter_map(|label| {
                Some(DiagnosticRelatedInformation {
                    location: self.location(self.sources.shown(label.span))?,
                    message: label.text.clone(),
                })
            })
            .collect();
        (self.client.shows_related && !related.is_empty()).then_some(related)
    }

    /// Returns the change that puts a diagnostic right, for whoever reads diagnostics as data.
    fn data(&self, one: &report::Diagnostic) -> Option<serde_json::Value> {
        let fix = one.remedy(self.sources)?;
        let edit = self.edit(fix.span, &fix.replacement);
        Some(json!({ "fix": { "uri": self.uri(fix.span.file)?, "edit": edit } }))
    }

    /// Returns the edit that puts a text in the place of a span.
    pub(super) fn edit(&self, span: Span, new_text: &str) -> TextEdit {
        TextEdit {
            range: self.range(span),
            new_text: new_text.to_owned(),
        }
    }
}

/// Returns the mistake with what is said beside the line and the advice below it, as a terminal draws them around the text.
pub(super) fn message(one: &report::Diagnostic) -> String {
    let mut message = one.message.clone();
    let label = one.labels.iter().find(|label| label.primary);
    if let Some(label) = label.filter(|label| !label.text.is_empty()) {
        message.push_str(&format!(" ({})", label.text));
    }
    for help in &one.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    message
}
