//! One scalar: its decoded text, how it was written, and where each of its bytes stands.

use crate::rules_text::{KeptTree, RulesText};
use ludex_report::Report;
use ludex_source::{Fragment, Span};
use ludex_syntax::ast::Shift;
use std::sync::Arc;

/// The YAML style of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// `wolf`
    Plain,
    /// `'wolf'`
    SingleQuoted,
    /// `"wolf"`
    DoubleQuoted,
    /// `|` and lines below
    Literal,
    /// `>` and lines below
    Folded,
}

/// A decoded scalar with its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The style in which it was written.
    pub style: Style,
    pub(super) fragment: Fragment,
    /// The text as rules read it, where that differs.
    pub(super) rules: Option<Fragment>,
    /// The tree of that text.
    pub(super) tree: KeptTree,
}

impl Scalar {
    /// Returns the decoded text.
    pub fn text(&self) -> &str {
        self.fragment.text()
    }

    /// The decoded text as rules read it: YAML makes blanks of line breaks, but a comment ends with the line that its author
    /// wrote.
    pub fn rules(&self) -> &Fragment {
        self.rules.as_ref().unwrap_or(&self.fragment)
    }

    /// The tree of the rules that the text is, which is read once; none, and why, if it cannot be read.
    pub fn parse<T: RulesText>(&self, report: &mut Report) -> Option<Arc<T>> {
        self.tree.get(self.rules(), report)
    }

    /// Returns true if the text has been read as rules of this sort, without mistakes.
    pub fn is_parsed<T: RulesText>(&self) -> bool {
        self.tree.has::<T>()
    }

    /// Moves the scalar by some bytes: the same text stands elsewhere in its file now.
    pub(super) fn shift(&mut self, by: i32) {
        self.fragment.shift(by);
        self.rules.iter_mut().for_each(|rules| rules.shift(by));
        self.tree.shift(by);
    }

    /// The decoded text with the place of each byte.
    pub fn fragment(&self) -> &Fragment {
        &self.fragment
    }

    /// Returns a scalar that stands in the same place with another text, as a whole.
    #[must_use]
    pub fn with_text(&self, text: &str) -> Scalar {
        let at = self.fragment.full_span();
        let places = vec![(at.start, at.end); text.len()];
        Scalar {
            style: self.style,
            fragment: Fragment::placed(at.file, text.to_owned(), places, at.end),
            rules: None,
            tree: KeptTree::default(),
        }
    }

    /// Tells where bytes of the decoded text are written.
    pub fn span(&self, start: usize, end: usize) -> Span {
        self.fragment.span(start, end)
    }

    /// Tells whether it has no quotes and no block mark, so that `3` is a number and `true` is no text.
    pub fn is_plain(&self) -> bool {
        self.style == Style::Plain
    }

    /// The text in backticks, named as the number or text that it is; long texts are cut.
    pub(super) fn describe(&self) -> String {
        let line = self.text().lines().next().unwrap_or_default();
        let short: String = line.chars().take(40).collect();
        let cut = if short.len() < self.text().trim_end().len() {
            "…"
        } else {
            ""
        };
        match self.is_plain() {
            true if self.is_number() => format!("the number `{short}`"),
            true if ["true", "false"].contains(&self.text()) => format!("`{short}`"),
            true | false => format!("the text `{short}{cut}`"),
        }
    }

    fn is_number(&self) -> bool {
        let float = self.text().parse::<f64>().is_ok();
        self.int().is_some()
            || float && self.text().contains(|symbol: char| symbol.is_ascii_digit())
    }

    /// The whole number that the text spells; the inner none means that it does not fit.
    pub(super) fn int(&self) -> Option<Option<i64>> {
        let text = self.text();
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        let (digits, base) = match (digits.strip_prefix("0x"), digits.strip_prefix("0o")) {
            (Some(digits), _) => (digits, 16),
            (None, Some(digits)) => (digits, 8),
            (None, None) => (digits, 10),
        };
        let valid = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
        valid.then(|| i64::from_str_radix(&format!("{sign}{digits}"), base).ok())
    }
}
