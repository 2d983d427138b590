//! Calls of the engine by lowered code: everything long, seldom, or with buffers that grow.
//!
//! Each is told once, in `hosts!`: its name, its parameters and its body. The interpreter calls it here; machine code calls it
//! through the wrappers that `native/wrap.rs` makes of the same list.

use crate::engine::changes::moves::Put;
use crate::engine::lir::Type;
use crate::engine::runtime::machine::Machine;
use crate::program::ids::{Address, ListIndex, PieceId, ScratchIndex, SpaceId, SpotId};
use crate::program::node::{Node, NodeId};
use crate::rules::game::NONE;
use crate::rules::ids::{ActionId, BoardId, ModifierId, PlayerId, VarId};

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

/// Hands the list of calls to a macro.
macro_rules! with_hosts {
    ($then:ident) => { $then! {
        /// The value of a lookup table for a key.
        fn lookup(m, table: i32, key: i32, node: NodeId) -> i32 { m.lookup(table as u16, key, node) }
        /// The operation of a node.
        fn op(m, node: NodeId, a: i32, b: i32) -> i32 {
            if let Node::Op1(op, _) | Node::Op2(op, _, _) = m.program.nodes[node] {
                m.op(op, a, b, node)
            } else {
                NONE
            }
        }
        /// The player a piece was made for.
        fn made_for(m, piece: i32, node: NodeId) -> i32 { m.made_for(piece, node) }
        /// Keeps of the spaces at the end of the scratch buffer those of the group of one.
        fn group(m, from: ScratchIndex, start: SpaceId) { m.keep_group(from.index(), start); }
        /// Keeps a space of each group of the spaces at the end of the scratch buffer.
        fn groups(m, from: ScratchIndex) { m.keep_heads(from.index()); }
        /// The first placement, and how many in the upper half.
        fn placements(m, shape: i32, board: BoardId, player: i32) -> i64 {
            let (first, count) = m.placements_of(shape, board, player);
            i64::from(count) << 32 | i64::from(first as u32)
        }
        /// The length of the scratch buffer.
        fn scratch_len(m) -> i32 { m.work.scratch.len() as i32 }
        /// A number of the scratch buffer.
        fn scratch_at(m, n: ScratchIndex) -> i32 { m.work.scratch.get(n.index()).copied().unwrap_or(NONE) }
        /// Adds a number to the scratch buffer.
        fn scratch_push(m, value: i32) { m.push_scratch(value); }
        /// Adds a number to the scratch buffer unless it is there already.
        fn scratch_new(m, start: ScratchIndex, value: i32) { m.push_new(start.index(), value); }
        /// Shortens the scratch buffer; how many numbers went.
        fn scratch_drop(m, start: ScratchIndex) -> i32 {
            let count = m.work.scratch.len() as i32 - start.value();
            m.work.scratch.truncate(start.index());
            count
        }
        /// Draws a member of those in the scratch buffer.
        fn random_listed(m, start: ScratchIndex, node: NodeId) -> i32 { m.random_listed(start.index(), node) }
        /// Draws a piece of a place.
        fn random_piece(m, place: SpotId, node: NodeId) -> i32 { m.random_piece(place, node) }
        /// Draws a number between two, both included.
        fn roll(m, low: i32, high: i32, node: NodeId) -> i32 { m.roll(low, high, node) }
        /// Tells whether an action is possible for a player.
        fn is_possible(m, action: ActionId, you: i32) -> i32 { i32::from(m.is_possible(action, you)) }
        /// Tells whether a set can be chosen, given the slots that this needs from a position of the scratch buffer on, which
        /// ends there then.
        fn can_choose(m, node: NodeId, given: ScratchIndex) -> i32 { i32::from(m.can_choose(node, given.index())) }
        /// The owner of a piece with a modifier, for a place of which only the engine knows whose it is.
        fn owner(m, piece: PieceId) -> i32 {
            m.state.owner_of_piece(m.program, piece).map_or(NONE, PlayerId::value)
        }
        /// Tells whether a pool is open.
        fn pools_open(m) -> i32 { i32::from(!m.state.pools.is_empty()) }
        /// The routine that fills an empty place, or none, and in the upper half for whom.
        fn filling(m, place: SpotId, you: i32) -> i64 {
            let (routine, you) = m.filling(place, you);
            i64::from(you) << 32 | i64::from(routine as u32)
        }
        /// The length of the lists of loops.
        fn list_len(m) -> i32 {
            m.check_bytes();
            m.state.lists.len() as i32
        }
        /// Adds a number to the lists of loops.
        fn list_push(m, value: i32) { m.push_listed(value); }
        /// Adds the pieces of a place to the lists; how long they are then.
        fn list_place(m, place: SpotId) -> i32 {
            let mut at = m.state.places[place].first;
            while at != PieceId::NONE {
                m.state.lists.push(at.value());
                at = m.state.pieces[at].next;
            }
            m.check_bytes();
            m.state.lists.len() as i32
        }
        /// Reads a number of the lists.
        fn list_at(m, n: ListIndex) -> i32 { m.state.lists.get(n.index()).copied().unwrap_or(NONE) }
        /// Truncates the lists to a length.
        fn list_drop(m, len: ListIndex) { m.state.lists.truncate(len.index()); }
        /// Writes a variable of which more than its number must be known.
        fn write(m, var: VarId, address: Address, value: i32) { m.write(var, address, value); }
        /// A condition or statement was met; whether it held.
        fn seen(m, mark: u32, held: i32) {
            if let Some(marks) = &m.program.marks {
                marks.note(mark, held != 0);
            }
        }
        /// A variable is read on behalf of a player.
        fn look_at(m, address: Address) { m.look_at_address(address); }
        /// A player, on whose behalf it is asked, learns whether a piece lies in a place.
        fn look_for(m, piece: i32, place: i32) { m.look_for(piece, place); }
        /// Notes that a walk on behalf of a player comes to all pieces of a place.
        fn look_into(m, place: SpotId) { m.look_into(place); }
        /// An operation of a node was asked on behalf of a player.
        fn look_by(m, node: NodeId, asked: i32, answer: i32) { m.look_by(node, asked, answer); }
        /// A modifier is asked on behalf of a player, for the values that were passed.
        fn look_at_life(m, modifier: ModifierId) {
            let asked = std::mem::take(&mut m.work.tuple);
            m.look_at_life(modifier, &asked);
            m.work.tuple = asked;
        }
        /// Moves all pieces of a place to the top of another; whether that failed.
        fn move_whole(m, place: SpotId, to: i32) -> i32 {
            m.move_whole(place, to);
            i32::from(m.fault.is_some())
        }
        /// Moves a piece to the top of a place; whether that failed.
        fn relocate(m, piece: i32, to: i32) -> i32 {
            m.relocate(piece, to, Put::Top);
            i32::from(m.fault.is_some())
        }
    } };
}
#[cfg(feature = "jit")]
pub(crate) use with_hosts;

macro_rules! hosts {
    ($($(#[$doc:meta])* fn $name:ident($m:ident $(, $arg:ident: $ty:ty)*) $(-> $result:ty)? $body:block)*) => {
        /// The name of a call.
        #[expect(non_camel_case_types, reason = "each is a function's name")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Host { $($(#[$doc])* $name),* }

        impl Host {
            /// All calls, in the order of their numbers.
            pub(crate) const ALL: &[Host] = &[$(Host::$name),*];

            /// Returns the types of its parameters and of its result.
            pub(crate) fn signature(self) -> (&'static [Type], Option<Type>) {
                match self {
                    $(Host::$name => {
                        let result: Option<Type> = None;
                        $(let _ = result; let result = Some(<$result as Passed>::TYPE);)?
                        (&[$(<$ty as Passed>::TYPE),*], result)
                    })*
                }
            }

            /// Calls it with arguments of 64 bits; 0 where it has no result.
            pub(crate) fn call(self, m: &mut Machine<'_>, args: &[i64]) -> i64 {
                match self {
                    $(Host::$name => {
                        #[allow(unused_mut, unused_variables, reason = "some take nothing")]
                        let mut args = args.iter();
                        $(let $arg = <$ty as Passed>::from_long(args.next().copied().unwrap_or(0));)*
                        let result = calls::$name(m $(, $arg)*);
                        answer!(result $(, $result)?)
                    })*
                }
            }
        }

        /// The calls as functions.
        pub(crate) mod calls {
            use super::*;
            $($(#[$doc])* pub(crate) fn $name($m: &mut Machine<'_> $(, $arg: $ty)*) $(-> $result)? $body)*
        }
    };
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

impl Host {
    /// Tells whether it may fail by what it is given, within a walk.
    pub(crate) fn may_fail(self) -> bool {
        matches!(
            self,
            Host::lookup
                | Host::op
                | Host::made_for
                | Host::random_listed
                | Host::random_piece
                | Host::roll
                | Host::is_possible
                | Host::can_choose
        )
    }
}
