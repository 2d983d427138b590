//! Flow: which routine runs which, and what follows from that: orders of hooks, circles, effects without an end.

mod components;
mod cycles;
mod ends;
mod hooks;
pub(super) mod reach;
