//! Forced outcomes of chance: of a game that is played again, and of one whose outcomes are told by name.

use crate::program::ids::PieceId;
use std::collections::{BTreeMap, VecDeque};

use crate::engine::runtime::machine::Machine;

/// Random numbers of a game by their number, from 0: rolls and picks, apart from shuffles and picks from places.
#[derive(Debug, Clone, Default)]
pub(crate) struct Redo {
    /// Those that shall come out so.
    pub(crate) forced: BTreeMap<u32, u32>,
    /// The number of outcomes of each of them that was drawn.
    pub(crate) bounds: BTreeMap<u32, u32>,
    /// The outcomes of the next events, in order: each waits for the first event that can come out so.
    pub(crate) told: VecDeque<Told>,
}

/// An outcome of chance that was told by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// A shuffle that puts these pieces on top, the first of them topmost.
    Top(Vec<PieceId>),
    /// A shuffle that puts this piece on top, or a pick of it.
    Piece(PieceId),
    /// A roll of this number.
    Number(i32),
    /// A pick of one of these: what a word means depends on what is picked among.
    Member(Vec<i32>),
}

impl Machine<'_> {
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

    /// Tells whether any outcome waits that was told by name.
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
