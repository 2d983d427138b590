//! Decisions: the legal actions of a position, listed or only tested for.
//!
//! Enters: a question and the position it is asked in. Leaves: options, as numbers. Never here: the words of an option.

pub mod ask;
mod at_random;
mod sets;
