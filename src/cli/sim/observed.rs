//! Games that are looked at while they are played: the same games as without, told with what was done in them.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::bots::spec::Spec;
use crate::cli::args::Sim;
use crate::cli::coverage::Observed;
use crate::cli::error::CliError;
use crate::cli::games::Library;
use crate::cli::outcome::ExitOutcome;
use crate::cli::sim::{BrokenGame, CHUNK, RunTime, seated};
use crate::cli::start::Ready;
use crate::cli::{sim, start};
use crate::lab::run::Run;
use crate::lab::seeds::Seeds;
use crate::lab::totals::{Ended, Totals};
use crate::pipeline::PRELUDE_PATH;
use crate::play::game::{Match, PlayError};
use crate::play::playout::Playout;
use crate::play::start::Start;
use crate::program::Program;
use crate::source::Span;
use crate::tools::usage::{Usage, apart};

/// Result of some games: totals and usage, or the game that the rules broke.
type ObservedPart = Result<(Totals, Usage), BrokenGame>;

/// The bots, and the rules they think in: what they try is nothing that was done.
type ObservedSeats<'a> = Option<(&'a [Spec], &'a Arc<Program>)>;

/// Called after each game.
type Tick<'a> = &'a (dyn Fn() + Sync);

/// Plays the games and tells how they ended and what was done in them.
pub(super) fn run(asked: &Sim, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let found = Library::open(games)?.find(&asked.game)?;
    let observed = Observed::open(&found)?;
    let game = Ready {
        program: Arc::new(observed.game.game.program().clone()),
        sources: observed.game.texts.clone(),
    };
    let (start, bots) = seated::start(asked, &game)?;
    let plain = match bots {
        Some(_) => start::game(&asked.game, games)?.program,
        None => Arc::clone(&game.program),
    };
    let seats = bots.map(|bots| (bots, &plain));
    let pool = sim::pool(asked.threads)?;
    let seeds = sim::wanted(asked);
    let (began, bar) = (Instant::now(), sim::bar(seeds.count()));
    let played = pool.install(|| play(&game.program, &start, seats, &seeds, &|| bar.inc(1)));
    bar.finish_and_clear();
    let (totals, usage) = match played {
        Ok(played) => played,
        Err(broken) => return sim::record(asked, &game, &broken),
    };
    let mut used = usage.used(observed.game.game.checked().game(), &game.program);
    // What every game has is no matter of this one's.
    let own = |span: Span| observed.game.texts.path(span.file) != PRELUDE_PATH;
    used.texts.retain(|item| item.span.is_none_or(own));
    let timing = RunTime {
        took: began.elapsed(),
        threads: pool.current_num_threads(),
        games: seeds.count(),
    };
    let what = sim::what(asked, &game, &start);
    let run = Run {
        what,
        seeds,
        totals,
    };
    sim::tell(asked, &game, &run, Some(&used))?;
    timing.tell();
    Ok(ExitOutcome::Fine)
}

/// All games, or the first one that the rules broke.
fn play(
    program: &Program,
    start: &Start,
    seats: ObservedSeats<'_>,
    seeds: &Seeds,
    tick: Tick<'_>,
) -> ObservedPart {
    let size = if seats.is_some() { 1 } else { CHUNK };
    let parts: Vec<ObservedPart> = seeds
        .parts(size)
        .collect::<Vec<Seeds>>()
        .par_iter()
        .map_init(
            // Each thread notes for itself, as counters that all share would slow all down.
            || Arc::new(apart(program)),
            |program, chunk| play_chunk(program, start, seats, chunk, tick),
        )
        .collect();
    let mut all = (Totals::new(start.players), Usage::default());
    // In the order of the seeds, so that it is always the same game which is told as broken.
    for part in parts {
        let (totals, usage) = part?;
        all.0.add(&totals);
        all.1.add(&usage);
    }
    Ok(all)
}

fn play_chunk(
    program: &Arc<Program>,
    start: &Start,
    seats: ObservedSeats<'_>,
    seeds: &Seeds,
    tick: Tick<'_>,
) -> ObservedPart {
    let (mut totals, mut usage) = (Totals::new(start.players), Usage::default());
    for seed in seeds.ranges().flatten() {
        let start = Start {
            seed,
            ..start.clone()
        };
        match seats {
            None => at_random(program, &start, &mut totals, &mut usage)?,
            Some((bots, plain)) => {
                let played = seated::to_the_end(plain, &start, bots)?;
                let again = repeat(program, &start, &played, &mut usage);
                let again = again.map_err(|error| seated::broken(&start, error, Vec::new()))?;
                note(&again, &mut totals, &mut usage);
            }
        }
        tick();
    }
    Ok((totals, usage))
}

fn at_random(
    program: &Arc<Program>,
    start: &Start,
    totals: &mut Totals,
    usage: &mut Usage,
) -> Result<(), BrokenGame> {
    let mut played = || {
        let mut played = Match::new(Arc::clone(program), start.clone())?;
        played.playout_seen(start.seed, None, &mut |game| usage.note_question(game))?;
        Ok(played)
    };
    match played() {
        Ok(played) => note(&played, totals, usage),
        Err(error) => {
            let again = Playout::new(program).run(start, start.seed).err();
            return Err(again.map_or_else(
                || seated::broken(start, error, Vec::new()),
                |stuck| BrokenGame {
                    start: start.clone(),
                    stuck,
                },
            ));
        }
    }
    Ok(())
}

/// Plays the choices of a game again, looked at.
fn repeat(
    program: &Arc<Program>,
    start: &Start,
    played: &Match,
    usage: &mut Usage,
) -> Result<Match, PlayError> {
    let mut again = Match::new(Arc::clone(program), start.clone())?;
    for choice in played.choices() {
        // INVARIANT: both are compiled from one text, so an option of the one is an option of the other.
        usage.note_question(&again);
        again.apply(again.find(&choice).unwrap_or(usize::MAX))?;
    }
    Ok(again)
}

fn note(played: &Match, totals: &mut Totals, usage: &mut Usage) {
    usage.note(played);
    if let Some(ended) = played.result() {
        totals.count(&Ended {
            scores: &ended.scores,
            winners: &ended.winners,
            decisions: played.choice_count() as u64,
        });
    }
}
