//! Observers: whoever watches routines from instruction to instruction, and may stop them.
//!
//! A machine has an observer only while it records events, and only the interpreter calls it: games that nobody watches run as
//! if there were none.

use crate::fault::FaultKind;
use crate::knowledge::event::Event;
use crate::machine::Machine;
use crate::state::{Frame, State};
use ludex_program::Program;
use ludex_program::ids::Pc;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// Watches routines. Many threads may share one, so whatever it collects stands behind a lock.
pub trait Observer: Debug + Send + Sync {
    /// Is called before each instruction; `Break` stops the run there, with the fault `FaultKind::Stopped`.
    fn boundary(&self, at: &Boundary<'_>) -> ControlFlow<()>;
}

/// The point before an instruction of a routine.
#[derive(Debug)]
pub struct Boundary<'a> {
    /// The rules that are run.
    pub program: &'a Program,
    /// The instruction that comes next.
    pub pc: Pc,
    /// The events since the last decision.
    pub events: &'a [Event],
    state: &'a State,
    /// The slots of the innermost frame as they are now: those in the state are as old as the last call.
    slots: &'a [i32],
}

impl Boundary<'_> {
    /// Returns the routines being run, each begun by the one before. A frame stands at the instruction before its `pc`.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.state.frames
    }

    /// Returns a copy of the position.
    #[must_use]
    pub fn position(&self) -> State {
        let mut state = self.state.clone();
        let base = state.frames.last().map_or(0, |frame| frame.slots());
        state.stack.truncate(base);
        state.stack.extend_from_slice(self.slots);
        state
    }
}

impl Machine<'_> {
    /// Calls the observer before an instruction; false if it stops the run.
    #[cold]
    pub(crate) fn observe(&mut self, pc: Pc, slots: &[i32]) -> bool {
        let Some(observer) = self.work.observer.clone() else {
            return true;
        };
        let boundary = Boundary {
            program: self.program,
            pc,
            events: self.work.events.as_deref().unwrap_or_default(),
            state: self.state,
            slots,
        };
        if observer.boundary(&boundary).is_continue() {
            return true;
        }
        self.fail_here(FaultKind::Stopped);
        false
    }
}
