//! The runtime: runs a program's statements until a player must decide.
//!
//! Enters: a machine that stands somewhere. Leaves: a machine at the next decision, or a fault. Never here: the meaning of a
//! node, which is in `lower`, or of a change, which is in `changes`.

mod eval;
pub mod host;
mod run;
mod spaces;
mod steps;
