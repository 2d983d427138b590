//! The server, spoken to over real sockets.

#![allow(
    clippy::unwrap_used,
    reason = "a test that unwraps nothing fails there"
)]

mod bots;
mod crash;
mod edge;
mod edit;
mod games;
mod hints;
mod joining;
mod locales;
#[cfg(feature = "postgres")]
mod postgres;
mod protocol;
mod robust;
mod secrets;
mod storage;
mod stored;
mod support;
