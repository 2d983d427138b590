//! Diagnostics drawn for people: the one file that names the drawing crate.
//!
//! Takes a report and the texts it speaks of, gives text; whether colour is wanted is the caller's question.

use std::ops::Range;

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet, normalize_untrusted_str,
};

use crate::collect::{Grouped, Report};
use crate::diagnostic::{Diagnostic, Fix, Label, Severity};
use ludex_source::{FileId, Sources, Span};

/// Of many places with the same diagnostic, so many are named.
const NAMED: usize = 8;

/// All diagnostics with the lines they speak of, and how many there are; nothing when there are none. What is the same in many
/// places is drawn once.
pub fn human(report: &Report, sources: &Sources, colour: bool) -> String {
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut text = String::new();
    for told in report.told(sources) {
        text.push_str(&renderer.render(&groups(told.first, sources)));
        text.push('\n');
        text.push_str(&elsewhere(&told, sources));
        text.push('\n');
    }
    if !report.is_empty() {
        text.push_str(&summary(report));
        text.push('\n');
    }
    text
}

/// One line for each diagnostic: `path:line:column: error[N01]: message (help)`.
pub fn short(report: &Report, sources: &Sources) -> String {
    let lines = report.in_order(sources).into_iter();
    lines.map(|one| short_line(one, sources) + "\n").collect()
}

/// Tells how many diagnostics there are: `2 errors, 1 warning`.
pub fn summary(report: &Report) -> String {
    let counts = [(report.errors(), "error"), (report.warnings(), "warning")];
    let some = counts.into_iter().filter(|&(count, _)| count > 0);
    let words: Vec<String> = some.map(|(count, word)| counted(count, word)).collect();
    if words.is_empty() {
        "no errors".to_owned()
    } else {
        words.join(", ")
    }
}

/// The line that names where else the same was found; nothing when it was found nowhere else.
fn elsewhere(told: &Grouped<'_>, sources: &Sources) -> String {
    let count = told.also_at.len();
    if count == 0 {
        return String::new();
    }
    let places = told.also_at.iter().take(NAMED);
    let places: Vec<String> = places.map(|span| place(*span, sources)).collect();
    let rest = if count > NAMED { ", …" } else { "" };
    format!(
        "the same in {count} more places: {}{rest}\n",
        places.join(", ")
    )
}

fn counted(count: usize, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {word}{plural}")
}

fn short_line(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let place = match diagnostic.span() {
        Some(span) => place(span, sources) + ": ",
        None => String::new(),
    };
    let help = if diagnostic.help.is_empty() {
        String::new()
    } else {
        format!(" ({})", diagnostic.help.join("; "))
    };
    let word = diagnostic.severity.word();
    let Diagnostic { code, message, .. } = diagnostic;
    let line = format!("{place}{word}[{code}]: {message}{help}");
    // A message may quote the author's line breaks; here a line is a diagnostic.
    line.replace(['\n', '\r'], " ")
}

fn place(span: Span, sources: &Sources) -> String {
    let at = sources.line_col(span.file, sources.shown(span).start);
    format!("{}:{}:{}", sources.path(span.file), at.line, at.column)
}

fn groups<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Vec<Group<'a>> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.as_str());
    let snippets = files(diagnostic)
        .into_iter()
        .map(|file| snippet(diagnostic, file, sources));
    let group = Group::with_title(title).elements(snippets);
    let helps = diagnostic
        .help
        .iter()
        .map(|help| normalize_untrusted_str(help));
    match &diagnostic.fix {
        None => vec![group.elements(helps.map(|help| Level::HELP.message(help)))],
        Some(fix) => {
            let help: Vec<String> = helps.collect();
            vec![group, change(&help.join("; "), fix, sources)]
        }
    }
}

/// The files a diagnostic speaks of, that of the mistake first.
fn files(diagnostic: &Diagnostic) -> Vec<FileId> {
    let mut files: Vec<FileId> = diagnostic
        .span()
        .map(|span| span.file)
        .into_iter()
        .collect();
    for label in &diagnostic.labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

fn snippet<'a>(
    diagnostic: &'a Diagnostic,
    file: FileId,
    sources: &'a Sources,
) -> Snippet<'a, Annotation<'a>> {
    let labels = diagnostic
        .labels
        .iter()
        .filter(|label| label.span.file == file);
    let lines = lines(
        labels.clone().map(|label| sources.shown(label.span)),
        sources,
    );
    Snippet::source(&sources.text(file)[lines.bytes.clone()])
        .line_start(lines.first)
        .path(sources.path(file))
        .annotations(labels.map(|label| annotation(label, lines.bytes.start, sources)))
}

/// Lines of a file that are drawn.
struct Lines {
    /// The number of the first one.
    first: usize,
    bytes: Range<usize>,
}

/// The lines that some spans of one file lie in: whoever draws them looks at no other, however long the file is.
fn lines(spans: impl Iterator<Item = Span>, sources: &Sources) -> Lines {
    let Some(whole) = spans.reduce(|one, other| Span {
        start: one.start.min(other.start),
        end: one.end.max(other.end),
        ..one
    }) else {
        return Lines {
            first: 1,
            bytes: 0..0,
        };
    };
    let text = sources.text(whole.file);
    let first = sources.line_col(whole.file, whole.start).line;
    let start = sources
        .line_range(whole.file, first)
        .map_or(0, |line| line.start);
    let end = text[whole.range().end..].find('\n');
    Lines {
        first: usize::try_from(first).unwrap_or(usize::MAX),
        bytes: start..end.map_or(text.len(), |end| whole.range().end + end + 1),
    }
}

/// A span as places in a text that begins at some byte of its file.
fn from(start: usize, span: Span) -> Range<usize> {
    let Range { start: from, end } = span.range();
    from - start..end - start
}

fn annotation<'a>(label: &'a Label, start: usize, sources: &Sources) -> Annotation<'a> {
    let kind = if label.primary {
        AnnotationKind::Primary
    } else {
        AnnotationKind::Context
    };
    let text = (!label.text.is_empty()).then_some(label.text.as_str());
    kind.span(from(start, sources.shown(label.span)))
        .label(text)
}

fn change<'a>(help: &str, fix: &'a Fix, sources: &'a Sources) -> Group<'a> {
    let title = if help.is_empty() { "write" } else { help };
    let span = sources.fit(fix.span);
    let lines = lines(std::iter::once(span), sources);
    let patch = Patch::new(from(lines.bytes.start, span), fix.replacement.as_str());
    let source = Snippet::source(&sources.text(span.file)[lines.bytes])
        .line_start(lines.first)
        .patch(patch);
    Group::with_title(Level::HELP.secondary_title(title.to_owned())).element(source)
}
