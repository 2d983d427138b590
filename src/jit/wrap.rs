//! Calls of the engine as functions that machine code can call.

use cranelift_codegen::ir::Type;
use cranelift_codegen::ir::types::{I32, I64};
use ludex_engine::lir::Host;
use ludex_engine::machine::Machine;
use ludex_engine::runtime::host::calls;
use ludex_engine::with_hosts;
use ludex_program::ids::{Address, ListIndex, Pc, PieceId, ScratchIndex, SpaceId, SpotId};
use ludex_program::memo::MOST_REMEMBERED;
use ludex_program::node::NodeId;
use ludex_rules::ids::{ActionId, BoardId, ModifierId, QueryId, RoutineId, VarId};
use ludex_rules::table::widened;

macro_rules! wrappers {
    ($(fn $name:ident($m:ident $(, $arg:ident: $ty:ty)*) $(-> $result:ty)? $body:block)*) => {
        $(extern "C" fn $name(m: *mut Machine<'_> $(, $arg: $ty)*) $(-> $result)? {
            // SAFETY: machine code passes on the machine that it was called with, which nobody else uses meanwhile.
            let m = unsafe { &mut *m };
            calls::$name(m $(, $arg)*)
        })*

        /// The address of a call.
        pub(super) fn address(host: Host) -> *const u8 {
            match host {
                $(Host::$name => $name as *const u8,)*
            }
        }
    };
}

with_hosts!(wrappers);

/// Calls of machine code that pass numbers in its stack slots.
#[derive(Debug, Clone, Copy)]
pub(super) enum Own {
    Trap,
    MemoPut,
    IsChosen,
    Arguments,
    MoreRoom,
    Statement,
    Routine,
    End,
    Deoptimize,
}

impl Own {
    /// All calls, in the order of their numbers.
    pub(super) const ALL: [Own; 9] = [
        Own::Trap,
        Own::MemoPut,
        Own::IsChosen,
        Own::Arguments,
        Own::MoreRoom,
        Own::Statement,
        Own::Routine,
        Own::End,
        Own::Deoptimize,
    ];

    /// Returns the address of the function.
    pub(super) fn address(self) -> *const u8 {
        match self {
            Own::Trap => trap as *const u8,
            Own::MemoPut => memo_put as *const u8,
            Own::IsChosen => is_chosen as *const u8,
            Own::Arguments => arguments as *const u8,
            Own::MoreRoom => more_room as *const u8,
            Own::Statement => statement as *const u8,
            Own::Routine => routine as *const u8,
            Own::End => end as *const u8,
            Own::Deoptimize => deoptimize as *const u8,
        }
    }

    /// Types of its parameters after the machine, and of its result.
    pub(super) fn signature(self) -> (&'static [Type], Option<Type>) {
        match self {
            Own::Trap => (&[I32, I64], None),
            Own::MemoPut => (&[I32, I64, I32, I32], None),
            Own::IsChosen => (&[I32, I32, I64, I32], Some(I32)),
            Own::Arguments => (&[I64, I32], None),
            Own::MoreRoom => (&[], Some(I32)),
            Own::Statement => (&[I32], Some(I32)),
            Own::Routine => (&[I32, I32, I64, I32], Some(I64)),
            Own::End => (&[I64], Some(I64)),
            Own::Deoptimize => (&[I32, I64, I32], Some(I64)),
        }
    }
}

/// Numbers that machine code has just written.
fn values<'a>(at: *const i32, count: u32) -> &'a [i32] {
    // SAFETY: machine code passes the address of so many numbers that it has just written.
    unsafe { std::slice::from_raw_parts(at, widened(count)) }
}

/// The machine of a call.
fn machine<'a, 'b>(m: *mut Machine<'b>) -> &'a mut Machine<'b> {
    // SAFETY: as in the wrappers above.
    unsafe { &mut *m }
}

extern "C" fn trap(m: *mut Machine<'_>, number: u32, told: i64) {
    machine(m).raise(number, told);
}

extern "C" fn memo_put(
    m: *mut Machine<'_>,
    query: QueryId,
    key: *const i32,
    value: i32,
    cost: u32,
) {
    let m = machine(m);
    let mut whole = [0; MOST_REMEMBERED + 1];
    whole.copy_from_slice(values(key, MOST_REMEMBERED as u32 + 1));
    if let Some(kept) = m.program.queries[query].kept {
        m.remember(kept, whole, value, cost);
    }
}

extern "C" fn is_chosen(
    m: *mut Machine<'_>,
    begin: i32,
    end: i32,
    at: *const i32,
    count: u32,
) -> i32 {
    let chosen = values(at, count).iter().copied();
    i32::from(machine(m).is_among([begin, end], chosen))
}

extern "C" fn arguments(m: *mut Machine<'_>, at: *const i32, count: u32) {
    machine(m).pass(values(at, count).iter().copied());
}

/// Makes room for more values of options; not when there are too many already, which it tells.
extern "C" fn more_room(m: *mut Machine<'_>) -> i32 {
    let m = machine(m);
    let (values, written) = m.lent_options();
    // SAFETY: so many values were written by machine code.
    unsafe { values.set_len(written) };
    i32::from(m.lend_more_options())
}

/// Does a statement in a whole state. Gives 0 where the function must return, 1 where it goes on with the next instruction, 2
/// where it goes on elsewhere; then the slots of the frame stand where the machine tells.
extern "C" fn statement(m: *mut Machine<'_>, pc: Pc) -> i32 {
    let m = machine(m);
    let Some(to) = m.do_statement(pc) else {
        return 0;
    };
    m.lend_frame();
    if to == pc.next() { 1 } else { 2 }
}

/// Does a routine with so many values as its first slots: where the slots of its caller stand then, or 0 where that must
/// return.
extern "C" fn routine(
    m: *mut Machine<'_>,
    routine: RoutineId,
    resume: Pc,
    at: *const i32,
    count: u32,
) -> *mut i32 {
    let m = machine(m);
    if m.do_routine(routine, values(at, count), resume) {
        m.frame_address()
    } else {
        std::ptr::null_mut()
    }
}

/// Ends a routine by the result of its function: where the slots of its caller stand then, or 0 where that must return.
extern "C" fn end(m: *mut Machine<'_>, result: i64) -> *mut i32 {
    let m = machine(m);
    if m.end_routine(result) {
        m.frame_address()
    } else {
        std::ptr::null_mut()
    }
}

/// Makes frames of inlined routines and does an instruction of the innermost one, and what is left of them: where the slots of
/// their caller stand then, or 0 where that must return.
extern "C" fn deoptimize(m: *mut Machine<'_>, pc: Pc, at: *const i32, count: u32) -> *mut i32 {
    let m = machine(m);
    if m.deoptimize(values(at, count), pc) {
        m.frame_address()
    } else {
        std::ptr::null_mut()
    }
}
