//! Inlining: routines that are written into the function of their caller, so that no frame is made while nobody looks.
//!
//! A frame serves whoever stops: the engine, a save, a fault. Between two stops machine code needs none, so a routine without
//! loops over members, texts of rows and calls of anything but such routines is written where it is called, its slots as
//! variables. Where the engine must do a statement of it after all, the code makes the frames that the interpreter would have
//! had by then and leaves the rest to it (`Exit::Deoptimize`). A fault makes the frames that its trace tells (`lir::Inlined`).

use super::routines::{Flow, suspends};
use super::{DEEPEST, Lower, Slots};
use crate::lir::{
    BlameSpan, Block, Callee, Compare, Field, Host, Inlined, InlinedFrame, MOST_INLINED, TrapKind,
    Value,
};
use ludex_program::Program;
use ludex_program::code::Instr;
use ludex_program::decision::Ask;
use ludex_program::ids::{Pc, SiteId};
use ludex_rules::ids::RoutineId;
use ludex_rules::table::Table;
use ludex_rules::verbs::VerbOp;
use std::collections::BTreeMap;

/// Instructions of a routine that is written where it is called, and of all that is written within it.
const MOST_INSTRS: usize = 32;

/// Slots of such a routine: each is a variable, and all are written where its frame is made.
const MOST_SLOTS: u16 = 16;

/// Finds for each routine whether it is written where it is called.
pub(super) fn inlinable(program: &Program) -> Table<RoutineId, bool> {
    let ids = program.routines.ids();
    ids.map(|routine| size(program, routine, MOST_INLINED).is_some())
        .collect()
}

/// Counts the instructions of a routine with those that are written within it, in at most so many levels; none where it is
/// called.
fn size(program: &Program, routine: RoutineId, levels: usize) -> Option<usize> {
    let rules = &program.routines[routine];
    if levels == 0 || rules.slots > MOST_SLOTS {
        return None;
    }
    let flow = Flow::from_entry(program, rules.entry);
    let mut size = flow.all.len();
    for pc in &flow.all {
        if size > MOST_INSTRS {
            return None;
        }
        for inner in written_within(program, program.code[*pc])? {
            size += self::size(program, inner, levels - 1)?;
        }
    }
    (size <= MOST_INSTRS).then_some(size)
}

/// Lists the routines that an instruction begins, if a routine with it may be written where it is called.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "`suspends` knows the others"
)]
fn written_within(program: &Program, instr: Instr) -> Option<Vec<RoutineId>> {
    match instr {
        Instr::Call { routine, .. } => Some(vec![routine]),
        Instr::May { site, .. } | Instr::Offer { site } | Instr::OfferOrPass { site, .. } => {
            offered(program, site)
        }
        // The game ends there.
        Instr::Verb {
            verb: VerbOp::Finish,
            ..
        } => Some(Vec::new()),
        // The members of a loop lie behind those of the frames below.
        Instr::Collect { .. } | Instr::Next { .. } => None,
        _ => (!suspends(program, instr)).then(Vec::new),
    }
}

/// Lists what a question of a playout begins, if chance may answer it without the engine.
fn offered(program: &Program, site: SiteId) -> Option<Vec<RoutineId>> {
    match &program.sites[site].ask {
        Ask::May => Some(Vec::new()),
        Ask::Offer { actions, .. } => {
            let bodies = actions.iter().map(|action| program.actions[*action].body);
            Some(bodies.collect())
        }
        Ask::Choose { .. } | Ask::Pool(_) => None,
    }
    .filter(|_| super::at_random::is_quick(program, site))
}

/// A routine that is being written where it is called.
pub(super) struct Level {
    routine: RoutineId,
    /// The instruction at which the caller goes on, and its block.
    resume: Pc,
    next: Block,
    /// The slots of the caller.
    outer: Slots,
}

impl Lower<'_> {
    /// Begins a routine that is known beforehand, given its first slots: by a call, or by its text in this place.
    pub(super) fn begin(&mut self, routine: RoutineId, given: Vec<Value>, resume: Pc, next: Block) {
        if self.inlines && self.tables.inlinable[routine] {
            self.inline(routine, &given, resume, next);
        } else {
            self.b
                .begin(Callee::Direct(routine), given.into(), resume, next);
        }
    }

    fn inline(&mut self, routine: RoutineId, given: &[Value], resume: Pc, next: Block) {
        self.check_frames(routine);
        self.consume_fuel_unit();
        let rules = &self.program.routines[routine];
        let (at, asks) = (self.at, self.asks);
        let outer = std::mem::replace(&mut self.slots, Slots::Own(BTreeMap::new()));
        for slot in 0..rules.slots {
            let value = given.get(usize::from(slot)).copied();
            let value = value.unwrap_or_else(|| self.int(0));
            self.set_slot(slot, value);
        }
        self.levels.push(Level {
            routine,
            resume,
            next,
            outer,
        });
        let flow = Flow::from_entry(self.program, rules.entry);
        let blocks = self.statements(&flow);
        self.jump(blocks[&rules.entry]);
        self.write_all(&blocks);
        if let Some(level) = self.levels.pop() {
            self.slots = level.outer;
        }
        (self.at, self.asks) = (at, asks);
    }

    /// Fails as the frame of a routine would, if there were too many with those that are left out.
    fn check_frames(&mut self, routine: RoutineId) {
        let frames = self.b.field(Field::Frames);
        let most = DEEPEST - self.levels.len();
        let deep = (self.b).compare_n(Compare::AtLeast, frames, most as i64);
        self.trap_if(deep, TrapKind::TooDeep, BlameSpan::Routine(routine));
    }

    /// Leaves the innermost routine that is written here; false where it has a frame.
    pub(super) fn leave_inlined(&mut self) -> bool {
        let Some(next) = self.levels.last().map(|level| level.next) else {
            return false;
        };
        // Whoever has failed stands in the routine still, and has no steps left.
        let fuel = self.fuel_left();
        let (some, none) = (self.block(), self.block());
        let more = self.b.compare_n(Compare::Greater, fuel, 0);
        self.b.branch(more, some, none);
        self.b.cold(none);
        self.go_on(none);
        let failed = self.asked(Host::has_failed, &[]);
        self.trap_if(failed, TrapKind::Noted, BlameSpan::Statement);
        self.jump(some);
        self.go_on(some);
        self.jump(next);
        true
    }

    /// Has the engine do a statement in a whole state.
    pub(super) fn whole(&mut self, pc: Pc, next: Block, exit: Option<Block>) {
        let Some(outermost) = self.levels.first() else {
            return self.b.statement(pc, next, exit);
        };
        let next = outermost.next;
        let frames = (0..self.levels.len())
            .map(|level| self.frame(level))
            .collect();
        self.b.deoptimize(frames, pc, next);
    }

    /// Reads what the frame of a routine holds that is written here.
    fn frame(&mut self, level: usize) -> InlinedFrame {
        let Level {
            routine, resume, ..
        } = self.levels[level];
        let slots = (0..self.program.routines[routine].slots)
            .map(|slot| self.slot_at(level, slot))
            .collect();
        InlinedFrame {
            routine,
            resume,
            slots,
        }
    }

    fn slot_at(&mut self, level: usize, slot: u16) -> Value {
        // The slots of a routine are kept by the one that is written within it.
        let slots = match self.levels.get(level + 1) {
            Some(within) => &within.outer,
            None => &self.slots,
        };
        let var = match slots {
            Slots::Own(slots) => slots.get(&slot).copied(),
            Slots::Frame => None,
        };
        match var {
            Some(var) => self.b.get(var),
            None => self.int(0),
        }
    }

    /// The routines that are written here, for the trace of a fault.
    pub(super) fn inlined(&self) -> Inlined {
        let mut inlined = Inlined::default();
        for (frame, level) in inlined.0.iter_mut().zip(&self.levels) {
            *frame = Some((level.routine, level.resume));
        }
        inlined
    }
}
