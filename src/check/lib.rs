//! From trees and tables to typed rules.
//!
//! Enters: the syntax trees of all `.rules` files and the YAML tables of one game. Leaves: a `rules::game::Game`,
//! or every mistake found. Never here: text that is not parsed, a running game.
//!
//! The order of passes is in `game.rs`; each pass finds all that is wrong before the next begins. `env` is what they fill. The
//! rooms: `declarations` give names, ids and bounds; `types` turns expressions and statements into typed ones; `tables` and
//! `boards` hold YAML against what is declared; `flow` follows who runs whom; `ranges` finds the bounds of every number;
//! `lints` warn of what can hardly be meant.
//! `condition` checks what is asked of a finished game from outside.

#![forbid(unsafe_code)]

mod boards;
pub mod condition;
mod declarations;
mod describe;
pub mod env;
mod flow;
pub mod game;
pub mod holes;
mod lints;
mod ranges;
pub mod semantics;
pub mod tables;
mod types;

pub use boards::GRID;
