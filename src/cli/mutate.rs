//! `ludex mutate`: which small changes of a game's rules no ruling notices.
//!
//! Changes are tried in an order that the seed gives, on many threads; what is told does not depend on their number
//! unless the time runs out.

mod told;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

use rayon::iter::IntoParallelRefIterator;
use rayon::iter::ParallelIterator;

use crate::cli::Outcome;
use crate::cli::args::Color;
use crate::cli::args::Mutate;
use crate::cli::budget;
use crate::cli::files;
use crate::cli::games::Found;
use crate::cli::games::Library;
use crate::cli::games::Loaded;
use crate::cli::games::built_in_snapshot;
use crate::cli::games::is_inside;
use crate::cli::mutate::told::Told;
use crate::cli::rulings::named;
use crate::cli::screen;
use crate::cli::sim;
use crate::cli::trouble::Trouble;
use crate::engine::chance::Stream;
use crate::engine::chance::purpose;
use crate::report::Report;
use crate::source::Sources;
use crate::tools::mutate::Mutant;
use crate::tools::mutate::known;
use crate::tools::mutate::known::Known;
use crate::tools::mutate::mutants;
use crate::tools::mutate::trial::Fate;
use crate::tools::mutate::trial::Trial;
use crate::tools::rulings::snapshot_path;

/// The list of changes that nobody can notice, in a game's folder.
const KNOWN: &str = "equivalent.mutants";

/// Tries the changes of a game; begins none after the time that there is.
pub(crate) fn run(
    mutate: &Mutate,
    games: Option<&Path>,
    time: Option<Duration>,
) -> Result<Outcome, Trouble> {
    let found = Library::open(mutate.from.games.as_deref().or(games))?.find(&mutate.game)?;
    let text = found.read()?;
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = text.clone().parse(&mut sources, &mut report);
    let mut all = mutants(parsed.files(), &sources);
    let names = names(&all, &sources);
    if parsed.check(&mut report).is_none() {
        let game = Loaded {
            name: found.name(),
            sources,
            report,
            program: None,
        };
        return Err(screen::tell_problems(&game, Color::Auto));
    }
    if let Some(only) = &mutate.only {
        let line = |one: &Mutant| {
            sources.path(one.file()).contains(only) || one.lines(&sources).0.contains(only)
        };
        all.retain(line);
    }
    if mutate.list {
        screen::print(&told::list(&all, &sources))?;
        return Ok(Outcome::Fine);
    }
    let trial = Trial {
        text,
        rulings: rulings(&found)?,
        budget: budget::asked(),
    };
    ready(&trial, &found)?;
    let known = equivalent(&found)?;
    let chosen = chosen(&all, mutate, time.is_some());
    let fates = try_all(&trial, &chosen, &sources, (mutate.threads, time))?;
    let told = Told::new(all.len(), fates, &known, &sources).with_stale(&known, &names);
    match mutate.json {
        true => screen::print_json(&told.json(&found.name(), mutate.seed))?,
        false => screen::print(&told.human(&found.name()))?,
    }
    let enough = mutate.min.is_none_or(|min| {
        told.percent()
            .is_none_or(|percent| percent >= u64::from(min))
    });
    Ok(match enough && told.sound() {
        true => Outcome::Fine,
        false => Outcome::Problems,
    })
}

/// The rulings of a game, each with its snapshot.
fn rulings(found: &Found) -> Result<Vec<(String, String, Option<String>)>, Trouble> {
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

/// Only rulings that pass can notice anything.
fn ready(trial: &Trial, found: &Found) -> Result<(), Trouble> {
    if trial.rulings.is_empty() {
        return Err(Trouble::argument(format!(
            "`{}` has no rulings that could notice a change",
            found.name()
        )));
    }
    let failing = trial.failing().unwrap_or_default();
    match failing.first() {
        None => Ok(()),
        Some(first) => Err(Trouble::argument(format!(
            "{} of {} rulings do not pass as the game is, so they cannot tell: `{first}` …; see `ludex rulings test`",
            failing.len(),
            trial.rulings.len()
        ))),
    }
}

fn equivalent(found: &Found) -> Result<Vec<Known>, Trouble> {
    let Found::Folder(folder) = found else {
        return Ok(Vec::new());
    };
    let path = folder.join(KNOWN);
    let text = files::read_if_there(&path)?.unwrap_or_default();
    known::read(&text)
        .map_err(|(line, why)| Trouble::unreadable(&path, format!("line {line}: {why}")))
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
    trial: &Trial,
    chosen: &[&'a Mutant],
    sources: &Sources,
    (threads, time): (Option<u16>, Option<Duration>),
) -> Result<Vec<(&'a Mutant, Fate)>, Trouble> {
    let pool = sim::pool(threads)?;
    let bar = sim::bar(u64::try_from(chosen.len()).unwrap_or(u64::MAX));
    let (began, over) = (Instant::now(), AtomicBool::new(false));
    let order = || (0..trial.rulings.len()).collect::<Vec<usize>>();
    let fates: Vec<Option<(&Mutant, Fate)>> = pool.install(|| {
        let tried = chosen.par_iter().map_init(order, |order, mutant| {
            let late = time.is_some_and(|time| began.elapsed() > time);
            if late || over.load(Ordering::Relaxed) {
                over.store(true, Ordering::Relaxed);
                return None;
            }
            let fate = trial.fate(mutant, sources, order);
            bar.inc(1);
            Some((*mutant, fate))
        });
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
        .map(|mutant| known::name(mutant, sources))
        .collect()
}
