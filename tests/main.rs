//! One test binary, one module per suite.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod text;

mod syntax;

mod check;

mod checker;

mod fmt;

mod bodies;

mod faults;

mod executors;

mod dump;

mod hand;

mod chance;

mod numbers;

mod play;

mod bots;

mod lab;

mod rulings;

mod mutate;

mod schema;

mod protocol;

mod cli;

mod authoring;

mod docs;

mod facts;

mod tidy;
