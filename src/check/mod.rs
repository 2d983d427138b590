//! From trees and tables to typed rules.
//!
//! Enters: the syntax trees of all `.rules` files and the YAML tables of one game. Leaves: a `rules::game::Game`,
//! or every mistake found. Never here: text that is not parsed, a running game.
//!
//! The order of passes is in `game.rs`; each pass finds all that is wrong before the next begins.

pub mod env;

mod describe;

mod exprs;

mod advice;

mod names;

mod members;

mod folds;

mod ops;

mod calls;

mod constants;

mod stmts;

mod targets;

mod choose;

mod wordings;

mod components;

mod effects;

mod later;

mod narrow;

mod declare;

mod declare_members;

mod stand_ins;

mod written;

mod frames;

mod options;

mod places;

mod vars;

mod tracks;

mod kinds;

mod cells;

mod rows;

mod presets;

mod demands;

mod boards;

mod layouts;

mod set_up;

mod lookups;

mod routines;

mod generics;

mod reactions;

mod slots;

mod reach;

mod hooks;

mod rivals;

mod ownerless;

mod ends;

mod cycles;

mod unused;

mod hidden;

mod futile;

mod idle;

mod outcome;

mod decided;

mod fixed_members;

mod manifest;

pub mod shown;

mod phrases;

pub mod statements;

pub mod game;

pub mod condition;
