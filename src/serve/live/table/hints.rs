//! Requests at which a bot works for a visitor: hints, estimates, reviews. Whoever asked is told how far the work is, and may
//! end it; the bot then stops at its next playout.

use crate::live::table::LiveTable;
use crate::live::visit::VisitId;
use crate::wire::{Code, Progress, Refusal, Reply, ServerMessage};
use ludex_play::interrupt::Interrupt;
use ludex_table::Table;
use std::sync::Weak;
use std::time::Duration;
use tokio::task::AbortHandle;

/// The time between two messages about progress.
const BETWEEN: Duration = Duration::from_millis(500);

/// A request that a bot works at. Dropped, the work ends.
pub(super) struct OpenHint {
    /// The client's number of the request.
    n: u64,
    interrupt: Interrupt,
    /// The number of playouts in all; none of a budget that is time.
    all: Option<u64>,
    /// The timer that tells how far the work is.
    teller: AbortHandle,
}

impl Drop for OpenHint {
    fn drop(&mut self) {
        self.interrupt.raise();
        self.teller.abort();
    }
}

impl LiveTable {
    /// Lets a bot work at a visitor's request; the answer comes when it is done.
    pub(super) fn hint(
        &mut self,
        id: VisitId,
        n: u64,
        bot: &str,
        request: &ludex_table::Request,
    ) -> Result<(), Refusal> {
        if self.hub.check_bot(self.game_name(), bot)?.is_local() {
            return Err(Refusal::new(
                Code::Unknown,
                "a net gives no hints: it plays",
            ));
        }
        let Some(visitor) = self.visitors.get(&id) else {
            return Ok(());
        };
        if self.hints.contains_key(&id) {
            return Err(Refusal::new(
                Code::TooMany,
                "one hint after the other: wait for the last one, or cancel it",
            ));
        }
        let (access, locale) = (visitor.access, visitor.locale.clone());
        let interrupt = Interrupt::default();
        let open = OpenHint {
            n,
            interrupt: interrupt.clone(),
            all: Table::playouts_of(bot),
            teller: self.tell_progress(id),
        };
        self.hints.insert(id, open);
        let (table, request) = (self.table.clone(), request.clone());
        let lane = Weak::clone(&self.lane);
        self.hub.bots.spawn(move || {
            if interrupt.is_raised() {
                return;
            }
            let thought = table.think_in(locale.as_deref(), access, &request, &interrupt);
            let Some(lane) = lane.upgrade() else { return };
            // If the table is broken the visitor is gone.
            let _ = lane.submit(move |table| table.answer_hint(id, n, thought));
        });
        Ok(())
    }

    /// Sends what a bot found, unless the visitor has ended its work meanwhile.
    fn answer_hint(
        &mut self,
        id: VisitId,
        n: u64,
        thought: Result<ludex_table::Reply, ludex_table::Refusal>,
    ) {
        if self.hints.get(&id).is_none_or(|open| open.n != n) {
            return;
        }
        self.hints.remove(&id);
        let message = match thought {
            Ok(reply) => ServerMessage::Reply {
                n,
                reply: Reply::Table(reply),
            },
            Err(refusal) => ServerMessage::Refusal {
                n: Some(n),
                refusal: Refusal::Table(refusal),
            },
        };
        self.send(id, message);
    }

    /// Ends the work at an earlier request of a visitor, which is refused then; nothing where it was answered already.
    pub(super) fn cancel(&mut self, id: VisitId, request: u64) {
        if self.hints.get(&id).is_none_or(|open| open.n != request) {
            return;
        }
        self.hints.remove(&id);
        let refusal = Refusal::new(Code::Cancelled, "the work was ended on request");
        let message = ServerMessage::Refusal {
            n: Some(request),
            refusal,
        };
        self.send(id, message);
    }

    /// Tells a visitor again and again how far the work at their request is.
    fn tell_progress(&self, id: VisitId) -> AbortHandle {
        let lane = Weak::clone(&self.lane);
        let teller = self.hub.reactor.spawn(async move {
            loop {
                tokio::time::sleep(BETWEEN).await;
                let Some(lane) = lane.upgrade() else { return };
                // A table that is too busy tells it the next time.
                let _ = lane.submit(move |table| table.send_progress(id));
            }
        });
        teller.abort_handle()
    }

    fn send_progress(&mut self, id: VisitId) {
        let Some(open) = self.hints.get(&id) else {
            return;
        };
        let progress = Progress {
            n: open.n,
            done: open.interrupt.progress(),
            all: open.all,
        };
        self.send(id, ServerMessage::Progress { progress });
    }
}
