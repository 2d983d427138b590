//! The measure of a result for a seat: its margin in points, and its part of a win, as whole numbers that can be added exactly.

use ludex_play::game::Outcome;
use ludex_program::Program;
use ludex_rules::ids::PlayerId;

/// A whole win; divisible by as many winners as sit at most tables.
pub const WIN: i64 = 720_720;

/// Turns a result into numbers, more being better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    players: i64,
    /// The lowest score wins.
    low_wins: bool,
    /// All have one score together, so that there is no margin.
    together: bool,
    /// A usual score, taken from a common one.
    centre: i64,
}

impl Measure {
    /// Chooses what is measured by some results: the score itself where all have the same one, else the margin.
    #[must_use]
    pub fn of(program: &Program, results: &[Outcome]) -> Measure {
        let equal = |outcome: &Outcome| outcome.scores.windows(2).all(|pair| pair[0] == pair[1]);
        let sum: i64 = results.iter().map(first_score).sum();
        let together = results.iter().all(equal);
        Measure {
            players: results.first().map_or(1, |outcome| outcome.scores.len()) as i64,
            low_wins: program.ranks.first().is_some_and(|(_, low, _)| *low),
            together,
            centre: if together {
                sum / results.len().max(1) as i64
            } else {
                0
            },
        }
    }

    /// The margin of each seat times `unit`: how much better its score is than the mean of all.
    pub fn margins(&self, outcome: &Outcome, margins: &mut Vec<i64>) {
        let total: i64 = outcome.scores.iter().copied().map(i64::from).sum();
        let sign = if self.low_wins { -1 } else { 1 };
        margins.clear();
        margins.extend(outcome.scores.iter().map(|score| {
            let margin = if self.together {
                i64::from(*score) - self.centre
            } else {
                i64::from(*score) * self.players - total
            };
            sign * margin
        }));
    }

    /// Returns the score of all seats together, more being better.
    #[must_use]
    pub fn table(&self, outcome: &Outcome) -> i64 {
        let total: i64 = outcome.scores.iter().copied().map(i64::from).sum();
        if self.low_wins { -total } else { total }
    }

    /// Returns what a point counts in `margins`.
    #[must_use]
    pub fn unit(&self) -> f64 {
        if self.together {
            1.0
        } else {
            self.players as f64
        }
    }

    /// Tells whether all have one score together.
    #[must_use]
    pub fn is_together(&self) -> bool {
        self.together
    }

    /// The part of a win of each seat, less the part that everybody has who plays as well.
    pub fn wins(&self, outcome: &Outcome, wins: &mut Vec<i64>) {
        let part = WIN / (outcome.winners.len().max(1) as i64);
        let fair = if self.together { 0 } else { WIN / self.players };
        wins.clear();
        wins.extend((0..outcome.scores.len()).map(|seat| {
            let won = outcome.winners.contains(&PlayerId::new(seat));
            if won { part - fair } else { -fair }
        }));
    }
}

fn first_score(outcome: &Outcome) -> i64 {
    outcome.scores.first().copied().map_or(0, i64::from)
}
