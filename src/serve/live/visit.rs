//! A connection's hold of a table: its place in the queue, and the outbox by which it is answered.

use crate::live::table::LiveTable;
use crate::pool::{Lane, Refused};
use crate::wire::{ClientMessage, Role, ServerMessage};
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::mpsc;

/// Numbers visits, so that leaving ends the right one.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// The number of a visit in this process.
pub(crate) type VisitId = u64;

/// Messages on their way to a client.
#[derive(Debug, Clone)]
pub(crate) struct Outbox(mpsc::Sender<Utf8Bytes>);

/// Somebody who comes to a table.
#[derive(Debug)]
pub(crate) struct Who {
    pub(crate) roles: Vec<Role>,
    /// The client's name for itself, with its roles.
    pub(crate) client: String,
    /// The version that the client has.
    pub(crate) version: Option<u64>,
    /// The locale of the words that it is sent.
    pub(crate) locale: Option<String>,
}

/// A connection at a table. Dropped, it leaves.
pub(crate) struct Visit {
    id: VisitId,
    lane: Arc<Lane<LiveTable>>,
}

impl Outbox {
    pub(crate) fn new(sender: mpsc::Sender<Utf8Bytes>) -> Outbox {
        Outbox(sender)
    }

    /// Puts a message in; false if the client is gone or so slow that there is no room.
    pub(crate) fn put(&self, text: &Utf8Bytes) -> bool {
        self.0.try_send(text.clone()).is_ok()
    }
}

impl Visit {
    pub(crate) fn new(lane: Arc<Lane<LiveTable>>) -> Visit {
        Visit {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            lane,
        }
    }

    /// Comes to the table: request `n` is answered, and what the client lacks is sent. The table alone holds the outbox, so
    /// that the connection ends when the table lets it go.
    pub(crate) fn enter(&self, outbox: Outbox, n: u64, who: Who) -> Result<(), Refused> {
        let id = self.id;
        self.lane
            .submit(move |table| table.enter(id, outbox, n, who))
    }

    /// Queues a request at the table.
    pub(crate) fn request(&self, message: ClientMessage) -> Result<(), Refused> {
        let id = self.id;
        self.lane.submit(move |table| table.request(id, &message))
    }

    /// Sends a message to the client behind those that are on their way.
    pub(crate) fn answer(&self, message: ServerMessage) -> Result<(), Refused> {
        let id = self.id;
        self.lane.submit(move |table| table.send(id, message))
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let id = self.id;
        // A table that is full still lets people out when it has worked its queue off; a broken one has no visitors.
        if self.lane.submit(move |table| table.leave(id)) == Err(Refused::Full) {
            tracing::warn!("a table is too busy to let a visitor out");
        }
    }
}
