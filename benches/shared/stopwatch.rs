//! A stopwatch for benches that what else runs on the machine disturbs little.

use std::time::{Duration, Instant};

/// Counts from its making on: processor time of this thread on Linux, elsewhere the time that went by.
pub(crate) struct Stopwatch {
    begun: Instant,
    worked: Option<u64>,
}

impl Stopwatch {
    /// Starts to count.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch {
            begun: Instant::now(),
            worked: worked(),
        }
    }

    /// Returns the time since the start.
    pub(crate) fn time(&self) -> Duration {
        let since = worked().zip(self.worked).map(|(now, then)| now - then);
        since.map_or_else(|| self.begun.elapsed(), Duration::from_nanos)
    }
}

/// Nanoseconds that this thread had a processor.
fn worked() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok()
}
