//! The language server: what an editor asks in the Language LanguageServer Protocol, answered from `ide` and `tools`.
//!
//! Enters: messages of a client, files through the `Host` that it is given. Leaves: messages. One thread reads messages and
//! answers, from the last checked texts; another one checks. An answer about a text waits until that text is checked, and is
//! refused as stale if the text changes meanwhile. Never here: an answer of its own about rules; a file opened.

#![forbid(unsafe_code)]

mod actions;

mod checked;

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

mod pages;

mod place;

mod position;

mod publish;

mod reach;

mod refusal;

mod renaming;

mod ruled;

mod ruling_files;

mod ruling_runs;

mod runs;

mod server;

mod session;

mod sync;

mod test_view;

mod texts;

mod told_completions;

mod typing;

mod uri;

mod verdicts;

mod worker;

pub use host::Host;
pub use session::SessionEnd;
pub use texts::{TextError, TextSession};

use crate::session::LanguageServer;
use lsp_server::Connection;
use std::sync::Arc;

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
