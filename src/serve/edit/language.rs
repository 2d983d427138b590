//! The language server behind a websocket: one session a connection, which begins once the token was sent.

use super::EditApp;
use crate::token::Token;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use ludex_lsp::TextSession;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// The time in which a new connection must send the token.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves a connection to its end.
pub(super) async fn serve(mut socket: WebSocket, app: EditApp) {
    let reason = match timeout(PATIENCE, socket.recv()).await {
        Ok(Some(Ok(Message::Text(token)))) if is_token(&token, &app.token) => {
            run(&mut socket, &app).await
        }
        Ok(_) | Err(_) => "send the token first",
    };
    let frame = CloseFrame {
        code: close_code::POLICY,
        reason: Utf8Bytes::from_static(reason),
    };
    // The client may be gone.
    let _ = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await;
}

/// Carries messages both ways; returns the reason for the end.
async fn run(socket: &mut WebSocket, app: &EditApp) -> &'static str {
    let (send, mut sent) = mpsc::unbounded_channel();
    let host = std::sync::Arc::clone(&app.host);
    let session = TextSession::begin(host, move |text| send.send(text).is_ok());
    loop {
        tokio::select! {
            text = sent.recv() => {
                let Some(text) = text else {
                    return "the language server ended";
                };
                if socket.send(Message::Text(text.into())).await.is_err() {
                    return "the client is gone";
                }
            }
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => {
                    if session.receive(&text).is_err() {
                        return "this is no message, or the session has ended";
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => {
                    return "the client left";
                }
            },
        }
    }
}

/// Returns true if a text is the token. Hashes are compared, so the time tells nothing of it.
pub(super) fn is_token(text: &str, token: &Token) -> bool {
    let said = text.parse::<Token>();
    said.is_ok_and(|said| said.hash() == token.hash())
}
