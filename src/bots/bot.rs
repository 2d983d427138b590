//! A bot at work: what it chooses at a decision, and what it thought of each option.

use crate::advice::Advice;
use crate::guest::Guest;
use crate::net::search::NetSearch;
use crate::search::{self, KeptSearch};
use crate::seat::Seat;
use crate::spec::{Algorithm, Budget, Spec};
use crate::{flat, greedy};
use ludex_play::game::Match;
use ludex_play::interrupt::Interrupt;
use ludex_rules::ids::PlayerId;

/// Worlds of a bot that looks one step ahead.
const FEW_WORLDS: u64 = 8;
/// Playouts of a tree for one world: fewer teach it nothing.
const PER_TREE: u64 = 50;
/// Most worlds of a decision.
const MOST_WORLDS: u64 = 100;

/// A player that chooses from what its seat may see.
#[derive(Debug)]
pub struct Bot {
    spec: Spec,
    kept: Option<KeptSearch>,
    kept_net: Option<NetSearch>,
    guest: Guest,
    interrupt: Interrupt,
}

impl Bot {
    /// A bot at the beginning of a game.
    #[must_use]
    pub fn new(spec: Spec) -> Bot {
        Bot {
            spec,
            kept: None,
            kept_net: None,
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
        let clock = self.spec.start(&self.interrupt);
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
                search::search(seat, &self.spec, seed, &clock, &worlds, &mut self.kept)
            }
        };
        advice.worlds = worlds.all.len();
        self.decide(&mut advice, seed);
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
    fn by_net(&mut self, seat: &Seat<'_>, seed: u64) -> Advice {
        let clock = self.spec.start(&self.interrupt);
        let (settings, worlds) = (self.spec.net_settings(), self.spec.worlds);
        let advice = match self.spec.net.get() {
            Some(net) => net.advise(seat, settings, worlds, seed, &clock, &mut self.kept_net),
            None => Err("its net was not read".to_owned()),
        };
        match advice {
            Ok(mut advice) => {
                advice.decide_by_visits(seed);
                advice
            }
            Err(why) => Advice {
                failure: Some(why),
                ..Advice::at_random(seat.options(), seed)
            },
        }
    }

    fn decide(&self, advice: &mut Advice, seed: u64) {
        match self.spec.algorithm {
            Algorithm::Flat | Algorithm::Greedy => advice.decide_by_mean(seed),
            Algorithm::Random
            | Algorithm::Exec
            | Algorithm::Net
            | Algorithm::Mcts
            | Algorithm::Ismcts
            | Algorithm::MoIsmcts => advice.decide_by_visits(seed),
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
