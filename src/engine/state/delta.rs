//! Delta encoding: the difference between two states of one game as few bytes, row by row.

use crate::state::bytes::{Reader, Writer};
use crate::state::stack::Stack;
use crate::state::{Chain, Frame, Pending, Piece, PlayerSet, State, rows_of_state};
use ludex_program::ids::{ListIndex, Pc, PieceId, PoolIndex, SiteId, SpotId, StackIndex};
use ludex_rules::ids::{PlayerId, RoutineId};
use ludex_rules::table::{Id, Table};
use std::ops::DerefMut;

/// Writes what makes the second state out of the first.
pub fn write(from: &State, to: &State, out: &mut Writer) {
    macro_rules! write {
        ([$($standing:ident)*] [$($doing:ident)*]) => {
            $(rows(from.$standing.as_slice(), to.$standing.as_slice(), out);)*
            $(rows(&from.$doing, &to.$doing, out);)*
        };
    }
    head(to, out);
    rows_of_state!(write);
}

/// Makes the second state out of the first.
pub fn read(state: &mut State, bytes: &mut Reader<'_>) {
    macro_rules! read {
        ([$($standing:ident)*] [$($doing:ident)*]) => {
            $(read_table(&mut state.$standing, bytes);)*
            $(read_rows(&mut state.$doing, bytes);)*
        };
    }
    read_head(state, bytes);
    rows_of_state!(read);
}

/// Writes what is no row.
pub(crate) fn head(state: &State, out: &mut Writer) {
    macro_rules! write {
        ([$($standing:ident)*] [$($doing:ident)*]) => {
            // Without `..`, so that a new field can't be forgotten.
            let State { players, over, seed, salt, pending, $($standing: _,)* $($doing: _,)* } = state;
            out.0.extend([*players, u8::from(*over)]);
            out.0.extend(seed.to_le_bytes());
            out.number(*salt);
            match pending {
                None => out.number(0),
                Some(Pending { player, site }) => {
                    out.number(1 + u64::from(player.number()));
                    out.number(u64::from(site.number()));
                }
            }
        };
    }
    rows_of_state!(write);
}

/// Reads what is no row.
pub(crate) fn read_head(state: &mut State, bytes: &mut Reader<'_>) {
    state.players = bytes.byte();
    state.over = bytes.byte() != 0;
    state.seed = u64::from_le_bytes(std::array::from_fn(|_| bytes.byte()));
    state.salt = bytes.number();
    state.pending = bytes.number().checked_sub(1).map(|player| Pending {
        player: PlayerId::numbered(player as u32),
        site: SiteId::numbered(bytes.number() as u32),
    });
}

/// Writes the rows that differ: how many equal ones come before each, and by how much its numbers differ.
pub(crate) fn rows<T: Row<N>, const N: usize>(from: &[T], to: &[T], out: &mut Writer) {
    out.count(to.len());
    let mut equal = 0;
    for (n, new) in to.iter().enumerate() {
        let old = from.get(n).copied().unwrap_or(T::ABSENT);
        equal += 1;
        if old != *new {
            out.count(equal);
            for (old, new) in old.words().into_iter().zip(new.words()) {
                out.signed(new.wrapping_sub(old) as i32);
            }
            equal = 0;
        }
    }
    out.count(0);
}

/// Reads the rows that differ into those they differ from.
pub(crate) fn read_rows<T: Row<N>, const N: usize>(
    rows: &mut impl Rows<T>,
    bytes: &mut Reader<'_>,
) {
    rows.resize(bytes.count(), T::ABSENT);
    read_differing(rows, bytes);
}

/// Rows whose number may change.
pub(crate) trait Rows<T>: DerefMut<Target = [T]> {
    /// Shortens them to a number, or fills them up with copies of one.
    fn resize(&mut self, count: usize, row: T);
}

impl<T: Clone> Rows<T> for Vec<T> {
    fn resize(&mut self, count: usize, row: T) {
        Vec::resize(self, count, row);
    }
}

impl<T: Copy + Default> Rows<T> for Stack<T> {
    fn resize(&mut self, count: usize, row: T) {
        Stack::resize(self, count, row);
    }
}

/// As `read_rows`, of a table.
pub(crate) fn read_table<I: Id, T: Row<N>, const N: usize>(
    rows: &mut Table<I, T>,
    bytes: &mut Reader<'_>,
) {
    rows.resize(bytes.count(), T::ABSENT);
    read_differing(rows.as_mut_slice(), bytes);
}

/// Reads the rows that differ, after their number.
fn read_differing<T: Row<N>, const N: usize>(rows: &mut [T], bytes: &mut Reader<'_>) {
    let mut next = 0;
    loop {
        let equal = bytes.count();
        let Some(row) = rows
            .get_mut((next + equal).wrapping_sub(1))
            .filter(|_| equal > 0)
        else {
            return;
        };
        let words = row.words();
        *row = T::of(words.map(|old| old.wrapping_add(bytes.signed() as u32)));
        next += equal;
    }
}

/// A row of numbers.
pub(crate) trait Row<const N: usize>: Copy + PartialEq {
    /// The row that stands for one that the old state has not: a row that is new differs from it.
    const ABSENT: Self;

    fn words(self) -> [u32; N];

    fn of(words: [u32; N]) -> Self;
}

impl Row<1> for i32 {
    const ABSENT: i32 = 0;

    fn words(self) -> [u32; 1] {
        [self as u32]
    }

    fn of([value]: [u32; 1]) -> i32 {
        value as i32
    }
}

impl Row<2> for (PoolIndex, PlayerId) {
    const ABSENT: (PoolIndex, PlayerId) = (PoolIndex::new(0), PlayerId::new(0));

    fn words(self) -> [u32; 2] {
        [self.0.number(), self.1.number()]
    }

    fn of([first, second]: [u32; 2]) -> (PoolIndex, PlayerId) {
        (PoolIndex::numbered(first), PlayerId::numbered(second))
    }
}

impl Row<4> for Piece {
    const ABSENT: Piece = Piece::UNPLACED;

    fn words(self) -> [u32; 4] {
        [
            self.place.number(),
            self.next.number(),
            self.previous.number(),
            self.known.bits(),
        ]
    }

    fn of([place, next, previous, known]: [u32; 4]) -> Piece {
        Piece {
            place: SpotId::numbered(place),
            next: PieceId::numbered(next),
            previous: PieceId::numbered(previous),
            known: PlayerSet::of_bits(known),
        }
    }
}

impl Row<3> for Chain {
    const ABSENT: Chain = Chain::EMPTY;

    fn words(self) -> [u32; 3] {
        [self.first.number(), self.last.number(), self.count]
    }

    fn of([first, last, count]: [u32; 3]) -> Chain {
        Chain {
            first: PieceId::numbered(first),
            last: PieceId::numbered(last),
            count,
        }
    }
}

impl Row<4> for Frame {
    const ABSENT: Frame = Frame {
        pc: Pc::new(0),
        base: StackIndex::new(0),
        routine: RoutineId::new(0),
        lists: ListIndex::new(0),
    };

    fn words(self) -> [u32; 4] {
        [
            self.pc.number(),
            self.base.number(),
            self.routine.number(),
            self.lists.number(),
        ]
    }

    fn of([pc, base, routine, lists]: [u32; 4]) -> Frame {
        Frame {
            pc: Pc::numbered(pc),
            base: StackIndex::numbered(base),
            routine: RoutineId::numbered(routine),
            lists: ListIndex::numbered(lists),
        }
    }
}
