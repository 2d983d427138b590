//! Does statements until one needs a whole state: by machine code, or by the interpreter.

use crate::engine::lower::Left;
use crate::engine::machine::Machine;
use crate::program::code::Instr;

impl Machine<'_> {
    /// Does statements until an instruction that needs a whole state, which is returned, or a fault, or until no more than so
    /// many frames are left.
    pub(crate) fn run_steps(&mut self, floor: usize) -> Option<Instr> {
        loop {
            let frame = *self.state.frames.last()?;
            self.base = frame.base as usize;
            let (left, to) = self.in_frame(|m, f| m.run_routine(f, (frame.routine, frame.pc)));
            if self.fault.is_some() {
                self.goto(self.stopped);
                return None;
            }
            self.goto(to);
            self.at = to - 1;
            match left {
                Left::Enter(routine) => self.enter_passed(routine),
                Left::Leave if self.state.frames.len() > floor + 1 => self.leave(),
                Left::Leave | Left::Whole => return Some(self.program.code[to as usize - 1]),
                Left::Failed => return None,
            }
            if self.fault.is_some() {
                return None;
            }
        }
    }

    /// Runs the statements of a routine in its frame, from one on: how they ended, and where to go on.
    fn run_routine(&mut self, f: &mut [i32], (routine, pc): (u32, u32)) -> (Left, u32) {
        let result = match self.native {
            Some(native) => native.run(self, f, (routine, pc)),
            None => {
                let function = self.executable.routine(self.program, routine);
                self.interpret(function, f, &[pc as i32])
            }
        };
        Left::of(result)
    }

    /// Begins a routine whose first slots were passed. A text of a row is told as what happens because of it.
    fn enter_passed(&mut self, routine: u32) {
        let base = self.state.stack.len();
        self.state.stack.extend_from_slice(&self.work.tuple);
        self.enter_pushed(routine, base);
        if self.work.events.is_some()
            && matches!(self.program.code[self.at as usize], Instr::CallSlot(..))
        {
            let this = self.state.stack[base + 1];
            self.record_beginning(routine, this);
        }
    }

    /// Puts values into the tuple buffer, for the routine that begins.
    pub(crate) fn pass(&mut self, values: impl Iterator<Item = i32>) {
        self.work.tuple.clear();
        self.work.tuple.extend(values);
    }
}
