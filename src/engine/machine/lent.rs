//! Buffers that all games of a program share: whoever runs a machine borrows some and gives them back.
//!
//! The memo of a machine takes megabytes, and is worthless to the next one but for the room it takes. So it belongs to those
//! who are at work, of whom there are as many as threads, and not to positions, of which there are as many as somebody keeps.

use crate::machine::Work;
use crate::machine::executable::Executable;
use ludex_program::Program;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

/// Buffers that nobody uses at the moment.
#[derive(Debug, Default)]
pub(crate) struct Idle(Mutex<Vec<Work>>);

/// Borrowed buffers, without options and events; they go back when this is dropped.
pub struct Lent<'a> {
    work: Work,
    idle: &'a Idle,
}

impl Work {
    /// Borrows buffers of a program.
    #[must_use]
    pub fn lent(program: &Program) -> Lent<'_> {
        Work::lent_by(&Executable::of(program).idle)
    }

    /// As `lent`, for questions on behalf of players: buffers of their own, so that nothing that is noted for a player is ever
    /// lent to anybody else.
    pub fn lent_to_watch(program: &Program) -> Lent<'_> {
        Work::lent_by(&Executable::watching(program).idle)
    }

    fn lent_by(idle: &Idle) -> Lent<'_> {
        let work = idle.all(Vec::pop);
        Lent {
            work: work.unwrap_or_default(),
            idle,
        }
    }
}

impl Idle {
    /// Buffers are good whoever panicked with others.
    fn all<R>(&self, act: impl FnOnce(&mut Vec<Work>) -> R) -> R {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut work = std::mem::take(&mut self.work);
        work.options.clear();
        work.events = None;
        work.observer = None;
        work.redo = None;
        work.asker = None;
        work.told = 0;
        work.scratch.clear();
        self.idle.all(|all| all.push(work));
    }
}

impl Deref for Lent<'_> {
    type Target = Work;

    fn deref(&self) -> &Work {
        &self.work
    }
}

impl DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut Work {
        &mut self.work
    }
}

impl fmt::Debug for Lent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.work.fmt(f)
    }
}
