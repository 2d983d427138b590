//! The tally of a row over many games: where it was met, and the sums behind what it is worth. Whole numbers only.

use crate::interval::Estimate;
use crate::measure::WIN;

/// The counts of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tally {
    /// Games in which it was an option or lay at a player's.
    pub seen: u64,
    /// Decisions that offered it beside something else.
    pub offered: u64,
    /// Those that chose it.
    pub chosen: u64,
    /// Those that brought it to a player it did not belong to.
    pub taken: u64,
    /// Games in which it lay at a player's in the end, where all see it.
    pub in_play: u64,
    /// Deals that gave it to each seat in turn: the holder's margin and part of a win, added up over the seats.
    pub dealt: Sums,
    /// Deals in which it lay open at the beginning: what all seats scored.
    pub open: Sums,
    /// Moments at which it was chosen, less the same without.
    pub choice: Sums,
    /// Moments at which it came to a player unnamed, less the same with another of its kind.
    pub arrival: Sums,
}

/// The count of a point or a win in `dealt`, so that a part of it for each of several copies is nearly a whole number.
pub const COPIES: i128 = 2_520;

/// Sums and sums of squares over deals.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sums {
    /// The number of deals.
    pub count: u64,
    /// Points, and their squares.
    pub points: (i128, i128),
    /// Parts of wins, and their squares.
    pub wins: (i128, i128),
}

/// The worth of a row: in points, and in wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The worth in points.
    pub points: Estimate,
    /// The worth as a share of wins.
    pub wins: Estimate,
    /// Deals that tell of it.
    pub count: u64,
}

impl Sums {
    /// Adds the numbers of a deal.
    pub fn note(&mut self, points: i128, wins: i128) {
        self.count += 1;
        self.points = (self.points.0 + points, self.points.1 + points * points);
        self.wins = (self.wins.0 + wins, self.wins.1 + wins * wins);
    }

    pub(super) fn add(&mut self, other: &Sums) {
        self.count += other.count;
        let plus = |one: (i128, i128), other: (i128, i128)| (one.0 + other.0, one.1 + other.1);
        self.points = plus(self.points, other.points);
        self.wins = plus(self.wins, other.wins);
    }

    /// The deals that others lack; they must be among these.
    #[must_use]
    fn without(&self, others: &Sums) -> Sums {
        let less = |one: (i128, i128), other: (i128, i128)| (one.0 - other.0, one.1 - other.1);
        Sums {
            count: self.count.saturating_sub(others.count),
            points: less(self.points, others.points),
            wins: less(self.wins, others.wins),
        }
    }

    /// The mean of wins, as a share.
    #[must_use]
    pub fn wins(&self) -> Estimate {
        estimate(self.count, self.wins, WIN as f64)
    }

    /// The mean of points that count `unit` each.
    #[must_use]
    pub fn mean(&self, unit: f64) -> Estimate {
        estimate(self.count, self.points, unit)
    }
}

impl Tally {
    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Tally) {
        self.seen += other.seen;
        self.offered += other.offered;
        self.chosen += other.chosen;
        self.taken += other.taken;
        self.in_play += other.in_play;
        self.dealt.add(&other.dealt);
        self.open.add(&other.open);
        self.choice.add(&other.choice);
        self.arrival.add(&other.arrival);
    }

    /// Estimates what it is worth to begin with it rather than with another row of the kind; `unit` is a point's, for `seats`
    /// seats. Margins of all seats add up to 0, so the mean row is worth 0.
    #[must_use]
    pub fn dealt(&self, unit: f64, seats: f64) -> Worth {
        let Sums {
            count,
            points,
            wins,
        } = self.dealt;
        Worth {
            points: estimate(count, points, unit * seats * COPIES as f64),
            wins: estimate(count, wins, WIN as f64 * seats * COPIES as f64),
            count,
        }
    }

    /// Estimates what it is worth at a moment that decides whether a player has it; `unit` is a point's.
    #[must_use]
    pub fn moment(sums: &Sums, unit: f64) -> Worth {
        Worth {
            points: sums.mean(unit),
            wins: sums.wins(),
            count: sums.count,
        }
    }

    /// Estimates what a seat scores more when the row lies open at the beginning than when it does not: `all` are the sums of
    /// all deals, and `unit` is what a point of each seat counts in them.
    #[must_use]
    pub fn open(&self, all: &Sums, unit: f64) -> Worth {
        let (with, without) = (&self.open, all.without(&self.open));
        Worth {
            points: with.mean(unit).less(&without.mean(unit)),
            wins: Estimate::of_sums(0, 0.0, 0.0),
            count: with.count.min(without.count),
        }
    }
}

fn estimate(count: u64, sums: (i128, i128), unit: f64) -> Estimate {
    let (sum, squares) = sums;
    Estimate::of_sums(count, sum as f64 / unit, squares as f64 / (unit * unit))
}
