//! `ludex mutate`: which small changes of a game's rules no ruling notices.
//!
//! Changes are tried in an order that the seed gives, on many threads; what is told does not depend on their number
//! unless the time runs out.

mod render;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::cli::args::Mutate;
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library, Loaded, built_in_snapshot, is_inside};
use crate::cli::mutate::render::MutationSummary;
use crate::cli::outcome::ExitOutcome;
use crate::cli::ruling_files::named;
use crate::cli::{budget, files, games, screen, sim};
use crate::engine::chance::{Stream, purpose};
use crate::pipeline::{Checked, Parsed};
use crate::report::Report;
use crate::source::Sources;
use crate::tools::mutate::equivalent::EquivalentMutant;
use crate::tools::mutate::run_mutant::{Fate, MutantRunner};
use crate::tools::mutate::{Mutant, MutatedPart, equivalent, mutants};
use crate::tools::rulings::snapshot_path;

/// The list of changes that nobody can notice, in a game's folder.
const KNOWN: &str = "equivalent.mutants";

/// Tries the changes of a game; begins none after the time that there is.
pub(crate) fn run(
    mutate: &Mutate,
    games: Option<&Path>,
    time: Option<Duration>,
) -> Result<ExitOutcome, CliError> {
    let found = Library::open(mutate.from.games.as_deref().or(games))?.find(&mutate.game)?;
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = found.read()?.parse(&mut sources, &mut report);
    let Some(checked) = parsed.check(&mut report) else {
        let game = Loaded {
            name: found.name(),
            sources,
            report,
            program: None,
        };
        return Err(games::tell_problems(&game));
    };
    let mut all = mutants(parsed.files(), &checked.names, &sources);
    let names = names(&all, &sources);
    if let Some(only) = &mutate.only {
        let line = |one: &Mutant| {
            sources.path(one.file()).contains(only) || one.lines(&sources).0.contains(only)
        };
        all.retain(line);
        if all.is_empty() {
            return Err(CliError::argument(format!(
                "`--only {only}`: no change of {} is in a file or line with these words; `--list` shows all changes",
                found.name()
            )));
        }
    }
    if mutate.list {
        if mutate.output.is_json() {
            screen::print_json(&render::list_json(&all, &found.name(), &sources))?;
        } else {
            screen::print(&render::list(&all, &sources))?;
        }
        return Ok(ExitOutcome::Fine);
    }
    let trial = trial(parsed, checked, sources.clone(), &found)?;
    let known = equivalent(&found)?;
    let chosen = chosen(&all, mutate, time.is_some());
    let fates = try_all(&trial, &chosen, mutate.threads, time)?;
    let told = MutationSummary::new(all.len(), fates, &known, &sources).with_stale(&known, &names);
    if mutate.output.is_json() {
        screen::print_json(&told.json(&found.name(), mutate.seed))?;
    } else {
        screen::print(&told.human(&found.name()))?;
    }
    Ok(if below(&told, mutate) || !told.sound() {
        ExitOutcome::Problems
    } else {
        ExitOutcome::Fine
    })
}

/// Tells every floor that is not reached; whether there is one.
fn below(told: &MutationSummary, mutate: &Mutate) -> bool {
    let mut any = false;
    for floor in &mutate.min {
        let of = told.counts(floor.part);
        let reached = of.percent().unwrap_or(100);
        if reached < floor.percent {
            let what = floor.part.map_or("the changes", MutatedPart::name);
            screen::tell(&format!(
                "{reached} % of {what} are noticed, not {} %",
                floor.percent
            ));
            any = true;
        }
    }
    any
}

/// The rulings of a game, each with its snapshot.
fn rulings(found: &FoundGame) -> Result<Vec<(String, String, Option<String>)>, CliError> {
    let rulings = found.rulings()?.into_iter();
    let rulings = rulings.map(|(path, text)| {
        if is_inside(&path) {
            let accepted = built_in_snapshot(&path);
            return Ok((path, text, accepted));
        }
        let path = named(Path::new(&path));
        let accepted = files::read_if_there(Path::new(&snapshot_path(&path)))?;
        Ok((path, text, accepted))
    });
    rulings.collect()
}

/// The game with its rulings; only rulings that pass can notice anything.
fn trial(
    parsed: Parsed,
    checked: Checked,
    sources: Sources,
    found: &FoundGame,
) -> Result<MutantRunner, CliError> {
    let rulings = rulings(found)?;
    let all = rulings.len();
    if all == 0 {
        return Err(CliError::argument(format!(
            "`{}` has no rulings that could notice a change",
            found.name()
        )));
    }
    MutantRunner::new(parsed, checked, sources, rulings, budget::asked()).map_err(|failing| {
        let first = failing.first().map_or("", String::as_str);
        CliError::argument(format!(
            "{} of {all} rulings do not pass as the game is, so they cannot tell: `{first}` …; see `ludex rulings test`",
            failing.len(),
        ))
    })
}

fn equivalent(found: &FoundGame) -> Result<Vec<EquivalentMutant>, CliError> {
    let FoundGame::Folder(folder) = found else {
        return Ok(Vec::new());
    };
    let path = folder.join(KNOWN);
    let text = files::read_if_there(&path)?.unwrap_or_default();
    equivalent::read(&text)
        .map_err(|(line, why)| CliError::unreadable(&path, format!("line {line}: {why}")))
}

/// Changes in an order of chance, so that whatever the time allows is a fair sample.
fn chosen<'a>(all: &'a [Mutant], mutate: &Mutate, is_timed: bool) -> Vec<&'a Mutant> {
    let mut chosen: Vec<&Mutant> = all.iter().collect();
    if mutate.sample.is_some() || is_timed {
        Stream::new(mutate.seed, purpose("mutants"), 0).shuffle(&mut chosen);
    }
    chosen.truncate(mutate.sample.unwrap_or(usize::MAX));
    chosen
}

/// The fate of each change that was tried.
fn try_all<'a>(
    trial: &MutantRunner,
    chosen: &[&'a Mutant],
    threads: Option<u16>,
    time: Option<Duration>,
) -> Result<Vec<(&'a Mutant, Fate)>, CliError> {
    let pool = sim::pool(threads)?;
    let bar = sim::bar(u64::try_from(chosen.len()).unwrap_or(u64::MAX));
    let (began, over) = (Instant::now(), AtomicBool::new(false));
    let fates: Vec<Option<(&Mutant, Fate)>> = pool.install(|| {
        let tried = chosen.par_iter().map_init(
            || trial.worker(),
            |worker, mutant| {
                let late = time.is_some_and(|time| began.elapsed() > time);
                if late || over.load(Ordering::Relaxed) {
                    over.store(true, Ordering::Relaxed);
                    return None;
                }
                let fate = trial.fate(mutant, worker);
                bar.inc(1);
                Some((*mutant, fate))
            },
        );
        tried.collect()
    });
    bar.finish_and_clear();
    let mut fates: Vec<_> = fates.into_iter().flatten().collect();
    fates.sort_by_key(|(mutant, _)| *mutant);
    Ok(fates)
}

/// The names of all changes.
fn names(all: &[Mutant], sources: &Sources) -> BTreeSet<String> {
    all.iter()
        .map(|mutant| equivalent::name(mutant, sources))
        .collect()
}
