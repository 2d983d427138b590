//! Sets of spaces as bits, and connected components of them.

use crate::state::State;
use ludex_program::Program;
use ludex_program::ids::SpaceId;

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

impl GroupSearch {
    /// Takes some spaces as members among which groups are searched.
    pub(crate) fn begin(&mut self, program: &Program, members: impl Iterator<Item = i32>) {
        let spaces = program.layout.space_board.len();
        self.left.clear(spaces);
        self.found.clear(spaces);
        for space in members {
            self.left.insert(SpaceId::from_value(space));
        }
    }

    /// Returns the first member that no group has yet.
    pub(crate) fn first_left(&self) -> Option<SpaceId> {
        self.left.first()
    }

    /// Iterates over the members of the groups that were found, in order.
    pub(crate) fn found(&self) -> impl Iterator<Item = i32> + '_ {
        self.found.iter().map(SpaceId::value)
    }

    /// Moves the members that are connected with one of them from those that are left to those that are found (depth-first
    /// search).
    pub(crate) fn connect(&mut self, program: &Program, state: &State, start: SpaceId) {
        self.edge.clear();
        if self.left.remove(start) {
            self.edge.push(start);
        }
        while let Some(space) = self.edge.pop() {
            self.found.insert(space);
            let (layout, first, number) = state.layout_of(program, space.value());
            for neighbour in layout.neighbours.of(number) {
                let neighbour = SpaceId::from_value(first + i32::from(*neighbour));
                if self.left.remove(neighbour) {
                    self.edge.push(neighbour);
                }
            }
        }
    }
}
