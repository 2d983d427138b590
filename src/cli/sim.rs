//! `ludex sim`: many games on many threads, random or among bots, counted so that the totals are the same for any number of threads.
//!
//! A game that the rules break stops everything and is written down, so that it can be looked at.

mod observed;

mod report;

mod seated;

mod totals;

use std::io::IsTerminal;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;
use std::time::Instant;

use indicatif::ProgressBar;
use rayon::ThreadPool;
use rayon::ThreadPoolBuilder;
use rayon::iter::IntoParallelRefIterator;
use rayon::iter::ParallelIterator;
use serde_json::json;

use crate::cli::Outcome;
use crate::cli::args::Sim;
use crate::cli::files;
use crate::cli::screen;
use crate::cli::sim::totals::Totals;
use crate::cli::start;
use crate::cli::start::Ready;
use crate::cli::trouble::Trouble;
use crate::engine::fault::FaultKind;
use crate::play::playout::Playout;
use crate::play::playout::StuckGame;
use crate::play::start::Start;
use crate::tools::usage::Used;

/// Games that a thread plays before it looks for more work.
const CHUNK: u64 = 32;
/// Chunks that are shared out at once.
const CHUNKS: u64 = 128;

/// How a game ended.
pub(crate) struct Ended<'a> {
    /// The score of each player.
    pub(crate) scores: &'a [i32],
    /// Those who won.
    pub(crate) winners: &'a [u8],
    /// How many decisions were made.
    pub(crate) decisions: u64,
}

/// A game that the rules broke.
struct Broken {
    start: Start,
    stuck: Box<StuckGame>,
}

/// Plays the games and tells how they ended.
pub(crate) fn run(sim: &Sim, games: Option<&Path>) -> Result<Outcome, Trouble> {
    if sim.report {
        return observed::run(sim, games);
    }
    let game = start::game(&sim.game, games)?;
    let (start, seats) = seated::start(sim, &game)?;
    let pool = pool(sim.threads)?;
    let began = Instant::now();
    let bar = bar(sim.games);
    let played = match seats {
        None => play(&game, &start, sim.games, &pool, &bar),
        Some(seats) => seated::play(&game, &start, seats, sim.games, &pool, &|| bar.inc(1)),
    };
    bar.finish_and_clear();
    match played {
        Ok(totals) => tell(
            sim,
            &game,
            &start,
            (&totals, None),
            Timing {
                took: began.elapsed(),
                threads: pool.current_num_threads(),
            },
        ),
        Err(broken) => record(sim, &game, &broken),
    }
}

/// So many threads, or one for each core.
pub(crate) fn pool(threads: Option<u16>) -> Result<ThreadPool, Trouble> {
    let threads = threads.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Trouble::argument(format!("cannot begin {threads} threads: {error}")))
}

/// A bar on stderr, on a terminal only.
pub(crate) fn bar(count: u64) -> ProgressBar {
    match std::io::stderr().is_terminal() {
        true => ProgressBar::new(count),
        false => ProgressBar::hidden(),
    }
}

/// All games, or the first one that the rules broke.
fn play(
    game: &Ready,
    start: &Start,
    games: u64,
    pool: &ThreadPool,
    bar: &ProgressBar,
) -> Result<Totals, Broken> {
    let mut totals = Totals::new(start.players);
    let mut next = 0;
    while next < games {
        let chunks = chunks(next, games);
        next = chunks.last().map_or(games, |chunk| chunk.end);
        let parts: Vec<Result<Totals, Broken>> = pool.install(|| {
            let parts = chunks.par_iter().map_init(
                || Playout::new(&game.program),
                |playout, chunk| {
                    let part = play_chunk(playout, start, chunk.clone());
                    bar.inc(chunk.end - chunk.start);
                    part
                },
            );
            parts.collect()
        });
        // In the order of the seeds, so that it is always the same game which is told as broken.
        for part in parts {
            totals.add(&part?);
        }
    }
    Ok(totals)
}

/// The next games as parts of a size that does not depend on the number of threads.
fn chunks(first: u64, games: u64) -> Vec<Range<u64>> {
    let starts = (0..CHUNKS)
        .map(|chunk| first.saturating_add(chunk * CHUNK))
        .filter(|start| *start < games);
    starts
        .map(|start| start..games.min(start.saturating_add(CHUNK)))
        .collect()
}

fn play_chunk(
    playout: &mut Playout<'_>,
    start: &Start,
    games: Range<u64>,
) -> Result<Totals, Broken> {
    let mut totals = Totals::new(start.players);
    for game in games {
        let start = Start {
            seed: start.seed.wrapping_add(game),
            ..start.clone()
        };
        match playout.run(&start, start.seed) {
            Ok(ended) => totals.count(&Ended {
                scores: ended.scores,
                winners: ended.winners,
                decisions: ended.decisions,
            }),
            Err(stuck) => return Err(Broken { start, stuck }),
        }
    }
    Ok(totals)
}

/// What differs from run to run.
struct Timing {
    took: Duration,
    threads: usize,
}

impl Timing {
    fn games_per_second(&self, games: u64) -> f64 {
        (games as f64 / self.took.as_secs_f64().max(1e-9)).round()
    }
}

fn tell(
    sim: &Sim,
    game: &Ready,
    start: &Start,
    (totals, used): (&Totals, Option<&Used>),
    timing: Timing,
) -> Result<Outcome, Trouble> {
    let speed = timing.games_per_second(sim.games);
    let seconds = timing.took.as_secs_f64();
    let names = &game.program.names;
    if sim.output.is_json() {
        let mut answer = json!({
            "schema": "ludex/sim/1",
            "game": names.game,
            "rules": game.program.hash,
            "players": start.players,
            "seed": start.seed,
            "options": start.options_json(&game.program),
            "seats": seated::names(sim),
            "totals": totals.json(),
            "timing": { "seconds": seconds, "games_per_second": speed, "threads": timing.threads },
        });
        if let Some(used) = used {
            answer["report"] = report::json(used);
        }
        screen::print_json(&answer)?;
    } else {
        let last = start.seed.wrapping_add(sim.games.saturating_sub(1));
        let head = format!(
            "{}: {} games, {} players, seeds {} to {last}\n{}\n",
            names.title,
            sim.games,
            start.players,
            start.seed,
            seated::told(sim)
        );
        let used = used.map_or(String::new(), report::human);
        screen::print(&(head + &totals.human() + &used))?;
        screen::tell(&format!(
            "\n{speed} games a second, {seconds:.1} s on {} threads",
            timing.threads
        ));
    }
    Ok(Outcome::Fine)
}

/// Writes a broken game down and tells what broke it.
fn record(sim: &Sim, game: &Ready, broken: &Broken) -> Result<Outcome, Trouble> {
    let name = format!(
        "ludex-fault-{}-{}.json",
        game.program.names.game, broken.start.seed
    );
    let path = sim.record.join(name);
    let (replay, told) = crate::cli::replay::of_choices(game, &broken.start, &broken.stuck.choices);
    let fault = broken.stuck.confirmed(told.as_ref());
    files::write(&path, &(replay.to_text() + "\n"))?;
    let choices = crate::cli::replay::counted(broken.stuck.choices.len(), "choice");
    let ours = fault.kind == FaultKind::Disagreement;
    let who = if ours { "ludex" } else { "the rules" };
    screen::tell(&format!(
        "error: {who} broke the game with seed {} after {choices}",
        broken.start.seed
    ));
    screen::tell(&game.fault(&fault));
    screen::tell(&format!(
        "to see it again: ludex replay {}",
        files::shown(&path)
    ));
    Ok(Outcome::Problems)
}
