//! The arena: games of bots with each other, in parts, and what all of them together say.
//!
//! A part is plain data, so it may be played on another machine and kept in a file. Games are counted in the order of their
//! numbers, so parts that were added in any order say what one run says, bit for bit.

use crate::errors::{of_seed, refused};
use crate::game::{Game, Loaded, options_json};
use crate::long::{self, Stopped};
use crate::plain::{from_python, to_python};
use crate::pool::pool;
use crate::position::policies;
use ludex::bots::arena::{Played, Work, play_until};
use ludex::bots::pairing::Pairings;
use ludex::bots::spec::Spec;
use ludex::lab::contest::Contest;
use ludex::lab::standings;
use ludex::play::game::{Outcome, PlayError};
use ludex::play::interrupt::Interrupt;
use ludex::play::start::Start;
use ludex::rules::ids::PlayerId;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};

/// Games that are seated at once: an interrupt need not go through all that were wanted.
const GAMES: usize = 256;

/// Bots that meet, and the games of theirs that count.
#[pyclass(frozen, module = "ludex._native")]
pub(crate) struct Arena {
    game: Arc<Loaded>,
    bots: Vec<Spec>,
    start: Start,
    games: Mutex<Vec<ArenaGame>>,
}

/// A game of an arena, as plain data that a file may hold.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
struct ArenaGame {
    number: u64,
    /// The number of the bot in each seat.
    seats: Vec<usize>,
    scores: Vec<i32>,
    ranks: Vec<u32>,
    winners: Vec<u32>,
    /// `Played::line` in hexadecimal digits: no file keeps all numbers of 64 bits.
    line: Option<String>,
    decisions: Vec<u64>,
    playouts: Vec<u64>,
    faults: Vec<u64>,
    blind: Vec<u64>,
}

#[pymethods]
impl Arena {
    #[new]
    fn new(
        game: &Game,
        bots: Vec<String>,
        players: u64,
        seed: u64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Arena> {
        Ok(Arena {
            bots: policies(&bots, &game.0.program)?,
            start: game.0.start(players, seed, &options_json(options)?)?,
            game: Arc::clone(&game.0),
            games: Mutex::default(),
        })
    }

    /// Plays so many games from a number on, and counts those that were finished; returns the signal that ended it.
    fn run(&self, py: Python<'_>, first: u64, count: u64) -> PyResult<Stopped> {
        let (games, signal) = self.play(py, first, count)?;
        self.games().extend(games);
        Ok(long::stopped(py, signal))
    }

    /// Plays so many games from a number on and counts none; returns a row for each that was finished, and the signal that
    /// ended it.
    fn part<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        count: u64,
    ) -> PyResult<(Bound<'py, PyAny>, Stopped)> {
        let (games, signal) = self.play(py, first, count)?;
        Ok((to_python(py, &json!(games))?, long::stopped(py, signal)))
    }

    /// Counts the rows of a part.
    fn add(&self, rows: &Bound<'_, PyAny>) -> PyResult<()> {
        let games: Result<Vec<ArenaGame>, _> = serde_json::from_value(from_python(rows)?);
        let games =
            games.map_err(|error| refused("wrong_type", format!("these are no games: {error}")))?;
        if let Some(other) = games.iter().find(|game| !game.fits(self.bots.len())) {
            let number = other.number;
            return Err(refused(
                "wrong_type",
                format!("game {number} is of other bots"),
            ));
        }
        self.games().extend(games);
        Ok(())
    }

    /// Says how each bot did, and each pair.
    fn standings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let names: Vec<String> = self.bots.iter().map(ToString::to_string).collect();
        let answer = py.detach(|| {
            let mut games = self.games();
            games.sort_by_key(|game| game.number);
            let mut contest = Contest::new(names.len());
            for game in &*games {
                contest.count(&game.played(), &game.seats);
            }
            json!({
                "games": games.len(),
                "bots": standings::bots(&contest, &names),
                "pairs": standings::pairs(&contest, &names),
            })
        });
        to_python(py, &answer)
    }
}

impl Arena {
    fn games(&self) -> std::sync::MutexGuard<'_, Vec<ArenaGame>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play(
        &self,
        py: Python<'_>,
        first: u64,
        count: u64,
    ) -> PyResult<(Vec<ArenaGame>, Option<PyErr>)> {
        let (interrupt, pool) = (Interrupt::default(), pool()?);
        let skipped = usize::try_from(first).unwrap_or(usize::MAX);
        let seats = Pairings::new(self.bots.len(), self.start.players.into()).skip(skipped);
        let mut waiting = (first..first.saturating_add(count)).zip(seats);
        let play_all = || -> Result<Vec<ArenaGame>, (u64, PlayError)> {
            let mut games = Vec::new();
            while !interrupt.is_raised() {
                let block: Vec<(u64, Vec<usize>)> = waiting.by_ref().take(GAMES).collect();
                if block.is_empty() {
                    break;
                }
                let play =
                    |(number, seats): &(u64, Vec<usize>)| self.play_one(*number, seats, &interrupt);
                let played: Result<Vec<_>, _> = block.par_iter().map(play).collect();
                games.extend(played?.into_iter().flatten());
            }
            Ok(games)
        };
        let (games, signal) = long::run_so_far(py, &interrupt, || pool.install(play_all));
        let games = games.map_err(|(seed, error)| of_seed(seed, error))?;
        Ok((games, signal))
    }

    /// Plays the game of a number; none if it was interrupted.
    fn play_one(
        &self,
        number: u64,
        seats: &[usize],
        interrupt: &Interrupt,
    ) -> Result<Option<ArenaGame>, (u64, PlayError)> {
        if interrupt.is_raised() {
            return Ok(None);
        }
        let seed = self.start.seed.wrapping_add(number);
        let start = Start {
            seed,
            ..self.start.clone()
        };
        let seated: Vec<Spec> = seats.iter().map(|bot| self.bots[*bot].clone()).collect();
        let played = play_until(&self.game.program, start, &seated, interrupt);
        let played = played.map_err(|error| (seed, error))?;
        Ok(played.map(|played| ArenaGame::new(number, seats, &played)))
    }
}

impl ArenaGame {
    fn new(number: u64, seats: &[usize], played: &Played) -> ArenaGame {
        let each = |count: fn(&Work) -> u64| played.work.iter().map(count).collect();
        let outcome = &played.outcome;
        ArenaGame {
            number,
            seats: seats.to_vec(),
            scores: outcome.scores.clone(),
            ranks: outcome.ranks.clone(),
            winners: outcome.winners.iter().map(|one| one.number()).collect(),
            line: played.line.map(|line| format!("{line:016x}")),
            decisions: each(|work| work.decisions),
            playouts: each(|work| work.playouts),
            faults: each(|work| work.faults),
            blind: each(|work| work.blind),
        }
    }

    /// Returns true if it is a game of so many bots, with everything for each seat.
    fn fits(&self, bots: usize) -> bool {
        let seats = self.seats.len();
        let counts = [&self.decisions, &self.playouts, &self.faults, &self.blind];
        let sizes = counts.into_iter().map(Vec::len);
        let mut sizes = sizes.chain([self.scores.len(), self.ranks.len()]);
        let is_seat = |winner: &u32| (*winner as usize) < seats;
        sizes.all(|size| size == seats)
            && self.seats.iter().all(|bot| *bot < bots)
            && self.winners.iter().all(is_seat)
    }

    fn played(&self) -> Played {
        let winners = self.winners.iter().copied().map(PlayerId::numbered);
        let work = (0..self.seats.len()).map(|seat| Work {
            decisions: self.decisions[seat],
            playouts: self.playouts[seat],
            faults: self.faults[seat],
            blind: self.blind[seat],
            ..Work::default()
        });
        let line = self.line.as_deref();
        Played {
            outcome: Outcome {
                scores: self.scores.clone(),
                ranks: self.ranks.clone(),
                winners: winners.collect(),
            },
            work: work.collect(),
            line: line.and_then(|line| u64::from_str_radix(line, 16).ok()),
        }
    }
}
