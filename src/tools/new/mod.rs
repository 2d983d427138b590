//! First texts for those who begin: a small complete game, a row of a table, a ruling.
//!
//! Enters: names, the outline of a game, a game that runs. Leaves: texts with their places. Never here: a disk; whoever calls
//! checks that nothing is overwritten.

pub mod game;

pub mod row;

pub mod ruling;
