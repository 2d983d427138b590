//! The operating system, for bots: a clock, threads, and programs as processes.
//!
//! Enters: a bot's budget of time, trees to grow side by side, the command of a program. Leaves: times, and the lines of the
//! program. Bots ask for these through `ludex_bots::system::System` and have none without this room, as in a browser.
//!
//! `process` is a program with its lines, and `group` what it started.

#![forbid(unsafe_code)]

mod group;
mod process;

pub use group::kill_all;

use ludex_bots::system::{Job, Lines, System};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// The system that this process runs on, for `Spec::parse_on`.
pub const SYSTEM: &dyn System = &OperatingSystem;

/// Takes a job that nobody has taken yet.
fn next<'a>(jobs: &Mutex<Vec<Job<'a>>>) -> Option<Job<'a>> {
    // Nothing panics while it is held.
    jobs.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

/// The system that this process runs on.
#[derive(Debug)]
struct OperatingSystem;

impl System for OperatingSystem {
    fn time(&self) -> Duration {
        static BEGIN: OnceLock<Instant> = OnceLock::new();
        BEGIN.get_or_init(Instant::now).elapsed()
    }

    fn run_side_by_side(&self, jobs: Vec<Job<'_>>) {
        let others = jobs.len().saturating_sub(1);
        let jobs = Mutex::new(jobs);
        let work = || {
            while let Some(job) = next(&jobs) {
                job();
            }
        };
        // A panic of a thread goes on here when the scope ends, as it would without a thread.
        thread::scope(|scope| {
            for _ in 0..others {
                if Builder::new().spawn_scoped(scope, work).is_err() {
                    // The threads that there are do the jobs of those that there can't be.
                    break;
                }
            }
            work();
        });
    }

    fn start(&self, command: &str) -> Result<Box<dyn Lines>, String> {
        Ok(Box::new(process::start(command)?))
    }
}
