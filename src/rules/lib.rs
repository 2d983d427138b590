//! Typed rules: the form that the checker makes and the compiler takes.
//!
//! Enters: nothing; these are types. Every name is an id, every expression has a known type, every attribute of every row is a
//! value. Never here: work other than arithmetic and constants, which `check` and `compile` share; text that still needs a
//! meaning, anything of a running game.

#![forbid(unsafe_code)]

pub mod budget;
pub mod constants;
pub mod decision;
pub mod digests;
pub mod expr;
pub mod game;
pub mod ids;
pub mod language;
pub mod limits;
pub mod look;
mod notation;
pub mod numbers;
pub mod ops;
mod row_looks;
pub mod shape;
pub mod shown;
pub mod signatures;
pub mod table;
pub mod types;
pub mod verbs;
pub mod walk;
pub mod wording;
