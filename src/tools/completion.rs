//! The words that can be typed about a game: its names, the language's, and what may stand after a dot.

use std::collections::BTreeSet;

use crate::pipeline::Checked;
use crate::rules::ops::{FOLDS, QUERIES, VERBS};

/// Words of the language that are neither verbs nor queries.
const KEYWORDS: &[&str] = &[
    "and", "by", "choose", "div", "each", "else", "false", "for", "from", "has", "if", "in", "let",
    "may", "mod", "none", "not", "offer", "option", "or", "players", "possible", "repeat", "then",
    "this", "to", "true", "up", "where", "while", "you",
];

/// What a word may become.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// Words that stand alone.
    alone: BTreeSet<String>,
    /// Words that stand after a dot.
    after_dot: BTreeSet<String>,
}

impl Words {
    /// The words of a game.
    #[must_use]
    pub fn of(checked: &Checked, players: u8) -> Words {
        let names = &checked.names;
        let mut alone: BTreeSet<String> = names.names.keys().cloned().collect();
        alone.extend(names.enum_values.keys().cloned());
        alone.extend(names.rows.keys().cloned());
        alone.extend(KEYWORDS.iter().map(|word| (*word).to_owned()));
        alone.extend(QUERIES.iter().map(|row| row.name.to_owned()));
        alone.extend(VERBS.iter().map(|row| row.name.to_owned()));
        alone.extend(FOLDS.iter().map(|row| row.name.to_owned()));
        alone.extend((0..players).map(|seat| format!("P{seat}")));
        let members = names.kind_members.iter().chain(&names.space_members);
        let mut after_dot: BTreeSet<String> = members.flat_map(|all| all.keys().cloned()).collect();
        after_dot.extend(names.names.keys().cloned());
        after_dot.extend(names.options.keys().cloned());
        Words { alone, after_dot }
    }

    /// Where the word before a place of a line begins, and what it may become, in the order of the alphabet.
    #[must_use]
    pub fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let before = line.get(..at).unwrap_or(line);
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let typed = before.trim_end_matches(is_word).len();
        let word = &before[typed..];
        let words = match before[..typed].ends_with('.') {
            true => &self.after_dot,
            false => &self.alone,
        };
        let fits = words.iter().filter(|one| one.starts_with(word));
        (typed, fits.cloned().collect())
    }
}
