//! The stopping rule of a search: a number of playouts or a time, and an interrupt that ends it early.

use crate::system::System;
use ludex_play::interrupt::Interrupt;
use std::time::Duration;

/// The part of its time that a search may spend on dealing worlds.
const DEALING: u32 = 4;

/// The stopping rule of a search.
#[derive(Debug, Clone)]
pub(super) struct Clock {
    limit: Limit,
    interrupt: Interrupt,
}

#[derive(Debug, Clone, Copy)]
enum Limit {
    Playouts(u64),
    Until {
        system: &'static dyn System,
        /// Times of that system.
        dealing: Duration,
        end: Duration,
    },
}

impl Clock {
    /// Begins a search of so many playouts.
    pub(super) fn of_playouts(playouts: u64, interrupt: &Interrupt) -> Clock {
        Clock {
            limit: Limit::Playouts(playouts),
            interrupt: interrupt.clone(),
        }
    }

    /// Begins a search that ends after a time.
    pub(super) fn of_time(
        time: Duration,
        system: &'static dyn System,
        interrupt: &Interrupt,
    ) -> Clock {
        let now = system.time();
        Clock {
            limit: Limit::Until {
                system,
                dealing: now.saturating_add(time / DEALING),
                end: now.saturating_add(time),
            },
            interrupt: interrupt.clone(),
        }
    }

    /// The share of one of several trees.
    pub(super) fn share(&self, number: u64, of: u64) -> Clock {
        let limit = match self.limit {
            Limit::Playouts(all) => Limit::Playouts(all / of + u64::from(number < all % of)),
            until @ Limit::Until { .. } => until,
        };
        Clock {
            limit,
            interrupt: self.interrupt.clone(),
        }
    }

    /// Returns true while another world may be dealt.
    pub(super) fn deals_on(&self) -> bool {
        let in_time = match self.limit {
            Limit::Playouts(_) => true,
            Limit::Until {
                system, dealing, ..
            } => system.time() < dealing,
        };
        in_time && !self.is_interrupted()
    }

    /// Returns true if the search was asked to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// Returns true if another playout may follow after so many, and notes them for whoever watches the search; a search by
    /// time makes at least one.
    pub(super) fn goes_on(&self, made: u64) -> bool {
        self.interrupt.note_progress(made);
        let in_time = match self.limit {
            Limit::Playouts(all) => made < all,
            Limit::Until { system, end, .. } => made == 0 || system.time() < end,
        };
        in_time && !self.is_interrupted()
    }
}
