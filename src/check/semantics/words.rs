//! Words for people that declarations give: a phrase with holes, each of which stands for something the declaration knows.

use super::Symbol;
use ludex_rules::wording::Wording;

/// The words of a declaration, with the meaning of each hole.
pub type Words = Wording<WordHole>;

/// A hole of some words: a name in braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordHole {
    /// The name as it is written.
    pub name: String,
    /// The meaning of the name: a parameter, what is declared itself, its holder, the enum that indexes it.
    pub symbol: Symbol,
}
