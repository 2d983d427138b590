//! The questions that the server asks of whoever runs it: files, and the pages of the command.

use ludex_report::Code;

/// Reads files for the server. Paths are absolute, with `/` between their parts.
pub trait Host: Send + Sync {
    /// Returns true if a file lies at a path.
    fn is_file(&self, path: &str) -> bool;

    /// Returns the text of a file; none when there is no file, or none that can be read.
    fn read(&self, path: &str) -> Option<String>;

    /// Returns the texts of a game's folder with their paths, its rulings apart.
    ///
    /// # Errors
    /// A message for people when a file cannot be read.
    fn game_texts(&self, folder: &str) -> Result<Vec<(String, String)>, String>;

    /// Returns the texts of a game's rulings with their paths.
    ///
    /// # Errors
    /// A message for people when a file cannot be read.
    fn rulings(&self, folder: &str) -> Result<Vec<(String, String)>, String>;

    /// Returns the folders of all games that lie below a folder, or are it.
    fn games_below(&self, folder: &str) -> Vec<String>;

    /// Removes a file, if there is one.
    ///
    /// # Errors
    /// A message for people when it cannot be removed.
    fn remove(&self, path: &str) -> Result<(), String>;

    /// Writes a file as a whole, and makes the folders above it.
    ///
    /// # Errors
    /// A message for people when it cannot be written.
    fn write(&self, path: &str, text: &str) -> Result<(), String>;

    /// Returns the page about a code.
    fn explanation(&self, code: Code) -> String;
}
