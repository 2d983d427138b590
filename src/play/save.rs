//! Saves: a match as a value that needs nothing but the rules.

use crate::play::game::Match;
use crate::program::Program;
use serde_json::Value;
use std::sync::Arc;

/// Why a save can't be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It is no save.
    #[error("this is no save: {0}")]
    Format(String),
    /// It is of another game.
    #[error("the save is of `{theirs}`, not of `{ours}`")]
    OtherGame {
        /// Of the save.
        theirs: String,
        /// Ours.
        ours: String,
    },
    /// Made by other rules, and playing it again under these differs.
    #[error("the save was made by other rules, and these play differently: {0}")]
    OtherRules(String),
    /// Its numbers contradict each other or the rules.
    #[error("the save is damaged: {0}")]
    Damaged(String),
}

/// A match as a self-contained value.
#[must_use]
pub fn save(game: &Match) -> Value {
    let _ = game;
    unimplemented!()
}

/// The match that was saved.
///
/// # Errors
/// It is no save, is damaged, or was made by rules that play differently.
pub fn load(program: Arc<Program>, save: &Value) -> Result<Match, LoadError> {
    let _ = (program, save);
    unimplemented!()
}
