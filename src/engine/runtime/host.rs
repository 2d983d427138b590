//! Calls of the engine by lowered code: everything long, seldom, or with buffers that grow.
//!
//! `lir/host.rs` says what each is for and what it passes; here is what it does. The interpreter calls it here; machine code
//! calls it through the wrappers that `ludex-jit` makes of the same list.

use crate::changes::moves::Put;
use crate::lir::{Host, Type};
use crate::machine::Machine;
use ludex_program::ids::{Address, ListIndex, PieceId, ScratchIndex, SpaceId, SpotId};
use ludex_program::node::{Node, NodeId};
use ludex_rules::game::NONE;
use ludex_rules::ids::{ActionId, BoardId, ModifierId, PlayerId, VarId};
use ludex_rules::table::widened;

/// A type of values that calls pass, and its representation in 64 bits.
pub(crate) trait Passed {
    const TYPE: Type;
    fn from_long(long: i64) -> Self;
    fn to_long(self) -> i64;
}

macro_rules! passed {
    ($($ty:ty => $as:ident),*) => { $(impl Passed for $ty {
        const TYPE: Type = Type::$as;
        fn from_long(long: i64) -> Self { long as Self }
        fn to_long(self) -> i64 { self as i64 }
    })* };
}
passed!(i32 => Int, u32 => Int, i64 => Long);

macro_rules! passed_ids {
    ($($id:ident),*) => { $(impl Passed for $id {
        const TYPE: Type = Type::Int;
        fn from_long(long: i64) -> Self { $id::numbered(long as u32) }
        fn to_long(self) -> i64 { i64::from(self.number()) }
    })* };
}
passed_ids!(
    NodeId,
    ActionId,
    Address,
    BoardId,
    ListIndex,
    ModifierId,
    PieceId,
    ScratchIndex,
    SpaceId,
    SpotId,
    VarId
);

/// Hands the list of calls to a macro: for each a function with the machine, its arguments and result.
#[macro_export]
macro_rules! with_hosts {
    ($then:ident) => { $then! {
        fn lookup(m, table: i32, key: i32, node: NodeId) -> i32 { m.lookup(table as u16, key, node) }
        fn op(m, node: NodeId, a: i32, b: i32) -> i32 {
            if let Node::Op1(op, _) | Node::Op2(op, _, _) = m.program.nodes[node] {
                m.op(op, a, b, node)
            } else {
                NONE
            }
        }
        fn made_for(m, piece: i32, node: NodeId) -> i32 { m.made_for(piece, node) }
        fn group(m, from: ScratchIndex, start: SpaceId) { m.keep_group(from.index(), start); }
        fn groups(m, from: ScratchIndex) { m.keep_heads(from.index()); }
        fn placements(m, shape: i32, board: BoardId, player: i32) -> i64 {
            let (first, count) = m.placements_of(shape, board, player);
            i64::from(count) << 32 | i64::from(first as u32)
        }
        fn scratch_len(m) -> i32 { m.work.scratch.len() as i32 }
        fn scratch_at(m, n: ScratchIndex) -> i32 { m.work.scratch.get(n.index()).copied().unwrap_or(NONE) }
        fn scratch_push(m, value: i32) { m.push_scratch(value); }
        fn scratch_new(m, start: ScratchIndex, value: i32) { m.push_new(start.index(), value); }
        fn scratch_drop(m, start: ScratchIndex) -> i32 {
            let count = m.work.scratch.len() as i32 - start.value();
            m.work.scratch.truncate(start.index());
            count
        }
        fn random_listed(m, start: ScratchIndex, node: NodeId) -> i32 { m.random_listed(start.index(), node) }
        fn random_piece(m, place: SpotId, node: NodeId) -> i32 { m.random_piece(place, node) }
        fn roll(m, low: i32, high: i32, node: NodeId) -> i32 { m.roll(low, high, node) }
        fn is_possible(m, action: ActionId, you: i32) -> i32 { i32::from(m.is_possible(action, you)) }
        fn can_choose(m, node: NodeId, given: ScratchIndex) -> i32 { i32::from(m.can_choose(node, given.index())) }
        fn owner(m, piece: PieceId) -> i32 {
            m.state.owner_of_piece(m.program, piece).map_or(NONE, PlayerId::value)
        }
        fn begin_options(m, width: i32, anew: i32) { m.begin_options(widened(width as u32), anew != 0); }
        fn options_since(m, start: i32, width: i32) -> i32 { (m.values_listed() as i32 - start) / width.max(1) }
        fn note_possible(m, action: ActionId, you: i32, found: i32) { m.remember_possible(action, you, found != 0, None); }
        fn pick(m, count: i32) -> i32 { m.pick_option(widened(count as u32)) }
        fn has_failed(m) -> i32 { i32::from(m.fault.is_some()) }
        fn pools_open(m) -> i32 { i32::from(!m.state.pools.is_empty()) }
        fn filling(m, place: SpotId, you: i32) -> i64 {
            let (routine, you) = m.filling(place, you);
            i64::from(you) << 32 | i64::from(routine as u32)
        }
        fn list_len(m) -> i32 {
            m.check_bytes();
            m.state.lists.len() as i32
        }
        fn list_push(m, value: i32) { m.push_listed(value); }
        fn list_place(m, place: SpotId) -> i32 {
            let mut at = m.state.places[place].first;
            while at != PieceId::NONE {
                m.state.lists.push(at.value());
                at = m.state.pieces[at].next;
            }
            m.check_bytes();
            m.state.lists.len() as i32
        }
        fn list_at(m, n: ListIndex) -> i32 { m.state.lists.get(n.index()).copied().unwrap_or(NONE) }
        fn list_drop(m, len: ListIndex) { m.state.lists.truncate(len.index()); }
        fn write(m, var: VarId, address: Address, value: i32) { m.write(var, address, value); }
        fn seen(m, mark: u32, held: i32) {
            if let Some(marks) = &m.program.marks {
                marks.note(mark, held != 0);
            }
        }
        fn look_at(m, var: VarId, address: Address) { m.look_at_variable(var, address); }
        fn look_for(m, piece: i32, place: i32) { m.look_for(piece, place); }
        fn look_into(m, place: SpotId) { m.look_into(place); }
        fn look_by(m, node: NodeId, asked: i32, answer: i32) { m.look_by(node, asked, answer); }
        fn look_at_life(m, modifier: ModifierId) {
            let asked = std::mem::take(&mut m.work.tuple);
            m.look_at_life(modifier, &asked);
            m.work.tuple = asked;
        }
        fn move_whole(m, place: SpotId, to: i32) -> i32 {
            m.move_whole(place, to);
            i32::from(m.fault.is_some())
        }
        fn relocate(m, piece: i32, to: i32) -> i32 {
            m.relocate(piece, to, Put::Top);
            i32::from(m.fault.is_some())
        }
    } };
}

macro_rules! hosts {
    ($(fn $name:ident($m:ident $(, $arg:ident: $ty:ty)*) $(-> $result:ty)? $body:block)*) => {
        /// Calls the engine with arguments of 64 bits; 0 where the call has no result.
        pub(crate) fn call(m: &mut Machine<'_>, host: Host, args: &[i64]) -> i64 {
            match host {
                $(Host::$name => {
                    #[allow(unused_mut, unused_variables, reason = "some take nothing")]
                    let mut args = args.iter();
                    $(let $arg = <$ty as Passed>::from_long(args.next().copied().unwrap_or(0));)*
                    let result = calls::$name(m $(, $arg)*);
                    answer!(result $(, $result)?)
                })*
            }
        }

        // What a call passes is what lowered code was told.
        const _: () = {
            $({
                let result: Option<Type> = None;
                $(let _ = result; let result = Some(<$result as Passed>::TYPE);)?
                assert!(agrees(Host::$name.signature(), (&[$(<$ty as Passed>::TYPE),*], result)));
            })*
        };

        /// The calls of the engine as functions; `lir::Host` says what each is for.
        pub mod calls {
            use super::*;
            $(
            #[doc = concat!("Does `Host::", stringify!($name), "`.")]
            #[inline]
            pub fn $name($m: &mut Machine<'_> $(, $arg: $ty)*) $(-> $result)? $body
            )*
        }
    };
}

/// The types of the parameters of a call, and of its result.
type Signature<'a> = (&'a [Type], Option<Type>);

/// Returns true if two signatures are equal.
const fn agrees(one: Signature<'_>, other: Signature<'_>) -> bool {
    let mut agrees = one.0.len() == other.0.len();
    let mut n = 0;
    while agrees && n < one.0.len() {
        agrees = one.0[n] as u8 == other.0[n] as u8;
        n += 1;
    }
    agrees
        && match (one.1, other.1) {
            (Some(one), Some(other)) => one as u8 == other as u8,
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
}

macro_rules! answer {
    ($value:expr) => {{
        let () = $value;
        0
    }};
    ($value:expr, $ty:ty) => {
        <$ty as Passed>::to_long($value)
    };
}

with_hosts!(hosts);
