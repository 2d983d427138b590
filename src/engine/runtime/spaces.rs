//! Questions about spaces that lowered code asks by a call: groups of connected spaces, placements of shapes.

use crate::machine::Machine;
use crate::state::spaces::GroupSearch;
use ludex_program::ids::{LayoutId, SpaceId};
use ludex_rules::ids::{BoardId, ShapeId};

impl Machine<'_> {
    /// Keeps of the spaces that the scratch buffer has from some place on those that are connected with one of them; none when
    /// that is not among them.
    pub(crate) fn keep_group(&mut self, from: usize, start: SpaceId) {
        let mut search = self.search(from);
        search.connect(self.program, self.state, start);
        self.work.scratch.extend(search.found());
        self.work.search = search;
    }

    /// Keeps the first space of each group of those that the scratch buffer has from some place on.
    pub(crate) fn keep_heads(&mut self, from: usize) {
        let mut search = self.search(from);
        while let Some(head) = search.first_left() {
            self.work.scratch.push(head.value());
            search.connect(self.program, self.state, head);
        }
        self.work.search = search;
    }

    /// Takes the spaces out of the scratch buffer, as members among which groups are searched.
    fn search(&mut self, from: usize) -> GroupSearch {
        let mut search = std::mem::take(&mut self.work.search);
        search.begin(self.program, self.work.scratch.drain(from..));
        search
    }

    /// The first placement of a shape on one copy of a board, and how many there are.
    pub(crate) fn placements_of(&self, shape: i32, board: BoardId, copy: i32) -> (i32, i32) {
        let placed = &self.program.layout;
        let board = &placed.boards[board];
        let copy = copy as u32;
        let layout = self.state.memory[board.layout_of(copy)];
        let (layout, shape) = (LayoutId::from_value(layout), ShapeId::from_value(shape));
        let found = placed.placements_on(board, layout, shape);
        let count = found.end.value() - found.start.value();
        (placed.placement_on(found.start, copy), count)
    }
}
