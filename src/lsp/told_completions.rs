//! The completions that an editor was told last.

use ludex_check::semantics::Symbol;

/// The completions that an editor was told last, so that it can ask about one of them.
#[derive(Debug, Default)]
pub(super) struct ToldCompletions {
    /// The folder of the game that they are of.
    pub(super) folder: String,
    /// The meaning of each, by its number.
    pub(super) symbols: Vec<Option<Symbol>>,
}
