//! Sets of spaces: placements, groups.

use crate::engine::machine::Machine;
use crate::engine::state::State;

impl Machine<'_> {
    /// The first space of the board that a space is on, and the number of the space there.
    pub(crate) fn numbered(&self, space: i32) -> (i32, u32) {
        let (board, copy, number) = State::on_board(self.program, space);
        let board = &self.program.layout.boards[board];
        ((board.first + copy * board.capacity) as i32, number)
    }

    /// The members of a set of spaces that are connected with a space, and the first space of the board.
    pub(crate) fn group_of(&self, start: i32, members: u128) -> (u128, i32) {
        let (layout, first, number) = self.layout_of(start);
        (connected(&layout.neighbours, members, number), first)
    }

    /// One space of each group of a set of spaces; the first space is of their board.
    pub(crate) fn heads_of(&self, first: i32, mut bits: u128) -> (u128, i32) {
        if bits == 0 {
            return (0, 0);
        }
        let (layout, _, _) = self.layout_of(first);
        let mut heads = 0u128;
        while bits != 0 {
            let head = bits.trailing_zeros();
            heads |= 1 << head;
            bits &= !connected(&layout.neighbours, bits, head as usize);
        }
        (heads, first)
    }

    /// The first placement of a shape on one copy of a board, and how many there are.
    pub(crate) fn placements_of(&self, shape: i32, board: u16, copy: i32) -> (i32, i32) {
        let placed = &self.program.layout;
        let board = &placed.boards[usize::from(board)];
        let copy = copy as u32;
        let layout = self.state.memory[(board.layout_at + copy) as usize];
        let range = board.ranges_at + layout as u32 * placed.shapes + shape as u32;
        let (first, count) = placed.placement_ranges[range as usize];
        (placed.placement_on(first, copy), count as i32)
    }
}

/// The members of a set of spaces that are connected with one of them; none when that one is not a member.
fn connected(neighbours: &[u128], members: u128, start: usize) -> u128 {
    let mut found = members & 1 << start;
    let mut edge = found;
    while edge != 0 {
        let space = edge.trailing_zeros() as usize;
        edge &= edge - 1;
        let new = neighbours[space] & members & !found;
        found |= new;
        edge |= new;
    }
    found
}
