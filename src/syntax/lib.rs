//! From text to a tree: the shapes of the language, no meaning.
//!
//! Enters: fragments of rules text. Leaves: `ast` nodes with spans, and every syntax mistake found.
//! Never here: a declared name looked up, a verb of play known, a type.
//!
//! `format` puts the blanks of an author's text right without a tree; `tokens` serves it alone.
//!
//! The way of a file: `items` cuts it, `layout` settles comments, brackets and newlines of each item, `grammar` matches it, and
//! the builders (`declarations`, `statements`, `expressions`) make the tree. An item that doesn't match goes through `recover`.

#![forbid(unsafe_code)]

pub mod ast;

pub mod parse;

pub mod print;

pub mod format;

pub mod expected;

pub mod keywords;

pub mod keyword_docs;

pub mod tokens;

mod items;

mod layout;

mod grammar;

mod recover;

mod misspelt;

mod habits;

mod build;

mod declarations;

mod statements;

mod expressions;

pub use ast::{Item, ItemSort};
pub use layout::first_comment;
