//! Boards in play: their layouts, the layout in use, and adjacency in it.

use crate::fault::FaultKind;
use crate::knowledge::event::What;
use crate::machine::Machine;
use crate::state::State;
use ludex_program::ids::LayoutId;
use ludex_program::layout::Board;
use ludex_program::node::NodeId;
use ludex_rules::game::{BoardShape, NONE};
use ludex_rules::ids::BoardId;

impl Machine<'_> {
    /// Gives each board the size and layout that its rules say before set-up; one that waits may get none.
    pub(crate) fn choose_boards(&mut self) {
        let boards = &self.program.layout.boards;
        let players = u32::from(self.state.players).max(1);
        for board in boards {
            for copy in 0..board.copies.min(players) {
                let (chosen, node) = self.asked_layout(board, copy);
                let chosen = match chosen {
                    NONE if board.waits => board.layouts.len() as i32 - 1,
                    chosen if board.offers(chosen) => chosen,
                    wrong => {
                        self.fail_node(FaultKind::NoSuchBoard(wrong), node);
                        return;
                    }
                };
                self.use_layout(board, copy, chosen);
            }
        }
    }

    /// Gives a board that waits for it the layout that its rules say now.
    pub(crate) fn lay_out(&mut self, id: BoardId, of: Option<NodeId>) {
        let board = &self.program.layout.boards[id];
        let copy = of.map_or(0, |of| self.eval(of));
        if copy == NONE {
            self.fail_here(FaultKind::OfNone);
            return;
        }
        let copy = copy as u32;
        if self.state.layout_in_use(board, copy).is_some() {
            self.fail_here(FaultKind::LaidOutTwice);
            return;
        }
        let (chosen, _) = self.asked_layout(board, copy);
        if !board.offers(chosen) {
            self.fail_here(match chosen {
                NONE => FaultKind::NoLayout,
                wrong => FaultKind::NoSuchBoard(wrong),
            });
            return;
        }
        self.use_layout(board, copy, chosen);
        let laid_out = What::LaidOut {
            board: id,
            copy,
            layout: LayoutId::from_value(chosen),
        };
        self.record(laid_out, self.everybody());
    }

    /// The layout that a board's rules say for one of its copies, and where they say it.
    fn asked_layout(&mut self, board: &Board, copy: u32) -> (i32, NodeId) {
        let you = if board.per_player { copy as i32 } else { NONE };
        let ask = |m: &mut Self, node: NodeId| m.eval_as(you, node, board.slots);
        // A board of a size has it asked even where all its sizes have one layout.
        let size = board.size.map(|node| (ask(self, node), node));
        match (board.layout, size) {
            (Some(node), _) => (ask(self, node), node),
            // Each size has a layout of its own.
            (None, Some((size, node))) if board.layouts.len() > 1 => (size - 1, node),
            (None, _) => (0, NodeId::default()),
        }
    }

    fn use_layout(&mut self, board: &Board, copy: u32, chosen: i32) {
        self.state
            .use_layout(board, copy, LayoutId::from_value(chosen));
        // Answers found on another layout, or on none, hold no longer.
        self.work.memo.forget();
    }
}

impl Machine<'_> {
    /// Tells whether a space lies on the edge of its board.
    pub(crate) fn on_edge(&self, space: i32) -> i32 {
        let (layout, _, number) = self.state.layout_of(self.program, space);
        i32::from(layout.edge[number])
    }

    /// The player whose board a space is on, or none.
    pub(crate) fn owner_of_space(&self, space: i32) -> i32 {
        let (board, copy, _) = State::on_board(self.program, space);
        if self.program.layout.boards[board].per_player {
            copy as i32
        } else {
            NONE
        }
    }

    /// The direction that leads back.
    pub(crate) fn opposite(&self, direction: i32, board: i32) -> i32 {
        self.program.layout.boards[BoardId::from_value(board)].opposite(direction)
    }

    /// The space with a number on the board that begins with another space, or none.
    pub(crate) fn space_at(&self, first: i32, number: i32) -> i32 {
        let (id, copy, _) = State::on_board(self.program, first);
        let board = &self.program.layout.boards[id];
        let size = self.state.memory[board.size_of(copy)];
        match board.shape {
            BoardShape::Ring => first + number.rem_euclid(size.max(1)),
            BoardShape::Row | BoardShape::Grid | BoardShape::Hex | BoardShape::Graph => {
                if (0..size).contains(&number) {
                    first + number
                } else {
                    NONE
                }
            }
        }
    }
}
