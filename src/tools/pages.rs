//! Documents of reference: a game's, made of its reference manual, and the language's, made of the rows of its built-ins.
//!
//! Never here: how a document is written; `markup` does that.

mod game;
mod language;

pub use game::game;
pub use language::language;
