//! Chance: the streams of a game's random events, and outcomes that are forced on them.

use crate::chance::{Stream, purpose};
use crate::machine::Machine;
use crate::redo::Told;
use ludex_rules::ids::PlaceId;

impl Machine<'_> {
    /// The stream of the next random event of a declared place, or of everything else.
    pub(crate) fn chance(&mut self, declared: Option<PlaceId>) -> Stream {
        let layout = &self.program.layout;
        let n = declared.map_or(layout.purposes.len() - 1, |place| place.index());
        let counter = &mut self.state.memory[layout.counter(n)];
        let count = *counter as u32;
        *counter = counter.wrapping_add(1);
        let (seed, salt) = (self.state.seed, self.state.salt);
        Stream::salted(seed, salt, purpose(&layout.purposes[n]), count)
    }

    /// Draws a number below a bound, from the stream of everything that is no place's.
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

    /// Returns true if any outcome waits that was told by name.
    pub(crate) fn is_told(&self) -> bool {
        let redo = self.work.redo.as_ref();
        redo.is_some_and(|redo| !redo.told.is_empty())
    }

    /// Takes the outcome that was told next, if the present event can come out so.
    pub(crate) fn comes_out<T>(&mut self, can: impl FnOnce(&Told) -> Option<T>) -> Option<T> {
        let told = &mut self.work.redo.as_mut()?.told;
        let outcome = can(told.front()?)?;
        told.pop_front();
        Some(outcome)
    }
}
