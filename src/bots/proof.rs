//! Proofs: what positions of games without secrets and chance come to for certain, whoever plays on. `solver` finds them.
//!
//! Proved is who is beaten; by how many points may vary, so a proof holds the scores of one way there.

use ludex_rules::ids::PlayerId;

/// The certain result of a position, whoever plays on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Proof {
    /// For each player: the share of the others who are beaten, equals by half.
    pub(super) shares: Vec<f64>,
    /// The scores at the end of one way there.
    pub(super) scores: Vec<i32>,
}

impl Proof {
    /// The share of a player; nobody has less than 0 or more than 1.
    pub(super) fn share(&self, player: PlayerId) -> f64 {
        self.shares[player.index()]
    }
}
