//! The language server: what an editor asks in the Language LanguageServer Protocol, answered from `ide` and `tools`.
//!
//! Enters: messages of a client, files through the `Host` that it is given. Leaves: messages. One thread reads messages and
//! answers, from the last checked texts; another one checks. An answer about a text waits until that text is checked, and is
//! refused as stale if the text changes meanwhile. Never here: an answer of its own about rules; a file opened.

#![forbid(unsafe_code)]

mod actions;

mod client;

mod commands;

mod completion;

mod content;

mod convert;

mod hierarchy;

mod host;

mod hover;

mod dispatch;

mod documents;

mod formatting;

mod game;

mod games;

mod lenses;

mod lifecycle;

mod navigation;

mod outline;

mod place;

mod position;

mod publish;

mod reach;

mod renaming;

mod ruled;

mod ruling_files;

mod runs;

mod server;

mod sync;

mod test_view;

mod texts;

mod typing;

mod uri;

mod worker;

pub use host::Host;
pub use texts::{TextError, TextSession};

use crate::server::LanguageServer;
use lsp_server::Connection;
use std::sync::Arc;

/// The way in which a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionEnd {
    /// The client asked to shut down, then to exit.
    Exit,
    /// The client asked to exit without shutting down first, or went away.
    Abandoned,
}

/// Serves a client over stdin and stdout until it leaves.
///
/// # Errors
/// When stdin holds what is no message, or stdout is closed.
pub fn serve_stdio(host: Arc<dyn Host>) -> std::io::Result<SessionEnd> {
    let (connection, threads) = Connection::stdio();
    let end = serve(connection, host);
    match end {
        SessionEnd::Exit => threads.join()?,
        // The reader may wait for input that never comes.
        SessionEnd::Abandoned => drop(threads),
    }
    Ok(end)
}

/// Serves a client until it leaves.
#[must_use]
pub fn serve(connection: Connection, host: Arc<dyn Host>) -> SessionEnd {
    let Connection { sender, receiver } = connection;
    LanguageServer::new(sender, host).run(&receiver)
}
