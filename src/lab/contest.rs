//! A contest: the standing of each bot, how each pair did against each other, and the ratings that follow.

use std::collections::HashSet;

use crate::rating::{Rating, ratings};
use ludex_bots::arena::{Played, Standing, wilson_of_share};

/// The games of some bots.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The standing of each bot, in the order in which they were named.
    pub standings: Vec<Standing>,
    /// The pairs of bots, each once, in the same order.
    pub pairs: Vec<Pair>,
    /// The games that were counted, by seats and line.
    lines: HashSet<(Vec<usize>, u64)>,
}

/// Two bots that met.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// The bot that was named first.
    pub one: usize,
    /// The bot that was named later.
    pub other: usize,
    /// Games that both sat in.
    pub games: u64,
    /// Games that differ from each other; see `Played::line`.
    pub different: u64,
    /// Games in which the first finished before the other, equals by half; of several seats, the mean.
    pub ahead: f64,
    /// Counts how often the first sat before the other.
    pub before: u64,
    /// Counts how often it sat after the other.
    pub after: u64,
}

impl Contest {
    /// The contest of so many bots before its first game.
    #[must_use]
    pub fn new(bots: usize) -> Contest {
        let pairs = (0..bots).flat_map(|one| (one + 1..bots).map(move |other| (one, other)));
        let pairs = pairs.map(|(one, other)| Pair {
            one,
            other,
            ..Pair::default()
        });
        Contest {
            standings: vec![Standing::default(); bots],
            pairs: pairs.collect(),
            lines: HashSet::new(),
        }
    }

    /// Counts a game, with the bot in each seat.
    pub fn count(&mut self, played: &Played, seats: &[usize]) {
        let line = played.line.map(|line| (seats.to_vec(), line));
        let is_new = line.is_none_or(|line| self.lines.insert(line));
        for (seat, bot) in seats.iter().enumerate() {
            self.standings[*bot].count(played, seat, is_new);
        }
        for pair in &mut self.pairs {
            pair.count(&played.outcome.ranks, seats, is_new);
        }
    }

    /// Returns true if some games repeat others.
    #[must_use]
    pub fn has_repeats(&self) -> bool {
        self.standings.iter().any(|one| one.different < one.games)
    }

    /// Returns true if each pair met in both orders of seats.
    #[must_use]
    pub fn has_met(&self) -> bool {
        self.pairs
            .iter()
            .all(|pair| pair.before > 0 && pair.after > 0)
    }

    /// Returns the rating of each bot.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        ratings(self.standings.len(), |one, other| {
            let pairs = self.pairs.iter();
            let pair = pairs.copied().find_map(|pair| pair.seen_by(one, other));
            let pair = pair.unwrap_or_default();
            let games = pair.different as f64;
            (games, games * pair.share())
        })
    }
}

impl Pair {
    fn count(&mut self, ranks: &[u32], seats: &[usize], is_new: bool) {
        let (mut met, mut ahead) = (0_u32, 0.0);
        for (seat, _) in seats
            .iter()
            .enumerate()
            .filter(|(_, bot)| **bot == self.one)
        {
            for (its, _) in seats
                .iter()
                .enumerate()
                .filter(|(_, bot)| **bot == self.other)
            {
                met += 1;
                ahead += match ranks[seat].cmp(&ranks[its]) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                self.before += u64::from(seat < its);
                self.after += u64::from(seat > its);
            }
        }
        if met > 0 {
            self.games += 1;
            self.different += u64::from(is_new);
            self.ahead += ahead / f64::from(met);
        }
    }

    /// The pair from the side of one of its bots; none of another pair.
    fn seen_by(self, one: usize, other: usize) -> Option<Pair> {
        let turned = Pair {
            one: self.other,
            other: self.one,
            ahead: self.games as f64 - self.ahead,
            before: self.after,
            after: self.before,
            ..self
        };
        let sides = [self, turned].into_iter();
        let mut sides = sides.filter(|side| (side.one, side.other) == (one, other));
        sides.next()
    }

    /// The share of games in which the first finished before the other.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.ahead / self.games.max(1) as f64
    }

    /// Returns its 95 % interval; games that repeat others are counted once.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        wilson_of_share(self.share(), self.different)
    }
}
