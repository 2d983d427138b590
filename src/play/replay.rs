//! Replays: a game as its start and its choices in words.

use crate::play::game::{Match, PlayError};
use crate::program::Program;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A whole game, or its beginning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The game's folder.
    pub game: String,
    /// The rules' hash.
    pub rules: String,
    /// The version of ludex that wrote it.
    pub version: String,
    /// Names the algorithms of chance.
    pub generator: String,
    /// How many played.
    pub players: u8,
    /// The seed.
    pub seed: u64,
    /// Options in words.
    pub options: BTreeMap<String, String>,
    /// The choices in words, each with its player: `P0: load cat_m1 male 2`.
    pub choices: Vec<String>,
}

/// Why a replay can't be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It was made by other rules.
    #[error("the replay was made by other rules ({theirs}, these are {ours})")]
    OtherRules {
        /// Hash of the replay.
        theirs: String,
        /// Hash of the program.
        ours: String,
    },
    /// It was made for another game, or by other algorithms of chance.
    #[error("the replay needs {what} `{theirs}`, this is `{ours}`")]
    Other {
        /// `game` or `generator`.
        what: &'static str,
        /// Of the replay.
        theirs: String,
        /// Ours.
        ours: String,
    },
    /// A choice that can't be made.
    #[error("choice {step} (`{choice}`): {error}")]
    At {
        /// Which, from 0.
        step: usize,
        /// In words.
        choice: String,
        /// Why not.
        error: String,
    },
    /// It can't begin.
    #[error("the replay can't begin: {0}")]
    Begin(PlayError),
    /// A match that began from a given position.
    #[error("a game from a given position has no replay; save it instead")]
    FromPosition,
    /// No replay at all.
    #[error("this is no replay: {0}")]
    Format(String),
}

impl Replay {
    /// A match's choices in words.
    ///
    /// # Errors
    /// The match began from a given position.
    pub fn record(game: &Match) -> Result<Replay, ReplayError> {
        let _ = game;
        unimplemented!()
    }

    /// Plays it again under these rules, which must be the same unless `other_rules`.
    ///
    /// # Errors
    /// Other rules or another game; the first choice that is not offered.
    pub fn verify(&self, program: Arc<Program>, other_rules: bool) -> Result<Match, ReplayError> {
        let _ = (program, other_rules);
        unimplemented!()
    }

    /// Whether it was made by these rules.
    #[must_use]
    pub fn is_of(&self, program: &Program) -> bool {
        self.rules == program.hash
    }

    /// As JSON text.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// From JSON text.
    ///
    /// # Errors
    /// It is no replay.
    pub fn from_text(text: &str) -> Result<Replay, ReplayError> {
        serde_json::from_str(text).map_err(|e| ReplayError::Format(e.to_string()))
    }
}
