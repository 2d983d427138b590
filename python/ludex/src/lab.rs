//! The arena and the balance lab in parts: games of some numbers or deals of some seeds, and what all parts together say.
//!
//! A part is plain data, so it may be played on another machine and kept in a file. Parts that are added in order say what one
//! run says, bit for bit.

use crate::errors::{of_seed, refused};
use crate::game::{Game, options_json};
use crate::long::{self, Stopped};
use crate::plain::{from_python, to_python};
use crate::pool::pool;
use crate::position::{policy, policy_spec};
use ludex::bots::arena::{Played, Work, play_until};
use ludex::bots::pairing::Pairings;
use ludex::bots::spec::Spec;
use ludex::lab::balance::{Balance, Broken, Setting};
use ludex::lab::contest::Contest;
use ludex::lab::report::Report;
use ludex::lab::seeds::Seeds;
use ludex::lab::standings;
use ludex::play::game::{Outcome, PlayError};
use ludex::play::interrupt::Interrupt;
use ludex::play::start::Start;
use ludex::rules::ids::PlayerId;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use serde_json::{Value, json};

/// Deals between two looks for an interrupt.
const BLOCK: u64 = 8;
/// Games of an arena that are seated at once: an interrupt need not go through all that were wanted.
const GAMES: usize = 256;

/// A game of an arena, as plain data that a file may hold.
#[derive(serde::Serialize, serde::Deserialize)]
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

fn specs(bots: &[String], game: &Game) -> PyResult<Vec<Spec>> {
    let program = &game.0.program;
    bots.iter().map(|bot| policy(bot, program)).collect()
}

/// Plays some games of an arena, from a number on; returns a row for each that was finished, in order, and the signal that ended
/// it before its end.
#[pyfunction]
pub(crate) fn arena_games<'py>(
    py: Python<'py>,
    game: &Game,
    bots: Vec<String>,
    start: (u64, u64),
    numbers: (u64, u64),
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Bound<'py, PyAny>, Stopped)> {
    let bots = specs(&bots, game)?;
    let (players, seed) = start;
    let start = game.0.start(players, seed, &options_json(options)?)?;
    let (first, count) = numbers;
    let program = &game.0.program;
    let (interrupt, pool) = (Interrupt::default(), pool()?);
    let skipped = usize::try_from(first).unwrap_or(usize::MAX);
    let seats = Pairings::new(bots.len(), start.players.into()).skip(skipped);
    let mut waiting = (first..first.saturating_add(count)).zip(seats);
    let play = |(number, seats): &(u64, Vec<usize>)| {
        if interrupt.is_raised() {
            return Ok(None);
        }
        let seed = start.seed.wrapping_add(*number);
        let start = Start {
            seed,
            ..start.clone()
        };
        let seated: Vec<Spec> = seats.iter().map(|bot| bots[*bot].clone()).collect();
        let played = play_until(program, start, &seated, &interrupt);
        let played = played.map_err(|error| (seed, error))?;
        Ok(played.map(|played| ArenaGame::new(*number, seats, &played)))
    };
    let play_all = || -> Result<Vec<ArenaGame>, (u64, PlayError)> {
        let mut rows = Vec::new();
        while !interrupt.is_raised() {
            let block: Vec<(u64, Vec<usize>)> = waiting.by_ref().take(GAMES).collect();
            if block.is_empty() {
                break;
            }
            let played: Result<Vec<_>, _> = block.par_iter().map(play).collect();
            rows.extend(played?.into_iter().flatten());
        }
        Ok(rows)
    };
    let (rows, signal) = long::run_so_far(py, &interrupt, || pool.install(play_all));
    let rows = rows.map_err(|(seed, error)| of_seed(seed, error))?;
    Ok((to_python(py, &json!(rows))?, long::stopped(py, signal)))
}

/// Counts games of an arena, in the order of their numbers: how each bot did, and each pair.
#[pyfunction]
pub(crate) fn arena_standings<'py>(
    py: Python<'py>,
    bots: Vec<String>,
    games: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let names: PyResult<Vec<String>> = bots
        .iter()
        .map(|bot| Ok(policy_spec(bot)?.to_string()))
        .collect();
    let names = names?;
    let games: Result<Vec<ArenaGame>, _> = serde_json::from_value(from_python(games)?);
    let mut games =
        games.map_err(|error| refused("wrong_type", format!("these are no games: {error}")))?;
    games.sort_by_key(|game| game.number);
    let mut contest = Contest::new(names.len());
    for game in &games {
        if !game.fits(names.len()) {
            let number = game.number;
            return Err(refused(
                "wrong_type",
                format!("game {number} is of other bots"),
            ));
        }
        contest.count(&game.played(), &game.seats);
    }
    let answer = json!({
        "games": games.len(),
        "bots": standings::bots(&contest, &names),
        "pairs": standings::pairs(&contest, &names),
    });
    to_python(py, &answer)
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

/// The exception of a deal that the rules broke.
fn broken(Broken { seed, error }: Broken) -> PyErr {
    of_seed(seed, error)
}

/// Returns the deals that so many games of the balance lab are.
#[pyfunction]
pub(crate) fn balance_deals(
    py: Python<'_>,
    game: &Game,
    bots: Vec<String>,
    start: (u64, u64),
    games: u64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<u64> {
    let bots = specs(&bots, game)?;
    let (players, seed) = start;
    let start = game.0.start(players, seed, &options_json(options)?)?;
    let rounds = py.detach(|| Setting::of(&game.0.program, &bots, start).map(|one| one.rounds));
    Ok(games.div_ceil(rounds.map_err(broken)?.into()))
}

/// Plays some deals of the balance lab, from a number on: their counts as JSON, how many deals they are of, and the signal that
/// ended it before its end.
#[pyfunction]
pub(crate) fn balance_part(
    py: Python<'_>,
    game: &Game,
    bots: Vec<String>,
    start: (u64, u64),
    deals: (u64, u64),
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(String, u64, Stopped)> {
    let bots = specs(&bots, game)?;
    let (players, seed) = start;
    let start = game.0.start(players, seed, &options_json(options)?)?;
    let (first, count) = deals;
    let (interrupt, pool) = (Interrupt::default(), pool()?);
    let (counted, signal) = long::run_so_far(py, &interrupt, || {
        let setting = Setting::of(&game.0.program, &bots, start)?;
        let seeds = Seeds::from(seed.saturating_add(first), count);
        let mut blocks = seeds.parts(BLOCK);
        let mut all = Balance::new(&setting);
        // Parts that were not begun when the interrupt was raised are not counted.
        while !interrupt.is_raised() {
            let threads = pool.current_num_threads();
            let blocks: Vec<Seeds> = blocks.by_ref().take(threads).collect();
            if blocks.is_empty() {
                break;
            }
            let parts: Vec<Result<Balance, Broken>> = pool.install(|| {
                let parts = blocks.par_iter().map(|block| setting.play(block));
                parts.collect()
            });
            for part in parts {
                all.add(&part?);
            }
        }
        Ok(all)
    });
    let counted = counted.map_err(broken)?;
    let text = serde_json::to_string(&counted);
    let text = text.map_err(|error| refused("wrong_type", error.to_string()))?;
    Ok((text, counted.deals(), long::stopped(py, signal)))
}

/// Adds parts of the balance lab up, in order, and says what `ludex balance --json` says.
#[pyfunction]
pub(crate) fn balance_report<'py>(
    py: Python<'py>,
    game: &Game,
    bots: Vec<String>,
    start: (u64, u64),
    parts: Vec<String>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let bots = specs(&bots, game)?;
    let (players, seed) = start;
    let start = game.0.start(players, seed, &options_json(options)?)?;
    let setting = Setting::of(&game.0.program, &bots, start).map_err(broken)?;
    let mut all = Balance::new(&setting);
    for (n, part) in parts.iter().enumerate() {
        let part: Option<Balance> = serde_json::from_str(part).ok();
        let part = part.filter(|part| part.fits(&setting)).ok_or_else(|| {
            refused(
                "wrong_type",
                format!("part {n} is no part of this experiment"),
            )
        })?;
        all.add(&part);
    }
    let report: Value = py.detach(|| Report::of(&setting, &all).json());
    to_python(py, &report)
}
