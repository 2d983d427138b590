//! The budget of the rules until the next decision: steps, and bytes held at one time.
//!
//! A step is the unit of work that the rules decide: a jump of a routine (each turn of a loop has one), a member that a walk
//! looks at, a routine or query that begins, a hook that is tested, a piece or number that a statement passes over
//! (docs/language.md §13 has the whole list). Machine code counts in the same units (`native/clif.rs`), so that both run out in
//! the same games. A remembered answer costs what it cost when it was found, so that remembering shows in time alone.

use crate::fault::{Fault, FaultKind};
use crate::knowledge::event::{Cause, Event, What};
use crate::machine::Machine;
use crate::state::Frame;
use ludex_source::Span;

/// The bytes that an option counts besides its values: the words and the JSON in which a player is told it.
const OPTION: u64 = 256;

/// A buffer that grows by single numbers asks for the bytes held when it has grown by so many.
const OFTEN: usize = 1024;

impl Machine<'_> {
    /// Refills the budget of steps: a decision was made, or somebody outside the rules asks.
    pub(crate) fn refill_budget(&mut self) {
        self.steps = self.program.budget.steps as i64;
        self.work.memo.next_turn();
    }

    /// Counts the steps since the budget was filled, if a playout took them by the interpreter.
    pub(crate) fn count_interpreted(&self) {
        if self.native.is_none() && self.work.events.is_none() {
            let left = self.steps.max(0) as u64;
            let steps = self.program.budget.steps.saturating_sub(left);
            self.executable.count_interpreted(steps);
        }
    }

    /// Takes steps; false when they were more than are left, which is a fault.
    #[inline(always)]
    pub(crate) fn take_steps(&mut self, steps: u64) -> bool {
        if steps <= self.steps.max(0) as u64 {
            self.steps -= steps as i64;
            return true;
        }
        self.run_out()
    }

    #[cold]
    fn run_out(&mut self) -> bool {
        let (kind, span) = self.spent();
        self.fail(kind, span);
        false
    }

    /// The fault of steps that ran out.
    pub(crate) fn spent(&self) -> (FaultKind, Span) {
        let kind = FaultKind::Endless(self.program.budget.steps);
        (kind, self.program.code_spans[self.at])
    }

    /// Adds a member to the lists of loops.
    #[inline(always)]
    pub(crate) fn push_listed(&mut self, member: i32) {
        self.state.lists.push(member);
        self.check_growth(self.state.lists.len());
    }

    /// Adds a number to the scratch buffer.
    #[inline(always)]
    pub(crate) fn push_scratch(&mut self, number: i32) {
        self.work.scratch.push(number);
        self.check_growth(self.work.scratch.len());
    }

    /// As `push_scratch`, unless the number is there from some place on; each that is looked at takes a step.
    pub(crate) fn push_new(&mut self, start: usize, number: i32) {
        let known = self.work.scratch.get(start..).unwrap_or_default();
        let (looked_at, is_new) = (known.len(), !known.contains(&number));
        if self.take_steps(looked_at as u64) && is_new {
            self.push_scratch(number);
        }
    }

    /// Tells whether a buffer of so many numbers still fits the budget of bytes; seldom looked at, while the buffer grows.
    #[inline(always)]
    pub(crate) fn check_growth(&mut self, length: usize) {
        if length.is_multiple_of(OFTEN) {
            self.check_bytes();
        }
    }

    /// Makes it a fault to hold more bytes than the budget allows.
    pub(crate) fn check_bytes(&mut self) {
        if self.held() > self.program.budget.bytes {
            self.fail_here(FaultKind::TooLarge(self.program.budget.bytes));
        }
    }

    /// As `check_bytes`, with options that are not yet counted.
    pub(crate) fn check_bytes_with(&mut self, options: usize, values: usize) {
        if self.held() + told(options, values) > self.program.budget.bytes {
            self.fail_here(FaultKind::TooLarge(self.program.budget.bytes));
        }
    }

    /// As `check_bytes`, where a playout has listed so many options and none besides. Machine code has not given their values
    /// back, and need not.
    pub(crate) fn check_bytes_picking(&mut self, options: usize) {
        let listed = told(options, self.values_listed());
        if self.held_beside_options() + listed > self.program.budget.bytes {
            self.fail_here(FaultKind::TooLarge(self.program.budget.bytes));
        }
    }

    /// As `check_bytes`, while a listing has written so many values of options in all.
    #[cold]
    pub(crate) fn check_listed(&mut self, length: usize) {
        let written = length - self.listing.before;
        let added = written.checked_div(self.listing.width).unwrap_or(0);
        self.check_bytes_with(added, written);
    }

    /// A game stands at a decision after all that it may have.
    pub fn unending(&mut self) -> Fault {
        let site = self
            .state
            .pending
            .and_then(|pending| self.program.sites.get(pending.site));
        let span = site.map_or(Span::default(), |site| site.span);
        self.fault_of(FaultKind::Unending(self.program.budget.decisions), span)
    }

    /// Bytes of what grows in play.
    fn held(&self) -> u64 {
        let options = &self.work.options;
        self.held_beside_options() + told(options.len(), options.numbers())
    }

    fn held_beside_options(&self) -> u64 {
        let state = &self.state;
        // The slots of the innermost frame may be out of the state's hands.
        let slots = state.frames.last().map_or(0, |frame| frame.slots());
        let numbers = slots
            + state.lists.len()
            + state.pool.len()
            + state.later.len()
            + state.queues.len()
            + state.stood.len()
            + self.work.scratch.len();
        (numbers * size_of::<i32>() + state.frames.len() * size_of::<Frame>()) as u64
            + self.work.told
    }
}

/// Bytes of options with so many values in all.
fn told(options: usize, values: usize) -> u64 {
    options as u64 * OPTION + (values * size_of::<i32>()) as u64
}

impl Event {
    /// Counts the bytes that the event takes, values and causes included.
    pub(crate) fn bytes(&self) -> u64 {
        let values = match &self.what {
            What::Chose { choice, .. } => choice.values.len(),
            What::Traced(trace) => trace.bytes() / size_of::<i32>(),
            What::Moved { .. }
            | What::Changed { .. }
            | What::Shuffled(_)
            | What::Turned(_)
            | What::LaidOut { .. }
            | What::Shown { .. }
            | What::Began(_)
            | What::Finished => 0,
        };
        let causes = self.because.len() * size_of::<Cause>();
        (size_of::<Event>() + causes + values * size_of::<i32>()) as u64
    }
}
