//! Encodings: what a seat may know and what it may choose, as numbers for programs that learn.
//!
//! Enters: a program, and a position with its open question. Leaves: an observation, which is a row of numbers of a fixed
//! length whose slots have names (`observation`), and answers as actions of a fixed, finite space (`action`); both are made
//! from the declarations alone and carry the rules' hash. Never here: a number that depends on what its reader can't know, a
//! word of any game, a view in words (`play::state_json` has that).
//!
//! # Observations
//!
//! An `ObservationLayout` mirrors the view of `play::state_json`, part by part: options, variables, places with the pieces
//! that the reader knows, fields of those, boards in use, then the open question as far as it is the reader's own. So two
//! observations are equal just when the views are, and nothing hidden moves a number. All that a reader does not see is 0.
//!
//! | what | slots |
//! | --- | --- |
//! | a number | its value; `.none` where it may be none; where it may exceed 24 bits `.beyond.high` and `.beyond.low` hold the rest |
//! | a value of few | one slot for each: `turn[P0]`; none is 0 everywhere; a piece that the reader can't identify is `[?]` |
//! | a value of many | one slot: its number from 1, 0 for none, and one more than all for a piece that the reader can't identify |
//! | whatever may be unseen | besides, `.seen`: 1 where the reader sees it |
//! | a place | `.size`; for each piece it may hold the position of that piece from 1, if it is known to lie there: `P0.hand[owl]` |
//! | places in great number | `.size` of each; for each piece the number of its holder from 1: `tiles@hut`, and its position `tiles#hut` |
//!
//! `ObservationLayout::write` writes a row whole. An `ObservedRow` follows a game from step to step and writes what changed,
//! which leaves the same numbers.
//!
//! # Actions
//!
//! An option is a *path* of action ids: first what is done (an action of the rules, `yes`, `done` …; nothing where values are
//! chosen), then a value after the other (a piece, a space, a player, a number). One id means the same everywhere in a game. A
//! question is answered one id at a time, a step that leaves no choice is taken by itself, and the ids that may follow are the
//! mask; the observation has the steps taken, and a slot for each id that may come after the next one. Numbers of 64 and more
//! have several ids, digit by digit, so no game outgrows the space. A piece that its player can't identify has no id of its
//! own: it is named by where it lies, or a mask would tell which piece that is.

#![forbid(unsafe_code)]

pub mod action;
mod cell;
pub mod observation;
mod paths;
mod plan;
pub mod position;
pub mod question;
pub mod row;
pub mod slot;
mod walk;

use ludex_program::Program;

/// The version of the form that this room writes; a change of it is a change of every encoding.
pub const FORM: u32 = 1;

/// Returns the version of a program's encodings: the form and the hash of the rules. What was learnt under one version means
/// nothing under another.
#[must_use]
pub fn version(program: &Program) -> String {
    format!("{FORM}:{}", program.hash)
}
