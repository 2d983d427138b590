//! The door of `clock` where ludex is built without the feature `threads`: no time passes, and budgets are playouts.

use std::time::Duration;

/// There is no clock, so a budget that is a time is refused.
pub(super) const IS_HERE: bool = false;

/// A point of time, and the only one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment;

impl Moment {
    pub(super) fn now() -> Moment {
        Moment
    }

    pub(super) fn after(self, _: Duration) -> Moment {
        Moment
    }

    /// Tells that it is past, so that a search by time makes one playout.
    pub(super) fn is_past(self) -> bool {
        true
    }

    pub(super) fn elapsed(self) -> Duration {
        Duration::ZERO
    }
}
