//! A client at a table, which keeps all that it was sent.

use super::socket::next_text;
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{WebSocketStream, client_async};

/// A connection to a table.
pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    /// Its name for itself.
    pub(crate) name: String,
    n: u64,
    /// All texts that came, as they came.
    pub(crate) received: Vec<String>,
    /// The answer to `join`.
    pub(crate) joined: Value,
    /// The last snapshot.
    pub(crate) snapshot: Value,
    /// The last state of the seats.
    pub(crate) seats: Value,
    /// How far work is that this client asked for.
    pub(crate) progress: Vec<Value>,
    /// Answers that nobody has waited for.
    answers: VecDeque<Value>,
}

impl Client {
    /// Opens a connection without coming to a table.
    pub(crate) async fn open(address: SocketAddr, origin: Option<&str>) -> Option<Client> {
        let mut request = format!("ws://{address}/socket")
            .into_client_request()
            .unwrap();
        if let Some(origin) = origin {
            request
                .headers_mut()
                .insert("origin", HeaderValue::from_str(origin).unwrap());
        }
        let stream = TcpStream::connect(address).await.ok()?;
        let (socket, _) = client_async(request, stream).await.ok()?;
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Some(Client {
            socket,
            name: format!("client-{}", NEXT.fetch_add(1, Ordering::Relaxed)),
            n: 0,
            received: Vec::new(),
            joined: Value::Null,
            snapshot: Value::Null,
            seats: Value::Null,
            progress: Vec::new(),
            answers: VecDeque::new(),
        })
    }

    /// Comes to a table; without a version it waits for the first snapshot.
    pub(crate) async fn join(
        address: SocketAddr,
        tokens: &[&str],
        version: Option<u64>,
    ) -> Result<Client, Value> {
        let mut client = Client::open(address, None).await.ok_or(Value::Null)?;
        client.come(tokens, version).await?;
        Ok(client)
    }

    /// Comes to a table on an open connection.
    pub(crate) async fn come(
        &mut self,
        tokens: &[&str],
        version: Option<u64>,
    ) -> Result<(), Value> {
        let join =
            json!({ "do": "join", "tokens": tokens, "client": self.name, "version": version });
        let reply = self.ask(join).await?;
        self.joined = reply["joined"].clone();
        assert!(self.joined.is_object(), "{reply}");
        self.until(|client| !client.seats.is_null()).await;
        Ok(())
    }

    /// Sends a request and waits for its answer; snapshots that come in between are kept.
    pub(crate) async fn ask(&mut self, request: Value) -> Result<Value, Value> {
        self.n += 1;
        self.ask_as(self.n, request).await
    }

    /// Sends a request with a number.
    pub(crate) async fn ask_as(&mut self, n: u64, request: Value) -> Result<Value, Value> {
        self.n = self.n.max(n);
        self.send(&json!({ "n": n, "request": request }).to_string())
            .await;
        self.answer(&json!(n)).await
    }

    /// Waits for the answer with a number.
    pub(crate) async fn answer(&mut self, n: &Value) -> Result<Value, Value> {
        loop {
            if let Some(at) = self.answers.iter().position(|answer| answer["n"] == *n) {
                let mut answer = self.answers.remove(at).unwrap();
                return if answer["refusal"].is_null() {
                    Ok(answer["reply"].take())
                } else {
                    Err(answer["refusal"].take())
                };
            }
            assert!(
                self.receive().await,
                "the connection ended before the answer"
            );
        }
    }

    /// Sends a text, whatever it is.
    pub(crate) async fn send(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).await.unwrap();
    }

    /// Sends a text to a connection that may have ended; false then.
    pub(crate) async fn try_send(&mut self, message: Message) -> bool {
        self.socket.send(message).await.is_ok()
    }

    /// Receives a message; false once the connection has ended.
    pub(crate) async fn receive(&mut self) -> bool {
        let text = next_text(&mut self.socket).await;
        if let Some(text) = &text {
            self.keep(text);
        }
        text.is_some()
    }

    fn keep(&mut self, text: &str) {
        let mut message: Value = serde_json::from_str(text).expect("JSON");
        if message["progress"].is_object() {
            // When these come depends on the machine; they are no part of what is compared.
            self.progress.push(message["progress"].take());
            return;
        }
        self.received.push(text.to_owned());
        if message.get("n").is_some() {
            let snapshot = &message["reply"]["snapshot"];
            if snapshot.is_object() && snapshot["at"] == snapshot["moves"] {
                self.snapshot = snapshot.clone();
            }
            self.answers.push_back(message);
        } else if message["snapshot"].is_object() {
            self.snapshot = message["snapshot"].take();
        } else if message["seats"].is_object() {
            self.seats = message["seats"].take();
        } else {
            panic!("no message of the protocol: {text}");
        }
    }

    /// Receives until something holds.
    pub(crate) async fn until(&mut self, mut holds: impl FnMut(&Client) -> bool) {
        while !holds(self) {
            assert!(self.receive().await, "the connection ended");
        }
    }

    /// Receives until the connection ends; gives how many messages came.
    pub(crate) async fn until_end(&mut self) -> usize {
        let before = self.received.len();
        while self.receive().await {}
        self.received.len() - before
    }

    /// Returns the version of the last snapshot.
    pub(crate) fn version(&self) -> u64 {
        self.snapshot["version"].as_u64().unwrap_or(0)
    }

    /// Counts the options of the question that the client may answer; 0 if there is none.
    pub(crate) fn options(&self) -> usize {
        self.snapshot["question"]["options"]
            .as_array()
            .map_or(0, Vec::len)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.snapshot["over"] == true
    }

    /// Chooses an option of the question that was shown last.
    pub(crate) async fn choose(&mut self, option: usize) -> Result<Value, Value> {
        let version = self.version();
        self.ask(json!({ "do": "choose", "version": version, "option": option }))
            .await
    }

    /// Closes the connection.
    pub(crate) async fn close(mut self) {
        // The server may have gone already.
        let _ = self.socket.close(None).await;
    }
}
