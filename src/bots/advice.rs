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
