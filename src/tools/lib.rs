//! Tools for those who write games: each gives its answer as plain data.
//!
//! Enters: texts, checked games, programs. Leaves: data that a wire or a screen can show. Never here: files, clocks,
//! printing.

#![forbid(unsafe_code)]

pub mod changes;

pub mod debug;

mod difference;

pub mod dump;

pub mod fix;

pub mod fmt;

pub mod new;

pub mod outline;

pub mod rulings;

pub mod touched;

pub mod eval;

pub mod completion;

pub mod prose;

pub mod manual;

pub mod pages;

pub mod mutate;

pub mod leaks;

pub mod coverage;

pub mod usage;

pub mod references;

pub mod schema;
