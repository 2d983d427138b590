//! Chance made again: the same game, in which some random numbers came out otherwise.

use crate::engine::machine::Machine;
use std::collections::BTreeMap;

/// Random numbers of a game by their number, from 0: rolls and picks, apart from shuffles and picks from places.
#[derive(Debug, Clone, Default)]
pub(crate) struct Redo {
    /// Those that shall come out so.
    pub(crate) forced: BTreeMap<u32, u32>,
    /// The number of outcomes of each of them that was drawn.
    pub(crate) bounds: BTreeMap<u32, u32>,
}

impl Machine<'_> {
    /// A number below a bound, of the stream of everything that is no place's.
    pub(crate) fn draw(&mut self, bound: u32) -> u32 {
        let number = self.state.memory[self.program.layout.random_at()] as u32;
        let drawn = self.chance(None).below(bound);
        let Some(redo) = &mut self.work.redo else {
            return drawn;
        };
        redo.bounds.insert(number, bound);
        let forced = redo.forced.get(&number).copied();
        forced.filter(|outcome| *outcome < bound).unwrap_or(drawn)
    }
}
