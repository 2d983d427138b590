//! One thing that is wrong, with the places that show it.
//!
//! Message: one lower-case clause without a full stop, the author's words in backticks. Label: what is underlined.
//! Help: what to write instead.

use crate::report::codes::Code;
use crate::source::Sources;
use crate::source::Span;

/// How bad it is.
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

/// An underlined place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be seen there; may be empty.
    pub text: String,
    /// Whether this is the mistake itself, not something that explains it.
    pub primary: bool,
}

/// A change that would put it right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What to replace.
    pub span: Span,
    /// By what.
    pub replacement: String,
}

/// Something wrong with the author's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which sort of mistake.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where, the mistake itself first.
    pub labels: Vec<Label>,
    /// What to do about it, a clause each.
    pub help: Vec<String>,
    /// A change that would put it right, when there is a safe one.
    pub fix: Option<Fix>,
    /// The word that was probably meant instead of the one at its place.
    pub meant: Option<String>,
}

impl Diagnostic {
    /// A mistake that keeps the game from being played.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message.into())
    }

    /// Something suspicious.
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

    /// Advice.
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
