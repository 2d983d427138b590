//! References: the lines of a game's rules and tables that name something it declares.

use ludex_check::semantics::{Semantics, Symbol};
use ludex_source::{FileId, Sources};

/// A line that names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The file of the line.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// Its text without the blanks around it.
    pub text: String,
}

/// Returns the lines that name a symbol, each once, apart from the line that defines it.
#[must_use]
pub fn references(symbol: Symbol, semantics: &Semantics, sources: &Sources) -> Vec<Reference> {
    let line_of = |file: FileId, at: u32| (file, sources.line_col(file, at).line);
    let own = semantics.definition(symbol);
    let own = own.map(|one| line_of(one.span.file, one.span.start));
    let uses = semantics.references(symbol);
    let lines = uses.map(|(span, _)| line_of(span.file, span.start));
    let mut lines: Vec<(FileId, u32)> = lines.filter(|line| Some(*line) != own).collect();
    lines.dedup();
    let reference = |(file, line): (FileId, u32)| {
        let range = sources.line_range(file, line).unwrap_or_default();
        let text = sources.text(file)[range.start..range.end].trim().to_owned();
        Reference { file, line, text }
    };
    lines.into_iter().map(reference).collect()
}
