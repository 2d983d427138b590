//! Chance: a named portable generator and sampling of our own; the only file that names the crate `rand`.
//!
//! Each random event has a stream of its own, made of the game's seed, its purpose (a name) and how often that
//! purpose was asked before. So one more draw for one purpose never shifts another. Algorithms, pinned by
//! known-answer tests: FNV-1a for names, SplitMix64 for mixing, xoshiro256++ for words, Lemire's bounded numbers,
//! Fisher–Yates from the end.

use ludex_rules::table::widened;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// A stream of random numbers for one event.
#[derive(Debug, Clone)]
pub struct Stream(Xoshiro256PlusPlus);

/// Returns the number of a purpose: FNV-1a of its name.
#[must_use]
pub const fn purpose(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    hash
}

/// One step of SplitMix64's output function.
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Stream {
    /// Makes the stream of the `count`-th event of a purpose in the game with this seed.
    #[must_use]
    pub fn new(seed: u64, purpose: u64, count: u32) -> Stream {
        let event = purpose.wrapping_add(u64::from(count).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Stream(Xoshiro256PlusPlus::seed_from_u64(mix(seed ^ mix(event))))
    }

    /// Makes the stream of an event in a game whose seed is longer by a salt. Salt 0 changes nothing.
    ///
    /// All 256 bits of the generator are seeded, each word through a function that has no inverse.
    #[must_use]
    pub fn salted(seed: u64, salt: u64, purpose: u64, count: u32) -> Stream {
        if salt == 0 {
            return Stream::new(seed, purpose, count);
        }
        let event = purpose.wrapping_add(u64::from(count).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut bytes = [0; 32];
        let (mut left, mut right) = (mix(seed ^ mix(event)), mix(salt ^ mix(!event)));
        for word in bytes.chunks_exact_mut(8) {
            // A round of Feistel's, then what went in is added, as Davies and Meyer do.
            let mixed = mix(left.rotate_left(29) ^ mix(right));
            let one_way = mixed.wrapping_add(left) ^ seed.rotate_left(32).wrapping_add(salt);
            word.copy_from_slice(&one_way.to_le_bytes());
            (left, right) = (right, mixed);
        }
        Stream(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// Returns the next word of 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Draws a number below `bound`, each equally likely; 0 for a bound of 0 or 1, without using a word.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        // Lemire, "Fast random integer generation in an interval", 2019: reject the few low products that would bias.
        loop {
            let word = (self.0.next_u64() >> 32) as u32;
            let product = u64::from(word) * u64::from(bound);
            // The limit is below the bound: most words need no division.
            if (product as u32) >= bound || (product as u32) >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Draws a position in a sequence of so many, each equally likely; 0 for an empty one.
    pub fn pick(&mut self, count: usize) -> usize {
        widened(self.below(count as u32))
    }

    /// Puts a slice into a random order, each equally likely, by the shuffle of Fisher and Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.pick(i + 1);
            items.swap(i, j);
        }
    }
}
