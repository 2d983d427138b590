//! The debug adapter as an editor meets it: the real binary, spoken to over its pipes.

mod client;
mod secrets;
mod sessions;
mod steps;
