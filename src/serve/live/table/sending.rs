//! Messages from a table to its visitors: each is sent what they may see, and whoever can't take it is let go.

use crate::live::hub::now;
use crate::live::table::{LiveTable, Visitor};
use crate::live::visit::VisitId;
use crate::wire::{Role, Seat, Seats, ServerMessage};
use axum::extract::ws::Utf8Bytes;
use ludex_table::Access;
use std::collections::BTreeMap;

impl LiveTable {
    /// Sends a message to a visitor.
    pub(crate) fn send(&mut self, id: VisitId, message: ServerMessage) {
        self.send_text(id, &message.to_text().into());
    }

    /// Sends a text; a visitor who can't take it is let go.
    fn send_text(&mut self, id: VisitId, text: &Utf8Bytes) {
        let visitor = self.visitors.get(&id);
        if visitor.is_some_and(|visitor| !visitor.outbox.put(text)) {
            self.visitors.remove(&id);
        }
    }

    /// Sends the table to those who have another version; those who look from the same seat and have the same get one text.
    pub(super) fn send_snapshots(&mut self) {
        let version = self.table.version();
        let mut texts: BTreeMap<(Access, u64, Option<String>), Utf8Bytes> = BTreeMap::new();
        let late = self
            .visitors
            .iter()
            .filter(|(_, visitor)| visitor.version != version);
        let late: Vec<(VisitId, Access, u64, Option<String>)> = late
            .map(|(id, visitor)| {
                let locale = visitor.locale.clone();
                (*id, visitor.access, visitor.version, locale)
            })
            .collect();
        for (id, access, since, locale) in late {
            let key = (access, since, locale.clone());
            let text = texts.entry(key).or_insert_with(|| {
                let snapshot = Box::new(self.table.snapshot_in(locale.as_deref(), access, since));
                ServerMessage::Snapshot { snapshot }.to_text().into()
            });
            let text = text.clone();
            self.send_text(id, &text);
            if let Some(visitor) = self.visitors.get_mut(&id) {
                visitor.version = version;
            }
        }
    }

    pub(super) fn send_seats(&mut self) {
        let text: Utf8Bytes = ServerMessage::Seats {
            seats: self.seats_now(),
        }
        .to_text()
        .into();
        let all: Vec<VisitId> = self.visitors.keys().copied().collect();
        for id in all {
            self.send_text(id, &text);
        }
    }

    fn seats_now(&self) -> Seats {
        let deciding = self.deciding();
        let is_present = |seat: u32| {
            let mut visitors = self.visitors.values();
            visitors.any(|visitor| visitor.roles.contains(&Role::Seat(seat)))
        };
        let seats = self.seats.iter().zip(0..).map(|(seat, number)| Seat {
            name: seat.name.clone(),
            bot: seat.bot.as_ref().map(ToString::to_string),
            is_present: is_present(number),
            decides: deciding.contains(&number),
        });
        let watches = |visitor: &&Visitor| {
            !visitor
                .roles
                .iter()
                .any(|role| matches!(role, Role::Seat(_)))
        };
        Seats {
            seats: seats.collect(),
            spectators: self.visitors.values().filter(watches).count() as u32,
            clocks: self.clocks.as_ref().map(|clocks| clocks.faces(now())),
        }
    }
}
