//! What comes through a socket.

use futures_util::StreamExt;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// How long a test waits for a text. A server that only pings is silent.
const PATIENCE: Duration = Duration::from_secs(60);

/// Receives the next text; none once the connection has ended.
pub(crate) async fn next_text(socket: &mut WebSocketStream<TcpStream>) -> Option<String> {
    let text = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => return Some(text.as_str().to_owned()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    };
    timeout(PATIENCE, text).await.expect("a text in time")
}
