//! From text to a tree: the shapes of the language, no meaning.
//!
//! Enters: fragments of rules text. Leaves: `ast` nodes with spans, and every syntax mistake found.
//! Never here: a declared name looked up, a verb of play known, a type.

pub mod ast;
