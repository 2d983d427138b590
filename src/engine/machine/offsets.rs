//! Offsets, in bytes, of what machine code reads and writes by address.
//!
//! A back end needs the places of these fields alone, so the fields themselves stay the engine's own.

use super::memo::{Answer, Memo};
use super::{Machine, RandomChoices, Raw, Work};
use crate::state::stack::Stack;
use crate::state::{Frame, State};
use std::mem::{offset_of, size_of};

/// The fuel left until the next decision, an `i64` of the machine.
pub const FUEL: usize = offset_of!(Machine<'static>, steps);
/// The depth of calls, a `usize` of the machine.
pub const DEPTH: usize = offset_of!(Machine<'static>, depth);
/// The call of a query that may be too deep, an id of a node in the machine.
pub const ASKING: usize = offset_of!(Machine<'static>, asking);
/// The number of players, an `i32` of the machine.
pub const PLAYERS: usize = offset_of!(Machine<'static>, players);
/// The instruction being done, a program counter of the machine.
pub const AT: usize = offset_of!(Machine<'static>, at);
/// The decisions that chance still makes at once, an `i32` of the machine.
pub const CHOICES_LEFT: usize =
    offset_of!(Machine<'static>, chance) + offset_of!(RandomChoices, left);
/// The address of the buffers, a pointer of the machine.
pub const WORK: usize = offset_of!(Machine<'static>, work);

/// The number of routines that machine code runs inside each other, a `u32` of the machine.
pub const NESTED: usize = offset_of!(Machine<'static>, nested);
/// The position on the stack of the frame's slots, a `usize` of the machine.
pub const BASE: usize = offset_of!(Machine<'static>, base);
/// The address of the state, a pointer of the machine.
pub const STATE: usize = offset_of!(Machine<'static>, state);

/// The number of frames, a `usize` of the state.
pub const FRAME_COUNT: usize = offset_of!(State, frames) + Stack::<Frame>::USED;
/// The number of slots of all frames, a `usize` of the state.
pub const SLOT_COUNT: usize = offset_of!(State, stack) + Stack::<i32>::USED;
/// The number of members of open loops, a `usize` of the state.
pub const LISTED: usize = offset_of!(State, lists) + Stack::<i32>::USED;

const RAW: usize = offset_of!(Machine<'static>, raw);

/// The address of the numbers of the state, a pointer of the machine.
pub const MEMORY: usize = RAW + offset_of!(Raw, memory);
/// The address of the pieces' links, a pointer of the machine.
pub const PIECES: usize = RAW + offset_of!(Raw, pieces);
/// The address of the heads of places, a pointer of the machine.
pub const PLACES: usize = RAW + offset_of!(Raw, places);
/// The address of the remembered answers, a pointer of the machine.
pub const ANSWERS: usize = RAW + offset_of!(Raw, answers);
/// The address of the frame's slots after a call that may have moved them, a pointer of the machine.
pub const FRAME: usize = RAW + offset_of!(Raw, frame);
/// The address of the frames, a pointer of the machine.
pub const FRAMES: usize = RAW + offset_of!(Raw, frames);
/// The number of frames that there may be, a `usize` of the machine.
pub const FRAME_ROOM: usize = RAW + offset_of!(Raw, frames_room);
/// The address of the slots of all frames, a pointer of the machine.
pub const SLOTS: usize = RAW + offset_of!(Raw, slots);
/// The number of slots that there is room for, a `usize` of the machine.
pub const SLOT_ROOM: usize = RAW + offset_of!(Raw, slots_room);
/// The address of the values of options, a pointer of the machine.
pub const OPTION_VALUES: usize = RAW + offset_of!(Raw, values);
/// The number of values of options, a `usize` of the machine.
pub const OPTION_LENGTH: usize = RAW + offset_of!(Raw, length);
/// The number of values of options that there is room for, a `usize` of the machine.
pub const OPTION_ROOM: usize = RAW + offset_of!(Raw, room);

/// The size of a frame.
pub const FRAME_SIZE: usize = size_of::<Frame>();
/// The program counter of a frame.
pub const FRAME_PC: usize = offset_of!(Frame, pc);
/// The position on the stack of a frame's slots, a `u32`.
pub const FRAME_BASE: usize = offset_of!(Frame, base);
/// The routine of a frame, an id.
pub const FRAME_ROUTINE: usize = offset_of!(Frame, routine);
/// The number of members of open loops when a frame began, a `u32`.
pub const FRAME_LISTS: usize = offset_of!(Frame, lists);

const MEMO: usize = offset_of!(Work, memo);

/// The dirty mask of the memo table, a `u64` of the buffers.
pub const STALE: usize = MEMO + offset_of!(Memo, stale);
/// The epochs of the memo table's classes, a `u64` each, in the buffers.
pub const EPOCHS: usize = MEMO + offset_of!(Memo, epochs);
/// The last epoch of any class, a `u64` of the buffers.
pub const LAST_EPOCH: usize = MEMO + offset_of!(Memo, last);

/// The size of an entry of the memo table.
pub const ANSWER_SIZE: usize = size_of::<Answer>();
/// The epoch of an entry, a `u64`.
pub const ANSWER_EPOCH: usize = offset_of!(Answer, epoch);
/// The key of an entry, an array of `i32`.
pub const ANSWER_KEY: usize = offset_of!(Answer, key);
/// The value of an entry, an `i32`.
pub const ANSWER_VALUE: usize = offset_of!(Answer, value);
/// The fuel that the answer of an entry cost, a `u32`.
pub const ANSWER_COST: usize = offset_of!(Answer, cost);
