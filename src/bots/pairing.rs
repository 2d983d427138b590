//! Pairings: the bot in each seat, game by game, so that all sit in every seat and meet all others in every order.
//!
//! Games come in blocks of as many as there are bots: within a block each bot moves one seat on from game to game, so it sits
//! in every seat equally often (a cyclic Latin square). A block differs from the others in how far apart the bots of two
//! seats stand in the list; each takes distances that were taken least often before. With two seats, `n * (n - 1)` games have
//! every pair of `n` bots in both orders once.

/// Iterates over the games of a contest: the number of the bot in each seat.
#[derive(Debug, Clone)]
pub struct Pairings {
    bots: usize,
    seats: usize,
    /// The bot of each seat in the first game of the block.
    first: Vec<usize>,
    /// The number of the next game within the block.
    game: usize,
    /// For two seats and the distance between their bots in the list: how many blocks had it.
    taken: Vec<u64>,
}

impl Pairings {
    /// The pairings of so many bots at a table with so many seats; with fewer bots than seats, bots sit down again, with more,
    /// some wait.
    #[must_use]
    pub fn new(bots: usize, seats: usize) -> Pairings {
        let bots = bots.max(1);
        Pairings {
            bots,
            seats,
            first: Vec::new(),
            game: bots,
            taken: vec![0; seats * seats * bots],
        }
    }

    /// Seats the bots for the first game of a block.
    fn begin_block(&mut self) {
        let mut first: Vec<usize> = Vec::new();
        let mut sits = vec![0; self.bots];
        for seat in 0..self.seats {
            let neighbour = first.last().map_or(0, |last| last + 1);
            let bots = (0..self.bots).map(|n| (neighbour + n) % self.bots);
            let free = bots.filter(|bot| self.may_sit(&sits, *bot));
            let taken = |bot: &usize| {
                let others = first.iter().enumerate();
                let times =
                    others.map(|(other, left)| self.taken[self.at(other, seat, *left, *bot)]);
                times.sum::<u64>()
            };
            // INVARIANT: fewer than `seats` seats are taken, so some bot sits in fewer than its share.
            let Some(bot) = free.min_by_key(taken) else {
                break;
            };
            sits[bot] += 1;
            first.push(bot);
        }
        for seat in 0..first.len() {
            for other in 0..seat {
                let at = self.at(other, seat, first[other], first[seat]);
                self.taken[at] += 1;
            }
        }
        (self.first, self.game) = (first, 0);
    }

    /// Returns true if a bot may take one seat more: no bot has two seats more than another.
    fn may_sit(&self, sits: &[usize], bot: usize) -> bool {
        let (share, rest) = (self.seats / self.bots, self.seats % self.bots);
        let above = sits.iter().filter(|seats| **seats > share).count();
        sits[bot] < share || (sits[bot] == share && above < rest)
    }

    /// The index in `taken` of two seats and their bots.
    fn at(&self, seat: usize, other: usize, bot: usize, its: usize) -> usize {
        let distance = (its + self.bots - bot) % self.bots;
        (seat * self.seats + other) * self.bots + distance
    }
}

impl Iterator for Pairings {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        if self.game == self.bots {
            self.begin_block();
        }
        let seated = self.first.iter().map(|bot| (bot + self.game) % self.bots);
        let seated = seated.collect();
        self.game += 1;
        Some(seated)
    }
}

#[cfg(test)]
mod tests {
    use super::Pairings;
    use std::collections::BTreeMap;

    /// For each bot, seat and other bot, seat: the number of games in which they sat so.
    fn meetings(bots: usize, seats: usize, games: usize) -> BTreeMap<[usize; 4], u64> {
        let mut met = BTreeMap::new();
        for game in Pairings::new(bots, seats).take(games) {
            for (seat, bot) in game.iter().enumerate() {
                for (other, its) in game.iter().enumerate().filter(|(other, _)| *other != seat) {
                    *met.entry([*bot, seat, *its, other]).or_default() += 1;
                }
            }
        }
        met
    }

    #[test]
    fn every_pair_meets_in_every_order() {
        for (bots, seats) in [(2, 2), (3, 2), (4, 2), (9, 2), (3, 3), (5, 3), (7, 4)] {
            let met = meetings(bots, seats, bots * (bots - 1));
            assert_eq!(
                met.len(),
                bots * (bots - 1) * seats * (seats - 1),
                "{bots} bots, {seats} seats"
            );
            assert!(
                met.values().all(|times| *times == 1),
                "{bots} bots, {seats} seats: {met:?}"
            );
        }
    }

    /// In each block every bot sits in every seat as often; fewer bots than seats share them.
    #[test]
    fn every_bot_sits_everywhere() {
        for (bots, seats) in [(1, 3), (2, 3), (2, 5), (3, 4), (4, 4), (6, 3), (8, 5)] {
            for block in 1..4 {
                let mut sat: BTreeMap<(usize, usize), usize> = BTreeMap::new();
                let games = Pairings::new(bots, seats).take(bots * block);
                let seated = games.flat_map(|game| game.into_iter().enumerate());
                seated.for_each(|place| *sat.entry(place).or_default() += 1);
                assert_eq!(sat.len(), bots * seats);
                assert!(
                    sat.values().all(|times| *times == block),
                    "{bots} bots, {seats} seats"
                );
            }
        }
    }

    /// Two bots at a table of two take turns, as they always have.
    #[test]
    fn two_bots_take_turns() {
        let games: Vec<Vec<usize>> = Pairings::new(2, 2).take(3).collect();
        assert_eq!(games, [[0, 1], [1, 0], [0, 1]]);
        let games: Vec<Vec<usize>> = Pairings::new(2, 3).take(6).collect();
        let share = |bot: usize| games.iter().flatten().filter(|one| **one == bot).count();
        assert_eq!((share(0), share(1)), (9, 9), "{games:?}");
    }
}
