//! What things are called: for labels, messages, JSON and rulings.

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
    pub enums: Vec<(String, Vec<String>)>,
    /// Id of each piece (row id, or kind and number for pieces without rows).
    pub pieces: Vec<String>,
    /// Ids of the rows of each kind.
    pub rows: Vec<Vec<String>>,
    /// Moments.
    pub moments: Vec<String>,
    /// Queries by number of the rules, for messages.
    pub queries: Vec<String>,
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
