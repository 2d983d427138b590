//! `ludex sim`: many games on many threads, random or among bots, counted so that the totals are the same for any number of
//! threads.
//!
//! A game that the rules break stops everything and is written down, so that it can be looked at.

mod observed;

mod report;

mod seated;

use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::lab::shape::{SimSetting, SimShape};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::bots::spec::Spec;
use crate::cli::args::Sim;
use crate::cli::error::CliError;
use crate::cli::outcome::ExitOutcome;
use crate::cli::start::Ready;
use crate::cli::{files, lines, screen, start};
use crate::engine::fault::FaultKind;
use crate::lab::run::Run;
use crate::lab::seeds::Seeds;
use crate::lab::separated;
use crate::lab::totals::{Ended, Totals};
use crate::play::playout::{Playout, StuckGame};
use crate::play::start::Start;
use crate::tools::usage::Used;

/// Games that a thread plays before it looks for more work.
const CHUNK: u64 = 32;
/// Chunks that are shared out at once.
const CHUNKS: usize = 128;

/// A game that the rules broke.
struct BrokenGame {
    start: Start,
    stuck: Box<StuckGame>,
}

/// Games of some seeds: their totals, and a row for each when rows are asked for.
type GamesPart = Result<(Totals, Vec<Vec<String>>), BrokenGame>;

/// Plays the games and tells how they ended.
pub(crate) fn run(sim: &Sim, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let seats = sim.seats.iter().flat_map(|seats| &seats.0);
    let sim = &match (&sim.seeds, &sim.resume) {
        (None, None) => Sim {
            start: start::seeded(&sim.start, seats)?,
            ..sim.clone()
        },
        // A part of a longer run has the seeds of that.
        _ => sim.clone(),
    };
    let ended = if sim.report {
        observed::run(sim, games)?
    } else {
        counted(sim, games)?
    };
    if let Some(seed) = sim.start.seed.filter(|seed| seed.salt != 0) {
        screen::tell(&format!("the seed was {seed}"));
    }
    Ok(ended)
}

/// Plays the games and tells how they ended, no more.
fn counted(sim: &Sim, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let game = start::game(&sim.game, games)?;
    let (start, seats) = seated::start(sim, &game)?;
    let pool = pool(sim.threads)?;
    let began = Instant::now();
    let mut run = resumed(sim, what(sim, &game, &start), start.players)?;
    let left = wanted(sim).without(&run.seeds);
    let bar = bar(left.count());
    let setting = Simulated {
        sim,
        game: &game,
        start: &start,
        seats,
    };
    let played = play(setting, &mut run, &left, &pool, &bar);
    bar.finish_and_clear();
    match played? {
        Ok(rows) => {
            let timing = RunTime {
                took: began.elapsed(),
                threads: pool.current_num_threads(),
                games: left.count(),
            };
            if sim.csv {
                screen::print(&separated::lines(&rows))?;
            } else {
                tell(sim, &game, &run, None)?;
            }
            timing.tell();
            Ok(ExitOutcome::Fine)
        }
        Err(broken) => record(sim, &game, &broken),
    }
}

/// The seeds that are asked for.
fn wanted(sim: &Sim) -> Seeds {
    let asked = sim.seeds.clone();
    asked.unwrap_or_else(|| Seeds::from(sim.start.seed.unwrap_or_default().seed, sim.games))
}

/// Returns the description of a run: game, rules, players, options, seats. Only runs of one description add up.
fn what(sim: &Sim, game: &Ready, start: &Start) -> SimSetting {
    SimSetting {
        game: game.program.names.game.clone(),
        rules: game.program.hash.clone(),
        players: start.players,
        options: start.options_by_name(&game.program),
        seats: seated::names(sim),
    }
}

/// The run that is gone on with, or one without games.
fn resumed(sim: &Sim, what: SimSetting, players: u8) -> Result<Run, CliError> {
    let none = Run {
        what,
        seeds: Seeds::default(),
        totals: Totals::new(players),
    };
    let Some(path) = &sim.resume else {
        return Ok(none);
    };
    let Some(text) = files::read_if_there(path)? else {
        return Ok(none);
    };
    let run = Run::read(&text).and_then(|run| none.same(&run).map(|()| run));
    run.map_err(|error| CliError::unreadable(path, error.to_string()))
}

/// So many threads, or one for each core.
pub(crate) fn pool(threads: Option<u16>) -> Result<ThreadPool, CliError> {
    let threads = threads.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| CliError::argument(format!("cannot begin {threads} threads: {error}")))
}

/// A bar that tells how far a run is and how long it takes.
pub(crate) type Bar = ProgressBar;

/// The style of the progress bar: the part done, the whole, the time left.
fn bar_style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {eta} left{msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A bar on stderr, on a terminal only.
pub(crate) fn bar(count: u64) -> Bar {
    if std::io::stderr().is_terminal() {
        ProgressBar::new(count).with_style(bar_style())
    } else {
        ProgressBar::hidden()
    }
}

/// The setting of a simulation, which is played again and again.
#[derive(Clone, Copy)]
struct Simulated<'a> {
    sim: &'a Sim,
    game: &'a Ready,
    start: &'a Start,
    /// The bots in the seats; without them all is chosen at random.
    seats: Option<&'a [Spec]>,
}

/// Adds all games to a run, or gives the first one that the rules broke; a run that can be gone on with is written often.
fn play(
    setting: Simulated<'_>,
    run: &mut Run,
    left: &Seeds,
    pool: &ThreadPool,
    bar: &ProgressBar,
) -> Result<Result<Vec<Vec<String>>, BrokenGame>, CliError> {
    let sim = setting.sim;
    let mut rows = if sim.csv {
        vec![separated::head(setting.start.players)]
    } else {
        Vec::new()
    };
    // A search takes much longer than what is around it, so each of its games is a task of its own.
    let mut chunks = left.parts(if setting.seats.is_some() { 1 } else { CHUNK });
    loop {
        let chunks: Vec<Seeds> = chunks.by_ref().take(CHUNKS).collect();
        if chunks.is_empty() {
            return Ok(Ok(rows));
        }
        let parts: Vec<GamesPart> = pool.install(|| {
            let parts = chunks.par_iter().map_init(
                || Playout::new(&setting.game.program),
                |playout, chunk| {
                    let part = play_chunk(setting, playout, chunk);
                    bar.inc(chunk.count());
                    part
                },
            );
            parts.collect()
        });
        // In the order of the seeds, so that it is always the same game which is told as broken.
        for (part, chunk) in parts.into_iter().zip(&chunks) {
            let (totals, more) = match part {
                Ok(part) => part,
                Err(broken) => return Ok(Err(broken)),
            };
            run.totals.add(&totals);
            run.seeds = run.seeds.joined(chunk).unwrap_or_default();
            rows.extend(more);
        }
        if let Some(path) = &sim.resume {
            files::write(path, format!("{}\n", run.json()))?;
        }
    }
}

fn play_chunk(setting: Simulated<'_>, playout: &mut Playout<'_>, seeds: &Seeds) -> GamesPart {
    let Simulated {
        sim,
        game,
        start,
        seats,
    } = setting;
    let (mut totals, mut rows) = (Totals::new(start.players), Vec::new());
    for seed in seeds.ranges().flatten() {
        let start = Start {
            seed,
            ..start.clone()
        };
        let mut count = |ended: &Ended<'_>| {
            totals.count(ended);
            if sim.csv {
                rows.push(separated::game(seed, ended));
            }
        };
        match seats {
            Some(seats) => {
                let played = seated::to_the_end(&game.program, &start, seats)?;
                let ended = played.result().cloned().unwrap_or_default();
                count(&Ended {
                    scores: &ended.scores,
                    winners: &ended.winners,
                    decisions: played.choice_count() as u64,
                });
            }
            None => match playout.run(&start, seed) {
                Ok(ended) => count(&Ended {
                    scores: ended.scores,
                    winners: ended.winners,
                    decisions: ended.decisions,
                }),
                Err(stuck) => return Err(BrokenGame { start, stuck }),
            },
        }
    }
    Ok((totals, rows))
}

/// The part of a report that differs from run to run.
struct RunTime {
    took: Duration,
    threads: usize,
    games: u64,
}

impl RunTime {
    fn tell(&self) {
        let (seconds, threads) = (self.took.as_secs_f64(), self.threads);
        let speed = match self.games {
            0 => "no game was left to play".to_owned(),
            games => format!(
                "{} games a second",
                three_digits(games as f64 / seconds.max(1e-9))
            ),
        };
        screen::tell(&format!("\n{speed}, {seconds:.1} s on {threads} threads"));
    }
}

/// Writes a number above 0 with three digits that count, or whole.
fn three_digits(number: f64) -> String {
    let before = number.log10().floor();
    // Most decimals of a number that is not 0 for every reader.
    let decimals = (2.0 - before).clamp(0.0, 9.0);
    format!("{number:.*}", decimals as usize)
}

fn tell(sim: &Sim, game: &Ready, run: &Run, used: Option<&Used>) -> Result<(), CliError> {
    if sim.output.is_json() {
        let answer = SimShape {
            report: used.map(report::shape),
            ..run.shape()
        };
        return screen::print_json(&answer);
    }
    let used = used.map_or(String::new(), report::human);
    screen::print(&(human(&game.program.names.title, run, &seated::told(sim)) + &used))
}

/// A run for people, with a line about the seats, or none.
pub(crate) fn human(title: &str, run: &Run, seats: &str) -> String {
    let head = format!(
        "{title}: {} games, {} players, seeds {}\n{seats}\n",
        run.totals.games(),
        run.totals.seats(),
        run.seeds,
    );
    head + &run.totals.human(lines::width())
}

/// Writes a broken game down and tells what broke it.
fn record(sim: &Sim, game: &Ready, broken: &BrokenGame) -> Result<ExitOutcome, CliError> {
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
        broken.start.long_seed()
    ));
    screen::tell(&game.fault(&fault));
    screen::tell(&format!(
        "to see it again: ludex replay {}",
        files::shown(&path)
    ));
    Ok(ExitOutcome::Problems)
}

#[cfg(test)]
mod tests {
    use super::three_digits;

    #[test]
    fn slow_games_have_a_speed() {
        let told = [123_456.7, 99.96, 12.34, 0.5, 0.012_345, 1e-6].map(three_digits);
        assert_eq!(
            told,
            ["123457", "100.0", "12.3", "0.500", "0.0123", "0.00000100"]
        );
    }
}
