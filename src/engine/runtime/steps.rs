//! The dispatch of statements: runs lowered code until a statement needs a whole state, by machine code or by the interpreter.

use crate::lower::RoutineExit;
use crate::machine::{Fits, MOST_NESTED, Machine};
use ludex_program::code::Instr;
use ludex_program::ids::Pc;
use ludex_rules::ids::RoutineId;
use ludex_rules::table::widened;

impl Machine<'_> {
    /// Runs statements until an instruction that needs a whole state, which is returned, or a fault, or until no more than so
    /// many frames are left.
    pub(crate) fn run_steps(&mut self, floor: usize) -> Option<Instr> {
        loop {
            let frame = *self.state.frames.last()?;
            self.base = frame.slots();
            let (left, to) = self.run_routine(frame.routine, frame.pc);
            if left == RoutineExit::Suspended {
                return None;
            }
            if self.fault.is_some() {
                self.goto(self.stopped);
                return None;
            }
            self.goto(to);
            self.at = to.before();
            match left {
                RoutineExit::Enter(routine) => self.enter_passed(routine),
                RoutineExit::Leave if self.state.frames.len() > floor + 1 => self.leave(),
                RoutineExit::Leave | RoutineExit::Whole => {
                    return Some(self.program.code[to.before()]);
                }
                RoutineExit::Failed | RoutineExit::Suspended => return None,
            }
            if self.fault.is_some() {
                return None;
            }
        }
    }

    /// Runs the statements of a routine in its frame, from one on: how they ended, and where to go on.
    fn run_routine(&mut self, routine: RoutineId, pc: Pc) -> (RoutineExit, Pc) {
        // Only the interpreter tells what happens.
        let native = self.native.filter(|_| self.work.events.is_none());
        RoutineExit::unpacked(match native {
            Some(native) => {
                self.lend_stacks();
                native.run(self, routine, pc, Fits::SURE)
            }
            None => self.in_frame(|m, f| {
                let function = m.executable.routine(m.program, routine);
                m.interpret(function, f, &[pc.value()])
            }),
        })
    }

    /// Runs an instruction of the program in a whole state, and what begins there; returns where its routine goes on. None when
    /// somebody must decide, the rules failed, or too much is nested: whoever runs the innermost machine code goes on then.
    pub fn do_statement(&mut self, pc: Pc) -> Option<Pc> {
        if self.has_stopped() {
            return None;
        }
        let (frames, base) = (self.state.frames.len(), self.base);
        self.goto(pc.next());
        self.at = pc;
        self.step(self.program.code[pc]);
        if self.state.frames.len() > frames && self.nested < MOST_NESTED {
            self.nested += 1;
            self.run_frames(frames);
            self.nested -= 1;
        }
        let waits = self.state.pending.is_some() || self.state.over || self.fault.is_some();
        if waits || self.state.frames.len() != frames {
            return None;
        }
        self.base = base;
        self.state.frames.last().map(|frame| frame.pc)
    }

    /// Runs a routine whose first slots are given, from machine code that goes on at an instruction then; true when it is done.
    /// False when somebody must decide, the rules failed, or too much is nested.
    pub fn do_routine(&mut self, routine: RoutineId, given: &[i32], resume: Pc) -> bool {
        if self.has_stopped() {
            return false;
        }
        self.goto(resume);
        self.at = resume.before();
        let rules = &self.program.routines[routine];
        let base = self.state.push_slots(rules.slots, given);
        if !self.push_frame(routine, base) || self.nested == MOST_NESTED {
            return false;
        }
        self.nested += 1;
        self.base = base;
        // Machine code called, so machine code goes on.
        self.lend_stacks();
        let result = (self.native).map_or(0, |native| {
            native.run(self, routine, rules.entry, Fits::SURE)
        });
        self.end_routine(result)
    }

    /// Ends a routine that machine code has run, by what its function gave: the second half of `do_routine`.
    pub fn end_routine(&mut self, result: i64) -> bool {
        self.nested -= 1;
        if self.has_stopped() || RoutineExit::unpacked(result).0 != RoutineExit::Leave {
            return false;
        }
        self.leave();
        self.base = self.state.frames.last().map_or(0, |frame| frame.slots());
        true
    }

    /// Makes frames of inlined routines, does an instruction of the innermost one, and what is left of them; true when they are
    /// done. Each frame is told by its routine, by where its caller goes on, and by its slots with their number before them.
    pub fn deoptimize(&mut self, mut frames: &[i32], pc: Pc) -> bool {
        let (floor, base) = (self.state.frames.len(), self.base);
        while let [routine, resume, count, rest @ ..] = frames {
            let (slots, others) = rest.split_at(widened(*count as u32));
            let resume = Pc::numbered(*resume as u32);
            self.push_inlined(RoutineId::from_value(*routine), resume, slots);
            frames = others;
        }
        if self.has_stopped() {
            return false;
        }
        self.goto(pc.next());
        self.at = pc;
        self.step(self.program.code[pc]);
        if self.nested == MOST_NESTED {
            return false;
        }
        self.nested += 1;
        self.run_frames(floor);
        self.nested -= 1;
        let waits = self.state.pending.is_some() || self.state.over || self.fault.is_some();
        if waits || self.state.frames.len() != floor {
            return false;
        }
        self.base = base;
        true
    }

    /// Tells whether machine code has gone on although the rules had failed: then the frame stands where they did.
    fn has_stopped(&mut self) -> bool {
        if self.fault.is_some() {
            self.goto(self.stopped);
        }
        self.fault.is_some()
    }

    /// Begins a routine whose first slots were passed. A text of a row is told as what happens because of it.
    fn enter_passed(&mut self, routine: RoutineId) {
        let base = self.state.stack.len();
        self.state.stack.extend_from_slice(&self.work.tuple);
        self.enter_pushed(routine, base);
        if self.work.events.is_some()
            && matches!(self.program.code[self.at], Instr::CallSlot { .. })
        {
            let this = self.state.stack[base + 1];
            self.record_beginning(routine, this);
        }
    }
}
