//! The clock, by which budgets of time end and thinking time is told; the one place of bots that reads it.

use std::time::{Duration, Instant};

/// There is a clock, so budgets may be times.
pub(super) const IS_HERE: bool = true;

/// A point of time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment(Instant);

impl Moment {
    /// Reads the clock of the system.
    pub(super) fn now() -> Moment {
        Moment(Instant::now())
    }

    /// Returns the moment so much later; a time beyond all clocks is over at once.
    pub(super) fn after(self, time: Duration) -> Moment {
        Moment(self.0.checked_add(time).unwrap_or(self.0))
    }

    /// Tells whether it is past.
    pub(super) fn is_past(self) -> bool {
        Instant::now() >= self.0
    }

    /// Returns the time since then.
    pub(super) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}
