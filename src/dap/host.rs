//! The questions that the adapter asks of whoever runs it: games and files.

use ludex_pipeline::GameText;
use ludex_rules::budget::BudgetChange;

/// Reads files for the adapter.
pub trait DebugHost: Send + Sync {
    /// Returns the files of a game that is named, or whose folder is.
    ///
    /// # Errors
    /// A message for people when there is no such game, or a file of it cannot be read.
    fn game(&self, name: &str) -> Result<GameText, String>;

    /// Returns the folder of the game that a file is part of; none when it is part of no game.
    fn game_around(&self, path: &str) -> Option<String>;

    /// Returns the text of a file.
    ///
    /// # Errors
    /// A message for people when it cannot be read.
    fn read(&self, path: &str) -> Result<String, String>;

    /// Returns a path as clients need it, from the root on.
    fn absolute(&self, path: &str) -> String;

    /// Returns a path without links, so that two names of a file are equal; the path itself where there is no file.
    fn canonical(&self, path: &str) -> String;

    /// Returns the budget that games are allowed.
    fn budget(&self) -> BudgetChange;
}
