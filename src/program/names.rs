//! The names and words of a game: for labels, messages, JSON and rulings.
//!
//! A program plays without them: nothing here is read by the engine to decide anything.

use crate::ids::PieceId;
use ludex_rules::game::WrittenCells;
use ludex_rules::ids::{EnumId, KindId, MomentId, QueryId};
use ludex_rules::table::Table;
use std::collections::BTreeMap;

/// The words of a game, by the ids and numbers of its things.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// The name of the game's folder.
    pub game: String,
    /// The title that people read.
    pub title: String,
    /// The fewest and the most players.
    pub players: (u32, u32),
    /// The options, in the order of their addresses.
    pub options: Vec<OptionWords>,
    /// The name of each enum and the names of its values.
    pub enums: Table<EnumId, (String, Vec<String>)>,
    /// The id of each piece (row id, or kind and number for pieces without rows).
    pub pieces: Table<PieceId, String>,
    /// For the id of each copy: the id that its row is written with, or the name of a kind without rows.
    pub copies: BTreeMap<String, String>,
    /// The ids of the rows of each kind.
    pub rows: Table<KindId, Vec<String>>,
    /// The attributes of each row of each kind as the YAML gives them, word for word.
    pub written: Table<KindId, Vec<WrittenCells>>,
    /// The title of each piece, if its row gives a `name` in words.
    pub titles: Table<PieceId, Option<String>>,
    /// The names of the moments.
    pub moments: Table<MomentId, String>,
    /// The names of the declared queries, for messages.
    pub queries: Table<QueryId, String>,
}

impl Names {
    /// Returns the id of the row that a piece is made of: of a copy, what all copies are written as.
    #[must_use]
    pub fn row_of<'a>(&'a self, piece: &'a str) -> &'a str {
        self.copies.get(piece).map_or(piece, String::as_str)
    }

    /// Tells whether a word means a piece: its own id, or that of the row that it is a copy of.
    #[must_use]
    pub fn is_called(&self, piece: &str, word: &str) -> bool {
        piece == word || self.copies.get(piece).is_some_and(|row| row == word)
    }
}

/// The words of an option and its values.
#[derive(Debug, Clone)]
pub struct OptionWords {
    /// The name that rules and settings use.
    pub name: String,
    /// The allowed values with their words, in order.
    pub values: Vec<(String, i32)>,
    /// The default, one of the values.
    pub default: i32,
    /// The description that people read.
    pub text: String,
    /// True if a value is printed as a word, false if as `true`, `false` or a number.
    pub is_word: bool,
}

impl OptionWords {
    /// Renders a value in words.
    #[must_use]
    pub fn word(&self, value: i32) -> String {
        let found = self.values.iter().find(|(_, v)| *v == value);
        found.map_or_else(|| value.to_string(), |(word, _)| word.clone())
    }

    /// Renders a value as JSON: a word, a number or a flag.
    #[must_use]
    pub fn json(&self, value: i32) -> serde_json::Value {
        let word = self.word(value);
        match (word.parse::<i64>(), word.parse::<bool>()) {
            (Ok(n), _) if !self.is_word => n.into(),
            (_, Ok(flag)) if !self.is_word => flag.into(),
            _ => word.into(),
        }
    }
}
