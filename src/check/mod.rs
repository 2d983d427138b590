//! From trees and tables to typed rules.
//!
//! Enters: the syntax trees of all `.rules` files and the YAML tables of one game. Leaves: a `rules::game::Game`,
//! or every mistake found. Never here: text that is not parsed, a running game.

pub mod env;
