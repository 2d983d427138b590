//! The engine: a flat state, and the machine that moves it from decision to decision.
//!
//! Enters: a `program`. Leaves: states, decisions, events. Never here: text, files, clocks, a game's word.

pub mod ask;
mod board;
pub mod chance;
mod eval;
pub mod event;
pub mod fault;
mod hooks;
pub mod machine;
mod memo;
mod moves;
pub mod option;
pub mod run;
pub mod state;
mod walk;
