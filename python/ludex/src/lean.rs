//! Lean positions: what programs that learn step through, with observations and actions as numbers.

use crate::buffers;
use crate::errors::{busy, no_such_player, play, refused};
use crate::game::{Loaded, options_json};
use crate::plain::to_python;
use ludex::encoding::question::{OpenQuestion, Step};
use ludex::play::format::ValueFormat;
use ludex::play::lean::{Draw, Drawn, LeanGame, Workspace};
use ludex::play::log::{self, LogReader};
use ludex::play::start::Start;
use ludex::play::state_json;
use ludex::rules::ids::PlayerId;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// A game without a past, at a question that is answered step by step.
#[pyclass(frozen, module = "ludex._native")]
pub(crate) struct Lean {
    game: Arc<Loaded>,
    inner: Mutex<Inner>,
}

#[derive(Clone)]
struct Inner {
    lean: LeanGame,
    question: OpenQuestion,
    start: Start,
}

/// Lets a thread use buffers that belong to the game.
pub(crate) fn with_space<R>(work: impl FnOnce(&mut Workspace) -> R) -> R {
    thread_local! {
        static SPACE: std::cell::RefCell<Workspace> = std::cell::RefCell::default();
    }
    SPACE.with(|space| match space.try_borrow_mut() {
        Ok(mut space) => work(&mut space),
        Err(_) => work(&mut Workspace::default()),
    })
}

impl Lean {
    pub(crate) fn start(py: Python<'_>, game: &Arc<Loaded>, start: Start) -> PyResult<Lean> {
        let program = Arc::clone(&game.program);
        let begun = py.detach(|| with_space(|space| LeanGame::new(program, &start, space)));
        Ok(Lean::new(game, begun.map_err(play)?, start))
    }

    pub(crate) fn new(game: &Arc<Loaded>, lean: LeanGame, start: Start) -> Lean {
        let mut question = OpenQuestion::default();
        question.read_game(game.actions(), &lean);
        let inner = Mutex::new(Inner {
            lean,
            question,
            start,
        });
        Lean {
            game: Arc::clone(game),
            inner,
        }
    }

    fn inner(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner.try_lock().map_err(|_| busy())
    }

    /// Takes an action of the open question; the option that is meant, once one is.
    fn step_to(&self, action: u64) -> PyResult<Option<(MutexGuard<'_, Inner>, usize)>> {
        let mut inner = self.inner()?;
        if inner.lean.is_over() {
            return Err(refused("game_over", "the game is over"));
        }
        let taken = u32::try_from(action)
            .ok()
            .and_then(|id| inner.question.take(id));
        match taken {
            None => Err(illegal(&self.game, action)),
            Some(Step::Further) => Ok(None),
            Some(Step::Option(option)) => Ok(Some((inner, option))),
        }
    }
}

impl Inner {
    fn seat(&self, player: u64) -> PyResult<PlayerId> {
        let players = self.lean.state().players;
        let seat = u32::try_from(player).ok().map(PlayerId::numbered);
        seat.filter(|seat| seat.is_among(players))
            .ok_or_else(|| no_such_player(player, players))
    }
}

/// The draws of a step: their numbers and how many outcomes each had; whether a place was shuffled or picked from besides; and
/// for each seat the lines of the log that it is told.
type Chance = (Vec<(u32, u32)>, bool, Vec<Vec<String>>);

fn chance(drawn: Drawn, lean: &LeanGame) -> Chance {
    let draws = drawn.draws.iter();
    let draws = draws.map(|Draw { number, outcomes }| (*number, *outcomes));
    let (program, state) = (lean.program(), lean.state());
    let told = PlayerId::first(state.players).map(|viewer| {
        let reader = LogReader {
            viewer: Some(viewer),
            ..LogReader::default()
        };
        log::lines(program, state, &drawn.events, reader)
    });
    let told = told.collect();
    (draws.collect(), drawn.shuffled, told)
}

#[pymethods]
impl Lean {
    #[getter]
    fn players(&self) -> PyResult<u8> {
        Ok(self.inner()?.lean.state().players)
    }

    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        Ok(self.inner()?.lean.is_over())
    }

    /// The player who is asked; none once the game is over.
    #[getter]
    fn current_player(&self) -> PyResult<Option<u32>> {
        Ok(self
            .inner()?
            .lean
            .pending()
            .map(|asked| asked.player.number()))
    }

    /// The number of choices since it began.
    #[getter]
    fn choice_count(&self) -> PyResult<u64> {
        Ok(self.inner()?.lean.decisions())
    }

    /// Scores; none while the game goes on.
    fn scores(&self) -> PyResult<Option<Vec<i32>>> {
        Ok(self
            .inner()?
            .lean
            .result()
            .map(|result| result.scores.clone()))
    }

    /// Ranks from 1, shared by equals; none while the game goes on.
    fn ranks(&self) -> PyResult<Option<Vec<u32>>> {
        Ok(self
            .inner()?
            .lean
            .result()
            .map(|result| result.ranks.clone()))
    }

    /// The actions that may follow, ascending.
    fn legal_actions(&self) -> PyResult<Vec<u32>> {
        let inner = self.inner()?;
        let mut legal = Vec::new();
        inner.question.each_next(|id| legal.push(id));
        legal.sort_unstable();
        legal.dedup();
        Ok(legal)
    }

    /// Takes an action: a step of an answer, or the last one, after which the game goes on.
    fn act(&self, py: Python<'_>, action: u64) -> PyResult<()> {
        match self.step_to(action)? {
            None => Ok(()),
            Some((mut inner, option)) => {
                let (game, inner) = (&self.game, &mut *inner);
                py.detach(|| {
                    let applied = with_space(|space| inner.lean.apply(option, space));
                    inner.question.read_game(game.actions(), &inner.lean);
                    applied.map_err(play)
                })
            }
        }
    }

    /// As `act`, with rolls and picks that come out as told; tells what chance drew and what each seat is told.
    fn act_forced(
        &self,
        py: Python<'_>,
        action: u64,
        forced: BTreeMap<u32, u32>,
    ) -> PyResult<Chance> {
        match self.step_to(action)? {
            None => Ok((Vec::new(), false, Vec::new())),
            Some((mut inner, option)) => {
                let (game, inner) = (&self.game, &mut *inner);
                py.detach(|| {
                    let drawn = with_space(|space| inner.lean.apply_forced(option, &forced, space));
                    inner.question.read_game(game.actions(), &inner.lean);
                    drawn.map(|drawn| chance(drawn, &inner.lean)).map_err(play)
                })
            }
        }
    }

    /// The number of options of the open question.
    #[getter]
    fn option_count(&self) -> PyResult<usize> {
        let inner = self.inner()?;
        Ok(if inner.lean.is_over() {
            0
        } else {
            inner.lean.options().len()
        })
    }

    /// The options of the open question in words, as the player who is asked reads them.
    fn labels(&self) -> PyResult<Vec<String>> {
        let inner = self.inner()?;
        let lean = &inner.lean;
        let Some(asked) = lean.pending() else {
            return Ok(Vec::new());
        };
        let words = ValueFormat::to(lean.program(), lean.state(), asked.player);
        let label = |n: usize| {
            let (answer, values) = lean.options().get(n);
            words.label(asked.site, answer, values)
        };
        Ok((0..lean.options().len()).map(label).collect())
    }

    /// The actions that are an option, in order.
    fn path(&self, option: u64) -> PyResult<Vec<u32>> {
        let inner = self.inner()?;
        let of = inner.lean.options().len();
        // A number too large for this machine is no option either.
        let option = usize::try_from(option).unwrap_or(usize::MAX);
        if option < of && !inner.lean.is_over() {
            Ok(inner.question.path(option).to_vec())
        } else {
            Err(refused("no_such_option", format!("there are {of} options")))
        }
    }

    /// Begins anew, with rolls and picks that come out as told; tells what chance drew and what each seat is told.
    fn restart(&self, py: Python<'_>, seed: u64, forced: BTreeMap<u32, u32>) -> PyResult<Chance> {
        let mut inner = self.inner()?;
        let (game, inner) = (&self.game, &mut *inner);
        inner.start.seed = seed;
        py.detach(|| {
            let begun = with_space(|space| inner.lean.restart_forced(&inner.start, &forced, space));
            inner.question.read_game(game.actions(), &inner.lean);
            let begun = begun.map(|drawn| chance(drawn, &inner.lean));
            begun.map_err(play)
        })
    }

    /// A game of its own that stands where this one does.
    fn copy(&self) -> PyResult<Lean> {
        let inner = Mutex::new(self.inner()?.clone());
        Ok(Lean {
            game: Arc::clone(&self.game),
            inner,
        })
    }

    fn __copy__(&self) -> PyResult<Lean> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Lean> {
        self.copy()
    }

    /// Stands where another one does.
    fn copy_from(&self, other: &Lean) -> PyResult<()> {
        if std::ptr::eq(self, other) {
            return Ok(());
        }
        let other = other.inner()?;
        let mut inner = self.inner()?;
        inner.lean.clone_from(&other.lean);
        inner.question.clone_from(&other.question);
        inner.start.clone_from(&other.start);
        Ok(())
    }

    /// The position as a player may see it, or all of it.
    fn view<'py>(&self, py: Python<'py>, player: Option<u64>) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.inner()?;
        let (program, state) = (inner.lean.program(), inner.lean.state());
        let view = match player {
            Some(player) => state_json::view(program, state, inner.seat(player)?),
            None => state_json::state(program, state),
        };
        to_python(py, &view)
    }

    /// What a player may know, as numbers, into a buffer or a new one.
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: u64,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.inner()?;
        let (seat, layout) = (inner.seat(player)?, self.game.observation());
        let out = out.unwrap_or_else(|| buffers::row::<f32>(py, layout.len()).into_any());
        let mut taken = buffers::writable_row::<f32>(&out, "out", layout.len())?;
        if let Ok(slice) = taken.as_slice_mut() {
            let Inner { lean, question, .. } = &*inner;
            layout.write(lean.program(), lean.state(), seat, question, slice);
        }
        drop(taken);
        Ok(out)
    }

    /// 1 for each action that may follow, 0 for all others, into a buffer or a new one.
    fn mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.inner()?;
        let actions = self.game.actions().len();
        let out = out.unwrap_or_else(|| buffers::row::<u8>(py, actions).into_any());
        let mut taken = buffers::writable_row::<u8>(&out, "out", actions)?;
        if let Ok(slice) = taken.as_slice_mut() {
            inner.question.write_mask(slice);
        }
        drop(taken);
        Ok(out)
    }

    /// A game that begins with other players, options and seed.
    fn fresh(
        &self,
        py: Python<'_>,
        players: u64,
        seed: u64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Lean> {
        let start = self.game.start(players, seed, &options_json(options)?)?;
        Lean::start(py, &self.game, start)
    }
}

/// The exception of an action that may not follow.
pub(crate) fn illegal(game: &Loaded, action: u64) -> PyErr {
    let names = game.actions().names();
    let name = usize::try_from(action).ok().and_then(|id| names.get(id));
    let message = match name {
        Some(name) => format!("action {action}, `{name}`, is not legal here"),
        None => format!("there is no action {action}: there are {}", names.len()),
    };
    refused("no_such_option", message)
}
