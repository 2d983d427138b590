//! The operating system as bots need it: a clock, threads, and programs in seats.
//!
//! Bots have none by themselves, so they run in a browser. Whoever has one (`ludex-system`) hands it over with the bot's
//! specification; without it, budgets of time are refused, programs
//! can't be started, and trees grow one after the other.

use std::fmt::Debug;
use std::time::Duration;

/// A clock, threads and programs.
pub trait System: Debug + Sync {
    /// Returns the time since some moment in the past, by a clock that never goes back.
    fn time(&self) -> Duration;

    /// Does jobs side by side, and returns when all are done.
    fn run_side_by_side(&self, jobs: Vec<Job<'_>>);

    /// Starts a program, whose command is words between blanks, with quotes around words that hold some.
    ///
    /// # Errors
    /// Why it can't be started; for people.
    fn start(&self, command: &str) -> Result<Box<dyn Lines>, String>;
}

/// Work for a thread of its own.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// The lines between a seat and the program in it. The program is ended when they are dropped.
pub trait Lines: Debug + Send {
    /// Sends a line, without waiting until it is read; a program that is gone is found out when it does not answer.
    fn send(&mut self, line: &str);

    /// Waits so long for the next line of the program. A line that is longer than `LONGEST_LINE` comes cut, a byte longer.
    ///
    /// # Errors
    /// It came not in time, and the program is stopped; or the program ended before.
    fn receive(&mut self, most: Duration) -> Result<String, NoLine>;
}

/// The longest line of a program that is read, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;

/// The reason why a program said nothing more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoLine {
    /// It was silent for too long.
    Late,
    /// It ended, or closed its output, as the text says.
    Ended(String),
}

/// The system that a bot works on, if any. It is no part of what a bot is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WorksOn(pub(super) Option<&'static dyn System>);

impl PartialEq for WorksOn {
    fn eq(&self, _: &WorksOn) -> bool {
        true
    }
}
