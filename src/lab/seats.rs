//! Seats that win more often than their share, by more than chance would let them.

use crate::balance::{Balance, Setting};
use crate::counts::rounded;
use crate::interval::ALPHA;
use crate::shape::SeatAheadShape;
use crate::verdict::LEAST;

/// A seat that wins more often than its share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatAhead {
    /// The number of the seat.
    pub seat: usize,
    /// The share of wins that each seat would have if all were alike.
    pub share: f64,
    /// The share of wins above that.
    pub wins: f64,
    /// The interval, which holds for all seats together.
    pub interval: (f64, f64),
}

/// Finds the seats that win more often, all together with at most the usual probability of error; none where all win
/// together, or where other players sit in other seats.
#[must_use]
pub fn ahead(setting: &Setting<'_>, balance: &Balance) -> Vec<SeatAhead> {
    let seats = balance.seats.len();
    let are_alike = setting.seats.windows(2).all(|pair| pair[0] == pair[1]);
    if seats < 2 || !are_alike || setting.measure.is_together() || balance.deals() < LEAST {
        return Vec::new();
    }
    let rounds = f64::from(setting.rounds);
    let found = balance.seats.iter().enumerate().map(|(seat, sums)| {
        let wins = sums.wins();
        let (low, high) = wins.interval(ALPHA / seats as f64);
        SeatAhead {
            seat,
            share: 1.0 / seats as f64,
            wins: wins.mean / rounds,
            interval: (low / rounds, high / rounds),
        }
    });
    found.filter(|found| found.interval.0 > 0.0).collect()
}

impl SeatAhead {
    /// The sentence about it.
    #[must_use]
    pub fn sentence(&self) -> String {
        let percent = |share: f64| share * 100.0;
        let (low, high) = self.interval;
        format!(
            "P{}: {:+.1} % of games over its share of {:.1} % ({:+.1} to {:+.1})",
            self.seat,
            percent(self.wins),
            percent(self.share),
            percent(low),
            percent(high)
        )
    }

    pub(crate) fn shape(&self) -> SeatAheadShape {
        SeatAheadShape {
            seat: self.seat,
            wins: rounded((self.wins, 0.0)).map(|(wins, _)| wins),
            interval: rounded(self.interval),
        }
    }
}
