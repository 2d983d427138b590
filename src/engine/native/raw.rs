//! The part of a machine that machine code reads by address.

use crate::engine::runtime::machine::Machine;
use crate::engine::runtime::memo::Answer;
use crate::engine::state::{Chain, Piece};

/// Addresses of the state and the buffers, which the machine lends to its machine code.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(super) memory: *mut i32,
    pub(super) pieces: *mut Piece,
    pub(super) places: *mut Chain,
    pub(super) answers: *mut Answer,
    /// The slots of the frame being worked in, after a call that may have moved them.
    pub(super) frame: *mut i32,
    /// Values of options, how many there are and how many there is room for; set when options are listed.
    pub(super) values: *mut i32,
    pub(super) length: usize,
    pub(super) room: usize,
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

impl Default for Raw {
    fn default() -> Raw {
        Raw {
            memory: std::ptr::null_mut(),
            pieces: std::ptr::null_mut(),
            places: std::ptr::null_mut(),
            answers: std::ptr::null_mut(),
            frame: std::ptr::null_mut(),
            values: std::ptr::null_mut(),
            length: 0,
            room: 0,
        }
    }
}
