//! Formatting of an author's files: rules texts, and the rules inside values of tables and rulings.
//!
//! Enters: the texts of a game or one text. Leaves: the texts as they should be. What is written never means anything else:
//! the trees before and after are compared, and a text whose tree would differ is left as it is.
//! Never here: a disk; the order of keys, the style of a value or a comment changed.

mod slots;

mod values;

use ludex_report::Report;
use ludex_source::{FileId, Sources};
use ludex_syntax::{format, parse, print};

pub use slots::RulesSlots;

/// The result of formatting a text.
#[derive(Clone, Debug)]
pub enum Formatted {
    /// It is as it should be.
    Same,
    /// The formatted text, which differs.
    Changed(String),
    /// It cannot be read; why.
    Broken(Report),
}

impl Formatted {
    fn of(old: &str, new: String) -> Formatted {
        if old == new {
            Formatted::Same
        } else {
            Formatted::Changed(new)
        }
    }
}

/// Formats a file of rules.
#[must_use]
pub fn rules(file: FileId, sources: &Sources) -> Formatted {
    let text = sources.text(file);
    if let Some(formatted) = indented(text) {
        return Formatted::Changed(formatted);
    }
    let mut report = Report::new();
    let tree = parse::file(&sources.fragment(file), &mut report);
    if report.has_errors() {
        return Formatted::Broken(report);
    }
    let new = format::text(text).replace('\n', line_break(text));
    match printed(&new) {
        Some(same) if same == print::file(&tree) => Formatted::of(text, new),
        Some(_) | None => Formatted::Same,
    }
}

/// Formats rules of which nothing is wrong but that lines inside of braces begin at the first column.
fn indented(text: &str) -> Option<String> {
    let indented = parse::indented(text)?;
    let meant = printed(&indented)?;
    let new = format::text(&indented).replace('\n', line_break(text));
    let same = printed(&new).filter(|same| *same == meant);
    same.map(|_| new)
}

/// Returns the tree of a text as it is printed, which is all that the text means; none of a text that cannot be read.
fn printed(text: &str) -> Option<String> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let file = sources.add("formatted", text);
    let tree = parse::file(&sources.fragment(file), &mut report);
    (!report.has_errors()).then(|| print::file(&tree))
}

/// The line breaks of a text, by its first one.
fn line_break(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

/// A table, a manifest or a ruling; `slots` tells which values of tables hold rules.
#[must_use]
pub fn yaml(file: FileId, sources: &Sources, slots: &RulesSlots) -> Formatted {
    values::format(file, sources, slots)
}
