//! The engine: a flat state, and the machine that moves it from decision to decision.
//!
//! Enters: a `program`. Leaves: states, decisions, events. Never here: text, files, clocks, a game's word.
//!
//! | sub-room | holds |
//! | --- | --- |
//! | `state` | a position as one flat value, its saved forms, and its validation |
//! | `runtime` | the machine: its main loop, frames, memo table, budgets, and faults; the calls that lowered code makes |
//! | `changes` | all that happens to a position: moves, verbs, hooks, delayed effects, layouts of boards, chance |
//! | `decisions` | the legal actions of a decision |
//! | `knowledge` | events and their recipients, and everything that a player may know |
//! | `worlds` | positions that a player cannot tell from the true one |
//! | `lower` | the meaning of nodes, collections and statements, as functions of `lir` |
//! | `lir` | the low-level form, with its printer and verifier |
//! | `interp`, `native` | the interpreter and machine code of that form; `no_native` stands for the latter without the feature `jit` |
//!
//! The other rooms come in by the names below; the sub-rooms themselves are private.

#![cfg_attr(
    not(feature = "jit"),
    allow(
        dead_code,
        reason = "what only machine code asks; with `jit` the compiler finds what nobody asks"
    )
)]

pub mod chance;
mod changes;
mod decisions;
mod interp;
mod knowledge;
mod lir;
mod lower;
#[cfg_attr(not(feature = "jit"), path = "no_native.rs")]
mod native;
pub mod option;
mod runtime;
pub mod state;
pub mod worlds;

pub use changes::redo;
pub use decisions::ask;
pub use knowledge::{event, view};
pub use runtime::{fault, lent, machine, run};
pub(crate) use state::{bytes, delta};
pub use state::{players, snapshot, sound};
