//! The part of a machine that machine code reads by address.

use super::Machine;
use super::memo::Answer;
use crate::state::{Chain, Frame, Piece};
use crate::{lower::DEEPEST, state::State};

/// Addresses of the state and the buffers, which the machine lends to its machine code.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) memory: *mut i32,
    pub(crate) pieces: *mut Piece,
    pub(crate) places: *mut Chain,
    pub(crate) answers: *mut Answer,
    /// Frames and slots, with how many there is room for; set when statements run, and after calls that may have moved them.
    pub(crate) frames: *mut Frame,
    pub(crate) frames_room: usize,
    pub(crate) slots: *mut i32,
    pub(crate) slots_room: usize,
    /// The slots of the frame being worked in, after a call that may have moved them.
    pub(crate) frame: *mut i32,
    /// Values of options, how many there are and how many there is room for: 0 as soon as the engine may add to them.
    pub(crate) values: *mut i32,
    pub(crate) length: usize,
    pub(crate) room: usize,
}

impl Raw {
    /// Gives the addresses of a machine's state and buffers.
    pub(crate) fn of(machine: &mut Machine<'_>) -> Raw {
        Raw {
            memory: machine.state.memory.as_mut_ptr(),
            pieces: machine.state.pieces.as_mut_ptr(),
            places: machine.state.places.as_mut_ptr(),
            answers: machine.work.memo.answers(),
            ..Raw::default()
        }
    }
}

impl Raw {
    /// From here until the engine makes frames, machine code pushes them itself.
    pub(crate) fn lend_stacks(&mut self, state: &mut State) {
        let (frames, slots) = (state.frames.room(), state.stack.room());
        (self.frames, self.frames_room) = (frames.as_mut_ptr(), frames.len().min(DEEPEST));
        (self.slots, self.slots_room) = (slots.as_mut_ptr(), slots.len());
    }

    /// From here until `Compiled::take_options_back`, machine code adds to the values of options.
    pub(crate) fn lend_options(&mut self, values: &mut Vec<i32>) {
        self.values = values.as_mut_ptr();
        (self.length, self.room) = (values.len(), values.capacity());
    }
}

impl Default for Raw {
    fn default() -> Raw {
        Raw {
            memory: std::ptr::null_mut(),
            pieces: std::ptr::null_mut(),
            places: std::ptr::null_mut(),
            answers: std::ptr::null_mut(),
            frames: std::ptr::null_mut(),
            frames_room: 0,
            slots: std::ptr::null_mut(),
            slots_room: 0,
            frame: std::ptr::null_mut(),
            values: std::ptr::null_mut(),
            length: 0,
            room: 0,
        }
    }
}
