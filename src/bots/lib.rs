//! Bots: players that choose from the rules alone, by what their seat may see.
//!
//! Enters: a match, a seat, a seed, and what a bot is told to be (`ismcts:2000`). Leaves: an option, and what the search
//! thought of each. A search works on worlds (`ludex-worlds`), which are functions of what the seat knows and a seed, so
//! equal observations get equal choices; budgets of time alone read the clock. Never here: files, a game's own word, wires but
//! those of a program in a seat.
//!
//! `spec` reads what a bot is; `bot` chooses by it; `advice` is what it thinks; `stopping` ends its searches; `seat` is all it
//! may see; `field` is a position that search plays on by machine code; `value` turns results into gains; `tree` keeps what was
//! learnt, `proof` what is certain, and `solver` finds that; `ahead` sees wins in playouts; `greedy`, `flat` and `search` are
//! the algorithms; `estimate` tells what a position is worth to each player; `net` searches with priors and values of a net,
//! which `self_play` lets play whole games; `guest` is a program in a seat, `group` what it started, `unready` the memory of
//! one that did not come; `clock` is the only clock. `arena` plays games among bots, and `pairing` seats them.

#![forbid(unsafe_code)]

pub mod advice;
mod ahead;
pub mod arena;
pub mod bot;
#[cfg_attr(not(feature = "threads"), path = "no_clock.rs")]
mod clock;
mod digest;
pub mod estimate;
mod field;
mod flat;
mod greedy;
#[cfg(feature = "threads")]
pub mod group;
#[cfg_attr(not(feature = "threads"), path = "no_guest.rs")]
mod guest;
pub mod net;
pub mod pairing;
mod proof;
mod search;
pub mod seat;
pub mod self_play;
mod solver;
pub mod spec;
mod stopping;
mod tree;
#[cfg_attr(
    not(feature = "threads"),
    expect(dead_code, reason = "no program takes a seat")
)]
mod unready;
mod value;
