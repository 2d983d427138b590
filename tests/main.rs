//! One test binary, one module per suite.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod hand;
