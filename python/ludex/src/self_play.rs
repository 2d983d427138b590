//! Games that a net plays with itself or with bots, many at once: positions to evaluate go out, evaluations come in.

use crate::errors::{busy, of_seed, refused};
use crate::game::{Game, options_json};
use crate::pool::pool;
use crate::position::policy;
use crate::{buffers, long};
use ludex::bots::net::search::Settings;
use ludex::bots::net::{EvaluationRows, Evaluations, Lens};
use ludex::bots::self_play::{NetStyle, SelfPlayTable, TableState, can_be_won};
use ludex::bots::spec::Spec;
use ludex::play::game::PlayError;
use ludex::play::interrupt::Interrupt;
use ludex::play::lean::Workspace;
use ludex::play::start::Start;
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::sync::{Arc, Mutex};

/// Settings of Python's: playouts, positions that wait, the constant of PUCT, noise, choices that are drawn, most worlds, most
/// choices at random to begin with.
type PlainSettings = (u64, usize, f64, bool, u64, Option<u64>, u64);

/// Games under way. Which are played, and how, depends on the seed and the evaluations alone.
#[pyclass(frozen, module = "ludex._native")]
pub(crate) struct SelfPlay {
    inner: Mutex<Inner>,
}

struct Inner {
    lens: Arc<Lens>,
    seats: Vec<Seating>,
    interrupt: Interrupt,
}

/// A game with buffers of its own.
struct Seating {
    seed: u64,
    /// None where it could not begin, or a fault of the rules ended it.
    table: Result<SelfPlayTable, PlayError>,
    space: Workspace,
    rows: EvaluationRows,
    is_over: bool,
}

/// What those who train learn from: observations, visits as shares, the shares in the victory (not a number for players who do
/// not take part), and the masks.
type Samples<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

/// The seed of a game, the net's seats in it, and the shares of all players.
type GameResult = (u64, Vec<usize>, Vec<f64>);

#[pymethods]
impl SelfPlay {
    /// Begins games with the seeds from `seed` on. With an opponent the net has one seat of each, and another in each next one;
    /// with a teacher that bot has all seats, and its choices are the samples.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of Python's")]
    #[pyo3(signature = (game, games, players, seed, options, opponent, teacher, settings))]
    fn new(
        py: Python<'_>,
        game: &Game,
        games: u64,
        players: u64,
        seed: u64,
        options: Option<&Bound<'_, PyDict>>,
        opponent: Option<&str>,
        teacher: Option<&str>,
        settings: PlainSettings,
    ) -> PyResult<SelfPlay> {
        let start = game.0.start(players, seed, &options_json(options)?)?;
        let read = |bot| policy(bot, &game.0.program);
        let opponent = opponent.map(read).transpose()?;
        let teacher = teacher.map(read).transpose()?;
        let style = NetStyle {
            is_taught: teacher.is_some(),
            ..style(settings)?
        };
        let others = (opponent.as_ref(), teacher.as_ref());
        let lens = Arc::new(Lens::new(Arc::clone(&game.0.program)));
        if !can_be_won(&lens, start.players) {
            return Err(refused(
                "nothing_to_win",
                "a game of one player without `wins when` has nothing to win: there is nothing to learn",
            ));
        }
        let interrupt = Interrupt::default();
        let begin = |n: u64| Seating::new(&lens, &start, n, (others, style), &interrupt);
        let seats: Vec<Seating> = py.detach(|| (0..games).map(begin).collect());
        let inner = Inner {
            lens,
            seats,
            interrupt,
        };
        Ok(SelfPlay {
            inner: Mutex::new(inner),
        })
    }

    /// Plays on until each game waits or is over; the observations and masks of all positions that wait. A signal ends it at
    /// the games' next decisions; another call goes on.
    fn collect<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let mut inner = self.inner.try_lock().map_err(|_| busy())?;
        let Inner {
            seats, interrupt, ..
        } = &mut *inner;
        let pool = pool()?;
        // Whoever was interrupted may go on.
        interrupt.lower();
        long::run(py, interrupt, || {
            pool.install(|| seats.par_iter_mut().for_each(Seating::advance));
        })?;
        for one in &mut *seats {
            one.refuse_faults()?;
        }
        let (width, actions) = (inner.lens.observation.len(), inner.lens.actions.len());
        let rows = || inner.seats.iter().map(|one| &one.rows);
        let count = rows().map(|rows| rows.count).sum();
        let observations = buffers::table::<f32>(py, count, width);
        let masks = buffers::table::<u8>(py, count, actions);
        fill(&observations, rows().map(|rows| &rows.observations[..]))?;
        fill(&masks, rows().map(|rows| &rows.masks[..]))?;
        Ok((observations.into_any(), masks.into_any()))
    }

    /// Takes a row of logits and one of values for each position that waits, in order.
    fn absorb(
        &self,
        logits: PyReadonlyArray2<'_, f32>,
        values: PyReadonlyArray2<'_, f32>,
    ) -> PyResult<()> {
        let mut inner = self.inner.try_lock().map_err(|_| busy())?;
        let count: usize = inner.seats.iter().map(|one| one.rows.count).sum();
        let numbers = |array: &PyReadonlyArray2<'_, f32>| array.as_slice().map(<[f32]>::to_vec);
        let evaluations = Evaluations {
            logits: numbers(&logits).map_err(|_| not_contiguous())?,
            values: numbers(&values).map_err(|_| not_contiguous())?,
        };
        if !evaluations.fits(&inner.lens, count) {
            let (actions, players) = (inner.lens.actions.len(), inner.lens.players());
            return Err(refused(
                "wrong_type",
                format!(
                    "{count} positions wait: there must be as many rows of {actions} logits and of {players} values"
                ),
            ));
        }
        let mut from = 0;
        for one in &mut inner.seats {
            if let Ok(table) = &mut one.table {
                from += table.absorb(&evaluations, from);
            }
            one.rows.clear();
        }
        Ok(())
    }

    /// The number of games that are over.
    #[getter]
    fn finished(&self) -> PyResult<usize> {
        let inner = self.inner.try_lock().map_err(|_| busy())?;
        Ok(inner.seats.iter().filter(|one| one.is_over).count())
    }

    /// The decisions of all games that are over, each once; the order is that of the seeds. The shares are those of the result,
    /// moved by `trust` towards what the search expected, and what it proved where it did.
    fn samples<'py>(&self, py: Python<'py>, trust: f64) -> PyResult<Samples<'py>> {
        let mut inner = self.inner.try_lock().map_err(|_| busy())?;
        let (width, actions) = (inner.lens.observation.len(), inner.lens.actions.len());
        let players = inner.lens.players();
        let mut rows = EvaluationRows::default();
        let (mut policies, mut values) = (Vec::new(), Vec::new());
        for one in inner.seats.iter_mut().filter(|one| one.is_over) {
            let Ok(table) = &mut one.table else { continue };
            let shares = table.shares().unwrap_or_default();
            for target in table.take_targets() {
                let all: u32 = target.visits.iter().map(|(_, visits)| *visits).sum();
                let at = policies.len();
                policies.resize(at + actions, 0.0f32);
                rows.masks.resize(at + actions, 0);
                for (id, visits) in &target.visits {
                    rows.masks[at + *id as usize] = 1;
                    policies[at + *id as usize] = *visits as f32 / all.max(1) as f32;
                }
                let trust = if target.is_certain { 1.0 } else { trust };
                let share = |player: usize| {
                    let result = shares.get(player)?;
                    let expected = target.shares.get(player).filter(|share| !share.is_nan());
                    Some(expected.map_or(*result, |share| result + trust * (share - result)))
                };
                values.extend(
                    (0..players).map(|player| share(player).map_or(f32::NAN, |share| share as f32)),
                );
                rows.observations.extend(target.observation);
                rows.count += 1;
            }
        }
        let table = |numbers: &[f32], columns: usize| -> PyResult<Bound<'py, PyAny>> {
            let table = buffers::table::<f32>(py, rows.count, columns);
            fill(&table, std::iter::once(numbers))?;
            Ok(table.into_any())
        };
        let masks = buffers::table::<u8>(py, rows.count, actions);
        fill(&masks, std::iter::once(&rows.masks[..]))?;
        Ok((
            table(&rows.observations, width)?,
            table(&policies, actions)?,
            table(&values, players)?,
            masks.into_any(),
        ))
    }

    /// Returns the results of the games that are over.
    fn results(&self) -> PyResult<Vec<GameResult>> {
        let inner = self.inner.try_lock().map_err(|_| busy())?;
        let over = inner.seats.iter().filter(|one| one.is_over);
        let result = |one: &Seating| {
            let table = one.table.as_ref().ok()?;
            Some((one.seed, table.own_seats().collect(), table.shares()?))
        };
        Ok(over.filter_map(result).collect())
    }
}

fn style(settings: PlainSettings) -> PyResult<NetStyle> {
    let (playouts, waiting, explore, is_noisy, drawn, worlds, opening) = settings;
    if playouts == 0 || waiting == 0 || !explore.is_finite() || explore < 0.0 {
        return Err(refused(
            "wrong_type",
            "playouts and waiting must be at least 1, explore a number from 0 on",
        ));
    }
    let search = Settings {
        playouts,
        waiting,
        explore,
        is_noisy,
    };
    Ok(NetStyle {
        search,
        worlds,
        drawn,
        opening,
        is_taught: false,
    })
}

impl Seating {
    fn new(
        lens: &Arc<Lens>,
        start: &Start,
        n: u64,
        ((opponent, teacher), style): ((Option<&Spec>, Option<&Spec>), NetStyle),
        interrupt: &Interrupt,
    ) -> Seating {
        let seed = start.seed.wrapping_add(n);
        let players = u64::from(start.players);
        let against = |seat: u64| opponent.filter(|_| seat != n % players);
        let seat = |seat: u64| teacher.or_else(|| against(seat)).cloned();
        let seats: Vec<Option<Spec>> = (0..players).map(seat).collect();
        let start = Start {
            seed,
            ..start.clone()
        };
        Seating {
            seed,
            table: SelfPlayTable::new(Arc::clone(lens), start, &seats, style, interrupt),
            space: Workspace::default(),
            rows: EvaluationRows::default(),
            is_over: false,
        }
    }

    /// Plays on; a game that already waits or is over stays as it is.
    fn advance(&mut self) {
        let Ok(table) = &mut self.table else { return };
        if self.is_over || self.rows.count > 0 {
            return;
        }
        match table.advance(&mut self.space, &mut self.rows) {
            Ok(TableState::Over) => self.is_over = true,
            // Interrupted: it may go on later.
            Ok(TableState::Waits) | Err(PlayError::Interrupted) => {}
            Err(error) => self.table = Err(error),
        }
    }

    fn refuse_faults(&mut self) -> PyResult<()> {
        match &self.table {
            Ok(_) => Ok(()),
            Err(error) => Err(of_seed(self.seed, error.clone())),
        }
    }
}

/// Writes slices one after the other into an array that is new.
fn fill<'a, T: numpy::Element + Copy + 'a>(
    array: &Bound<'_, PyArray2<T>>,
    parts: impl Iterator<Item = &'a [T]>,
) -> PyResult<()> {
    let mut array = array.try_readwrite().map_err(|_| busy())?;
    let slice = array.as_slice_mut().map_err(|_| not_contiguous())?;
    let mut at = 0;
    for part in parts {
        slice[at..at + part.len()].copy_from_slice(part);
        at += part.len();
    }
    Ok(())
}

fn not_contiguous() -> PyErr {
    refused("wrong_type", "arrays must be contiguous, of float32")
}
