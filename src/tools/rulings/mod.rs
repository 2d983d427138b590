//! Rulings: a judge's question with its answer, played and held against the rules. `docs/rulings.md` is their contract.
//!
//! The way of a file: `read` makes a `Ruling` of it, `prepared` adds its conditions to the game's program, `play` sets its
//! position up, plays its lines and makes its checks, `outcome` tells what happened, `snap` holds that against what was
//! accepted before. Enters: texts and a checked game. Leaves: a `RulingReport`. Never here: a disk; whoever calls reads and
//! writes the files.

pub mod answer;

pub mod ruling;

mod read;

mod position;

mod picture;

mod conditions;

mod prepared;

mod play;

mod checks;

mod members;

mod ended;

mod numbers;

mod settle;

mod chance;

mod seats;

mod outcome;

mod deals;

pub mod snap;

pub mod record;

pub mod position_at;

pub mod point;
mod script;

pub mod uses;

pub use answer::{DiffLine, OutcomeDiff, RulingReport, RulingVerdict};
pub(crate) use conditions::uncut;
pub use play::{RuledGame, run, run_seen};
pub use prepared::Prepared;
pub use read::{CHECKS, KEYS, read};
pub use ruling::Ruling;
pub use script::RulingScript;
pub use snap::{AcceptedOutcome, origin, snapshot_path};
pub use uses::{RulingNames, RulingUse};
