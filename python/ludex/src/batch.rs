//! Batches: thousands of games stepped side by side on all cores, into arrays that the caller keeps.

use crate::buffers::{row, table, writable_row, writable_table};
use crate::errors::{busy, no_such_player, refused};
use crate::game::{Game, Loaded, options_json};
use crate::lean::illegal;
use crate::long;
use crate::pool::pool;
use ludex::encoding::position::SeatPosition;
use ludex::encoding::question::{OpenQuestion, Step};
use ludex::encoding::row::{ObservedRow, UpdateSpace};
use ludex::engine::chance::{Stream, purpose};
use ludex::play::game::PlayError;
use ludex::play::interrupt::Interrupt;
use ludex::play::lean::{FreshStates, LeanGame, Workspace};
use ludex::play::start::Start;
use ludex::rules::ids::PlayerId;
use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The most games of a batch.
const MOST: usize = 1 << 24;
/// The most decisions of a game between two looks for an interrupt.
const LOOK: u64 = 256;
/// Decisions or games of a call that take longer than it takes to begin a thread, which looks for signals meanwhile.
const LONG: u64 = 4096;
/// Decisions that take about as long as beginning a game.
const SETUP: u64 = 64;
/// Games that are begun one after the other until one asks the only seat that is not played by chance.
const TRIES: usize = 64;

/// How a game's end is rewarded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reward {
    /// From -1 to 1: the share of the others who are beaten, less the share of those who are not; of a game alone its score.
    Rank,
    /// The score.
    Score,
}

/// What becomes of a game that is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Restart {
    /// It begins anew in the step that ends it.
    SameStep,
    /// It begins anew in the next step, whose action counts for nothing.
    NextStep,
    /// It stays as it is.
    Never,
}

/// A game of a batch.
struct Row {
    lean: LeanGame,
    question: OpenQuestion,
    /// What stands in its rows of observations and masks.
    observed: ObservedRow,
    start: Start,
    /// Random choices of `play_random`.
    policy: Stream,
    /// The last call did its work here, and was not ended before.
    is_reached: bool,
}

/// Buffers of a thread.
#[derive(Default)]
struct Space {
    fresh: FreshStates,
    work: Workspace,
    update: UpdateSpace,
}

/// What a row writes.
struct Written<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [u8],
    rewards: &'a mut [f32],
    player: &'a mut i8,
    done: &'a mut bool,
}

struct Inner {
    rows: Vec<Row>,
    fresh: Vec<Mutex<Space>>,
    steps: u64,
    episodes: u64,
    faults: u64,
}

/// What the rows of a step came to.
#[derive(Default, Clone, Copy)]
struct Sum {
    decisions: u64,
    episodes: u64,
    faults: u64,
}

impl Sum {
    fn and(self, other: Sum) -> Sum {
        Sum {
            decisions: self.decisions + other.decisions,
            episodes: self.episodes + other.episodes,
            faults: self.faults + other.faults,
        }
    }
}

/// Games of one sort, stepped together.
#[pyclass(frozen, module = "ludex._native")]
pub(crate) struct Batch {
    game: Arc<Loaded>,
    inner: Mutex<Inner>,
    reward: Reward,
    restart: Restart,
    /// The only seat that is asked; all others answer at random.
    seat: Option<PlayerId>,
    most_players: usize,
    /// For each row, what becomes of its seed when it begins anew.
    stride: u64,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<u8>>,
    rewards: Py<PyArray2<f32>>,
    current_players: Py<PyArray1<i8>>,
    dones: Py<PyArray1<bool>>,
}

/// All games, or why one of them could not begin. The others are given up on a thread of their own then: to free 100,000 of
/// them takes longer than Ctrl-C may.
fn all_or_none(mut begun: Vec<Result<Row, PlayError>>) -> Result<Vec<Row>, PlayError> {
    let Some(failed) = begun.iter().position(Result::is_err) else {
        return begun.into_iter().collect();
    };
    let error = begun.swap_remove(failed);
    // Where no thread can begin they are freed here.
    let _ = thread::Builder::new().spawn(move || drop(begun));
    Err(error.err().unwrap_or(PlayError::Interrupted))
}

#[pymethods]
impl Batch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of Python's")]
    #[pyo3(signature = (game, players, seeds, *, options=None, reward="rank", restart="same_step", seat=None, buffers=None))]
    fn new(
        py: Python<'_>,
        game: &Game,
        players: Vec<u64>,
        seeds: Vec<u64>,
        options: Option<&Bound<'_, PyDict>>,
        reward: &str,
        restart: &str,
        seat: Option<u64>,
        buffers: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Batch> {
        let game = Arc::clone(&game.0);
        let n = players.len();
        if n == 0 || n > MOST || seeds.len() != n {
            return Err(refused(
                "wrong_type",
                format!("a batch has 1 to {MOST} games, each with players and a seed"),
            ));
        }
        let reward = match reward {
            "rank" => Reward::Rank,
            "score" => Reward::Score,
            other => {
                return Err(refused(
                    "wrong_type",
                    format!("`{other}` is no reward: it is `rank` or `score`"),
                ));
            }
        };
        let restart = match restart {
            "same_step" => Restart::SameStep,
            "next_step" => Restart::NextStep,
            "never" => Restart::Never,
            other => {
                return Err(refused(
                    "wrong_type",
                    format!(
                        "`{other}` is no time to begin anew: it is `same_step`, `next_step` or `never`"
                    ),
                ));
            }
        };
        let options = options_json(options)?;
        let mut starts: Vec<Start> = Vec::with_capacity(n);
        for (players, seed) in players.iter().zip(&seeds) {
            // Options are read once where all games have as many players.
            let like = starts
                .last()
                .filter(|last| u64::from(last.players) == *players);
            let like = like.map(|last| Start {
                seed: *seed,
                ..last.clone()
            });
            starts.push(like.map_or_else(|| game.start(*players, *seed, &options), Ok)?);
        }
        let most_players = starts
            .iter()
            .map(|start| usize::from(start.players))
            .max()
            .unwrap_or(0);
        let fewest = starts.iter().map(|start| start.players).min();
        let seat = seat.map(|seat| seat_among(seat, fewest.unwrap_or(0)));
        let seat = seat.transpose()?;
        let [slots, actions] = [game.observation().len(), game.actions().len()];
        let given = |name: &str| buffers.map_or(Ok(None), |buffers| buffers.get_item(name));
        let in_table = |name: &str, rows: usize, columns: usize| -> PyResult<_> {
            Ok((given(name)?, rows, columns))
        };
        let observations =
            table_of::<f32>(py, in_table("observations", n, slots)?, "observations")?;
        let masks = table_of::<u8>(py, in_table("masks", n, actions)?, "masks")?;
        let rewards = table_of::<f32>(py, in_table("rewards", n, most_players)?, "rewards")?;
        let current_players = row_of::<i8>(py, given("current_players")?, n, "current_players")?;
        let dones = row_of::<bool>(py, given("dones")?, n, "dones")?;
        let interrupt = Interrupt::default();
        let begin = |space: &mut Workspace, start| {
            if interrupt.is_raised() {
                Err(PlayError::Interrupted)
            } else {
                Row::new(&game, start, space)
            }
        };
        let pool = pool()?;
        let begun: Result<Vec<Row>, PlayError> = long::run(py, &interrupt, || {
            let starts = starts.into_par_iter();
            all_or_none(pool.install(|| starts.map_init(Workspace::default, begin).collect()))
        })?;
        let inner = Inner {
            rows: begun.map_err(crate::errors::play)?,
            fresh: (0..pool.current_num_threads())
                .map(|_| Mutex::default())
                .collect(),
            steps: 0,
            episodes: 0,
            faults: 0,
        };
        let batch = Batch {
            game,
            inner: Mutex::new(inner),
            reward,
            restart,
            seat,
            most_players,
            stride: n as u64,
            observations,
            masks,
            rewards,
            current_players,
            dones,
        };
        batch.write(py, &interrupt, |_, row, space| {
            let mut sum = batch.others(row, space);
            for _ in 1..TRIES {
                if batch.seat.is_none() || !row.lean.is_over() {
                    break;
                }
                sum = sum.and(batch.begin(row, space));
            }
            row.question.read_game(batch.game.actions(), &row.lean);
            sum
        })?;
        Ok(batch)
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations.clone_ref(py)
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.masks.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    #[getter]
    fn current_players(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.current_players.clone_ref(py)
    }

    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }

    #[getter]
    fn seeds(&self) -> PyResult<Vec<u64>> {
        let inner = self.inner.try_lock().map_err(|_| busy())?;
        Ok(inner.rows.iter().map(|row| row.start.seed).collect())
    }

    #[getter]
    fn players(&self) -> PyResult<Vec<u32>> {
        let inner = self.inner.try_lock().map_err(|_| busy())?;
        Ok(inner
            .rows
            .iter()
            .map(|row| u32::from(row.start.players))
            .collect())
    }

    /// Decisions made, games that ended, and games that a fault of the rules broke.
    #[getter]
    fn counts(&self) -> PyResult<(u64, u64, u64)> {
        let inner = self.inner.try_lock().map_err(|_| busy())?;
        Ok((inner.steps, inner.episodes, inner.faults))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.inner.try_lock().map_err(|_| busy())?.rows.len())
    }

    /// Takes an action in each game. An illegal one is refused before any game goes on; where a game is over and does not begin
    /// anew, the action counts for nothing. A signal ends it: games that were not reached stand where they did.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions
            .as_slice()
            .map_err(|_| refused("wrong_type", "`actions` must be contiguous"))?;
        {
            let inner = self.inner.try_lock().map_err(|_| busy())?;
            if actions.len() != inner.rows.len() {
                return Err(refused(
                    "wrong_type",
                    format!(
                        "there are {} games, not {}",
                        inner.rows.len(),
                        actions.len()
                    ),
                ));
            }
            for (n, (row, action)) in inner.rows.iter().zip(actions).enumerate() {
                let id = u32::try_from(*action).ok();
                let mut is_legal = row.lean.is_over();
                row.question.each_next(|next| is_legal |= Some(next) == id);
                if !is_legal {
                    let why = illegal(&self.game, u64::try_from(*action).unwrap_or(u64::MAX));
                    return Err(refused(
                        "no_such_option",
                        format!("game {n}: {}", why.value(py)),
                    ));
                }
            }
        }
        self.write(py, &Interrupt::default(), |n, row, space| {
            if row.lean.is_over() && self.restart == Restart::NextStep {
                let sum = self.begin(row, space);
                row.question.read_game(self.game.actions(), &row.lean);
                return sum;
            }
            let Some(Step::Option(option)) = row.question.take(actions[n] as u32) else {
                return Sum::default();
            };
            self.choose(row, option, space)
        })
    }

    /// Answers each open question at random, every option equally likely, so many times. With `observe` each answer is written,
    /// else the last one alone. A signal ends it at the next decisions of the games.
    #[pyo3(signature = (steps=1, observe=true))]
    fn play_random(&self, py: Python<'_>, steps: u64, observe: bool) -> PyResult<()> {
        let (calls, each) = if observe { (steps, 1) } else { (1, steps) };
        let interrupt = Interrupt::default();
        for _ in 0..calls {
            py.check_signals()?;
            self.write_long(py, (&interrupt, each), |_, row, space| {
                let sum = self.play_row(row, each, &interrupt, space);
                row.question.read_game(self.game.actions(), &row.lean);
                sum
            })?;
        }
        Ok(())
    }

    /// Lets the next call write all rows whole, whatever stands there.
    fn rewrite(&self) -> PyResult<()> {
        let mut inner = self.inner.try_lock().map_err(|_| busy())?;
        inner.rows.iter_mut().for_each(|row| row.observed.forget());
        Ok(())
    }

    /// Tells of each game whether the last call did its work there.
    #[getter]
    fn reached(&self) -> PyResult<Vec<bool>> {
        let inner = self.inner.try_lock().map_err(|_| busy())?;
        Ok(inner.rows.iter().map(|row| row.is_reached).collect())
    }

    /// Begins every game anew, with its next seed or with seeds of one's own. A signal ends it: games that were not reached
    /// stand where they did.
    #[pyo3(signature = (seeds=None))]
    fn reset(&self, py: Python<'_>, seeds: Option<Vec<u64>>) -> PyResult<()> {
        let games = self.__len__()?;
        if seeds.as_ref().is_some_and(|seeds| seeds.len() != games) {
            return Err(refused(
                "wrong_type",
                format!("there are {games} games: say a seed for each"),
            ));
        }
        self.write_long(py, (&Interrupt::default(), SETUP), |n, row, space| {
            if let Some(seeds) = &seeds {
                row.start.seed = seeds[n].wrapping_sub(self.stride);
            }
            let sum = self.begin(row, space);
            row.question.read_game(self.game.actions(), &row.lean);
            sum
        })
    }
}

impl Row {
    fn new(game: &Loaded, start: Start, space: &mut Workspace) -> Result<Row, PlayError> {
        Ok(Row {
            lean: LeanGame::new(Arc::clone(&game.program), &start, space)?,
            question: OpenQuestion::default(),
            observed: ObservedRow::default(),
            policy: Stream::new(start.seed, purpose("playout"), 0),
            start,
            is_reached: false,
        })
    }
}

impl Batch {
    fn choose(&self, row: &mut Row, option: usize, space: &mut Space) -> Sum {
        // A fault is counted with the end of its game.
        let _ = row.lean.apply(option, &mut space.work);
        let mut sum = Sum {
            decisions: 1,
            ..Sum::default()
        };
        sum = sum.and(self.others(row, space));
        if row.lean.is_over() {
            sum = sum.and(self.ended(row));
        }
        row.question.read_game(self.game.actions(), &row.lean);
        sum
    }

    /// Answers so many questions of a game at random, unless it is asked to end.
    fn play_row(
        &self,
        row: &mut Row,
        mut left: u64,
        interrupt: &Interrupt,
        space: &mut Space,
    ) -> Sum {
        let mut sum = Sum::default();
        while left > 0 && !row.lean.is_over() && !interrupt.is_raised() {
            let before = row.lean.decisions();
            // A fault is counted with the end of its game.
            let _ = (row.lean).play_on(&mut row.policy, left.min(LOOK), &mut space.work);
            let made = row.lean.decisions() - before;
            left -= made.min(left);
            sum.decisions += made;
            if row.lean.is_over() {
                sum = sum.and(self.ended(row));
                if left > 0 && self.restart != Restart::Never {
                    sum = sum.and(self.begin(row, space));
                }
            }
        }
        sum.and(self.others(row, space))
    }

    /// Lets all seats but the one that is asked answer at random.
    fn others(&self, row: &mut Row, space: &mut Space) -> Sum {
        let mut sum = Sum::default();
        let Some(seat) = self.seat else {
            return sum;
        };
        while row.lean.pending().is_some_and(|asked| asked.player != seat) {
            let option = row.policy.pick(row.lean.options().len());
            // A fault is counted with the end of its game.
            let _ = row.lean.apply(option, &mut space.work);
            sum.decisions += 1;
        }
        sum
    }

    fn ended(&self, row: &Row) -> Sum {
        Sum {
            decisions: 0,
            episodes: 1,
            faults: u64::from(row.lean.is_broken()),
        }
    }

    /// Begins a game anew: its seed goes on by the number of games, so no two games ever share one. A game that is over before
    /// it asks the only seat is followed by another one.
    fn begin(&self, row: &mut Row, space: &mut Space) -> Sum {
        let mut sum = Sum::default();
        for _ in 0..TRIES {
            row.start.seed = row.start.seed.wrapping_add(self.stride);
            row.policy = Stream::new(row.start.seed, purpose("playout"), 0);
            // A fault of the set-up leaves the game broken, hence over.
            let _ = row
                .lean
                .restart(&row.start, &mut space.fresh, &mut space.work);
            sum = sum.and(self.others(row, space));
            if self.seat.is_none() || !row.lean.is_over() {
                break;
            }
        }
        sum
    }

    /// Does something with each game on all threads, and writes what came of it. Games that were not reached when a signal
    /// raised the interrupt stay as they are.
    fn write(
        &self,
        py: Python<'_>,
        interrupt: &Interrupt,
        act: impl Fn(usize, &mut Row, &mut Space) -> Sum + Sync,
    ) -> PyResult<()> {
        self.write_long(py, (interrupt, 1), act)
    }

    /// As `write`, of so many decisions in each game.
    fn write_long(
        &self,
        py: Python<'_>,
        (interrupt, decisions): (&Interrupt, u64),
        act: impl Fn(usize, &mut Row, &mut Space) -> Sum + Sync,
    ) -> PyResult<()> {
        let mut guard = self.inner.try_lock().map_err(|_| busy())?;
        let inner = &mut *guard;
        let n = inner.rows.len();
        let [slots, actions] = [self.game.observation().len(), self.game.actions().len()];
        let mut observations =
            writable_table::<f32>(self.observations.bind(py), "observations", [n, slots])?;
        let mut masks = writable_table::<u8>(self.masks.bind(py), "masks", [n, actions])?;
        let mut rewards =
            writable_table::<f32>(self.rewards.bind(py), "rewards", [n, self.most_players])?;
        let mut players = writable_row::<i8>(self.current_players.bind(py), "current_players", n)?;
        let mut dones = writable_row::<bool>(self.dones.bind(py), "dones", n)?;
        let lost = |_| refused("wrong_type", "a buffer is no longer contiguous");
        let observations = observations.as_slice_mut().map_err(lost)?;
        let masks = masks.as_slice_mut().map_err(lost)?;
        let rewards = rewards.as_slice_mut().map_err(lost)?;
        let players = players.as_slice_mut().map_err(lost)?;
        let dones = dones.as_slice_mut().map_err(lost)?;
        let pool = pool()?;
        let Inner { rows, fresh, .. } = inner;
        let fresh = &*fresh;
        rows.iter_mut().for_each(|row| row.is_reached = false);
        let is_long = decisions.saturating_mul(n as u64) > LONG;
        let work = || {
            pool.install(|| {
                let written = observations
                    .par_chunks_exact_mut(slots)
                    .zip(masks.par_chunks_exact_mut(actions))
                    .zip(rewards.par_chunks_exact_mut(self.most_players))
                    .zip(players.par_iter_mut().zip(dones.par_iter_mut()));
                let games = rows.par_iter_mut().enumerate().zip(written);
                games
                    .with_min_len(8)
                    .map(
                        |((n, row), (((observation, mask), rewards), (player, done)))| {
                            if interrupt.is_raised() {
                                return Sum::default();
                            }
                            let thread = rayon::current_thread_index().unwrap_or(0) % fresh.len();
                            let mut space =
                                fresh[thread].lock().unwrap_or_else(PoisonError::into_inner);
                            let sum = act(n, row, &mut space);
                            row.is_reached = true;
                            let to = Written {
                                observation,
                                mask,
                                rewards,
                                player,
                                done,
                            };
                            self.write_row(row, &mut space, to);
                            sum
                        },
                    )
                    .reduce(Sum::default, Sum::and)
            })
        };
        let (sum, signal) = if is_long {
            long::run_so_far(py, interrupt, work)
        } else {
            (py.detach(work), None)
        };
        inner.steps += sum.decisions;
        inner.episodes += sum.episodes;
        inner.faults += sum.faults;
        signal.map_or(Ok(()), Err)
    }

    fn write_row(&self, row: &mut Row, space: &mut Space, to: Written<'_>) {
        to.rewards.fill(0.0);
        *to.done = row.lean.is_over();
        if *to.done {
            self.write_rewards(row, to.rewards);
            if self.restart == Restart::SameStep {
                // Whoever else was asked before its seat is counted with the next step.
                self.begin(row, space);
                row.question.read_game(self.game.actions(), &row.lean);
            }
        }
        let Row {
            lean,
            question,
            observed,
            ..
        } = row;
        observed.update_mask(question, to.mask);
        let asked = lean.pending().map(|asked| asked.player);
        *to.player = asked.map_or(-1, |asked| asked.number() as i8);
        // The only seat sees how its game ended.
        let reader = asked.or(self.seat.filter(|_| !lean.is_broken()));
        match reader {
            Some(seat) => observed.update(
                self.game.observation(),
                &mut space.update,
                SeatPosition {
                    program: lean.program(),
                    state: lean.state(),
                    seat,
                },
                question,
                to.observation,
            ),
            None => observed.erase(to.observation),
        }
    }

    fn write_rewards(&self, row: &Row, rewards: &mut [f32]) {
        let Some(result) = row.lean.result() else {
            return;
        };
        let others = result.ranks.len().saturating_sub(1);
        for (player, reward) in rewards.iter_mut().take(result.scores.len()).enumerate() {
            *reward = match self.reward {
                Reward::Rank if others > 0 => {
                    let own = result.ranks[player];
                    let beaten = result.ranks.iter().filter(|rank| **rank > own).count();
                    let lost = result.ranks.iter().filter(|rank| **rank < own).count();
                    (beaten as f32 - lost as f32) / others as f32
                }
                Reward::Rank | Reward::Score => result.scores[player] as f32,
            };
        }
    }
}

/// The player of a seat that each game has.
fn seat_among(seat: u64, players: u8) -> PyResult<PlayerId> {
    let player = u32::try_from(seat).ok().map(PlayerId::numbered);
    player
        .filter(|player| player.is_among(players))
        .ok_or_else(|| no_such_player(seat, players))
}

type Given<'py> = Option<Bound<'py, PyAny>>;

/// The caller's table, or a new one.
fn table_of<'py, T: numpy::Element>(
    py: Python<'py>,
    (given, rows, columns): (Given<'py>, usize, usize),
    name: &str,
) -> PyResult<Py<PyArray2<T>>> {
    let Some(given) = given else {
        return Ok(table::<T>(py, rows, columns).unbind());
    };
    drop(writable_table::<T>(&given, name, [rows, columns])?);
    Ok(given
        .cast_into::<PyArray2<T>>()
        .map_err(PyErr::from)?
        .unbind())
}

/// The caller's row, or a new one.
fn row_of<'py, T: numpy::Element>(
    py: Python<'py>,
    given: Given<'py>,
    length: usize,
    name: &str,
) -> PyResult<Py<PyArray1<T>>> {
    let Some(given) = given else {
        return Ok(row::<T>(py, length).unbind());
    };
    drop(writable_row::<T>(&given, name, length)?);
    Ok(given
        .cast_into::<PyArray1<T>>()
        .map_err(PyErr::from)?
        .unbind())
}
