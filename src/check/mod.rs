//! From trees and tables to typed rules.
//!
//! Enters: the syntax trees of all `.rules` files and the YAML tables of one game. Leaves: a `rules::game::Game`,
//! or every mistake found. Never here: text that is not parsed, a running game.

pub mod env;

mod describe;

mod exprs;

mod names;

mod members;

mod folds;

mod ops;

mod calls;

mod constants;

mod stmts;

mod targets;

mod choose;

mod effects;

mod later;

mod narrow;
