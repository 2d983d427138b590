//! A bot at work: what it chooses at a decision, and what it thought of each option.

use crate::clock::Moment;
use crate::guest::Guest;
use crate::search::{self, Kept};
use crate::seat::Seat;
use crate::spec::{Algorithm, Budget, Spec};
use crate::{flat, greedy};
use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::Match;
use ludex_play::interrupt::Interrupt;
use ludex_rules::ids::PlayerId;

/// Worlds of a bot that looks one step ahead.
const FEW_WORLDS: u64 = 8;
/// Playouts of a tree for one world: fewer teach it nothing.
const PER_TREE: u64 = 50;
/// Most worlds of a decision.
const MOST_WORLDS: u64 = 100;
/// The part of its time that a search may spend on dealing worlds.
const DEALING: u32 = 4;

/// A player that chooses from what its seat may see.
#[derive(Debug)]
pub struct Bot {
    spec: Spec,
    kept: Option<Kept>,
    guest: Guest,
    interrupt: Interrupt,
}

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
    /// The reason why a program gave no option, so that chance did.
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

impl Bot {
    /// A bot at the beginning of a game.
    #[must_use]
    pub fn new(spec: Spec) -> Bot {
        Bot {
            spec,
            kept: None,
            guest: Guest::default(),
            interrupt: Interrupt::default(),
        }
    }

    /// Lets somebody end its searches early: they then choose by what they know so far.
    #[must_use]
    pub fn interruptible(self, interrupt: Interrupt) -> Bot {
        Bot { interrupt, ..self }
    }

    /// Returns its algorithm and settings.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Chooses at a decision. Equal observations and seeds give equal choices, unless the budget is time.
    pub fn advise(&mut self, seat: &Seat<'_>, seed: u64) -> Advice {
        if self.spec.algorithm == Algorithm::Random || seat.options() < 2 {
            return Advice::at_random(seat.options(), seed);
        }
        if self.spec.algorithm == Algorithm::Exec {
            return self.asked(seat, seed);
        }
        if self.spec.algorithm == Algorithm::Net {
            return self.by_net(seat, seed);
        }
        let clock = Clock::start(self.spec.budget, &self.interrupt);
        let worlds = seat.worlds(seed, self.worlds(), &clock);
        let Ok(worlds) = worlds else {
            return Advice::at_random(seat.options(), seed);
        };
        let mut advice = match self.spec.algorithm {
            Algorithm::Greedy => greedy::search(seat, &self.spec, seed, &clock, &worlds),
            Algorithm::Flat => flat::search(seat, &self.spec, seed, &clock, &worlds),
            Algorithm::Random
            | Algorithm::Exec
            | Algorithm::Net
            | Algorithm::Mcts
            | Algorithm::Ismcts
            | Algorithm::MoIsmcts => {
                search::search(seat, &self.spec, seed, &clock, (&worlds, &mut self.kept))
            }
        };
        advice.worlds = worlds.all.len();
        advice.decide(self.spec.algorithm, seed);
        advice
    }

    /// Tells whether it chose at random because no world was found.
    #[must_use]
    pub fn is_blind(&self, advice: &Advice) -> bool {
        let own = [Algorithm::Random, Algorithm::Exec, Algorithm::Net];
        let deals = !own.contains(&self.spec.algorithm);
        deals && advice.worlds == 0
    }

    /// Ends its game: a program is told the result, and let go.
    pub fn leave(&mut self, game: &Match, player: PlayerId) {
        self.guest.dismiss(game, player);
    }

    /// A program's choice, or, when it makes none, chance's.
    fn asked(&mut self, seat: &Seat<'_>, seed: u64) -> Advice {
        match self.guest.ask(seat, &self.spec, seed) {
            Ok(option) => Advice {
                option,
                ..Advice::none(seat.options())
            },
            Err(why) => Advice {
                failure: Some(why),
                ..Advice::at_random(seat.options(), seed)
            },
        }
    }

    /// A net's choice, or, when it makes none, chance's.
    fn by_net(&self, seat: &Seat<'_>, seed: u64) -> Advice {
        let clock = Clock::start(self.spec.budget, &self.interrupt);
        let advice = match self.spec.net.get() {
            Some(net) => net.advise(
                seat,
                (self.spec.net_settings(), self.spec.worlds),
                seed,
                &clock,
            ),
            None => Err("its net was not read".to_owned()),
        };
        match advice {
            Ok(mut advice) => {
                advice.decide(self.spec.algorithm, seed);
                advice
            }
            Err(why) => Advice {
                failure: Some(why),
                ..Advice::at_random(seat.options(), seed)
            },
        }
    }

    /// Most worlds to deal: no more than there are playouts to look at them.
    fn worlds(&self) -> u64 {
        let playouts = match self.spec.budget {
            Budget::Playouts(playouts) => playouts / self.spec.trees,
            Budget::Time(_) => u64::MAX,
        };
        let usual = match self.spec.algorithm {
            Algorithm::Random | Algorithm::Exec | Algorithm::Net | Algorithm::Greedy => {
                return self.spec.worlds.unwrap_or(FEW_WORLDS);
            }
            Algorithm::Mcts => (playouts / PER_TREE).clamp(1, FEW_WORLDS),
            Algorithm::Flat | Algorithm::Ismcts | Algorithm::MoIsmcts => MOST_WORLDS,
        };
        self.spec.worlds.unwrap_or(usual).min(playouts)
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

    fn at_random(options: usize, seed: u64) -> Advice {
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

    /// Takes the option that a tree tried most; of equals the one with the best mean, then one by the seed.
    pub(super) fn decide_by_visits(&mut self, seed: u64) {
        self.decide(Algorithm::Net, seed);
    }

    /// Takes an option that is proved to win, and leaves those that are proved to lose; of the rest the one that a tree tried
    /// most, or else the one with the best mean; of equals one by the seed.
    fn decide(&mut self, algorithm: Algorithm, seed: u64) {
        let by_visits = !matches!(algorithm, Algorithm::Flat | Algorithm::Greedy);
        let merit = |thought: &Thought| {
            let mean = thought.mean().unwrap_or(-1.0);
            let proved = match thought.proved {
                Some(share) if share >= 1.0 => 1,
                Some(share) if share <= 0.0 => -1,
                Some(_) | None => 0,
            };
            (proved, if by_visits { thought.playouts } else { 0 }, mean)
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

/// The stopping rule of a search.
#[derive(Debug, Clone)]
pub(super) struct Clock {
    limit: Limit,
    interrupt: Interrupt,
}

#[derive(Debug, Clone, Copy)]
enum Limit {
    Playouts(u64),
    Until { dealing: Moment, end: Moment },
}

impl Clock {
    pub(super) fn start(budget: Budget, interrupt: &Interrupt) -> Clock {
        let limit = match budget {
            Budget::Playouts(playouts) => Limit::Playouts(playouts),
            Budget::Time(time) => {
                let now = Moment::now();
                Limit::Until {
                    dealing: now.after(time / DEALING),
                    end: now.after(time),
                }
            }
        };
        Clock {
            limit,
            interrupt: interrupt.clone(),
        }
    }

    /// The share of one of several trees.
    pub(super) fn share(&self, number: u64, of: u64) -> Clock {
        let limit = match self.limit {
            Limit::Playouts(all) => Limit::Playouts(all / of + u64::from(number < all % of)),
            until @ Limit::Until { .. } => until,
        };
        Clock {
            limit,
            interrupt: self.interrupt.clone(),
        }
    }

    /// Returns true while another world may be dealt.
    pub(super) fn deals_on(&self) -> bool {
        let in_time = match self.limit {
            Limit::Playouts(_) => true,
            Limit::Until { dealing, .. } => !dealing.is_past(),
        };
        in_time && !self.is_interrupted()
    }

    /// Returns true if the search was asked to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// Tells whether another playout follows after so many. With a time, one is always made.
    pub(super) fn goes_on(&self, made: u64) -> bool {
        let in_time = match self.limit {
            Limit::Playouts(all) => made < all,
            Limit::Until { end, .. } => made == 0 || !end.is_past(),
        };
        in_time && !self.is_interrupted()
    }
}
