//! One test binary, one module per suite.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod support;

mod text;

mod syntax;

mod check;

mod checker;

mod fmt;

mod bodies;

mod faults;

#[cfg(feature = "jit")]
mod executors;

mod dump;

mod hand;

mod chance;

mod numbers;

mod play;

mod encoding;

mod bots;

#[cfg(feature = "lab")]
mod lab;

mod rulings;

mod mutate;

mod prose;

mod schema;

mod protocol;

mod table;

#[cfg(feature = "cli")]
mod cli;

#[cfg(feature = "cli")]
mod lsp;

#[cfg(feature = "cli")]
mod dap;

#[cfg(feature = "cli")]
mod authoring;

mod ide;

#[cfg(feature = "sheets")]
mod sheets;

mod docs;

mod facts;

mod tidy;
