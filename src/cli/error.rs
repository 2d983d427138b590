//! The errors that keep a command from running.
//!
//! Mistakes of an author are diagnostics, not trouble.

use std::io;
use std::path::PathBuf;

/// An error that keeps a command from running: exit code 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// A file or folder that is not there.
    #[error("there is no `{}`", .0.display())]
    Missing(PathBuf),
    /// A file or folder that cannot be read.
    #[error("cannot read `{}`: {reason}", .path.display())]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The reason in words.
        reason: String,
    },
    /// A file that cannot be written.
    #[error("cannot write `{}`: {reason}", .path.display())]
    Unwritable {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        reason: io::Error,
    },
    /// A folder without a game.
    #[error("there is no game in `{}`: a game is a folder with `game.yaml`", .0.display())]
    NoGame(PathBuf),
    /// A name that no game has.
    #[error("no game is called `{name}`{}; {known}", meant(.near))]
    UnknownGame {
        /// The name that was given.
        name: String,
        /// One that was probably meant.
        near: Option<String>,
        /// Those there are, as a clause.
        known: String,
    },
    /// An argument that fits no game.
    #[error("{0}")]
    Argument(String),
    /// A mistake in the rules that play met; already told.
    #[error("the game could not go on")]
    Stopped,
    /// The answer could not be written.
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// An argument that cannot be used.
    pub(crate) fn argument(text: impl Into<String>) -> CliError {
        CliError::Argument(text.into())
    }

    /// A file or folder that cannot be read, and why.
    pub(crate) fn unreadable(path: &std::path::Path, reason: impl Into<String>) -> CliError {
        CliError::Unreadable {
            path: path.to_owned(),
            reason: reason.into(),
        }
    }

    /// The reader of the answer went away: nobody is left to tell.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

fn meant(near: &Option<String>) -> String {
    near.as_ref()
        .map(|name| format!(" (did you mean `{name}`?)"))
        .unwrap_or_default()
}
