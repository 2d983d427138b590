//! The engine: a flat state, and the machine that moves it from decision to decision.
//!
//! Enters: a `program`. Leaves: states, decisions, events. Never here: text, files, clocks, a game's word.

pub mod chance;
