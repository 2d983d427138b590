//! The plan of the memo table: the entries of each query's answers, and the dirty mask of everything that can change.
//!
//! `compile/keeping.rs` makes it before play; `engine/machine/memo.rs` and lowered code use it.

use ludex_rules::ids::{PlaceId, VarId};
use ludex_rules::table::Table;

/// The most arguments of a query whose answers are remembered.
pub const MOST_REMEMBERED: usize = 3;

/// The most classes. Queries and actions that read the same are one class; each class is a bit of a dirty mask of 64, and the
/// highest bit is left for `memo::DOUBT`.
pub const MOST_CLASSES: usize = 63;

/// A query's part of the memo table, a direct-mapped cache: the answer to `key` (`you`, then the arguments) may stand in entry
/// `first + (sum of key[i] * strides[i], modulo 2^32) & mask` alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryMemo {
    /// The first entry of its answers.
    pub first: u32,
    /// The number of its entries, a power of two, less one.
    pub mask: u32,
    /// The factors of `you` and of each argument in the index of an entry.
    pub strides: [u32; MOST_REMEMBERED + 1],
    /// The class: the number of the bit that is set in the dirty mask of whatever it reads.
    pub class: u8,
}

/// The dirty masks: for everything that can change, a bit for each class of answers that a change invalidates.
#[derive(Debug, Clone, Default)]
pub struct DirtyMasks {
    /// The mask of each variable.
    pub vars: Table<VarId, u64>,
    /// The mask of each declared place: the pieces in it, their order, and who knows them.
    pub places: Table<PlaceId, u64>,
    /// The mask of who knows which pieces.
    pub known: u64,
    /// The number of entries of the memo table.
    pub kept: u32,
}
