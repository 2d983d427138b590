//! The door to machine code: what a machine may ask of the code that was made of its program.
//!
//! The crate `ludex-jit` stands behind it, so nothing here or below knows how code is made. Without machine code all is
//! interpreted.

use super::Machine;
use crate::fault::FaultKind;
use crate::lir::{OPTION_ROOM, Trap};
use crate::lower::Tables;
use ludex_program::Program;
use ludex_program::ids::{Pc, SiteId};
use ludex_program::node::{NodeId, SourceId};
use ludex_rules::ids::{ActionId, RoutineId};
use ludex_rules::table::widened;
use ludex_source::Span;
use std::fmt::Debug;

/// Makes the machine code of a program, if it can. The tables are those of the program, and stay where they are as long as the
/// code lives.
pub type Compiler = fn(&Program, &Tables) -> Option<Box<dyn Compiled>>;

/// A promise of the engine that a machine works on a state that was laid out for the program of the code. Nobody else can make
/// one, so nobody else can run machine code.
#[derive(Debug, Clone, Copy)]
pub struct Fits(());

impl Fits {
    /// The promise, which `Machine::use_native` has made sure of.
    pub(crate) const SURE: Fits = Fits(());
}

/// The machine code of a program.
pub trait Compiled: Debug + Send + Sync {
    /// Returns the answer to a question asked for a player on its own; none when it was not foreseen.
    fn question(&self, m: &mut Machine<'_>, you: i32, node: NodeId, fits: Fits) -> Option<i32>;

    /// Returns the value of a node that the engine asks in a frame; none when that was not foreseen.
    fn node(&self, m: &mut Machine<'_>, f: &mut [i32], node: NodeId, fits: Fits) -> Option<i32>;

    /// Adds the members of a collection to the scratch buffer; false when that was not foreseen.
    fn list(&self, m: &mut Machine<'_>, f: &mut [i32], source: SourceId, fits: Fits) -> bool;

    /// Lists the legal instances of an action for a player, or with 1 finds out only whether there is one.
    fn instances(&self, m: &mut Machine<'_>, action: ActionId, given: [i32; 2], fits: Fits)
    -> bool;

    /// Lists what may be chosen at a site, in the frame of the statement that asks.
    fn list_choice(&self, m: &mut Machine<'_>, f: &mut [i32], site: SiteId, fits: Fits) -> bool;

    /// Ends what `Raw::lend_options` began: the values that were written are those of the options again.
    fn take_options_back(&self, m: &mut Machine<'_>, fits: Fits);

    /// Runs the statements of a routine in the frame that the machine works in, from one on: what its function gives.
    fn run(&self, m: &mut Machine<'_>, routine: RoutineId, pc: Pc, fits: Fits) -> i64;

    /// Returns one of the faults that code may raise, by its number.
    fn trap(&self, number: usize) -> Option<Trap>;
}

/// Calls of machine code beside those of `runtime/host.rs`.
impl Machine<'_> {
    /// Raises one of the faults that the machine's code may raise, with the number that it tells.
    pub fn raise(&mut self, number: u32, told: i64) {
        let trap = self.native.and_then(|native| native.trap(widened(number)));
        if let Some(trap) = trap {
            self.trap(trap, told);
        }
    }

    /// Notes that a frame has fewer slots than the code needs.
    pub fn refuse_frame(&mut self) {
        self.fail(FaultKind::BadReference(0), Span::default());
    }

    /// Returns the slots of the frame that the machine works in, at least so many.
    pub fn frame(&mut self, slots: usize) -> Option<&mut [i32]> {
        self.state.stack.get_mut(self.base..)?.get_mut(..slots)
    }

    /// From here until the engine pushes frames, machine code may push them by itself.
    #[inline]
    pub(crate) fn lend_stacks(&mut self) {
        self.raw.lend_stacks(self.state);
    }

    /// Returns where the slots of the frame stand that the machine works in, after a call that may have moved the stacks.
    #[inline]
    pub fn frame_address(&mut self) -> *mut i32 {
        self.lend_stacks();
        self.state.stack[self.base..].as_mut_ptr()
    }

    /// Leaves the address of the frame's slots where machine code reads it.
    #[inline]
    pub fn lend_frame(&mut self) {
        self.raw.frame = self.frame_address();
    }

    /// The number of values of options written so far.
    pub(crate) fn values_listed(&self) -> usize {
        match self.native {
            Some(_) => self.raw.length,
            None => self.work.options.numbers(),
        }
    }

    /// Forgets all options; what was lent is not good any more, as the engine may add to them.
    pub(crate) fn clear_options(&mut self) {
        self.work.options.clear();
        self.raw.room = 0;
    }

    /// Takes back the values of options that were lent; returns them, and how many of them machine code has written.
    pub fn lent_options(&mut self) -> (&mut Vec<i32>, usize) {
        self.raw.room = 0;
        (self.work.options.values(), self.raw.length)
    }

    /// Makes room for more values of options, which were taken back; returns true if there are too many already.
    pub fn lend_more_options(&mut self) -> bool {
        self.check_listed(self.raw.length);
        let values = self.work.options.values();
        values.reserve(OPTION_ROOM);
        self.raw.lend_options(values);
        self.fault.is_some()
    }
}
