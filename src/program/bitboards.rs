//! Bitboards: a set of spaces of a board as the bits of a word, as programs for chess and draughts keep them.
//!
//! For each variable of spaces that some collection asks for, a state has a bitboard of each value: the spaces that hold it.
//! What rules say of spaces one by one (`count(c in cell where c.disc == you)`) is asked of all of them at once then:
//! `space_tests` reads which conditions these are, `engine/lower/bitboards.rs` asks them.

use crate::ids::Address;
use ludex_rules::table::widened;

/// The most spaces of a board with bitboards: those of a word but one, so that there is room behind the last.
pub const MOST_SPACES: u32 = 63;

/// The bitboards of a variable of spaces: two numbers of a state's memory each, the lower half first. Each copy of the board
/// has one for each value from the lowest on, then one of the spaces with any other, then an empty one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bitboards {
    /// The address of the first one of the first copy.
    pub at: Address,
    /// The value of the first one: `none` where no other value has one.
    pub lowest: i32,
    /// The number of values that have one each.
    pub values: u32,
}

impl Bitboards {
    /// Counts the bitboards of each copy of the board.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.values + 2
    }

    /// Returns which one of a copy has the spaces with a value.
    #[must_use]
    pub fn number(&self, value: i32) -> u32 {
        (value.wrapping_sub(self.lowest) as u32).min(self.values)
    }

    /// Returns the address of the lower half of a bitboard.
    #[must_use]
    pub fn address(&self, copy: u32, number: u32) -> Address {
        self.at.plus(2 * (copy * self.count() + number))
    }

    /// Returns what those of a copy hold while its spaces have these values.
    #[must_use]
    pub fn halves(&self, values: &[i32]) -> Vec<i32> {
        let mut words = vec![0_u64; widened(self.count())];
        for (space, value) in values.iter().enumerate() {
            words[widened(self.number(*value))] |= 1 << space;
        }
        words.into_iter().flat_map(halves).collect()
    }
}

/// Returns the halves of a bitboard as two numbers of a state, the lower one first.
#[must_use]
pub fn halves(word: u64) -> [i32; 2] {
    [word as i32, (word >> 32) as i32]
}
