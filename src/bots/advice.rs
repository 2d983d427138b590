//! The outcome of a bot's decision: the option it chooses, and the estimate of each.

use ludex_engine::chance::{Stream, purpose};

/// The outcome of a bot's search at a decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The option it chooses, by number.
    pub option: usize,
    /// The estimate of each option; without a search, none was tried.
    pub thoughts: Vec<Thought>,
    /// The number of playouts.
    pub playouts: u64,
    /// Playouts that ended in a fault of the rules.
    pub faults: u64,
    /// The number of worlds dealt; 0 for a search that found none and chose at random.
    pub worlds: usize,
    /// The reason why a program or a net gave no option, so that it was chosen at random.
    pub failure: Option<String>,
}

/// The estimate of an option by a search.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Thought {
    /// The number of playouts that tried it.
    pub playouts: u64,
    /// The sum of gains; each lies between 0 and 1.
    pub gain: f64,
    /// The share of the others who are beaten after it, where that is proved.
    pub proved: Option<f64>,
}

/// The answers that visits may choose among: those proved to win alone where there are any, and none proved to lose while there
/// are others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Soundness {
    /// Something that was tried wins.
    Wins,
    /// Something was tried that is not proved to lose.
    Open,
    /// All that was tried is lost.
    Lost,
}

impl Soundness {
    /// Judges answers by their visits and the share that each is proved to come to.
    pub(super) fn judge(answers: impl Iterator<Item = (u64, Option<f64>)>) -> Soundness {
        answers.fold(Soundness::Lost, |found, (visits, proved)| match proved {
            Some(share) if share >= 1.0 => Soundness::Wins,
            Some(share) if share <= 0.0 => found,
            Some(_) | None if visits == 0 || found == Soundness::Wins => found,
            Some(_) | None => Soundness::Open,
        })
    }

    /// Returns the visits of an answer as a weight.
    pub(super) fn weigh(self, visits: u64, proved: Option<f64>) -> u64 {
        let is = |bound: fn(f64) -> bool| proved.is_some_and(bound);
        match self {
            Soundness::Wins if is(|share| share >= 1.0) => visits.max(1),
            Soundness::Wins => 0,
            Soundness::Open if is(|share| share <= 0.0) => 0,
            Soundness::Open | Soundness::Lost => visits,
        }
    }
}

impl Thought {
    pub(super) fn add(&mut self, more: Thought) {
        self.playouts += more.playouts;
        self.gain += more.gain;
        self.proved = self.proved.or(more.proved);
    }

    /// The mean gain; none when it was never tried.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.playouts > 0).then(|| self.gain / self.playouts as f64)
    }
}

impl Advice {
    pub(super) fn none(options: usize) -> Advice {
        Advice {
            option: 0,
            thoughts: vec![Thought::default(); options],
            playouts: 0,
            faults: 0,
            worlds: 0,
            failure: None,
        }
    }

    pub(super) fn at_random(options: usize, seed: u64) -> Advice {
        let mut stream = Stream::new(seed, purpose("bot"), 0);
        Advice {
            option: stream.pick(options),
            ..Advice::none(options)
        }
    }

    /// Returns the visits of each option as weights, by what is proved.
    pub(super) fn weights(&self) -> Vec<u64> {
        let tried = self.thoughts.iter().map(|one| (one.playouts, one.proved));
        let sound = Soundness::judge(tried.clone());
        tried
            .map(|(visits, proved)| sound.weigh(visits, proved))
            .collect()
    }

    pub(super) fn add(&mut self, part: &Advice) {
        for (all, one) in self.thoughts.iter_mut().zip(&part.thoughts) {
            all.add(*one);
        }
        self.playouts += part.playouts;
        self.faults += part.faults;
    }

    /// Takes an option that is proved to win, and leaves those that are proved to lose; of the rest the one that a tree tried
    /// most; of equals the one with the best mean, then one by the seed.
    pub(super) fn decide_by_visits(&mut self, seed: u64) {
        self.decide(|thought| thought.playouts, seed);
    }

    /// As `decide_by_visits`, but of the rest the one with the best mean; of equals one by the seed.
    pub(super) fn decide_by_mean(&mut self, seed: u64) {
        self.decide(|_| 0, seed);
    }

    fn decide(&mut self, visits: fn(&Thought) -> u64, seed: u64) {
        let merit = |thought: &Thought| {
            let mean = thought.mean().unwrap_or(-1.0);
            let proved = match thought.proved {
                Some(share) if share >= 1.0 => 1,
                Some(share) if share <= 0.0 => -1,
                Some(_) | None => 0,
            };
            (proved, visits(thought), mean)
        };
        let mut stream = Stream::new(seed, purpose("bot"), 1);
        let (mut best, mut equals) = ((-1, 0, -2.0), 0);
        for (n, thought) in self.thoughts.iter().enumerate() {
            let own = merit(thought);
            if own > best {
                (best, equals, self.option) = (own, 1, n);
            } else if own == best {
                equals += 1;
                if stream.below(equals) == 0 {
                    self.option = n;
                }
            }
        }
    }
}
