//! The start of a game: players, seed and options, by number or by words.

use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::names::OptionWords;
use ludex_report::nearest;
use serde_json::{Map, Value};
use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// The start of a game. Equal starts and equal choices give equal games.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Start {
    /// The number of players.
    pub players: u8,
    /// The seed of all chance.
    pub seed: u64,
    /// The high half of a seed of 128 bits, which nobody finds by trying; 0 of any other.
    #[serde(default)]
    pub salt: u64,
    /// The value of each option, in the order of `Names::options`.
    pub options: Vec<i32>,
}

/// A seed as people give it and are told it: a number, or, where it is longer than 64 bits, `0x` and hexadecimal digits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seed {
    /// The low 64 bits.
    pub seed: u64,
    /// The high 64 bits.
    pub salt: u64,
}

impl Display for Seed {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.salt {
            0 => write!(f, "{}", self.seed),
            salt => write!(f, "0x{salt:016x}{:016x}", self.seed),
        }
    }
}

/// A text that is no seed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("write a number, or 0x and at most 32 hexadecimal digits")]
pub struct NoSeed;

impl FromStr for Seed {
    type Err = NoSeed;

    fn from_str(text: &str) -> Result<Seed, NoSeed> {
        let long = match text.strip_prefix("0x") {
            Some(digits) => u128::from_str_radix(digits, 16).map_err(|_| NoSeed)?,
            None => text.parse::<u64>().map_err(|_| NoSeed)?.into(),
        };
        let (seed, salt) = (long as u64, (long >> u64::BITS) as u64);
        Ok(Seed { seed, salt })
    }
}

/// The reason why a game can't begin so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Seven players in a game for five.
    #[error("{game} is for {least} to {most} players, not for {players}")]
    Players {
        /// The title of the game.
        game: String,
        /// The fewest players it takes.
        least: u32,
        /// The most players it takes.
        most: u32,
        /// The number that was asked for.
        players: u64,
    },
    /// `{"frogs": true}`
    #[error("unknown option `{name}`{}: {}", meant(.nearest.as_deref()), there_are(.known))]
    UnknownOption {
        /// The name that was given.
        name: String,
        /// The option that was probably meant.
        nearest: Option<String>,
        /// The options of the game.
        known: Vec<String>,
    },
    /// `{"long": 7}`
    #[error("option `{name}` has no value `{value}`: it takes {}{}", .allowed.join(", "), hint(.nearest.as_deref()))]
    UnknownValue {
        /// The name of the option.
        name: String,
        /// The value that was given.
        value: String,
        /// The values that the option takes.
        allowed: Vec<String>,
        /// The value that was probably meant.
        nearest: Option<String>,
    },
    /// `[1, 2]` where names and values are expected.
    #[error("options are names with values, for example {{\"name\": true}}")]
    NoObject,
}

pub(crate) fn hint(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |word| format!(", did you mean `{word}`?"))
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |word| format!(" (did you mean `{word}`?)"))
}

fn there_are(known: &[String]) -> String {
    match known {
        [] => "the game has none".to_owned(),
        known => format!("there are {}", known.join(", ")),
    }
}

impl Start {
    /// A start with the defaults of all options.
    #[must_use]
    pub fn new(program: &Program, players: u8, seed: u64) -> Start {
        let options = program.names.options.iter().map(|o| o.default).collect();
        Start {
            players,
            seed,
            salt: 0,
            options,
        }
    }

    /// Returns the seed as people are told it.
    #[must_use]
    pub fn long_seed(&self) -> Seed {
        let Start { seed, salt, .. } = *self;
        Seed { seed, salt }
    }

    /// The same start with a longer seed.
    #[must_use]
    pub fn salted(self, salt: u64) -> Start {
        Start { salt, ..self }
    }

    /// Returns the state before its set-up.
    #[must_use]
    pub fn before_setup(&self, program: &Program) -> State {
        State::before_setup(program, self.players, self.seed, &self.options).salted(self.salt)
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
        let words: Vec<(&str, String)> = match options {
            Value::Null => Vec::new(),
            Value::Object(map) => map
                .iter()
                .map(|(name, value)| (name.as_str(), plain(value)))
                .collect(),
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                return Err(StartError::NoObject);
            }
        };
        Start::from_words(
            program,
            players,
            seed,
            words.iter().map(|(name, value)| (*name, value.as_str())),
        )
    }

    /// A start with options as words: `[("long", "true")]`.
    ///
    /// # Errors
    /// A number of players the game isn't for, an unknown option or value.
    pub fn from_words<'a>(
        program: &Program,
        players: u64,
        seed: u64,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Start, StartError> {
        let names = &program.names;
        let (least, most) = names.players;
        if !(u64::from(least)..=u64::from(most)).contains(&players) {
            return Err(StartError::Players {
                game: names.title.clone(),
                least,
                most,
                players,
            });
        }
        let mut start = Start::new(program, players as u8, seed);
        for (name, value) in options {
            let Some(n) = names.options.iter().position(|o| o.name == name) else {
                let nearest =
                    nearest(name, names.options.iter().map(|o| o.name.as_str())).map(str::to_owned);
                return Err(StartError::UnknownOption {
                    name: name.to_owned(),
                    nearest,
                    known: names.options.iter().map(|o| o.name.clone()).collect(),
                });
            };
            start.options[n] = allowed(&names.options[n], value)?;
        }
        Ok(start)
    }

    /// Checks that the game can begin so.
    ///
    /// # Errors
    /// A number of players the game isn't for, or an option without its value.
    pub fn check(&self, program: &Program) -> Result<(), StartError> {
        Start::from_words(program, u64::from(self.players), self.seed, None)?;
        for (n, option) in program.names.options.iter().enumerate() {
            let value = self.options.get(n).copied();
            if !option.values.iter().any(|(_, v)| Some(*v) == value) {
                let value = value.map_or("nothing".into(), |v| v.to_string());
                allowed(option, &value)?;
            }
        }
        Ok(())
    }

    /// The options by name, in words.
    #[must_use]
    pub fn option_words<'a>(&self, program: &'a Program) -> Vec<(&'a str, String)> {
        let options = program.names.options.iter().zip(&self.options);
        options
            .map(|(option, value)| (option.name.as_str(), option.word(*value)))
            .collect()
    }

    /// The options by name, as `from_json` reads them.
    #[must_use]
    pub fn options_json(&self, program: &Program) -> Value {
        Value::Object(self.options_by_name(program))
    }

    /// Returns the value of each option, by name.
    #[must_use]
    pub fn options_by_name(&self, program: &Program) -> Map<String, Value> {
        let pairs = program.names.options.iter().zip(&self.options);
        pairs
            .map(|(option, value)| (option.name.clone(), option.json(*value)))
            .collect()
    }
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// The number of an option's value, if it is allowed.
fn allowed(option: &OptionWords, value: &str) -> Result<i32, StartError> {
    let found = option.values.iter().find(|(word, _)| word == value);
    found.map(|(_, n)| *n).ok_or_else(|| {
        let words = || option.values.iter().map(|(word, _)| word.as_str());
        StartError::UnknownValue {
            name: option.name.clone(),
            value: value.to_owned(),
            allowed: words().map(str::to_owned).collect(),
            nearest: nearest(value, words()).map(str::to_owned),
        }
    })
}
