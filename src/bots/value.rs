//! The value of a result or position for each player, between 0 and 1.
//!
//! Winning counts most; the score tells equal results apart, and is all there is where everybody wins or loses together.

use crate::play::game::Outcome;
use crate::program::Program;

/// The weight of winning; the score has the rest.
const WINNING: f64 = 0.9;

/// Turns results into gains; it learns from them how far apart scores lie.
#[derive(Debug, Clone)]
pub(super) struct Value {
    /// The lowest score wins.
    low_wins: bool,
    /// A single player, or all together, may lose.
    may_lose: bool,
    least: f64,
    most: f64,
    /// Sum and number of differences between scores of one result.
    apart: f64,
    pairs: f64,
}

impl Value {
    pub(super) fn new(program: &Program) -> Value {
        Value {
            low_wins: program.ranks.first().is_some_and(|(_, low, _)| *low),
            may_lose: program.wins.is_some(),
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
            apart: 0.0,
            pairs: 0.0,
        }
    }

    /// Values the result of a game that is over for each player.
    pub(super) fn of_result(&mut self, outcome: &Outcome, gains: &mut Vec<f64>) {
        self.learn(outcome);
        gains.clear();
        for player in 0..outcome.scores.len() {
            let won = self.won(outcome, player);
            gains.push(self.mixed(won, self.score(outcome, player)));
        }
    }

    /// Values a position for each player, by the scores that players would have if it were over.
    pub(super) fn of_position(&mut self, outcome: &Outcome, gains: &mut Vec<f64>) {
        self.learn(outcome);
        gains.clear();
        let scale = (self.apart / self.pairs.max(1.0)).max(1.0);
        for player in 0..outcome.scores.len() {
            let own = self.points(outcome, player);
            let ahead =
                |other: usize| 1.0 / (1.0 + ((self.points(outcome, other) - own) / scale).exp());
            let likely = mean(
                (0..outcome.scores.len())
                    .filter(|n| *n != player)
                    .map(ahead),
            );
            gains.push(self.mixed(likely, self.score(outcome, player)));
        }
    }

    fn learn(&mut self, outcome: &Outcome) {
        for (n, one) in outcome.scores.iter().enumerate() {
            let one = f64::from(*one);
            self.least = self.least.min(one);
            self.most = self.most.max(one);
            for other in &outcome.scores[n + 1..] {
                self.apart += (one - f64::from(*other)).abs();
                self.pairs += 1.0;
            }
        }
    }

    /// The share of the others whom a player has beaten, equals by half; for one alone, whether the game is won.
    fn won(&self, outcome: &Outcome, player: usize) -> Option<f64> {
        let rank = outcome.ranks[player];
        let wins = outcome.winners.contains(&(player as u8));
        if rank == 1 && !wins {
            return Some(0.0);
        }
        let others = (0..outcome.ranks.len()).filter(|n| *n != player);
        let beaten = others.map(|n| match outcome.ranks[n].cmp(&rank) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        });
        mean(beaten).or_else(|| self.may_lose.then_some(1.0))
    }

    /// The score as a part of all scores seen.
    fn score(&self, outcome: &Outcome, player: usize) -> f64 {
        let width = self.most - self.least;
        if width <= 0.0 {
            return 0.5;
        }
        let part = (f64::from(outcome.scores[player]) - self.least) / width;
        if self.low_wins { 1.0 - part } else { part }
    }

    /// The score with its sign such that more is better.
    fn points(&self, outcome: &Outcome, player: usize) -> f64 {
        let score = f64::from(outcome.scores[player]);
        if self.low_wins { -score } else { score }
    }

    fn mixed(&self, won: Option<f64>, score: f64) -> f64 {
        won.map_or(score, |won| WINNING * won + (1.0 - WINNING) * score)
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), one| (sum + one, count + 1.0));
    (count > 0.0).then_some(sum / count)
}
