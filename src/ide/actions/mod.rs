//! Code actions: edits that write what is missing, make a part a declaration of its own, or take one apart.
//!
//! What is missing is what the checker said (`report`). Edits are texts alone: nobody writes a file here.

mod arguments;
mod extract;
mod inline;
mod rows;
mod ruling;

use crate::GameSnapshot;
use ludex_report::Diagnostic;
use ludex_source::Span;

pub use ruling::RulingDraft;

/// Other words in the place of a part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// The bytes that are replaced.
    pub span: Span,
    /// The text that stands there afterwards.
    pub text: String,
}

/// A change that an author may want at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeAction {
    /// The change in words.
    pub title: String,
    /// The purpose of the change.
    pub kind: ActionKind,
    /// The edits, which do not overlap.
    pub edits: Vec<TextEdit>,
}

/// The purpose of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionKind {
    /// It puts a mistake right.
    Mend,
    /// It gives a part of the rules a name of its own.
    Extract,
    /// It puts what a name stands for in its place.
    Inline,
}

impl GameSnapshot {
    /// Returns the changes for a part of a file: what mends it, and what may be made of it.
    #[must_use]
    pub fn code_actions(&self, part: Span) -> Vec<CodeAction> {
        let touches = |one: &&Diagnostic| {
            let span = one.span();
            span.is_some_and(|span| {
                span.file == part.file && span.start <= part.end && part.start <= span.end
            })
        };
        let mut actions: Vec<CodeAction> = Vec::new();
        for one in self.report.iter().filter(touches) {
            let found = self
                .missing_attributes(one)
                .or_else(|| self.missing_row(one))
                .or_else(|| self.missing_argument(one));
            actions.extend(found.filter(|action| !actions.contains(action)));
        }
        actions.extend(self.extract(part));
        actions.extend(self.inline(part));
        actions
    }
}
