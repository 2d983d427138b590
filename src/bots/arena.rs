//! The arena: games among bots, and each one's standing.

use crate::bot::Bot;
use crate::seat::Seat;
use crate::spec::{Algorithm, Spec};
use crate::system::System;
use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::{Match, Outcome, PlayError};
use ludex_play::interrupt::Interrupt;
use ludex_play::start::Start;
use ludex_program::Program;
use ludex_rules::ids::PlayerId;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

/// The quantile of a two-sided interval of 95 %.
const QUANTILE: f64 = 1.959_964;

/// A game that bots played.
#[derive(Debug, Clone)]
pub struct Played {
    /// Scores, ranks and winners.
    pub outcome: Outcome,
    /// For each seat: what its bot did.
    pub work: Vec<Work>,
    /// The digest of all choices, which tells whether the same bots in the same seats repeated a game; none when chance had a
    /// part in it, so that equal choices are no repetition.
    pub line: Option<u64>,
}

/// A bot's work: counts and thinking time.
#[derive(Debug, Clone, Default)]
pub struct Work {
    /// Decisions with more than one option.
    pub decisions: u64,
    /// The number of playouts.
    pub playouts: u64,
    /// Playouts that the rules broke.
    pub faults: u64,
    /// Decisions made at random, because no world was found.
    pub blind: u64,
    /// Decisions made at random, because a program gave no option.
    pub failed: u64,
    /// The reason for the first of them.
    pub failure: Option<String>,
    /// Thinking time, by the clock; none where ludex is built without one.
    pub took: Duration,
}

/// An entrant's results in all its games.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    /// The number of games.
    pub games: u64,
    /// Games that differ from each other; see `Played::line`.
    pub different: u64,
    /// Wins; one shared by k counts as 1/k.
    pub wins: f64,
    /// Its scores, added up.
    pub score: i64,
    /// Its work in all of them.
    pub work: Work,
}

/// The bots at one game's table, each with seeds of its own and a count of its work.
#[derive(Debug)]
pub struct Table {
    bots: Vec<Bot>,
    seeds: Vec<Stream>,
    work: Vec<Work>,
    interrupt: Interrupt,
}

/// Plays one game, a bot in each seat.
///
/// # Errors
/// A fault of the rules, or a start that does not fit.
pub fn play(program: &Arc<Program>, start: Start, seats: &[Spec]) -> Result<Played, PlayError> {
    let mut table = Table::new(seats, start.seed);
    let mut game = Match::new(Arc::clone(program), start)?;
    table.finish(&mut game).map_err(|(_, error)| error)?;
    Ok(table.played(&game))
}

/// As `play`, until somebody asks it to end; none of a game that was not finished.
///
/// # Errors
/// As of `play`.
pub fn play_until(
    program: &Arc<Program>,
    start: Start,
    seats: &[Spec],
    interrupt: &Interrupt,
) -> Result<Option<Played>, PlayError> {
    let mut table = Table::new(seats, start.seed).interruptible(interrupt);
    let mut game = Match::new(Arc::clone(program), start)?;
    match table.finish(&mut game) {
        Err((_, PlayError::Interrupted)) => Ok(None),
        finished => {
            finished.map_err(|(_, error)| error)?;
            Ok(Some(table.played(&game)))
        }
    }
}

impl Table {
    /// A bot in each seat, at the beginning of the game with a seed.
    #[must_use]
    pub fn new(seats: &[Spec], seed: u64) -> Table {
        let seeds = 0..seats.len() as u32;
        Table {
            bots: seats.iter().cloned().map(Bot::new).collect(),
            seeds: seeds
                .map(|seat| Stream::new(seed, purpose("arena"), seat))
                .collect(),
            work: vec![Work::default(); seats.len()],
            interrupt: Interrupt::default(),
        }
    }

    /// Lets somebody end the game before its end.
    #[must_use]
    pub fn interruptible(self, interrupt: &Interrupt) -> Table {
        let bots = self.bots.into_iter();
        Table {
            bots: bots
                .map(|bot| bot.interruptible(interrupt.clone()))
                .collect(),
            interrupt: interrupt.clone(),
            ..self
        }
    }

    /// Returns what is told of a game that it finished.
    fn played(self, game: &Match) -> Played {
        Played {
            outcome: game.result().cloned().unwrap_or_default(),
            line: self.line(game),
            work: self.work,
        }
    }

    /// Plays a game to its end.
    ///
    /// # Errors
    /// A fault of the rules, with the option that shows it; a game without an end, or one that was to end early, has none.
    pub fn finish(&mut self, game: &mut Match) -> Result<(), (Option<usize>, PlayError)> {
        let allowed = game.program().budget.decisions;
        while let Some(option) = self.choose(game) {
            if game.choice_count() as u64 >= allowed {
                return Err((None, game.unending().into()));
            }
            if self.interrupt.is_raised() {
                return Err((None, PlayError::Interrupted));
            }
            game.apply(option).map_err(|error| (Some(option), error))?;
        }
        self.leave(game);
        Ok(())
    }

    /// Tells the bots that the game is over.
    pub fn leave(&mut self, game: &Match) {
        for (seat, bot) in self.bots.iter_mut().enumerate() {
            bot.leave(game, PlayerId::new(seat));
        }
    }

    /// Returns the work of the bot in each seat.
    #[must_use]
    pub fn work(&self) -> &[Work] {
        &self.work
    }

    /// Hashes all choices of a game; none when the rules or a bot left something to chance.
    fn line(&self, game: &Match) -> Option<u64> {
        let layout = &game.program().layout;
        let counters = game.state().memory.range(layout.counters());
        let is_random = |(bot, work): (&Bot, &Work)| {
            let guesses = bot.spec().algorithm == Algorithm::Random && work.decisions > 0;
            guesses || work.blind + work.failed > 0
        };
        let mut bots = self.bots.iter().zip(&self.work);
        if counters.iter().any(|draws| *draws != 0) || bots.any(is_random) {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        game.choices().hash(&mut hasher);
        Some(hasher.finish())
    }

    /// Chooses an option at the open decision; none when the game is over.
    pub fn choose(&mut self, game: &Match) -> Option<usize> {
        let seat = Seat::of(game)?;
        let own = seat.player().index();
        let system = self.bots[own].spec().system();
        let began = system.map(System::time);
        let advice = self.bots[own].advise(&seat, self.seeds[own].word());
        let ended = system.map(System::time);
        let searches = seat.options() > 1;
        self.work[own].add(&Work {
            decisions: u64::from(searches),
            playouts: advice.playouts,
            faults: advice.faults,
            blind: u64::from(searches && self.bots[own].is_blind(&advice)),
            failed: u64::from(advice.failure.is_some()),
            failure: advice.failure,
            took: (ended.zip(began)).map_or(Duration::ZERO, |(ended, began)| ended - began),
        });
        Some(advice.option)
    }
}

impl Work {
    fn add(&mut self, more: &Work) {
        self.decisions += more.decisions;
        self.playouts += more.playouts;
        self.faults += more.faults;
        self.blind += more.blind;
        self.failed += more.failed;
        if self.failure.is_none() {
            self.failure.clone_from(&more.failure);
        }
        self.took += more.took;
    }
}

impl Standing {
    /// Counts a game in which it sat there; `is_new` is false for one that repeats another.
    pub fn count(&mut self, played: &Played, seat: usize, is_new: bool) {
        self.games += 1;
        self.different += u64::from(is_new);
        let winners = &played.outcome.winners;
        if winners.contains(&PlayerId::new(seat)) {
            self.wins += 1.0 / winners.len() as f64;
        }
        self.score += i64::from(played.outcome.scores[seat]);
        self.work.add(&played.work[seat]);
    }

    /// The share of games won.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.wins / self.games.max(1) as f64
    }

    /// Returns the 95 % confidence interval of the share; shared wins count as parts, and games that repeat others are
    /// counted once.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        wilson_of_share(self.share(), self.different)
    }
}

/// Returns the 95 % confidence interval of a share that so many games showed.
#[must_use]
pub fn wilson_of_share(share: f64, of: u64) -> (f64, f64) {
    wilson(share * of as f64, of, QUANTILE)
}

/// Returns the confidence interval of a share, as wide as a normal quantile says: Wilson, "Probable inference, the law of
/// succession, and statistical inference", 1927.
#[must_use]
pub fn wilson(hits: f64, of: u64, quantile: f64) -> (f64, f64) {
    let n = of.max(1) as f64;
    let (p, square) = (hits / n, quantile * quantile);
    let middle = p + square / (2.0 * n);
    let half = quantile * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
    let scale = 1.0 + square / n;
    let (low, high) = ((middle - half) / scale, (middle + half) / scale);
    (low.max(0.0), high.min(1.0))
}
