//! The engine: a flat state, and the machine that moves it from decision to decision.
//!
//! Enters: a `program`. Leaves: states, decisions, events. Never here: text, files, clocks, a game's word.
//!
//! `lower` says what nodes, collections and statements mean, as functions of `lir`; `interp` runs those, and `native` makes
//! machine code of the same (`no_native` stands for it without the feature `jit`). `executable` keeps them for a program,
//! `host` lists what they call. `state` is a position, `machine` moves it: `run` and `steps` do statements, `verbs` what verbs
//! mean, `ask` and `option` list answers, `moves`, `hooks`, `later` and `board` are what happens, `memo` remembers, `budget`
//! counts, `fault` and `trap` tell what went wrong. `event` and `tell` are what players learn, `watch` what they may be told,
//! `worlds` what they may believe.

#![cfg_attr(
    not(feature = "jit"),
    allow(
        dead_code,
        reason = "what only machine code asks; with `jit` the compiler finds what nobody asks"
    )
)]

pub mod ask;
mod board;
mod budget;
pub(crate) mod bytes;
pub mod chance;
pub(crate) mod delta;
mod eval;
pub mod event;
mod executable;
pub mod fault;
mod frames;
mod hooks;
mod host;
mod interp;
pub(crate) mod later;
pub mod lent;
mod lir;
mod lower;
pub mod machine;
mod memo;
mod moves;
#[cfg_attr(not(feature = "jit"), path = "no_native.rs")]
mod native;
pub mod option;
pub mod players;
pub mod redo;
pub mod run;
mod short;
pub mod snapshot;
pub mod sound;
mod spaces;
mod spots;
pub mod state;
mod steps;
mod tell;
mod trap;
mod verbs;
pub mod view;
mod watch;
pub mod worlds;
