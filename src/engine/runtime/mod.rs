//! The runtime: the machine that runs a program's statements until a player must decide, with all that bounds and speeds it.
//!
//! Enters: a program and a state. Leaves: the state of the next decision, or a fault. Never here: the meaning of a node, which
//! is in `lower`, or of a change, which is in `changes`.

pub(crate) mod budget;
pub(crate) mod eval;
pub(crate) mod executable;
pub mod fault;
pub(crate) mod frames;
pub(crate) mod host;
pub mod lent;
pub mod machine;
pub(crate) mod memo;
pub mod run;
pub(crate) mod sight;
pub(crate) mod spaces;
pub(crate) mod steps;
pub(crate) mod trap;
