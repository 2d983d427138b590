//! What things are called: for labels, messages, JSON and rulings.

use crate::rules::ids::{EnumId, KindId, MomentId, QueryId};
use crate::rules::table::Table;

/// Words of a game.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// The folder.
    pub game: String,
    /// For people.
    pub title: String,
    /// Fewest and most players.
    pub players: (u32, u32),
    /// Options.
    pub options: Vec<OptionWords>,
    /// Values of each enum.
    pub enums: Table<EnumId, (String, Vec<String>)>,
    /// Id of each piece (row id, or kind and number for pieces without rows).
    pub pieces: Vec<String>,
    /// Ids of the rows of each kind.
    pub rows: Table<KindId, Vec<String>>,
    /// What each row of each kind gives, word for word.
    pub written: Table<KindId, Vec<Vec<(String, String)>>>,
    /// What people call a piece, if its row gives a `name` in words.
    pub titles: Vec<Option<String>>,
    /// Moments.
    pub moments: Table<MomentId, String>,
    /// Queries by number of the rules, for messages.
    pub queries: Table<QueryId, String>,
}

/// An option's words.
#[derive(Debug, Clone)]
pub struct OptionWords {
    /// Its name.
    pub name: String,
    /// Allowed values.
    pub values: Vec<(String, i32)>,
    /// The default.
    pub default: i32,
    /// What it means.
    pub text: String,
    /// Printed as `true`/`false`, as a number, or as a word.
    pub is_word: bool,
}

impl OptionWords {
    /// A value in words.
    #[must_use]
    pub fn word(&self, value: i32) -> String {
        let found = self.values.iter().find(|(_, v)| *v == value);
        found.map_or_else(|| value.to_string(), |(word, _)| word.clone())
    }

    /// A value as JSON: a word, a number or a flag.
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
