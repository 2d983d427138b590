//! A connection: one task that reads requests and writes what its table sends.
//!
//! Nothing here looks into a game. Requests are queued at the table, whose answers come back through the outbox; a client that
//! does not read is cut off when its outbox is full, and comes back with the version that it has.

use crate::http::App;
use crate::limits::{self, Admitted, Messages};
use crate::live::{Opened, Outbox, Visit};
use crate::pool::Refused;
use crate::wire::{
    ClientMessage, Code, Join, Refusal, Request, ServerMessage, ServerRefusal, ServerRequest,
};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

/// The time in which a new connection must join, and a message be sent.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time between pings of silent clients.
const PING: Duration = Duration::from_secs(25);

/// Numbers of requests end where those of JavaScript are no longer exact.
const MOST_REQUESTS: u64 = 1 << 53;

/// Tells connections, by its only change, that the server ends.
pub(crate) type Stop = watch::Receiver<bool>;

/// The ways in which a connection ends.
enum End {
    /// The client left, or can't be reached.
    Gone,
    /// The server closes it, with a code and a reason.
    Close(u16, &'static str),
}

struct Connection {
    socket: WebSocket,
    app: App,
    address: IpAddr,
    messages: Messages,
}

/// Serves a connection to its end.
pub(crate) async fn serve(socket: WebSocket, app: App, address: IpAddr, admitted: Admitted) {
    let messages = limits::messages(app.hub.config.limits.messages_per_second);
    let mut connection = Connection {
        socket,
        app,
        address,
        messages,
    };
    let end = connection.run().await;
    if let End::Close(code, reason) = end {
        let frame = CloseFrame {
            code,
            reason: Utf8Bytes::from_static(reason),
        };
        // The client may be gone.
        let _ = timeout(
            PATIENCE,
            connection.socket.send(Message::Close(Some(frame))),
        )
        .await;
    }
    drop(admitted);
}

impl Connection {
    async fn run(&mut self) -> End {
        let joined = match timeout(PATIENCE, self.join()).await {
            Ok(Ok(joined)) => joined,
            Ok(Err(end)) => return end,
            Err(_) => return End::Close(close_code::POLICY, "join first"),
        };
        let (visit, mut inbox) = joined;
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let silence = self.app.hub.config.limits.silence;
        let mut heard = Instant::now();
        let mut stop = self.app.stop.clone();
        loop {
            let step = tokio::select! {
                sent = inbox.recv() => match sent {
                    Some(text) => self.send(Message::Text(text)).await,
                    None => Err(End::Close(close_code::AGAIN, "too slow, or the table was closed: come back")),
                },
                received = self.socket.recv() => {
                    heard = Instant::now();
                    match received {
                        Some(Ok(message)) => self.receive(message, &visit),
                        Some(Err(_)) | None => Err(End::Gone),
                    }
                }
                _ = ping.tick() => if heard.elapsed() > silence {
                    Err(End::Close(close_code::AWAY, "nothing was heard for long"))
                } else {
                    self.send(Message::Ping(Default::default())).await
                },
                _ = stop.changed() => Err(End::Close(close_code::AWAY, "the server ends")),
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        match timeout(PATIENCE, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }

    async fn answer(&mut self, message: ServerMessage) -> Result<(), End> {
        self.send(Message::Text(message.to_text().into())).await
    }

    /// Waits for the first request, which must come to a table.
    async fn join(&mut self) -> Result<(Visit, mpsc::Receiver<Utf8Bytes>), End> {
        loop {
            let message = match self.socket.recv().await {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => {
                    return Err(End::Gone);
                }
            };
            self.count_message()?;
            let refusal = match parse(&message) {
                Ok(ClientMessage {
                    n,
                    request: Request::Server(ServerRequest::Join(join)),
                }) => match self.open(n, join).await {
                    Ok(joined) => return Ok(joined),
                    Err(refusal) => ServerMessage::Refusal {
                        n: Some(n),
                        refusal,
                    },
                },
                Ok(ClientMessage { n, .. }) => {
                    let refusal = Refusal::new(Code::Join, "come to a table first: send `join`");
                    ServerMessage::Refusal {
                        n: Some(n),
                        refusal,
                    }
                }
                Err(refusal) => ServerMessage::Refusal { n: None, refusal },
            };
            self.answer(refusal).await?;
        }
    }

    async fn open(
        &mut self,
        n: u64,
        join: Join,
    ) -> Result<(Visit, mpsc::Receiver<Utf8Bytes>), Refusal> {
        let hub = Arc::clone(&self.app.hub);
        let opened = self.app.hub.tables.run(move || hub.open(&join)).await;
        let failed = || Refusal::new(Code::Failed, "the table could not be opened");
        let Opened { lane, who } = match opened.unwrap_or_else(|| Err(failed())) {
            Ok(opened) => opened,
            Err(refusal) => return Err(self.count_wrong_token(refusal)),
        };
        let (outbox, inbox) = mpsc::channel(self.app.hub.config.limits.outbox);
        let visit = Visit::new(lane);
        visit.enter(Outbox::new(outbox), n, who).map_err(refused)?;
        Ok((visit, inbox))
    }

    /// Whoever tries tokens must wait after some.
    fn count_wrong_token(&self, refusal: Refusal) -> Refusal {
        let is_wrong = matches!(
            refusal,
            Refusal::Server(ServerRefusal {
                code: Code::WrongToken,
                ..
            })
        );
        if is_wrong && !self.app.addresses.count_wrong_token(self.address) {
            Refusal::new(Code::TooMany, "too many wrong tokens: wait a minute")
        } else {
            refusal
        }
    }

    fn receive(&mut self, message: Message, visit: &Visit) -> Result<(), End> {
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Binary(_) => return Err(End::Close(close_code::UNSUPPORTED, "send texts")),
            Message::Close(_) => return Err(End::Gone),
        };
        self.count_message()?;
        let queued = match parse(&text) {
            Ok(message) => visit.request(message),
            Err(refusal) => visit.answer(ServerMessage::Refusal { n: None, refusal }),
        };
        match queued {
            Ok(()) => Ok(()),
            Err(Refused::Full) => Err(End::Close(
                close_code::AGAIN,
                "the table is busy: come back",
            )),
            Err(Refused::Broken) => Err(End::Close(
                close_code::AGAIN,
                "the table was closed: come back",
            )),
        }
    }

    fn count_message(&self) -> Result<(), End> {
        let is_in_time = self.messages.check().is_ok();
        is_in_time
            .then_some(())
            .ok_or(End::Close(close_code::POLICY, "too many messages"))
    }
}

fn parse(text: &str) -> Result<ClientMessage, Refusal> {
    let bad = |why: String| Refusal::new(Code::BadMessage, why);
    let message: ClientMessage =
        serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
    if message.n < MOST_REQUESTS {
        Ok(message)
    } else {
        Err(bad(format!("`n` is less than {MOST_REQUESTS}")))
    }
}

fn refused(refused: Refused) -> Refusal {
    match refused {
        Refused::Full => Refusal::new(Code::TooMany, "the table is busy"),
        Refused::Broken => Refusal::new(Code::Failed, "the table was closed: come back"),
    }
}
