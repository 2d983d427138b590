//! Ludex: a rules-as-data interpreter for board and card games.
//!
//! Text enters at the first room, play leaves at the last, and no room knows a later one.

pub mod source;

pub mod report;

pub mod syntax;

pub mod tables;

pub mod rules;

pub mod check;

pub mod program;

pub mod compile;

pub mod pipeline;

pub mod engine;

pub mod play;

pub mod bots;

#[cfg(feature = "lab")]
pub mod lab;

pub mod tools;

pub mod protocol;

#[cfg(feature = "cli")]
pub mod cli;
