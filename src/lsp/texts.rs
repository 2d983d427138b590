//! A session whose messages are texts of JSON, for wires that part messages themselves, such as websockets.

use crate::{Host, serve};
use crossbeam_channel::Sender;
use lsp_server::{Connection, Message};
use serde::Serialize;
use std::sync::Arc;
use std::thread;

/// A text that is no message of the protocol, or a session that has ended.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// `{}`
    #[error("this is no message of the Language Server Protocol: {0}")]
    NoMessage(#[from] serde_json::Error),
    /// The client asked to exit before.
    #[error("the session has ended")]
    Ended,
}

/// The client's end of a session. The session ends when it is dropped.
#[derive(Debug)]
pub struct TextSession {
    to_server: Sender<Message>,
}

/// A message as the wire has it.
#[derive(Serialize)]
struct WireMessage {
    jsonrpc: &'static str,
    #[serde(flatten)]
    message: Message,
}

impl TextSession {
    /// Begins a session on a thread of its own; what the server sends is handed over until that returns false.
    #[must_use]
    pub fn begin(
        host: Arc<dyn Host>,
        send: impl Fn(String) -> bool + Send + 'static,
    ) -> TextSession {
        let (server, client) = Connection::memory();
        thread::spawn(move || serve(server, host));
        thread::spawn(move || {
            for message in client.receiver {
                let jsonrpc = "2.0";
                let wire = WireMessage { jsonrpc, message };
                let text = serde_json::to_string(&wire);
                if !text.is_ok_and(&send) {
                    break;
                }
            }
        });
        TextSession {
            to_server: client.sender,
        }
    }

    /// Hands a message of the client to the server.
    ///
    /// # Errors
    /// It is none, or the session has ended.
    pub fn receive(&self, text: &str) -> Result<(), TextError> {
        let message: Message = serde_json::from_str(text)?;
        self.to_server.send(message).map_err(|_| TextError::Ended)
    }
}
