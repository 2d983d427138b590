//! The debugger: where play stands, and the ways from there.

use crate::debug::breakpoints::Breakpoints;
use crate::debug::stack::{StackFrame, stack};
use crate::debug::statements::Statements;
use crate::debug::timeline::Timeline;
use crate::debug::walker::{Progress, StatementVisit, TurnWalker, WalkGoal, WalkResult};
use ludex_engine::fault::{Fault, FaultKind};
use ludex_engine::knowledge::event::Event;
use ludex_engine::state::State;
use ludex_play::game::{Match, PlayError};
use ludex_play::log::{self, LogReader};
use ludex_program::Program;
use ludex_program::ids::Pc;
use ludex_rules::ids::PlayerId;
use ludex_source::Span;
use std::cmp::Ordering;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// The number of a point behind all statements of a turn.
const END: u64 = u64::MAX;

/// A way to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// To the next statement, wherever it is.
    In,
    /// To the next statement that is not inside of this one.
    Over,
    /// To the next statement after this routine.
    Out,
    /// To the next breakpoint, fault or end.
    Continue,
    /// To the statement before, what is inside of it left out.
    Back,
    /// To the breakpoint before, or to the beginning.
    BackContinue,
}

/// The reason why play stands where it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopReason {
    /// It is the beginning.
    Entry,
    /// A step led there.
    Step,
    /// Breakpoints of these numbers are there.
    Breakpoint(Vec<usize>),
    /// The turn of a ruling's line with a breakpoint begins.
    Line(usize),
    /// Somebody asked to stop.
    Pause,
    /// The rules fail in this statement.
    Fault(Box<Fault>),
    /// A player must decide, and no answer is known.
    Decision,
    /// The game is over.
    Over,
}

impl StopReason {
    /// Lists the numbers of the breakpoints that are met.
    #[must_use]
    pub fn breakpoints(&self) -> &[usize] {
        match self {
            StopReason::Breakpoint(numbers) => numbers,
            StopReason::Line(number) => std::slice::from_ref(number),
            StopReason::Entry
            | StopReason::Step
            | StopReason::Pause
            | StopReason::Fault(_)
            | StopReason::Decision
            | StopReason::Over => &[],
        }
    }
}

/// A point of the game.
#[derive(Debug, Clone)]
pub struct StopPoint {
    /// The number of the turn.
    pub turn: usize,
    /// The number of instructions of the turn before it.
    number: u64,
    /// The position at that point.
    pub state: State,
    /// The reason for standing here.
    pub reason: StopReason,
}

/// A line for whoever debugs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebugLine {
    /// The text of the line.
    pub text: String,
    /// The statement that says it, of a breakpoint's words.
    pub span: Option<Span>,
}

/// A game being debugged.
#[derive(Debug)]
pub struct Debugger {
    program: Arc<Program>,
    timeline: Timeline,
    statements: Arc<Statements>,
    breakpoints: Arc<Breakpoints>,
    /// The breakpoints at lines of a ruling: the line, and the number of the breakpoint.
    lines: Vec<(Span, usize)>,
    pause: Arc<AtomicBool>,
    stop: StopPoint,
    /// The match at the end of the last turn, when play stands there.
    end: Option<Match>,
    /// The last turn whose log was told, and how many of its events.
    told: (usize, usize),
    output: Vec<DebugLine>,
    /// The player whose log is told; none tells everything.
    pub seat: Option<PlayerId>,
}

impl Debugger {
    /// Stands before the first turn. Whoever raises `pause` stops a motion.
    #[must_use]
    pub fn new(timeline: Timeline, pause: Arc<AtomicBool>) -> Debugger {
        let program = Arc::clone(timeline.first().turn.program());
        let statements = Arc::new(Statements::find(&program));
        Debugger {
            program,
            timeline,
            statements,
            breakpoints: Arc::default(),
            lines: Vec::new(),
            pause,
            stop: StopPoint {
                turn: 0,
                number: 0,
                state: State::default(),
                reason: StopReason::Entry,
            },
            end: None,
            told: (0, 0),
            output: Vec::new(),
            seat: None,
        }
    }

    /// Returns the rules that are run.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the turns of the game.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Returns where statements begin.
    #[must_use]
    pub fn statements(&self) -> &Statements {
        &self.statements
    }

    /// Returns where play stands.
    #[must_use]
    pub fn stop(&self) -> &StopPoint {
        &self.stop
    }

    /// Returns the match at the open decision, when play stands at the end of all turns.
    #[must_use]
    pub fn end(&self) -> Option<&Match> {
        self.end.as_ref()
    }

    /// Returns the match as it stands, to be looked at.
    #[must_use]
    pub fn standing(&self) -> Match {
        let turn = self.timeline.get(self.stop.turn);
        let turn = turn.unwrap_or(self.timeline.first());
        turn.turn.standing(self.stop.state.clone())
    }

    /// Returns the routines being run, the innermost first.
    #[must_use]
    pub fn stack(&self) -> Vec<StackFrame> {
        let fault = if let StopReason::Fault(fault) = &self.stop.reason {
            Some(&**fault)
        } else {
            None
        };
        stack(&self.program, &self.stop.state, fault)
    }

    /// Sets the breakpoints, and those at lines of a ruling: each the line and the number of the breakpoint.
    pub fn set_breakpoints(&mut self, breakpoints: Breakpoints, lines: Vec<(Span, usize)>) {
        self.breakpoints = Arc::new(breakpoints);
        self.lines = lines;
    }

    /// Adds lines to those that are told.
    pub fn tell(&mut self, lines: &[String]) {
        let line = |text: &String| DebugLine {
            text: text.clone(),
            span: None,
        };
        self.output.extend(lines.iter().map(line));
    }

    /// Returns the lines that were told since the last time.
    pub fn take_output(&mut self) -> Vec<DebugLine> {
        std::mem::take(&mut self.output)
    }

    /// Goes to the first statement; or to the first breakpoint, when it is not to stop before.
    pub fn begin(&mut self, stops_at_entry: bool) {
        let depth = if stops_at_entry { usize::MAX } else { 0 };
        self.forward(0, 0, depth);
        if self.stop.reason == StopReason::Step {
            self.stop.reason = StopReason::Entry;
        }
    }

    /// Chooses at the open decision at which play stands; false where none is open or no option has this number.
    pub fn choose(&mut self, option: usize) -> bool {
        match &self.end {
            Some(end) if option < end.options() => {
                self.timeline.choose(end, option);
                true
            }
            Some(_) | None => false,
        }
    }

    /// Goes a way; false where nothing lies in it.
    pub fn go(&mut self, motion: Motion) -> bool {
        let depth = self.stop.state.frames.len();
        // A game that is over does nothing any more.
        let back = if self.stop.number == END {
            usize::MAX
        } else {
            depth
        };
        let (turn, from) = self.behind();
        match motion {
            Motion::In => self.forward(turn, from, usize::MAX),
            Motion::Over => self.forward(turn, from, depth),
            Motion::Out => self.forward(turn, from, depth.saturating_sub(1)),
            Motion::Continue => self.forward(turn, from, 0),
            Motion::Back => self.back(&WalkGoal::LastWithin(back)),
            Motion::BackContinue => self.back(&WalkGoal::LastBreakpoint),
        }
    }

    /// The point behind the statement at which play stands.
    fn behind(&self) -> (usize, u64) {
        match self.stop.number {
            END => (self.stop.turn + 1, 0),
            number => (self.stop.turn, number + 1),
        }
    }

    // ---- forwards ----

    /// Goes from a point to the first statement at which no more than so many routines are run, or to a breakpoint.
    fn forward(&mut self, mut turn: usize, mut from: u64, depth: usize) -> bool {
        let mut has_moved = false;
        if matches!(self.stop.reason, StopReason::Fault(_)) && from > 0 {
            // Nothing comes after a fault.
            return false;
        }
        loop {
            if turn >= self.timeline.count() {
                let goes_on = match &self.end {
                    Some(end) => self.timeline.go_on(end),
                    None => Ok(false),
                };
                if let Err(text) = &goes_on {
                    self.tell(std::slice::from_ref(text));
                }
                if goes_on != Ok(true) {
                    return has_moved;
                }
            }
            self.end = None;
            if from == 0 && self.stops_at_line(turn) {
                return true;
            }
            let (result, found) = self.walk(turn, WalkGoal::Next(depth), from..END);
            match result {
                Ok(end) => {
                    self.stand_at_end(turn, end, &found.log);
                    has_moved = true;
                    (turn, from) = (turn + 1, 0);
                }
                Err(PlayError::Fault(fault)) if fault.kind == FaultKind::Stopped => {
                    let reason = match &found {
                        WalkResult { breakpoints, .. } if !breakpoints.is_empty() => {
                            StopReason::Breakpoint(breakpoints.clone())
                        }
                        WalkResult { paused: true, .. } => StopReason::Pause,
                        WalkResult { .. } => StopReason::Step,
                    };
                    self.stand_at(turn, found, reason);
                    return true;
                }
                Err(PlayError::Fault(fault)) => {
                    self.stand_at_fault(turn, fault, found.log);
                    return true;
                }
                Err(error) => {
                    let text = format!("play can't go on: {error}");
                    self.output.push(DebugLine { text, span: None });
                    return has_moved;
                }
            }
        }
    }

    /// Stands at the beginning of a turn whose line has a breakpoint, at its first statement.
    fn stops_at_line(&mut self, turn: usize) -> bool {
        let span = |turn: usize| self.timeline.get(turn).and_then(|turn| turn.span);
        let here = span(turn);
        // A line may stand for several choices, `settle: P0`; it begins with the first.
        let begins = here.is_some() && turn.checked_sub(1).and_then(span) != here;
        let line = self
            .lines
            .iter()
            .find(|(at, _)| begins && Some(*at) == here);
        let Some(number) = line.map(|(_, number)| *number) else {
            return false;
        };
        let (_, found) = self.walk(turn, WalkGoal::Next(usize::MAX), 0..END);
        let stops = found.state.is_some();
        if stops {
            self.stand_at(turn, found, StopReason::Line(number));
        }
        stops
    }

    fn stand_at(&mut self, turn: usize, found: WalkResult, reason: StopReason) {
        let WalkResult {
            visit: Some(visit),
            state: Some(state),
            events,
            log,
            ..
        } = found
        else {
            return;
        };
        self.tell_events(turn, &events, &log, &state);
        self.end = None;
        self.stop = StopPoint {
            turn,
            number: visit.number,
            state,
            reason,
        };
    }

    fn stand_at_end(&mut self, turn: usize, end: Match, log: &[(Pc, String, usize)]) {
        let before = self.timeline.get(turn).and_then(|turn| turn.turn.before());
        let first = before.map_or(0, Match::event_count);
        let events: Vec<Event> = end.events_from(first).cloned().collect();
        self.tell_events(turn, &events, log, end.state());
        let reason = if end.is_over() {
            StopReason::Over
        } else {
            StopReason::Decision
        };
        self.stop = StopPoint {
            turn,
            number: END,
            state: end.state().clone(),
            reason,
        };
        self.end = Some(end);
    }

    /// Stands at the statement in which the rules fail, before it is done.
    fn stand_at_fault(&mut self, turn: usize, fault: Fault, log: Vec<(Pc, String, usize)>) {
        let (_, last) = self.walk(turn, WalkGoal::Last, 0..END);
        let reason = StopReason::Fault(Box::new(fault));
        match last.visit {
            Some(visit) => {
                let found = self.capture(turn, visit);
                self.stand_at(turn, WalkResult { log, ..found }, reason);
            }
            // It fails before its first statement: where a player is asked.
            None => {
                let before = self.timeline.get(turn).and_then(|turn| turn.turn.before());
                let state = before.map(|before| before.state().clone());
                self.stop = StopPoint {
                    turn,
                    number: 0,
                    state: state.unwrap_or_default(),
                    reason,
                };
            }
        }
    }

    // ---- backwards ----

    /// Goes to the last statement before where play stands that a goal names, in whatever turn; else to the first one of all.
    fn back(&mut self, goal: &WalkGoal) -> bool {
        let (mut turn, mut until) = (self.stop.turn, self.stop.number);
        loop {
            let (_, found) = self.walk(turn, goal.clone(), 0..until);
            if let Some(visit) = found.visit {
                let reason = match &found.breakpoints[..] {
                    _ if found.paused => StopReason::Pause,
                    [] => StopReason::Step,
                    numbers => StopReason::Breakpoint(numbers.to_vec()),
                };
                let found = self.capture(turn, visit);
                self.stand_at(turn, found, reason);
                return true;
            }
            let Some(before) = turn.checked_sub(1) else {
                break;
            };
            (turn, until) = (before, END);
        }
        self.stop.reason = StopReason::Entry;
        self.begin(true);
        self.stop.reason = StopReason::Entry;
        true
    }

    // ---- walks ----

    fn capture(&self, turn: usize, visit: StatementVisit) -> WalkResult {
        self.walk(turn, WalkGoal::First, visit.number..END).1
    }

    /// Does a turn once more, as far as a goal needs it.
    fn walk(
        &self,
        turn: usize,
        goal: WalkGoal,
        range: Range<u64>,
    ) -> (Result<Match, PlayError>, WalkResult) {
        let Some(turn) = self.timeline.get(turn) else {
            return (Err(PlayError::Over), WalkResult::default());
        };
        let spans = |pc: Pc| self.program.code_spans.get(pc).copied().unwrap_or_default();
        let before = turn.turn.before();
        let frames = before.map_or(&[][..], |before| &before.state().frames);
        let walker = Arc::new(TurnWalker {
            statements: Arc::clone(&self.statements),
            breakpoints: Arc::clone(&self.breakpoints),
            pause: Arc::clone(&self.pause),
            goal,
            range,
            progress: Mutex::new(Progress::within(frames, spans)),
        });
        let result = turn.turn.run(Some(walker.clone()));
        (result, walker.found())
    }

    // ---- the log ----

    /// Tells what happened in a turn so far, as far as that was not told before, with the messages of breakpoints between.
    fn tell_events(
        &mut self,
        turn: usize,
        events: &[Event],
        log: &[(Pc, String, usize)],
        state: &State,
    ) {
        let known = match turn.cmp(&self.told.0) {
            Ordering::Less => usize::MAX,
            Ordering::Equal => self.told.1,
            Ordering::Greater => 0,
        };
        let mut told = known;
        for (pc, text, before) in log {
            self.tell_part(events.get(told..*before), state);
            told = told.max(*before);
            let span = Some(self.program.code_spans[*pc]);
            let text = text.clone();
            self.output.push(DebugLine { text, span });
        }
        self.tell_part(events.get(told..), state);
        if known < usize::MAX {
            self.told = (turn, known.max(events.len()));
        }
    }

    fn tell_part(&mut self, events: Option<&[Event]>, state: &State) {
        let reader = LogReader {
            viewer: self.seat,
            causes: false,
            vocabulary: None,
        };
        let lines = log::lines(&self.program, state, events.unwrap_or_default(), reader);
        self.tell(&lines);
    }
}
