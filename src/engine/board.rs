//! Questions about boards: which layout is in use, what lies beside what.

use crate::engine::fault::FaultKind;
use crate::engine::linked::Ask;
use crate::engine::machine::Machine;
use crate::engine::state::State;
use crate::program::layout::BoardLayout;
use crate::program::node::{NodeId, ScalarOp};
use crate::rules::game::{BoardShape, NONE};

impl<'a> Machine<'a> {
    /// The first space, the number of spaces and the layout of a board, of the player asked for if it has owners.
    pub(crate) fn board_in_use(
        &mut self,
        f: &mut [i32],
        board: u16,
        of: Option<&(NodeId, Ask)>,
    ) -> (i32, i32, i32) {
        let copy = match of {
            Some((node, of)) => match of(self, f) {
                NONE => self.fail_node(FaultKind::OfNone, *node) as u32,
                player => player as u32,
            },
            None => 0,
        };
        let board = &self.program.layout.boards[usize::from(board)];
        let size = self.state.memory[(board.size_at + copy) as usize];
        let layout = self.state.memory[(board.layout_at + copy) as usize];
        ((board.first + copy * board.capacity) as i32, size, layout)
    }

    /// The layout a space is part of, the board's first space, and the space's number.
    pub(crate) fn layout_of(&self, space: i32) -> (&'a BoardLayout, i32, usize) {
        let program = self.program;
        let (board, copy, number) = State::on_board(program, space);
        let board = &program.layout.boards[board];
        let layout = self.state.memory[(board.layout_at + copy) as usize];
        (
            &board.layouts[layout as usize],
            (board.first + copy * board.capacity) as i32,
            number as usize,
        )
    }

    /// The layout a space of a certain board is part of, the board's first space, and the space's number.
    #[inline(always)]
    pub(crate) fn layout_on(&self, board: u16, space: i32) -> (&'a BoardLayout, i32, usize) {
        let board = &self.program.layout.boards[usize::from(board)];
        match (&board.layouts[..], board.copies) {
            ([only], 1) => (
                only,
                board.first as i32,
                (space as u32 - board.first) as usize,
            ),
            _ => self.layout_of(space),
        }
    }

    /// The space of a board beside another in a direction, or `NONE`.
    pub(crate) fn beside(&mut self, board: u16, space: i32, direction: i32, id: NodeId) -> i32 {
        if space == NONE || direction == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        let (layout, first, number) = self.layout_on(board, space);
        let directions = layout.directions;
        match layout.beside.get(number * directions + direction as usize) {
            Some(beside) if *beside >= 0 && (direction as usize) < directions => {
                first + i32::from(*beside)
            }
            _ => NONE,
        }
    }

    /// The fewest steps between two spaces; -1 when there is no way.
    #[inline]
    pub(crate) fn distance(&mut self, board: u16, a: i32, b: i32, id: NodeId) -> i32 {
        if a == NONE || b == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        let (layout, first, from) = self.layout_on(board, a);
        let to = b - first;
        if (0..layout.ids.len() as i32).contains(&to) {
            i32::from(layout.distance[from * layout.ids.len() + to as usize])
        } else {
            -1
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller answers the operations that are about no board"
    )]
    pub(crate) fn board_op(&mut self, op: ScalarOp, a: i32, b: i32) -> i32 {
        match op {
            ScalarOp::SpaceIndex => self.layout_of(a).2 as i32,
            ScalarOp::OnEdge => {
                let (layout, _, number) = self.layout_of(a);
                i32::from(layout.edge[number])
            }
            ScalarOp::OwnerOfSpace => {
                let (board, copy, _) = State::on_board(self.program, a);
                if self.program.layout.boards[board].per_player {
                    copy as i32
                } else {
                    NONE
                }
            }
            ScalarOp::Opposite => self.program.layout.boards[b as usize].opposite(a),
            ScalarOp::SpaceAt => {
                let (id, copy, _) = State::on_board(self.program, a);
                let board = &self.program.layout.boards[id];
                let size = self.state.memory[(board.size_at + copy) as usize];
                match board.shape {
                    BoardShape::Ring => a + b.rem_euclid(size.max(1)),
                    BoardShape::Row | BoardShape::Grid | BoardShape::Hex | BoardShape::Graph => {
                        if (0..size).contains(&b) {
                            a + b
                        } else {
                            NONE
                        }
                    }
                }
            }
            _ => NONE,
        }
    }
}
