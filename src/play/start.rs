//! How a game begins: players, seed and options, by number or by words.

use crate::program::Program;
use serde_json::Value;

/// What a game begins with. Equal starts and equal choices give equal games.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Start {
    /// How many play.
    pub players: u8,
    /// The seed of all chance.
    pub seed: u64,
    /// The value of each option, in the order of `Names::options`.
    pub options: Vec<i32>,
}

/// Why a game can't begin so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Seven players in a game for five.
    #[error("{game} is for {least} to {most} players, not for {players}")]
    Players {
        /// The game's title.
        game: String,
        /// Fewest.
        least: u32,
        /// Most.
        most: u32,
        /// Asked for.
        players: u64,
    },
    /// `{"frogs": true}`
    #[error("unknown option `{name}`{}", hint(.nearest.as_deref()))]
    UnknownOption {
        /// As written.
        name: String,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// `{"frog": 7}`
    #[error("option `{name}` has no value `{value}`: it takes {}{}", .allowed.join(", "), hint(.nearest.as_deref()))]
    UnknownValue {
        /// The option.
        name: String,
        /// As written.
        value: String,
        /// What it takes.
        allowed: Vec<String>,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// `[1, 2]` where names and values are expected.
    #[error("options are names with values, for example {{\"name\": true}}")]
    NoObject,
}

pub(crate) fn hint(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |word| format!(", did you mean `{word}`?"))
}

impl Start {
    /// A start with the defaults of all options.
    #[must_use]
    pub fn new(program: &Program, players: u8, seed: u64) -> Start {
        let _ = (program, players, seed);
        unimplemented!()
    }

    /// A start with options as JSON: an object of names and values, or null.
    ///
    /// # Errors
    /// A number of players the game isn't for, an unknown option or value.
    pub fn from_json(
        program: &Program,
        players: u64,
        seed: u64,
        options: &Value,
    ) -> Result<Start, StartError> {
        let _ = (program, players, seed, options);
        unimplemented!()
    }

    /// A start with options as words: `[("frog", "true")]`.
    ///
    /// # Errors
    /// A number of players the game isn't for, an unknown option or value.
    pub fn from_words<'a>(
        program: &Program,
        players: u64,
        seed: u64,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Start, StartError> {
        let _ = (program, players, seed, options.into_iter().count());
        unimplemented!()
    }

    /// The options by name, as `from_json` reads them.
    #[must_use]
    pub fn options_json(&self, program: &Program) -> Value {
        let _ = program;
        unimplemented!()
    }
}
