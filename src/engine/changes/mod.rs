//! Changes of a position: moves, verbs, hooks and pools, delayed effects, layouts of boards, chance.
//!
//! Enters: the operands of a statement. Leaves: another position, and its events. Never here: which statement comes next.

pub(crate) mod board;
pub(crate) mod hooks;
pub(crate) mod later;
pub(crate) mod moves;
pub(crate) mod verbs;
