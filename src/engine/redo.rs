//! Forced outcomes of chance: of a game that is played again, and of one whose outcomes are told by name.

use ludex_program::ids::PieceId;
use std::collections::{BTreeMap, VecDeque};

/// Random numbers of a game by their number, from 0: rolls and picks, apart from shuffles and picks from places.
#[derive(Debug, Clone, Default)]
pub struct Redo {
    /// Those that shall come out so.
    pub forced: BTreeMap<u32, u32>,
    /// The number of outcomes of each of them that was drawn.
    pub bounds: BTreeMap<u32, u32>,
    /// The outcomes of the next events, in order: each waits for the first event that can come out so.
    pub told: VecDeque<Told>,
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
