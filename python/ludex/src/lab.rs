//! The balance lab in parts: deals of some seeds, and what all parts together say.
//!
//! A part is a text, so it may be played on another machine and kept in a file. Counts are added in any order: parts say what
//! one run says, bit for bit.

use crate::errors::{of_seed, refused};
use crate::game::{Game, Loaded, options_json};
use crate::long::{self, Stopped};
use crate::plain::to_python;
use crate::pool::pool;
use crate::position::policies;
use ludex::bots::spec::Spec;
use ludex::lab::balance::{Balance, Broken, Setting};
use ludex::lab::measure::Measure;
use ludex::lab::report::Report;
use ludex::lab::seeds::Seeds;
use ludex::lab::subjects::Subjects;
use ludex::play::game::PlayError;
use ludex::play::interrupt::Interrupt;
use ludex::play::start::Start;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Random deals that a thread plays between two looks for an interrupt. Deals of bots are played one at a time, since those
/// that an interrupt cuts short are lost.
const BLOCK: u64 = 8;

/// An experiment: bots in the seats of a game, what its pilot deals showed, and the deals that count.
#[pyclass(frozen, module = "ludex._native")]
pub(crate) struct Lab {
    game: Arc<Loaded>,
    bots: Vec<Spec>,
    start: Start,
    pilot: Pilot,
    counts: Mutex<Balance>,
}

/// What the pilot deals showed.
struct Pilot {
    subjects: Subjects,
    measure: Measure,
    rounds: u32,
    looks_at_moments: bool,
}

#[pymethods]
impl Lab {
    /// Plays the pilot deals.
    #[new]
    fn new(
        py: Python<'_>,
        game: &Game,
        bots: Vec<String>,
        players: u64,
        seed: u64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Lab> {
        let bots = policies(&bots, &game.0.program)?;
        let start = game.0.start(players, seed, &options_json(options)?)?;
        let interrupt = Interrupt::default();
        let begun = long::run(py, &interrupt, || {
            let setting = Setting::of_until(&game.0.program, &bots, start.clone(), &interrupt)?;
            Ok((Mutex::new(Balance::new(&setting)), Pilot::of(setting)))
        })?;
        let (counts, pilot) = begun.map_err(broken)?;
        let game = Arc::clone(&game.0);
        Ok(Lab {
            game,
            bots,
            start,
            pilot,
            counts,
        })
    }

    /// Games of a deal.
    #[getter]
    fn rounds(&self) -> u32 {
        self.pilot.rounds
    }

    /// The number of deals that count.
    #[getter]
    fn deals(&self) -> u64 {
        self.counts().deals()
    }

    /// Plays so many deals from a number on, and counts those that were finished; returns the signal that ended it.
    fn run(&self, py: Python<'_>, first: u64, count: u64) -> PyResult<Stopped> {
        let (counted, signal) = self.play(py, first, count)?;
        self.counts().add(&counted);
        Ok(long::stopped(py, signal))
    }

    /// Plays so many deals from a number on and counts none; returns their counts as a text, and the signal that ended it.
    fn part(&self, py: Python<'_>, first: u64, count: u64) -> PyResult<(String, Stopped)> {
        let (counted, signal) = self.play(py, first, count)?;
        let text = serde_json::to_string(&counted);
        let text = text.map_err(|error| refused("wrong_type", error.to_string()))?;
        Ok((text, long::stopped(py, signal)))
    }

    /// Counts the deals of a part.
    fn add(&self, part: &str) -> PyResult<()> {
        let read: Option<Balance> = serde_json::from_str(part).ok();
        let part = read.filter(|part| part.fits(&self.setting(&Interrupt::default())));
        let part =
            part.ok_or_else(|| refused("wrong_type", "this is no part of this experiment"))?;
        self.counts().add(&part);
        Ok(())
    }

    /// Says what `ludex balance --json` says of the deals that count.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report: Value = py.detach(|| {
            let setting = self.setting(&Interrupt::default());
            Report::of(&setting, &self.counts()).json()
        });
        to_python(py, &report)
    }
}

impl Pilot {
    fn of(setting: Setting<'_>) -> Pilot {
        let Setting {
            subjects,
            measure,
            rounds,
            looks_at_moments,
            ..
        } = setting;
        Pilot {
            subjects,
            measure,
            rounds,
            looks_at_moments,
        }
    }
}

impl Lab {
    fn counts(&self) -> MutexGuard<'_, Balance> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn setting(&self, interrupt: &Interrupt) -> Setting<'_> {
        Setting {
            program: &self.game.program,
            seats: &self.bots,
            start: self.start.clone(),
            subjects: self.pilot.subjects.clone(),
            measure: self.pilot.measure,
            rounds: self.pilot.rounds,
            looks_at_moments: self.pilot.looks_at_moments,
            keeps_deals: false,
            interrupt: interrupt.clone(),
        }
    }

    fn play(&self, py: Python<'_>, first: u64, count: u64) -> PyResult<(Balance, Option<PyErr>)> {
        let (interrupt, pool) = (Interrupt::default(), pool()?);
        let (counted, signal) = long::run_so_far(py, &interrupt, || {
            let setting = self.setting(&interrupt);
            let seeds = Seeds::from(self.start.seed.saturating_add(first), count);
            let block = if setting.is_by_chance() { BLOCK } else { 1 };
            let mut blocks = seeds.parts(block);
            let mut all = Balance::new(&setting);
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
                    match part {
                        Ok(part) => all.add(&part),
                        Err(Broken {
                            error: PlayError::Interrupted,
                            ..
                        }) => {}
                        Err(broken) => return Err(broken),
                    }
                }
            }
            Ok(all)
        });
        Ok((counted.map_err(broken)?, signal))
    }
}

/// The exception of a deal that the rules broke.
fn broken(Broken { seed, error }: Broken) -> PyErr {
    of_seed(seed, error)
}
