//! Many random games, side by side, as columns of numbers: a row for each seed.

use crate::buffers::column;
use crate::errors::{of_seed, refused};
use crate::game::{Game, Loaded, options_json};
use crate::long::{self, Stopped};
use crate::pool::pool;
use ludex::engine::chance::{Stream, purpose};
use ludex::play::game::{Outcome, PlayError};
use ludex::play::interrupt::Interrupt;
use ludex::play::lean::{FreshStates, LeanGame, Workspace};
use ludex::play::start::Start;
use ludex::rules::ids::PlayerId;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::Arc;

/// The most decisions between two looks for an interrupt.
const LOOK: u64 = 256;
/// Games between two looks for one that the rules broke.
const BLOCK: u64 = 4096;

/// A game that was played to its end.
struct Ended {
    seed: u64,
    decisions: u64,
    outcome: Outcome,
}

/// The columns of games that ended, block by block: numpy takes them as they are, however many there are.
struct Columns {
    seeds: Vec<u64>,
    decisions: Vec<u64>,
    /// For each player.
    scores: Vec<Vec<i64>>,
    ranks: Vec<Vec<i64>>,
    won: Vec<Vec<bool>>,
}

/// What a thread plays with, game after game.
#[derive(Default)]
struct Player {
    lean: Option<LeanGame>,
    fresh: FreshStates,
    space: Workspace,
}

/// Plays the games of some seeds at random; returns columns with a row for each that was finished, and the signal that ended it
/// before its end.
#[pyfunction]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    game: &Game,
    players: u64,
    first: u64,
    count: u64,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Bound<'py, PyDict>, Stopped)> {
    let game = Arc::clone(&game.0);
    let start = game.start(players, first, &options_json(options)?)?;
    if count > 0 && first.checked_add(count - 1).is_none() {
        return Err(refused(
            "wrong_type",
            "there are no seeds of 2**64 and more",
        ));
    }
    let (interrupt, pool) = (Interrupt::default(), pool()?);
    let (played, signal) = long::run_so_far(py, &interrupt, || {
        play(&game, &start, count, (&pool, &interrupt))
    });
    let played = played.map_err(|(seed, error)| of_seed(seed, error))?;
    Ok((played.into_python(py)?, long::stopped(py, signal)))
}

/// Plays games side by side; those that were not finished when the interrupt was raised are left out. Of several games that the
/// rules broke the one of the lowest seed is told.
fn play(
    game: &Loaded,
    start: &Start,
    count: u64,
    (pool, interrupt): (&ThreadPool, &Interrupt),
) -> Result<Columns, (u64, PlayError)> {
    let mut all = Columns::new(start.players);
    let mut done = 0;
    while done < count && !interrupt.is_raised() {
        let block = BLOCK.min(count - done);
        let seeds = (0..block).into_par_iter().map(|n| start.seed + done + n);
        let played: Vec<_> = pool.install(|| {
            let play = |player: &mut Player, seed| {
                let played = player.play(
                    game,
                    Start {
                        seed,
                        ..start.clone()
                    },
                    interrupt,
                );
                played.map_err(|error| (seed, error))
            };
            seeds.map_init(Player::default, play).collect()
        });
        for one in played {
            if let Some(ended) = one? {
                all.push(&ended);
            }
        }
        done += block;
    }
    Ok(all)
}

impl Player {
    /// Plays a game at random; none if the interrupt was raised before its end.
    fn play(
        &mut self,
        game: &Loaded,
        start: Start,
        interrupt: &Interrupt,
    ) -> Result<Option<Ended>, PlayError> {
        if interrupt.is_raised() {
            return Ok(None);
        }
        let Player { lean, fresh, space } = self;
        let lean = match lean {
            Some(lean) => {
                lean.restart(&start, fresh, space)?;
                lean
            }
            none => none.insert(LeanGame::new(Arc::clone(&game.program), &start, space)?),
        };
        let mut stream = Stream::new(start.seed, purpose("playout"), 0);
        while !lean.is_over() {
            if interrupt.is_raised() {
                return Ok(None);
            }
            lean.play_on(&mut stream, LOOK, space)?;
        }
        let (seed, decisions) = (start.seed, lean.decisions());
        Ok(lean.result().cloned().map(|outcome| Ended {
            seed,
            decisions,
            outcome,
        }))
    }
}

impl Columns {
    fn new(players: u8) -> Columns {
        let players = usize::from(players);
        Columns {
            seeds: Vec::new(),
            decisions: Vec::new(),
            scores: vec![Vec::new(); players],
            ranks: vec![Vec::new(); players],
            won: vec![Vec::new(); players],
        }
    }

    fn push(&mut self, ended: &Ended) {
        self.seeds.push(ended.seed);
        self.decisions.push(ended.decisions);
        let outcome = &ended.outcome;
        for (n, scores) in self.scores.iter_mut().enumerate() {
            let player = PlayerId::numbered(n as u32);
            scores.push(outcome.scores[n].into());
            self.ranks[n].push(outcome.ranks[n].into());
            self.won[n].push(outcome.winners.contains(&player));
        }
    }

    /// Seed, decisions, and of each player score, rank, and whether they won.
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let columns = PyDict::new(py);
        columns.set_item("seed", column::<u64>(py, self.seeds))?;
        columns.set_item("decisions", column::<u64>(py, self.decisions))?;
        let players = self.scores.into_iter().zip(self.ranks).zip(self.won);
        for (n, ((scores, ranks), won)) in players.enumerate() {
            columns.set_item(format!("score_{n}"), column::<i64>(py, scores))?;
            columns.set_item(format!("rank_{n}"), column::<i64>(py, ranks))?;
            columns.set_item(format!("won_{n}"), column::<bool>(py, won))?;
        }
        Ok(columns)
    }
}
