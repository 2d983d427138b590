//! Fuzz targets: what may come in from outside never makes ludex panic, and what it answers keeps its promises.
//!
//! `cargo test --manifest-path tests/fuzz/Cargo.toml` tries each target some hundred times with fresh seeds, `.ci/long fuzz` for ten
//! minutes. In this folder `cargo bolero test line::fuzz_line` is guided by coverage; it needs a nightly compiler. A failure prints
//! the input and its `BOLERO_RANDOM_SEED`; what is found becomes a case in `tests/data`.
//!
//! Input is a real text with some edits: random bytes alone never come past the first line of a parser.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod line;

mod rules;

mod save;

mod seeds;

mod typed;

mod yaml;
