//! The interpreter for a Web Worker: games and tables behind lines of JSON.
//!
//! Enters: a line of JSON. Leaves: a line of JSON. Never here: a rule of play, a page, randomness of the system, a clock.
//!
//! `desk` answers requests, `author` those about rules that change, `exports` is what the worker calls, without glue code; it
//! imports one function, by which a bot tells how far it is. The native program answers the same lines, so that both builds can be compared.

mod author;
pub mod desk;

#[cfg(target_arch = "wasm32")]
mod exports;

pub use desk::Desk;
