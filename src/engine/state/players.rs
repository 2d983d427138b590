//! Sets of players: who knows a piece, who is told of an event.

use ludex_rules::game::NONE;
use ludex_rules::ids::PlayerId;
use serde::{Deserialize, Serialize};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign};

/// A set of players: a bit for each, P0 the lowest (`rules::limits::PLAYERS` fit).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
#[repr(transparent)]
pub struct PlayerSet(u32);

impl PlayerSet {
    /// The set without any player.
    pub const NOBODY: PlayerSet = PlayerSet(0);
    /// Whoever there may be.
    pub const ANYBODY: PlayerSet = PlayerSet(u32::MAX);

    /// Makes the set of one player.
    #[must_use]
    #[inline]
    pub const fn one(player: PlayerId) -> PlayerSet {
        PlayerSet(1u32.wrapping_shl(player.number()))
    }

    /// Makes the set of the player that a value of the rules names; nobody for `none`.
    #[must_use]
    #[inline]
    pub fn of(value: i32) -> PlayerSet {
        if value == NONE {
            PlayerSet::NOBODY
        } else {
            PlayerSet(1u32.wrapping_shl(value as u32))
        }
    }

    /// Makes the set of the first so many players.
    #[must_use]
    #[inline]
    pub const fn first(count: u8) -> PlayerSet {
        PlayerSet((1 << count) - 1)
    }

    /// Makes the set of a number whose bits are the players.
    #[must_use]
    #[inline]
    pub const fn of_bits(bits: u32) -> PlayerSet {
        PlayerSet(bits)
    }

    /// The number whose bits are the players.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Tells whether a player is in it.
    #[must_use]
    #[inline]
    pub const fn has(self, player: PlayerId) -> bool {
        self.0.wrapping_shr(player.number()) & 1 != 0
    }

    /// Tells whether all of another set are in it.
    #[must_use]
    #[inline]
    pub const fn has_all(self, others: PlayerSet) -> bool {
        self.0 & others.0 == others.0
    }

    /// Tells whether nobody is in it.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set without a player.
    #[must_use]
    #[inline]
    pub const fn without(self, player: PlayerId) -> PlayerSet {
        PlayerSet(self.0 & !PlayerSet::one(player).0)
    }

    /// Adds a player to the set.
    pub fn insert(&mut self, player: PlayerId) {
        *self |= PlayerSet::one(player);
    }

    /// Returns its players in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = PlayerId> {
        PlayerId::first(32).filter(move |player| self.has(*player))
    }
}

impl BitOr for PlayerSet {
    type Output = PlayerSet;
    #[inline]
    fn bitor(self, other: PlayerSet) -> PlayerSet {
        PlayerSet(self.0 | other.0)
    }
}

impl BitAnd for PlayerSet {
    type Output = PlayerSet;
    #[inline]
    fn bitand(self, other: PlayerSet) -> PlayerSet {
        PlayerSet(self.0 & other.0)
    }
}

impl BitOrAssign for PlayerSet {
    #[inline]
    fn bitor_assign(&mut self, other: PlayerSet) {
        *self = *self | other;
    }
}

impl BitAndAssign for PlayerSet {
    #[inline]
    fn bitand_assign(&mut self, other: PlayerSet) {
        *self = *self & other;
    }
}
