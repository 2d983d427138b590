//! The loop over routines: machine code runs one until it calls, ends, or needs a whole state.

use crate::engine::machine::Machine;
use crate::engine::native::Native;
use crate::engine::native::routines::Left;
use crate::program::code::Instr;

impl Native {
    /// As `Machine::run_steps`, by machine code.
    pub(crate) fn run_steps(&self, m: &mut Machine<'_>, floor: usize) -> Option<Instr> {
        let mut stack = std::mem::take(&mut m.state.stack);
        let whole = loop {
            let Some(frame) = m.state.frames.last_mut() else {
                break None;
            };
            m.base = frame.base as usize;
            let (left, to) = self.run(m, &mut stack[m.base..]);
            if m.fault.is_some() {
                m.goto(m.stopped);
                break None;
            }
            match left {
                Left::Enter(routine) => {
                    m.goto(to);
                    m.at = to - 1;
                    m.enter_with(routine, &mut stack);
                }
                Left::Leave if m.state.frames.len() > floor + 1 => m.leave_with(&mut stack),
                Left::Leave | Left::Whole => {
                    m.goto(to);
                    m.at = to - 1;
                    break Some(to - 1);
                }
                Left::Failed => break None,
            }
            if m.fault.is_some() {
                break None;
            }
        };
        m.state.stack = stack;
        whole.map(|pc| m.program.code[pc as usize])
    }
}
