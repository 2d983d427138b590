//! The end of a long run: all is played, or the time is up; a bar tells how far it is.

use std::time::{Duration, Instant};

use crate::cli::sim;

/// The deals and seconds that a run may take.
pub(crate) struct Until {
    began: Instant,
    time: Option<Duration>,
    bar: sim::Bar,
}

impl Until {
    /// A run of so many deals and at most so many seconds begins.
    pub(crate) fn new(deals: u64, seconds: Option<u64>) -> Until {
        let bar = sim::bar(deals);
        if let Some(seconds) = seconds {
            bar.set_message(format!(", at most {seconds} s"));
        }
        Until {
            began: Instant::now(),
            time: seconds.map(Duration::from_secs),
            bar,
        }
    }

    /// Expects so many deals from now on.
    pub(crate) fn expect(&self, deals: u64) {
        self.bar.set_length(self.bar.position() + deals);
    }

    /// Tells whether so large a part of the time is up.
    pub(crate) fn is_late_for(&self, part: f64) -> bool {
        self.time
            .is_some_and(|time| self.began.elapsed() >= time.mul_f64(part))
    }

    /// Counts deals that were played.
    pub(crate) fn played(&self, deals: u64) {
        self.bar.inc(deals);
    }

    /// Tells whether the time is up.
    pub(crate) fn is_late(&self) -> bool {
        self.is_late_for(1.0)
    }
}

impl Drop for Until {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
