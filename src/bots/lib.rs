//! Bots: players that choose from the rules alone, by what their seat may see.
//!
//! Enters: a match, a seat, a seed, and what a bot is told to be (`ismcts:2000`). Leaves: an option, and what the search
//! thought of each. A search works on worlds (`ludex-worlds`), which are functions of what the seat knows and a seed, so
//! equal observations get equal choices; budgets of time alone read a clock. Never here: files, clocks, processes, a game's own
//! word.
//!
//! `spec` reads what a bot is; `bot` chooses by it; `advice` is what it thinks; `stopping` ends its searches; `seat` is all it
//! may see; `field` is a position that search plays on by machine code; `value` turns results into gains; `tree` keeps what
//! was learnt, and `route` makes the position at its foot; `proof` is what is certain, and `solver` finds that; `ahead` sees
//! wins in playouts; `greedy`, `flat` and `search` are the algorithms; `estimate` tells what a position is worth to each
//! player; `net` searches with priors and values of a net, which `self_play` lets play whole games; `guest` is a program in a
//! seat, `unready` the memory of one that did not come; `system` is the clock, the threads and the processes that somebody
//! else hands over. `arena` plays games among bots, and `pairing` seats them.

#![forbid(unsafe_code)]

pub mod advice;
mod ahead;
pub mod arena;
pub mod bot;
mod digest;
pub mod estimate;
mod field;
mod flat;
mod greedy;
mod guest;
pub mod net;
pub mod pairing;
mod proof;
mod route;
mod search;
pub mod seat;
pub mod self_play;
mod solver;
pub mod spec;
mod stopping;
pub mod system;
mod tree;
mod unready;
mod value;
