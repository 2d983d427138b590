//! The debug adapter: what an editor asks in the Debug Adapter Protocol, answered from `tools::debug`.
//!
//! Enters: messages of a client, files through the `DebugHost` that it is given. Leaves: messages. One thread reads messages,
//! so that a `pause` is seen while the rules run; another one does everything else. Never here: an answer of its own about
//! rules; a file opened.
//!
//! The types of the protocol are our own, as few as are used: `arguments` reads what clients send, and what is sent is made
//! where it is known.

#![forbid(unsafe_code)]

mod adapter;
mod arguments;
mod evaluation;
mod framing;
mod host;
mod launch;
mod places;
mod session;
mod set_breakpoints;
mod variables;

pub use host::DebugHost;

use std::sync::Arc;

/// Serves a client over stdin and stdout until it leaves.
///
/// # Errors
/// When stdin holds what is no message, or stdout is closed.
pub fn serve_stdio(host: Arc<dyn DebugHost>) -> std::io::Result<()> {
    adapter::serve(std::io::stdin(), std::io::stdout(), host)
}
