//! Leads: who would win if the game were over now, how often that changes, and how early it tells the winner.

use crate::counts::Counts;
use ludex_play::game::Outcome;
use ludex_rules::ids::PlayerId;

/// Points of time of a game that are told, from its first decision to its end.
pub const POINTS: usize = 21;

/// The leads of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Leads {
    /// Games that were watched.
    pub games: u64,
    /// For each point of time and seat: games in which it led alone.
    pub leads: Vec<Vec<u64>>,
    /// For each point of time: games in which who led alone won in the end.
    pub told: Vec<u64>,
    /// The number of times that the lead went to another seat.
    pub changes: Counts,
}

impl Leads {
    /// The counts of no games.
    #[must_use]
    pub fn new(seats: u8) -> Leads {
        Leads {
            games: 0,
            leads: vec![vec![0; usize::from(seats)]; POINTS],
            told: vec![0; POINTS],
            changes: Counts::default(),
        }
    }

    /// Counts a game by who led at each decision.
    pub fn count(&mut self, leaders: &[Option<PlayerId>], outcome: &Outcome) {
        self.games += 1;
        let end = leader(outcome);
        let known: Vec<PlayerId> = leaders.iter().copied().chain([end]).flatten().collect();
        let changes = known.windows(2).filter(|pair| pair[0] != pair[1]).count();
        self.changes.add(changes as i64, 1);
        for point in 0..POINTS {
            let at = leaders.len() * point / (POINTS - 1);
            let Some(seat) = leaders.get(at).copied().unwrap_or(end) else {
                continue;
            };
            self.leads[point][seat.index()] += 1;
            self.told[point] += u64::from(outcome.winners.contains(&seat));
        }
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Leads) {
        self.games += other.games;
        for (own, more) in self.leads.iter_mut().zip(&other.leads) {
            own.iter_mut()
                .zip(more)
                .for_each(|(own, more)| *own += more);
        }
        self.told
            .iter_mut()
            .zip(&other.told)
            .for_each(|(own, more)| *own += more);
        self.changes.merge(&other.changes);
    }
}

/// The seat that leads alone.
#[must_use]
pub fn leader(outcome: &Outcome) -> Option<PlayerId> {
    let ranks = outcome.ranks.iter().enumerate();
    let mut first = ranks.filter(|(_, rank)| **rank == 1);
    match (first.next(), first.next()) {
        (Some((seat, _)), None) => Some(PlayerId::new(seat)),
        _ => None,
    }
}
