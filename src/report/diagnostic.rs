//! One thing that is wrong, with the places that show it.
//!
//! Message: one lower-case clause without a full stop, the author's words in backticks. Label: what is underlined.
//! Help: what to write instead.

use crate::codes::Code;
use ludex_source::{Sources, Span};

/// The severity of a diagnostic: whether there is a game in spite of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The game cannot be played like this.
    Error,
    /// The game can be played, but this is probably not what was meant.
    Warning,
}

impl Severity {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// An underlined place of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes that are underlined.
    pub span: Span,
    /// The words beside the line; may be empty.
    pub text: String,
    /// Marks the mistake itself, not something that explains it.
    pub primary: bool,
}

/// A change that would put it right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to replace.
    pub span: Span,
    /// The text to put there.
    pub replacement: String,
}

/// Something wrong with the author's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code of the sort of mistake.
    pub code: Code,
    /// Decides whether there is a game in spite of it.
    pub severity: Severity,
    /// The mistake in one lower-case clause.
    pub message: String,
    /// The places it is about, the mistake itself first.
    pub labels: Vec<Label>,
    /// Advice on what to write instead, a clause each.
    pub help: Vec<String>,
    /// A change that would put it right, when there is a safe one.
    pub fix: Option<Fix>,
    /// The word that was probably meant instead of the one at its place.
    pub meant: Option<String>,
    /// The number of mistakes that are not listed and for which it stands; none where it is a mistake of its own.
    pub unlisted: Option<usize>,
}

impl Diagnostic {
    /// A mistake that keeps the game from being played.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message.into())
    }

    /// Makes a warning: suspicious, but a game all the same.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: Code, message: String) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message,
            labels: Vec::new(),
            help: Vec::new(),
            fix: None,
            meant: None,
            unlisted: None,
        }
    }

    /// Makes the diagnostic that stands for all of a sort which are not listed.
    pub(super) fn rest(severity: Severity, code: Code, count: usize) -> Diagnostic {
        let message = match count {
            1 => "one more problem of this sort is not listed".to_owned(),
            _ => format!("{count} more problems of this sort are not listed"),
        };
        let rest = Diagnostic::new(severity, code, message);
        Diagnostic {
            unlisted: Some(count),
            ..rest.help("mend those that are listed first: many may have one cause")
        }
    }

    /// The place of the mistake; the label may be empty.
    #[must_use]
    pub fn at(self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.label(span, label.into(), true)
    }

    /// A place that explains the mistake.
    #[must_use]
    pub fn also(self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.label(span, label.into(), false)
    }

    fn label(mut self, span: Span, text: String, primary: bool) -> Diagnostic {
        self.labels.push(Label {
            span,
            text,
            primary,
        });
        self
    }

    /// Adds a clause of advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Advice when there is some: for the answer of a search for a similar name.
    #[must_use]
    pub fn did_you_mean(mut self, name: Option<&str>) -> Diagnostic {
        let Some(name) = name else { return self };
        self.meant = Some(name.to_owned());
        self.help(format!("did you mean `{name}`?"))
    }

    /// A change that would put it right.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        let replacement = replacement.into();
        self.fix = Some(Fix { span, replacement });
        self
    }

    /// Gives what to change to put it right: the change that is known, or the word that was probably meant in place of the one
    /// that is written.
    pub fn remedy(&self, sources: &Sources) -> Option<Fix> {
        if self.fix.is_some() {
            return self.fix.clone();
        }
        let replacement = self.meant.clone()?;
        let span = sources.fit(self.span()?);
        let written = sources.slice(span);
        let inside = written.trim_matches(['"', '\'']);
        let word = |symbol: char| symbol.is_alphanumeric() || symbol == '_' || symbol == '-';
        let quotes = (written.len() - inside.len()) / 2;
        let is_word = !inside.is_empty() && inside.chars().all(word);
        // One byte each: the quotes of a value stay.
        let (start, end) = (span.start + quotes as u32, span.end - quotes as u32);
        is_word.then(|| Fix {
            span: Span::new(span.file, start, end),
            replacement,
        })
    }

    /// The place of the mistake, if it has one: a missing file has none.
    pub fn span(&self) -> Option<Span> {
        let primary = self.labels.iter().find(|label| label.primary);
        Some(primary.or(self.labels.first())?.span)
    }
}
