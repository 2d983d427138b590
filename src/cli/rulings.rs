//! `ludex rulings`: runs rulings game by game, keeps what waits to be accepted, and makes it the snapshot.

pub(crate) mod answer;

mod changed;

pub(crate) mod find;

mod junit;

mod record;

mod review;

pub(crate) mod shape;

mod unreferenced;

pub(crate) use crate::cli::rulings::record::record_moment;

use crate::cli::args::{
    RulingsAccept, RulingsFormat, RulingsPending, RulingsReject, RulingsTest, RulingsWhat,
    Unreferenced,
};
use crate::cli::error::CliError;
use crate::cli::games::{
    FoundGame, Library, built_in_rulings, built_in_snapshot, game_around, is_inside, load_checked,
};
use crate::cli::outcome::ExitOutcome;
use crate::cli::output::Color;
use crate::cli::ruling_files::named;
use crate::cli::rulings::answer::Ran;
use crate::cli::rulings::find::WantedRulings;
use crate::cli::{files, screen};
use crate::report::Report;
use crate::source::Sources;
use crate::tools::rulings::{Prepared, RuledGame, RulingVerdict, read, run_seen, snapshot_path};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Does what is asked with the rulings asked for.
pub(crate) fn run(what: &RulingsWhat, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    match what {
        RulingsWhat::Test(test) => run_test(test, games),
        RulingsWhat::Review(review) => review::run(review, games),
        RulingsWhat::Accept(accept) => run_accept(accept, games),
        RulingsWhat::Reject(reject) => run_reject(reject, games),
        RulingsWhat::Pending(pending) => run_pending(pending, games),
        RulingsWhat::Record(record) => record::run(record, games),
    }
}

fn run_test(test: &RulingsTest, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let wanted = WantedRulings::new(&test.asked, games)?;
    let ran = run_all(&wanted)?;
    if !test.check {
        for one in &ran {
            keep_pending(one)?;
        }
    }
    let alone = if wanted.is_all() {
        unreferenced::find(&wanted)?
    } else {
        Vec::new()
    };
    let text = match test.as_json.or(RulingsFormat::Json, test.format) {
        RulingsFormat::Human => {
            let deleted = test.unreferenced == Unreferenced::Delete;
            unreferenced::human(&alone, deleted)
                + &answer::human(&ran, test.color.color.on_stdout())
        }
        RulingsFormat::Json => screen::json_line(&answer::shape(&ran, &alone)),
        RulingsFormat::Junit => junit::text(&ran),
    };
    if test.unreferenced == Unreferenced::Delete && !test.check {
        for path in &alone {
            files::remove(path)?;
        }
    }
    screen::print(&text)?;
    let sound = test.unreferenced != Unreferenced::Reject || alone.is_empty();
    Ok(outcome(sound && ran.iter().all(Ran::passed)))
}

fn outcome(fine: bool) -> ExitOutcome {
    if fine {
        ExitOutcome::Fine
    } else {
        ExitOutcome::Problems
    }
}

/// An outcome that waits to be accepted is kept beside its snapshot; one that waits no longer is dropped.
fn keep_pending(ran: &Ran) -> Result<(), CliError> {
    let (Some(report), Some(path)) = (&ran.report, ran.snapshot()) else {
        return Ok(());
    };
    let pending = beside(&path);
    match (&report.verdict, report.accept()) {
        (RulingVerdict::Differs(_) | RulingVerdict::Pending, Some(text)) => {
            files::write(&pending, &text)
        }
        _ => files::remove(&pending),
    }
}

fn run_accept(accept: &RulingsAccept, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let ran = run_all(&WantedRulings::new(&accept.asked, games)?)?;
    let json = accept.output.is_json();
    let mut accepted = Vec::new();
    for one in ran.iter().filter(|one| one.waits()) {
        if let Some(path) = accept_one(one, accept.reason.as_deref())? {
            if !json {
                screen::print(&format!("accepted {}\n", files::shown(&path)))?;
            }
            accepted.push(files::shown(&path));
        }
    }
    let failed: Vec<&Ran> = ran.iter().filter(|one| !one.can_be_accepted()).collect();
    if json {
        screen::print_json(&answer::accepted_json(&accepted, &failed))?;
    } else {
        screen::print(&answer::refused(&failed, Color::Auto.on_stdout()))?;
        screen::print(&format!(
            "{} accepted, {} cannot be accepted\n",
            accepted.len(),
            failed.len()
        ))?;
    }
    Ok(outcome(failed.is_empty()))
}

/// Makes what happens now the snapshot of a ruling; where that is, if there is anything to keep.
pub(crate) fn accept_one(ran: &Ran, reason: Option<&str>) -> Result<Option<PathBuf>, CliError> {
    let (Some(report), Some(path)) = (&ran.report, ran.snapshot()) else {
        return Ok(None);
    };
    let text = match reason {
        Some(reason) => report.accept_because(reason),
        None => report.accept(),
    };
    let Some(text) = text else { return Ok(None) };
    files::write(&path, &text)?;
    files::remove(&beside(&path))?;
    Ok(Some(path))
}

fn run_reject(reject: &RulingsReject, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let waiting = waiting(&WantedRulings::new(&reject.asked, games)?);
    let json = reject.output.is_json();
    for (_, path) in &waiting {
        files::remove(path)?;
        if !json {
            screen::print(&format!("rejected {}\n", files::shown(path)))?;
        }
    }
    if json {
        let all: Vec<String> = waiting.iter().map(|(_, path)| files::shown(path)).collect();
        screen::print_json(&json!({ "schema": "ludex/rejected/1", "rejected": all }))?;
    } else {
        screen::print(&format!("{} rejected\n", waiting.len()))?;
    }
    Ok(ExitOutcome::Fine)
}

fn run_pending(pending: &RulingsPending, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let waiting = waiting(&WantedRulings::new(&pending.asked, games)?);
    if pending.output.is_json() {
        let all: Vec<Value> = waiting
            .iter()
            .map(|(ruling, path)| json!({ "ruling": ruling, "pending": files::shown(path) }))
            .collect();
        screen::print_json(&json!({ "schema": "ludex/pending/1", "pending": all }))?;
    } else {
        let lines = waiting.iter();
        let lines = lines.map(|(ruling, path)| format!("{}  of {ruling}\n", files::shown(path)));
        screen::print(&(lines.collect::<String>() + &format!("{} pending\n", waiting.len())))?;
    }
    Ok(outcome(waiting.is_empty()))
}

/// Rulings with an outcome that waits, and where it lies.
fn waiting(wanted: &WantedRulings) -> Vec<(String, PathBuf)> {
    let files = wanted.files.iter().map(|path| {
        let shown = named(path);
        let pending = beside(Path::new(&snapshot_path(&shown)));
        (shown, pending)
    });
    files.filter(|(_, pending)| pending.is_file()).collect()
}

/// Returns the path of a waiting snapshot: `x.snap.new` for `x.snap`.
fn beside(path: &Path) -> PathBuf {
    path.with_extension("snap.new")
}

/// Runs all rulings asked for, game by game.
fn run_all(wanted: &WantedRulings) -> Result<Vec<Ran>, CliError> {
    let mut by_game: BTreeMap<FoundGame, Vec<(String, String)>> = BTreeMap::new();
    let mut ran = Vec::new();
    for game in &wanted.inside {
        by_game.insert(game.clone(), built_in_rulings(&game.name()));
    }
    for path in &wanted.files {
        let (shown, text) = (named(path), files::read(path)?);
        match game_of(path, &shown, &text, &wanted.library)? {
            Ok(game) => by_game.entry(game).or_default().push((shown, text)),
            Err(broken) => ran.push(*broken),
        }
    }
    for (game, rulings) in by_game {
        ran.extend(run_game(&game, rulings)?);
    }
    ran.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(ran)
}

/// The game that a ruling is about: the one it names, of those around it first. Otherwise what is wrong with the ruling.
fn game_of(
    path: &Path,
    shown: &str,
    text: &str,
    library: &Library,
) -> Result<Result<FoundGame, Box<Ran>>, CliError> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let around = game_around(path).map(FoundGame::Folder);
    let Some(ruling) = read(shown, text, &mut sources, &mut report) else {
        return Ok(Err(Box::new(Ran::unreadable(shown, &sources, report))));
    };
    match around.filter(|game| game.name() == ruling.game) {
        Some(game) => Ok(Ok(game)),
        None => library.find(&ruling.game).map(Ok),
    }
}

/// The rulings of one game. When the game itself is wrong, that is told instead.
fn run_game(game: &FoundGame, rulings: Vec<(String, String)>) -> Result<Vec<Ran>, CliError> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = load_checked(game.read()?, &mut sources, &mut report);
    let Some(ruled) = checked.and_then(|checked| RuledGame::new(checked, &mut report)) else {
        return Ok(vec![Ran::wrong_game(&game.name(), &sources, report)]);
    };
    let mut readable = Vec::new();
    let mut ran = Vec::new();
    for (path, text) in rulings {
        let mut report = Report::new();
        match read(&path, &text, &mut sources, &mut report) {
            Some(ruling) => readable.push(ruling),
            None => ran.push(Ran::unreadable(&path, &sources, report)),
        }
    }
    let prepared = Prepared::new(&ruled, &readable);
    for (nth, ruling) in readable.iter().enumerate() {
        let accepted = if is_inside(&ruling.path) {
            built_in_snapshot(&ruling.path)
        } else {
            files::read_if_there(Path::new(&snapshot_path(&ruling.path)))?
        };
        let accepted = accepted.as_deref();
        let began = Instant::now();
        let answer = run_seen(&prepared, nth, ruling, &sources, accepted, &mut |_| {});
        let mut one = Ran::new(answer, &sources);
        one.took = began.elapsed();
        ran.push(one);
    }
    Ok(ran)
}
