//! Bots at a table: they think on threads of their own, and their answers queue at the table as anybody's.

use crate::live::acts::Act;
use crate::live::bots;
use crate::live::table::{LiveSeat, LiveTable};
use ludex_play::interrupt::Interrupt;
use ludex_rules::ids::PlayerId;
use ludex_table::Access;

impl LiveTable {
    /// Lets the bots think whose turn it is.
    pub(crate) fn think(&mut self) {
        for seat in self.deciding() {
            let Some(LiveSeat {
                bot: Some(spec),
                thinking,
                ..
            }) = self.seats.get_mut(seat as usize)
            else {
                continue;
            };
            if thinking.is_some() {
                continue;
            }
            let Ok(turn) = self.table.position().turn_of(PlayerId::numbered(seat)) else {
                continue;
            };
            let (spec, interrupt) = (spec.clone(), Interrupt::default());
            *thinking = Some(interrupt.clone());
            let Some(lane) = self.lane.upgrade() else {
                return;
            };
            self.hub.bots.spawn(move || {
                let option = bots::choose(&turn, &spec, &interrupt);
                // If the table is too busy or broken, it asks again when it is opened.
                let _ = lane.submit(move |table| table.bot_chose(seat, option, &interrupt));
            });
        }
    }

    pub(super) fn stop_thinking(&mut self) {
        for seat in &mut self.seats {
            seat.thinking.take().inspect(Interrupt::raise);
        }
    }

    /// Takes a bot's choice, unless nobody wants it any more.
    fn bot_chose(&mut self, seat: u32, option: Option<usize>, interrupt: &Interrupt) {
        if interrupt.is_raised() {
            return;
        }
        if let Some(own) = self.seats.get_mut(seat as usize) {
            own.thinking = None;
        }
        let Some(option) = option.and_then(|option| u32::try_from(option).ok()) else {
            return;
        };
        let request = ludex_table::Request::Choose {
            version: self.table.version(),
            option,
        };
        let Some(act) = Act::of_request(&self.table, seat, &request) else {
            return;
        };
        if let Err(refusal) = self.table.handle(Access::Seat(seat), &request) {
            tracing::error!(
                "table {}: the bot in seat {seat} can't choose: {refusal}",
                self.id
            );
            return;
        }
        if self.store(&act, None, None).is_ok() {
            self.think_after(&act);
            self.send_snapshots();
            self.send_seats();
        }
    }
}
