//! The words that the grammar allows at a place of a text, for completion.
//!
//! The text is cut at the place and goes on with a character that no rule begins with: what the grammar then says that it
//! expected there is what may be written.

use crate::grammar::Rule;
use crate::{grammar, items, layout};

/// The form in which a rules text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesForm {
    /// Declarations: a `.rules` file.
    File,
    /// Statements, as in an effect.
    Effect,
    /// An expression, as in a query.
    Value,
    /// Hooks and modifiers of a row.
    Hooks,
}

/// No text of the language has it, but in quotes and comments.
const UNREADABLE: char = '@';

/// Returns what may stand at a byte of a text, in the words of messages: `a value`, `` `where` ``.
#[must_use]
pub fn expected(text: &str, at: usize, form: RulesForm) -> Vec<&'static str> {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    if form == RulesForm::File && line.is_empty() {
        return vec!["a declaration"];
    }
    let entry = match form {
        RulesForm::File => Rule::item,
        RulesForm::Effect => Rule::effect_text,
        RulesForm::Value => Rule::value_text,
        RulesForm::Hooks => Rule::hooks_text,
    };
    let from = match form {
        RulesForm::File => items::cut(before).items.last().map_or(0, |item| item.start),
        RulesForm::Effect | RulesForm::Value | RulesForm::Hooks => 0,
    };
    let mut probe = before[from..].to_owned();
    let place = probe.len();
    probe.push(UNREADABLE);
    grammar::expected_at(entry, &layout::layout(&probe).text, place)
}
