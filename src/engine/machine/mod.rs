//! The machine: a program, a state it moves, and buffers that outlive a decision so that play allocates nothing.
//!
//! Enters: a program and a state. Leaves: a machine at the point where the state stands, with all that bounds and speeds it:
//! frames, memo table, budgets, faults, records of what happens. Never here: what a change or a statement does. The rooms above
//! add that, as methods; whatever here or there must be asked of the rules goes back down through `Machine::interpret`.

mod budget;
mod chance;
mod compiled;
mod draws;
mod equals;
pub mod executable;
mod frames;
mod lent;
pub mod memo;
mod observer;
pub mod offsets;
mod raw;
pub(crate) mod record;
mod sight;
mod stack;
mod trap;

pub(crate) use chance::RandomChoices;
pub use compiled::{Compiled, Compiler, Fits};
pub use lent::Lent;
pub use observer::{Boundary, Observer};
pub(crate) use raw::Raw;

use crate::fault::{Fault, FaultKind};
use crate::knowledge::equals::EqualOptions;
use crate::knowledge::event::{Cause, Event};
use crate::machine::executable::Executable;
use crate::machine::memo::Memo;
use crate::option::Options;
use crate::redo::Redo;
use crate::sets::Sets;
use crate::state::spaces::GroupSearch;
use crate::state::{ENTRY, PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::Pc;
use ludex_program::node::NodeId;
use ludex_rules::ids::{PlayerId, RoutineId};
use ludex_source::Span;
use std::sync::Arc;

/// The most links of a fault's trace that are told at each of its ends.
const TOLD: usize = 12;

/// The buffers of a machine, used again by the next one.
#[derive(Debug, Clone, Default)]
pub struct Work {
    /// The options of the pending decision, filled when the machine stops at one.
    pub options: Options,
    /// The events so far, while somebody listens.
    pub events: Option<Vec<Event>>,
    /// Whoever watches routines while events are recorded.
    pub observer: Option<Arc<dyn Observer>>,
    /// The player on whose behalf questions are asked, while that matters.
    pub(crate) asker: Option<Asker>,
    /// The forced outcomes of random numbers, while a game is played again.
    pub redo: Option<Redo>,
    /// Bytes of the events recorded since whoever records them began to count.
    pub told: u64,
    pub(crate) memo: Memo,
    pub(crate) scratch: Vec<i32>,
    pub(crate) search: GroupSearch,
    pub(crate) tuple: Vec<i32>,
    /// Buffers for finding equal options.
    pub(crate) equal_options: EqualOptions,
    /// Buffers for choices of sets, one for each that is looked for inside another.
    pub(crate) sets: Vec<Sets>,
    /// Entries of a pool with what stands for those that do the same.
    pub(crate) alike: Vec<([i32; ENTRY], u32)>,
    /// Bonuses of a track that one gain reaches, each with the steps that were lost if it is about these.
    pub(crate) bonuses: Vec<(RoutineId, Option<i32>)>,
    /// Frames of questions with many slots, used again and again.
    pub(crate) spare: Vec<Vec<i32>>,
    /// Registers of functions with many, used again and again.
    pub(crate) registers: Vec<Vec<i64>>,
}

impl Work {
    /// Doubts the memo from now on: believes nothing it remembers, and counts what would have been wrong. Slow; to test the
    /// engine itself.
    pub fn doubt(&mut self) {
        self.memo.doubt();
    }

    /// Empties the scratch buffer, which a fault may leave filled.
    pub fn forget_scratch(&mut self) {
        self.scratch.clear();
    }

    /// Counts the remembered answers that would have been wrong since it doubts.
    #[must_use]
    pub fn mistaken(&self) -> u64 {
        self.memo.mistaken()
    }
}

/// The player on whose behalf questions are asked, with a flag for having met something that they can't know.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker {
    pub(crate) player: PlayerId,
    pub(crate) unknown: bool,
}

/// A program at work on a state.
pub struct Machine<'a> {
    /// The program that is run.
    pub program: &'a Program,
    /// The state that is moved.
    pub state: &'a mut State,
    /// The buffers that outlive the machine.
    pub work: &'a mut Work,
    /// The functions and tables made of the program.
    pub(crate) executable: &'a Executable,
    /// The position in `State::stack` of slot 0 of the present frame.
    pub(crate) base: usize,
    /// The instruction being done.
    pub(crate) at: Pc,
    pub(crate) fault: Option<(FaultKind, Span)>,
    /// The number of routines that machine code runs inside each other.
    pub(crate) nested: u32,
    /// The program counter of the innermost frame when machine code stops for a fault.
    pub(crate) stopped: Pc,
    /// The call of a query that may be too deep, by machine code.
    pub(crate) asking: NodeId,
    /// The number of players.
    pub(crate) players: i32,
    /// True if a decision was made and nothing has run since: the budget is that of what follows it.
    pub(crate) has_chosen: bool,
    /// Steps left until the next decision; below 0 for a moment, where machine code took more for walks than there were.
    pub(crate) steps: i64,
    pub(crate) depth: usize,
    /// The program as machine code. While events are recorded it answers questions and lists options, but does no statement.
    pub(crate) native: Option<&'a dyn Compiled>,
    /// The decisions that chance makes at once, in a playout.
    pub(crate) chance: RandomChoices,
    pub(crate) raw: Raw,
    pub(crate) listing: Listing,
}

/// Routines that machine code runs inside each other at most: each takes some of the thread's stack.
pub const MOST_NESTED: u32 = 48;

/// A listing of options in progress.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Listing {
    /// The number of values before it.
    pub(crate) before: usize,
    /// The number of values of an option.
    pub(crate) width: usize,
}

impl<'a> Machine<'a> {
    /// Makes a machine at the point where the state stands.
    pub fn new(program: &'a Program, state: &'a mut State, work: &'a mut Work) -> Machine<'a> {
        let base = state.frames.last().map_or(0, |f| f.slots());
        let players = i32::from(state.players);
        work.memo.begin(program);
        Machine {
            program,
            executable: Executable::of(program),
            state,
            work,
            base,
            at: Pc::default(),
            fault: None,
            nested: 0,
            stopped: Pc::default(),
            asking: NodeId::default(),
            players,
            steps: program.budget.steps as i64,
            has_chosen: false,
            depth: 0,
            native: None,
            chance: RandomChoices::default(),
            listing: Listing::default(),
            raw: Raw::default(),
        }
    }

    /// Returns the fuel left until the next decision.
    #[must_use]
    pub fn fuel_left(&self) -> u64 {
        self.steps.max(0) as u64
    }

    /// Returns true if a fault is noted.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.fault.is_some()
    }

    /// Uses machine code from now on, if playouts of the program have earned that it is made.
    pub fn use_earned_code(&mut self, compile: Compiler) {
        self.use_native(self.executable.native_if_earned(self.program, compile));
    }

    /// Uses machine code from now on, if the program has recorded so many decisions that it pays.
    pub fn use_hot_code(&mut self, compile: Compiler) {
        self.use_native(self.executable.native_if_hot(self.program, compile));
    }

    /// Uses machine code of the program from now on, if the state is laid out for it.
    fn use_native(&mut self, native: Option<&'a dyn Compiled>) {
        let (layout, state) = (&self.program.layout, &self.state);
        let fits = state.memory.len() == layout.memory.len()
            && state.pieces.len() == layout.piece_kind.len()
            && state.places.len() == layout.place_of.len();
        if fits {
            self.native = native;
            self.raw = Raw::of(self);
        }
    }

    /// Notes a fault; the first one counts. Whatever takes a step does no more.
    #[cold]
    pub(crate) fn fail(&mut self, kind: FaultKind, span: Span) -> i32 {
        if self.fault.is_none() {
            let first = match self.steps {
                ..0 => self.spent(),
                _ => (kind, span),
            };
            self.fault = Some(first);
            self.stopped = self.at.next();
        }
        self.steps = 0;
        0
    }

    /// A fault of the statement being done.
    #[cold]
    pub(crate) fn fail_here(&mut self, kind: FaultKind) -> i32 {
        self.fail(kind, self.program.code_spans[self.at])
    }

    #[cold]
    pub(crate) fn fail_node(&mut self, kind: FaultKind, node: NodeId) -> i32 {
        self.fail(kind, self.program.node_spans[node])
    }

    /// Drops a fault that was only of a question from outside, and refills the budget.
    pub(crate) fn forget_fault(&mut self) {
        self.fault = None;
        self.refill_budget();
    }

    /// Returns the fault noted, with its stack trace, and forgets it.
    pub fn take_fault(&mut self) -> Result<(), Fault> {
        match self.fault.take() {
            None => Ok(()),
            Some((kind, span)) => Err(self.fault_of(kind, span)),
        }
    }

    /// A fault with what is being done.
    pub(crate) fn fault_of(&self, kind: FaultKind, span: Span) -> Fault {
        let name = |cause: &Cause| {
            let routine = &self.program.routines[cause.routine];
            (routine.name.clone(), cause.span)
        };
        let mut trace: Vec<_> = self.causes().iter().map(name).collect();
        // Rules that run in a circle leave hundreds of steps: both ends tell enough.
        trace.dedup();
        if trace.len() > 2 * TOLD {
            trace.drain(TOLD..trace.len() - TOLD);
        }
        Fault { kind, span, trace }
    }

    /// A bit for every player.
    pub(crate) fn everybody(&self) -> PlayerSet {
        self.state.everybody()
    }
}
