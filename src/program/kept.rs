//! What is known beforehand of answers that are remembered: where they are kept, and which changes make them worthless.

use crate::program::node::MOST_REMEMBERED;
use crate::rules::ids::{PlaceId, VarId};
use crate::rules::table::Table;

/// Texts that read the same make a class; each class is a bit of a word, and one bit is left.
pub const MOST_CLASSES: usize = 63;

/// Where the answers of a query are kept, and what they depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// The first place for its answers.
    pub first: u32,
    /// Number of places less one; their number is a power of two.
    pub mask: u32,
    /// `you` and each argument, times these, tell the place.
    pub strides: [u32; MOST_REMEMBERED + 1],
    /// The class of what it reads.
    pub class: u8,
}

/// For everything that can change: a bit for each class of texts that read it.
#[derive(Debug, Clone, Default)]
pub struct Stale {
    /// For each variable.
    pub vars: Table<VarId, u64>,
    /// For each declared place: what lies in it and in which order, and who knows its pieces.
    pub places: Table<PlaceId, u64>,
    /// Who knows a piece.
    pub known: u64,
    /// Number of places for answers.
    pub kept: u32,
}
