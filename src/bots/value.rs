//! The value of a result or position for each player, between 0 and 1.
//!
//! Winning counts most; the score tells equal results apart, and is all there is where everybody wins or loses together.

use crate::proof::Proof;
use ludex_play::game::Outcome;
use ludex_program::Program;
use ludex_program::node::NodeId;
use ludex_rules::ids::PlayerId;

/// The weight of winning; the score has the rest.
const WINNING: f64 = 0.9;

/// Turns results into gains; it learns from them how far apart scores lie.
#[derive(Debug, Clone)]
pub(super) struct Value {
    /// The rules' heuristic, where it is asked.
    pub(super) heuristic: Option<(NodeId, u16)>,
    /// The lowest score wins.
    low_wins: bool,
    /// A single player, or all together, may lose.
    may_lose: bool,
    scores: Spread,
    /// Of what the rules' heuristic says, which has a unit of its own.
    looks: Spread,
    /// The points of those who beat all others.
    best: Spread,
}

/// Computes the share of the others whom each player has beaten at the end of a game.
#[derive(Debug, Clone)]
pub(super) struct Shares(Value);

impl Shares {
    pub(super) fn new(program: &Program) -> Shares {
        Shares(Value::new(program, true))
    }

    /// Writes the share of each player, equals by half; one half where nobody can beat anybody.
    pub(super) fn write(&self, outcome: &Outcome, gains: &mut Vec<f64>) {
        gains.clear();
        let players = (0..outcome.scores.len()).map(PlayerId::new);
        gains.extend(players.map(|player| self.0.won(outcome, player).unwrap_or(0.5)));
    }

    /// Returns true if a game of so many players can be won or lost.
    pub(super) fn differ(&self, players: u8) -> bool {
        players > 1 || self.0.may_lose
    }
}

/// The spread of numbers seen; more is better.
#[derive(Debug, Clone)]
struct Spread {
    least: f64,
    most: f64,
    /// Sum and number of differences between players.
    apart: f64,
    pairs: f64,
}

impl Value {
    pub(super) fn new(program: &Program, by_score: bool) -> Value {
        Value {
            heuristic: program.heuristic.filter(|_| !by_score),
            low_wins: program.ranks.first().is_some_and(|(_, low, _)| *low),
            may_lose: program.wins.is_some(),
            scores: Spread::new(),
            looks: Spread::new(),
            best: Spread::new(),
        }
    }

    /// Values the result of a game that is over for each player.
    pub(super) fn of_result(&mut self, outcome: &Outcome, gains: &mut Vec<f64>) {
        let points = self.points(&outcome.scores);
        self.scores.learn(points.clone());
        gains.clear();
        for (player, points) in points.enumerate() {
            let won = self.won(outcome, PlayerId::new(player));
            gains.push(mixed(won, self.scores.part(points)));
            if won == Some(1.0) {
                self.best.learn(std::iter::once(points));
            }
        }
    }

    /// Returns what a result proves; none where nobody can beat anybody.
    pub(super) fn proof(&self, outcome: &Outcome) -> Option<Proof> {
        let players = 0..outcome.scores.len();
        let shares = players.map(|player| self.won(outcome, PlayerId::new(player)));
        Some(Proof {
            shares: shares.collect::<Option<Vec<f64>>>()?,
            scores: outcome.scores.clone(),
        })
    }

    /// Values what is proved for each player.
    pub(super) fn of_proof(&self, proof: &Proof, gains: &mut Vec<f64>) {
        gains.clear();
        let players = 0..proof.shares.len();
        gains.extend(players.map(|player| self.of_proof_for(proof, PlayerId::new(player))));
    }

    /// Values what is proved for a player.
    pub(super) fn of_proof_for(&self, proof: &Proof, player: PlayerId) -> f64 {
        let sign = if self.low_wins { -1.0 } else { 1.0 };
        let points = sign * f64::from(proof.scores[player.index()]);
        mixed(Some(proof.share(player)), self.scores.part(points))
    }

    /// Returns true if all who beat everybody had equal points so far, so that a win is like any other.
    pub(super) fn knows_one_win(&self) -> bool {
        self.best.least == self.best.most
    }

    /// Values a position for each player, by what the rules' heuristic says of it, or by the scores that players would have
    /// if it were over.
    pub(super) fn of_position(
        &mut self,
        numbers: &[i32],
        by_heuristic: bool,
        gains: &mut Vec<f64>,
    ) {
        let low_wins = self.low_wins && !by_heuristic;
        let spread = if by_heuristic {
            &mut self.looks
        } else {
            &mut self.scores
        };
        let points = signed(numbers, low_wins);
        spread.learn(points.clone());
        gains.clear();
        let scale = spread.apart();
        for (player, own) in points.clone().enumerate() {
            let others = points.clone().enumerate().filter(|(n, _)| *n != player);
            let ahead = others.map(|(_, other)| 1.0 / (1.0 + ((other - own) / scale).exp()));
            gains.push(mixed(mean(ahead), spread.part(own)));
        }
    }

    /// The scores with their sign such that more is better.
    fn points<'n>(&self, scores: &'n [i32]) -> impl Iterator<Item = f64> + Clone + use<'n> {
        signed(scores, self.low_wins)
    }

    /// The share of the others whom a player has beaten, equals by half; for one alone, whether the game is won.
    fn won(&self, outcome: &Outcome, player: PlayerId) -> Option<f64> {
        let rank = outcome.ranks[player.index()];
        let wins = outcome.winners.contains(&player);
        if rank == 1 && !wins {
            return Some(0.0);
        }
        let others = (0..outcome.ranks.len()).filter(|n| *n != player.index());
        let beaten = others.map(|n| match outcome.ranks[n].cmp(&rank) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        });
        mean(beaten).or_else(|| self.may_lose.then_some(1.0))
    }
}

impl Spread {
    fn new() -> Spread {
        Spread {
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
            apart: 0.0,
            pairs: 0.0,
        }
    }

    fn learn(&mut self, points: impl Iterator<Item = f64> + Clone) {
        for (n, one) in points.clone().enumerate() {
            self.least = self.least.min(one);
            self.most = self.most.max(one);
            for other in points.clone().skip(n + 1) {
                self.apart += (one - other).abs();
                self.pairs += 1.0;
            }
        }
    }

    /// The mean difference between players, at least 1.
    fn apart(&self) -> f64 {
        (self.apart / self.pairs.max(1.0)).max(1.0)
    }

    /// A number as a part of all that were seen.
    fn part(&self, points: f64) -> f64 {
        let width = self.most - self.least;
        if width <= 0.0 {
            return 0.5;
        }
        (points - self.least) / width
    }
}

fn signed(numbers: &[i32], low_wins: bool) -> impl Iterator<Item = f64> + Clone + use<'_> {
    let sign = if low_wins { -1.0 } else { 1.0 };
    numbers.iter().map(move |number| sign * f64::from(*number))
}

fn mixed(won: Option<f64>, score: f64) -> f64 {
    won.map_or(score, |won| WINNING * won + (1.0 - WINNING) * score)
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), one| (sum + one, count + 1.0));
    (count > 0.0).then_some(sum / count)
}
