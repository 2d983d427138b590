//! `ludex tune`: games with each value of a number in a row.

use std::ops::RangeInclusive;
use std::path::Path;

use rayon::ThreadPool;

use crate::cli::args::Tune;
use crate::cli::balance::play;
use crate::cli::compare::tell_broken;
use crate::cli::error::CliError;
use crate::cli::games::load;
use crate::cli::outcome::ExitOutcome;
use crate::cli::start::{Ready, read_nets};
use crate::cli::until::Until;
use crate::cli::{editions, files, screen, sim};
use crate::lab::balance::{Broken, DealNumbers, Setting};
use crate::lab::report::Report;
use crate::lab::tuned::{Tried, Tuned};
use crate::pipeline::GameText;

/// Most values of a range.
const MOST: i64 = 200;

/// Plays games with each value and tells what they came to.
pub(crate) fn run(asked: &Tune, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let values = range(&asked.range)?;
    let text = editions::text(&asked.game, games)?;
    let pool = sim::pool(asked.lab.threads)?;
    let (count, until) = (values.clone().count(), Until::new(0, asked.time));
    let mut tried = Vec::new();
    for (done, value) in values.enumerate() {
        let (report, deals) = match version(asked, &text, value)? {
            Err(refused) => (Err(refused), Vec::new()),
            Ok(game) => match played(asked, &game, &pool, &until, done, count)? {
                Ok((report, deals)) => (Ok(report), deals),
                Err(broken) => return tell_broken(&game, broken),
            },
        };
        tried.push(Tried {
            value,
            report,
            deals,
        });
    }
    drop(until);
    let number = &asked.what;
    let tuned = Tuned {
        what: format!("{}.{}", number.row, number.attribute),
        row: (number.kind.clone(), number.row.clone()),
        values: tried,
    };
    if let Some(path) = &asked.html {
        files::write(path, tuned.page())?;
    }
    if asked.output.is_json() {
        screen::print_json(&tuned.json())?;
    } else {
        screen::print(&tuned.human())?;
    }
    Ok(ExitOutcome::Fine)
}

/// The game with a value, or what the checker says of it.
fn version(asked: &Tune, text: &GameText, value: i64) -> Result<Result<Ready, String>, CliError> {
    let changed = asked.what.changed(text, value);
    let loaded = load(changed.map_err(|error| CliError::argument(error.to_string()))?);
    let wrong = loaded.report.iter().next();
    match wrong.filter(|_| loaded.program.is_none()) {
        Some(wrong) => Ok(Err(format!("refused: {}", wrong.message))),
        None => Ok(Ok(editions::ready(loaded)?)),
    }
}

/// Plays a game with one of so many values, some of which are done.
fn played(
    asked: &Tune,
    game: &Ready,
    pool: &ThreadPool,
    until: &Until,
    done: usize,
    values: usize,
) -> Result<Result<(Report, Vec<DealNumbers>), Broken>, CliError> {
    read_nets(asked.lab.bots(), game)?;
    let start = game.start_for(&asked.lab.start, asked.lab.seats())?;
    let setting = Setting::of(&game.program, asked.lab.bots(), start);
    Ok(setting.and_then(|mut setting| {
        setting.keeps_deals = true;
        let deals = asked.games.div_ceil(setting.rounds.into());
        until.expect(deals * (values - done) as u64);
        let part = (done + 1) as f64 / values as f64;
        let balance = play(&setting, deals, pool, until, &|_| until.is_late_for(part))?;
        Ok((Report::of(&setting, &balance), balance.each))
    }))
}

/// The values of `FROM..TO`.
fn range(text: &str) -> Result<RangeInclusive<i64>, CliError> {
    let wrong = || {
        CliError::argument(format!(
            "`{text}` is no range of at most {MOST} values: write the first and the last, as 0..9"
        ))
    };
    let number = |text: &str| text.trim().parse::<i32>().map(i64::from);
    let (first, last) = text.split_once("..").ok_or_else(wrong)?;
    let (first, last) = (number(first).ok(), number(last).ok());
    let (first, last) = first.zip(last).ok_or_else(wrong)?;
    if first <= last && last - first < MOST {
        Ok(first..=last)
    } else {
        Err(wrong())
    }
}
