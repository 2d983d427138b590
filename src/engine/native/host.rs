//! What machine code asks of the engine: everything long, seldom, or with buffers that grow.

use crate::engine::machine::Machine;
use crate::program::node::{MOST_REMEMBERED, Node};
use crate::rules::game::NONE;
use cranelift_codegen::ir::{Type, types};

/// How a type is passed.
trait Passed {
    const AS: Type;
}

macro_rules! passed {
    ($($ty:ty => $as:ident),*) => { $(impl Passed for $ty { const AS: Type = types::$as; })* };
}
passed!(i32 => I32, u32 => I32, i64 => I64, u64 => I64, *const i32 => I64, *mut i32 => I64, *mut Bits => I64);

/// A function that machine code may call.
pub(super) struct HostFn {
    pub(super) name: &'static str,
    pub(super) params: &'static [Type],
    pub(super) result: Option<Type>,
    pub(super) at: fn() -> *const u8,
}

macro_rules! hosts {
    ($($(#[$doc:meta])* fn $name:ident($m:ident $(, $arg:ident: $ty:ty)*) $(-> $result:ty)? $body:block)*) => {
        /// Names what machine code may call.
        #[expect(non_camel_case_types, reason = "each is a function's name")]
        #[derive(Debug, Clone, Copy)]
        pub(super) enum Host { $($(#[$doc])* $name),* }

        /// In the order of `Host`.
        pub(super) const HOSTS: &[HostFn] = &[$(HostFn {
            name: stringify!($name),
            params: &[types::I64 $(, <$ty as Passed>::AS)*],
            result: { let result: Option<Type> = None; $(let _ = result; let result = Some(<$result as Passed>::AS);)? result },
            at: || $name as *const u8,
        }),*];

        $(extern "C" fn $name($m: *mut Machine<'_> $(, $arg: $ty)*) $(-> $result)? {
            // SAFETY: machine code passes on the machine that it was called with, which nobody else uses meanwhile.
            let $m = unsafe { &mut *$m };
            $body
        })*
    };
}

impl Host {
    /// Tells whether it may fail by what it is given, within a walk.
    pub(super) fn may_fail(self) -> bool {
        matches!(
            self,
            Host::lookup
                | Host::op
                | Host::made_for
                | Host::random_listed
                | Host::random_piece
                | Host::roll
                | Host::is_possible
        )
    }
}

/// Spaces as bits, and the number of the first.
#[repr(C)]
pub(super) struct Bits {
    pub(super) low: u64,
    pub(super) high: u64,
    pub(super) first: i32,
}

/// A part of a frame or of the stack of machine code.
fn values<'a>(at: *const i32, count: u32) -> &'a [i32] {
    // SAFETY: machine code passes the address of so many numbers that it has just written.
    unsafe { std::slice::from_raw_parts(at, count as usize) }
}

fn put_bits(to: *mut Bits, (bits, first): (u128, i32)) {
    let bits = Bits {
        low: bits as u64,
        high: (bits >> 64) as u64,
        first,
    };
    // SAFETY: machine code passes the address of room of its own, large enough and aligned.
    unsafe { to.write(bits) }
}

fn bits_at(at: *mut Bits) -> u128 {
    // SAFETY: as in `put_bits`; the bits were written before.
    let bits = unsafe { &*at };
    u128::from(bits.low) | u128::from(bits.high) << 64
}

hosts! {
    /// The rules fail at a trap.
    fn trap(m, number: u32) { m.trap(number); }
    fn lookup(m, table: i32, key: i32, node: u32) -> i32 { m.lookup(table as u16, key, node) }
    /// The operation of a node.
    fn op(m, node: u32, a: i32, b: i32) -> i32 {
        if let Node::Op1(op, _) | Node::Op2(op, _, _) = m.program.nodes[node as usize] {
            m.op(op, a, b, node)
        } else {
            NONE
        }
    }
    fn made_for(m, piece: i32, node: u32) -> i32 {
        m.made_for(piece, node)
    }
    fn cells(m, placement: i32, to: *mut Bits) {
        put_bits(to, m.cells_of(placement));
    }
    /// The group of a space among those whose bits stand there.
    fn group(m, start: i32, at: *mut Bits) {
        put_bits(at, m.group_of(start, bits_at(at)));
    }
    /// A space of each group of those whose bits stand there; the first space is of their board.
    fn groups(m, first: i32, at: *mut Bits) {
        put_bits(at, m.heads_of(first, bits_at(at)));
    }
    /// The number of a space on its board, and the board's first space in the upper half.
    fn on_board(m, space: i32) -> i64 {
        let (first, number) = m.numbered(space);
        i64::from(first) << 32 | i64::from(number)
    }
    /// The first placement, and how many in the upper half.
    fn placements(m, shape: i32, board: i32, player: i32) -> i64 {
        let (first, count) = m.placements_of(shape, board as u16, player);
        i64::from(count) << 32 | i64::from(first as u32)
    }
    fn scratch_len(m) -> i32 { m.work.scratch.len() as i32 }
    fn scratch_at(m, n: i32) -> i32 {
        m.work.scratch.get(n as usize).copied().unwrap_or(NONE)
    }
    fn scratch_push(m, value: i32) { m.push_scratch(value); }
    /// Keeps a value unless it is there already.
    fn scratch_new(m, start: i32, value: i32) {
        m.push_new(start as usize, value);
    }
    /// Tells how many there were.
    fn scratch_drop(m, start: i32) -> i32 {
        let count = m.work.scratch.len() as i32 - start;
        m.work.scratch.truncate(start as usize);
        count
    }
    fn random_listed(m, start: i32, node: u32) -> i32 { m.random_listed(start as usize, node) }
    fn random_piece(m, place: i32, node: u32) -> i32 { m.random_piece(place, node) }
    fn roll(m, low: i32, high: i32, node: u32) -> i32 { m.roll(low, high, node) }
    fn remember(m, query: u32, key: *const i32, value: i32, cost: u32) {
        let mut whole = [0; MOST_REMEMBERED + 1];
        whole.copy_from_slice(values(key, MOST_REMEMBERED as u32 + 1));
        if let Some(kept) = m.program.queries[query as usize].kept {
            m.remember(kept, whole, (value, cost));
        }
    }
    fn is_possible(m, action: u32, you: i32) -> i32 { i32::from(m.is_possible(action, you)) }
    /// The owner of a piece with a modifier, for a place of which only the engine knows whose it is.
    fn owner(m, piece: i32) -> i32 {
        m.state.owner_of_piece(m.program, piece as u32).map_or(NONE, i32::from)
    }
    /// Makes room for more values of options; not when there are too many already.
    fn more_room(m) -> i32 {
        let length = m.raw.length;
        let added = (length - m.raw.before).checked_div(m.raw.width).unwrap_or(0);
        m.check_bytes_with(added, length - m.raw.before);
        let values = m.work.options.values();
        // SAFETY: so many values were written by machine code.
        unsafe { values.set_len(length) };
        values.reserve(64);
        m.raw.values = values.as_mut_ptr();
        m.raw.room = values.capacity();
        i32::from(m.fault.is_some())
    }
    /// Tells whether these were chosen before; the list of those chosen begins and ends at two numbers.
    fn is_chosen(m, begin: i32, end: i32, at: *const i32, count: u32) -> i32 {
        i32::from(m.is_among([begin, end], values(at, count).iter().copied()))
    }

    // ---- statements; the number of the instruction is noted by the machine code ----

    fn list_len(m) -> i32 {
        m.check_bytes();
        m.state.lists.len() as i32
    }
    fn list_push(m, value: i32) { m.push_listed(value); }
    /// Adds the pieces of a place to the lists; how long they are then.
    fn list_place(m, place: i32) -> i32 {
        let mut at = m.state.places[place as usize].first;
        while at != crate::engine::state::NOWHERE {
            m.state.lists.push(at as i32);
            at = m.state.pieces[at as usize].next;
        }
        m.check_bytes();
        m.state.lists.len() as i32
    }
    fn list_at(m, n: i32) -> i32 {
        m.state.lists.get(n as usize).copied().unwrap_or(NONE)
    }
    fn list_drop(m, len: i32) { m.state.lists.truncate(len as usize); }
    fn write(m, var: u32, address: u32, value: i32) { m.write(var, address as usize, value); }
    fn fade(m, piece: i32, from: i32, to: i32) { m.fade(piece as u32, from as u32, to as u32); }
    /// Tells who sees a piece in a place where that depends.
    fn sees(m, place: i32, piece: i32) -> i32 { m.sees(place as u32, piece as u32) as i32 }
    fn arguments(m, at: *const i32, count: u32) {
        m.work.tuple.clear();
        m.work.tuple.extend_from_slice(values(at, count));
    }
}
