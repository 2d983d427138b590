//! The engine: a flat state, and the machine that moves it from decision to decision.
//!
//! Enters: a `program`. Leaves: states, decisions, events. Never here: text, files, clocks, a game's word.
//!
//! Its rooms, in the order in which they may name each other: each those above it, none of those below (`tests/tidy/rings.rs`).
//!
//! | room | holds |
//! | --- | --- |
//! | `chance` | streams of random numbers; names the crate `rand` |
//! | `redo` | outcomes that are forced on chance |
//! | `fault` | mistakes in the rules that only play can show |
//! | `state` | a position as one flat value, its saved forms, and its validation |
//! | `option` | answers to decisions, as numbers |
//! | `knowledge` | events and their recipients, and everything that a player may know of a position |
//! | `sets` | the search for a set that meets a condition on the whole, but for the condition |
//! | `lir` | the low-level form, with its printer and verifier |
//! | `lower` | the meaning of nodes, collections and statements, as functions of `lir` |
//! | `machine` | a program at work on a state: call stack, memo, budgets, records, the functions made of the program |
//! | `watch` | questions on behalf of a player, noting what that player can't know |
//! | `changes` | all that happens to a position: moves, verbs, hooks, delayed effects, layouts of boards |
//! | `decisions` | the legal actions of a decision |
//! | `runtime` | the main loop; the calls that lowered code makes |
//! | `interp` | the interpreter of `lir` |
//!
//! `machine` declares `Machine`; the rooms below add to it what they do, as methods. What a program does and what the engine
//! does for it call each other, so one call goes up: what must be asked of the rules is asked by `Machine::interpret`, which
//! `interp` defines, and by machine code through the trait `machine::Compiled`.

#![forbid(unsafe_code)]

pub mod chance;
mod changes;
pub mod decisions;
pub mod fault;
mod interp;
pub mod knowledge;
pub mod lir;
pub mod lower;
pub mod machine;
pub mod option;
pub mod redo;
pub mod runtime;
mod sets;
pub mod state;
pub mod watch;
