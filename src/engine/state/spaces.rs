//! Sets of spaces as bits, and connected components of them.

use crate::engine::runtime::machine::Machine;
use crate::program::ids::{LayoutId, SpaceId};
use crate::rules::ids::{BoardId, ShapeId};

/// A set of spaces of all boards: a bit for each, in as many words as they need.
#[derive(Debug, Clone, Default)]
pub(crate) struct SpaceSet {
    words: Vec<u64>,
}

impl SpaceSet {
    /// Makes it empty, with room for so many spaces.
    fn clear(&mut self, spaces: usize) {
        self.words.clear();
        self.words.resize(spaces.div_ceil(64), 0);
    }

    fn insert(&mut self, space: SpaceId) {
        self.words[space.index() / 64] |= 1 << (space.index() % 64);
    }

    /// Takes a space out; true when it was in.
    fn remove(&mut self, space: SpaceId) -> bool {
        let (word, bit) = (
            &mut self.words[space.index() / 64],
            1 << (space.index() % 64),
        );
        let was_in = *word & bit != 0;
        *word &= !bit;
        was_in
    }

    /// The lowest space of the set.
    fn first(&self) -> Option<SpaceId> {
        let n = self.words.iter().position(|word| *word != 0)?;
        Some(lowest(n, self.words[n]))
    }

    /// The spaces in order.
    fn iter(&self) -> impl Iterator<Item = SpaceId> + '_ {
        let words = self.words.iter().enumerate();
        words.flat_map(|(n, word)| {
            let some = |left: u64| (left != 0).then_some(left);
            let left = std::iter::successors(some(*word), move |left| some(left & (left - 1)));
            left.map(move |left| lowest(n, left))
        })
    }
}

/// The space of the lowest bit of the n-th word.
fn lowest(n: usize, word: u64) -> SpaceId {
    SpaceId::numbered(SpaceId::new(n * 64).number() + word.trailing_zeros())
}

/// Buffers of a search for groups.
#[derive(Debug, Clone, Default)]
pub(crate) struct GroupSearch {
    /// The members that no group has yet.
    left: SpaceSet,
    /// The members of the group.
    found: SpaceSet,
    /// Members whose neighbours were not looked at yet.
    edge: Vec<SpaceId>,
}

impl Machine<'_> {
    /// Keeps of the spaces that the scratch buffer has from some place on those that are connected with one of them; none when
    /// that is not among them.
    pub(crate) fn keep_group(&mut self, from: usize, start: SpaceId) {
        let mut search = self.search(from);
        search.found.clear(self.program.layout.space_board.len());
        self.connected(&mut search, start);
        let found = search.found.iter().map(SpaceId::value);
        self.work.scratch.extend(found);
        self.work.search = search;
    }

    /// Keeps the first space of each group of those that the scratch buffer has from some place on.
    pub(crate) fn keep_heads(&mut self, from: usize) {
        let mut search = self.search(from);
        search.found.clear(self.program.layout.space_board.len());
        while let Some(head) = search.left.first() {
            self.work.scratch.push(head.value());
            self.connected(&mut search, head);
        }
        self.work.search = search;
    }

    /// Takes the spaces out of the scratch buffer, as members among which groups are searched.
    fn search(&mut self, from: usize) -> GroupSearch {
        let mut search = std::mem::take(&mut self.work.search);
        search.left.clear(self.program.layout.space_board.len());
        for space in self.work.scratch.drain(from..) {
            search.left.insert(SpaceId::from_value(space));
        }
        search
    }

    /// Moves the members that are connected with one of them from those that are left to those that are found (depth-first
    /// search).
    fn connected(&self, search: &mut GroupSearch, start: SpaceId) {
        search.edge.clear();
        if search.left.remove(start) {
            search.edge.push(start);
        }
        while let Some(space) = search.edge.pop() {
            search.found.insert(space);
            let (layout, first, number) = self.layout_of(space.value());
            for neighbour in layout.neighbours.of(number) {
                let neighbour = SpaceId::from_value(first + i32::from(*neighbour));
                if search.left.remove(neighbour) {
                    search.edge.push(neighbour);
                }
            }
        }
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
