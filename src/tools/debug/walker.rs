//! The observer of a turn: counts instructions, finds the statements among them, and stops where it is told to.

use crate::debug::breakpoints::Breakpoints;
use crate::debug::statements::Statements;
use ludex_engine::knowledge::event::Event;
use ludex_engine::machine::{Boundary, Observer};
use ludex_engine::state::{Frame, State};
use ludex_program::ids::Pc;
use ludex_rules::ids::RoutineId;
use ludex_source::Span;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A statement about to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StatementVisit {
    /// The number of instructions that the turn did before it.
    pub(super) number: u64,
    /// The number of routines being run.
    pub(super) depth: usize,
}

/// The statement that a walk looks for.
#[derive(Debug, Clone)]
pub(super) enum WalkGoal {
    /// The first statement at which no more than so many routines are run, or with a breakpoint, or when somebody waits.
    Next(usize),
    /// The last such statement, breakpoints apart.
    LastWithin(usize),
    /// The last statement with a breakpoint.
    LastBreakpoint,
    /// The first statement of the range.
    First,
    /// The last statement of all.
    Last,
}

/// The result of a walk.
#[derive(Debug, Default)]
pub(super) struct WalkResult {
    /// The statement that was found.
    pub(super) visit: Option<StatementVisit>,
    /// The position there, where the walk stopped at it.
    pub(super) state: Option<State>,
    /// The events of the turn so far.
    pub(super) events: Vec<Event>,
    /// The numbers of the breakpoints that were met there.
    pub(super) breakpoints: Vec<usize>,
    /// True if somebody waits for the walk to end.
    pub(super) paused: bool,
    /// The messages of breakpoints: the statement, the words, and the number of events before them.
    pub(super) log: Vec<(Pc, String, usize)>,
}

/// A walk through a turn.
#[derive(Debug)]
pub(super) struct TurnWalker {
    pub(super) statements: Arc<Statements>,
    pub(super) breakpoints: Arc<Breakpoints>,
    pub(super) pause: Arc<AtomicBool>,
    pub(super) goal: WalkGoal,
    /// The numbers of the statements that count.
    pub(super) range: Range<u64>,
    pub(super) progress: Mutex<Progress>,
}

/// The progress of a walk.
#[derive(Debug, Default)]
pub(super) struct Progress {
    number: u64,
    /// For each routine being run, from the outermost on: the statement it stands at.
    standing: Vec<StatementAt>,
    pub(super) found: WalkResult,
}

/// A statement that a routine is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct StatementAt {
    routine: RoutineId,
    pc: Pc,
    span: Span,
}

impl Progress {
    /// Begins in the middle of what some frames do.
    pub(super) fn within(frames: &[Frame], spans: impl Fn(Pc) -> Span) -> Progress {
        let standing = frames.iter().map(|frame| StatementAt {
            routine: frame.routine,
            pc: frame.pc.before(),
            span: spans(frame.pc.before()),
        });
        Progress {
            standing: standing.collect(),
            ..Progress::default()
        }
    }

    /// Returns true if an instruction begins a statement: it stands in another one than its routine did last, or begins the
    /// same one again.
    fn begins(&mut self, at: &Boundary<'_>) -> bool {
        let (frames, spans) = (at.frames(), &at.program.code_spans);
        let Some((innermost, outer)) = frames.split_last() else {
            return false;
        };
        self.standing.truncate(frames.len());
        for frame in outer.iter().skip(self.standing.len()) {
            let pc = frame.pc.before();
            let (routine, span) = (frame.routine, spans[pc]);
            self.standing.push(StatementAt { routine, pc, span });
        }
        let now = StatementAt {
            routine: innermost.routine,
            pc: at.pc,
            span: spans[at.pc],
        };
        let last = self.standing.get(outer.len()).copied();
        self.standing.truncate(outer.len());
        self.standing.push(now);
        let Some(last) = last else {
            return true;
        };
        let is_first =
            at.pc == at.program.routines[now.routine].entry || spans[at.pc.before()] != now.span;
        let begins_again = is_first && now.pc <= last.pc;
        last.routine != now.routine || last.span != now.span || begins_again
    }
}

impl TurnWalker {
    /// Returns what was found, when the turn is over or stopped.
    pub(super) fn found(&self) -> WalkResult {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut progress.found)
    }

    /// Returns true if the walk ends at a statement.
    fn is_goal(&self, visit: StatementVisit, at: &Boundary<'_>, found: &mut WalkResult) -> bool {
        match &self.goal {
            WalkGoal::Next(depth) => {
                let (met, log) = self.breakpoints.hits(at);
                found
                    .log
                    .extend(log.into_iter().map(|line| (at.pc, line, at.events.len())));
                found.paused = self.pause.load(Ordering::Relaxed);
                let ends = !met.is_empty() || found.paused || visit.depth <= *depth;
                found.breakpoints = met;
                found.visit = Some(visit);
                ends
            }
            WalkGoal::LastWithin(depth) => {
                if visit.depth <= *depth {
                    found.visit = Some(visit);
                }
                false
            }
            WalkGoal::LastBreakpoint => {
                let (met, _) = self.breakpoints.hits(at);
                if !met.is_empty() {
                    (found.visit, found.breakpoints) = (Some(visit), met);
                }
                found.paused = self.pause.load(Ordering::Relaxed);
                found.paused
            }
            WalkGoal::First => true,
            WalkGoal::Last => {
                found.visit = Some(visit);
                false
            }
        }
    }
}

impl Observer for TurnWalker {
    fn boundary(&self, at: &Boundary<'_>) -> ControlFlow<()> {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let number = progress.number;
        progress.number += 1;
        if number >= self.range.end {
            return ControlFlow::Break(());
        }
        if !self.statements.is_written(at.pc) || !progress.begins(at) {
            return ControlFlow::Continue(());
        }
        if number < self.range.start {
            return ControlFlow::Continue(());
        }
        let depth = at.frames().len();
        let visit = StatementVisit { number, depth };
        let found = &mut progress.found;
        if !self.is_goal(visit, at, found) {
            return ControlFlow::Continue(());
        }
        found.visit = Some(visit);
        found.state = Some(at.position());
        found.events = at.events.to_vec();
        ControlFlow::Break(())
    }
}
