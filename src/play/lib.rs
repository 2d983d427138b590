//! Games being played: positions, decisions, options, results, undo, saves, replays, logs.
//!
//! Enters: a `program`, starts, positions and choices as plain data. Leaves: the same as plain data, in words.
//! Never here: files, clocks, arguments, wires, a game's own word.

#![forbid(unsafe_code)]

pub mod answering;
pub mod back_end;
pub mod carry;
pub mod decision;
pub mod demands;
pub mod digest;
pub mod dry_run;
pub mod edition;
pub mod explain;
pub mod find;
pub mod format;
pub mod game;
pub mod interrupt;
pub mod json;
pub mod known_locals;
pub mod lean;
pub mod locals;
pub mod log;
pub mod observed;
pub mod parked;
pub mod playout;
mod prompt;
pub mod replay;
pub mod rewind;
pub mod save;
mod sentences;
pub mod setup;
pub mod shown;
pub mod start;
pub mod state_json;
pub mod vocabulary;
