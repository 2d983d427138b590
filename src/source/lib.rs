//! Files, byte spans and places in them.
//!
//! Enters: text with a name. Leaves: spans, lines and columns, and fragments of rules text that know where they stand.
//! Never here: reading from a disk, any meaning of the text.

#![forbid(unsafe_code)]

pub mod citations;

pub mod columns;

pub mod controls;

pub mod span;

pub mod sources;

pub mod fragment;

pub mod unchanged;

pub use fragment::Fragment;
pub use sources::{LineCol, Sources};
pub use span::{FileId, Span};
