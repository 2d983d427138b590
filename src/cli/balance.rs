//! `ludex balance`: what each row of a game is worth, told as text, page, JSON or comma-separated values.

use std::path::Path;

use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::cli::compare::tell_broken;
use crate::cli::error::CliError;
use crate::cli::outcome::ExitOutcome;
use crate::cli::until::Until;
use crate::cli::{args, files, lines, screen, sim, start};
use crate::lab::balance::{Balance, Broken, Setting};
use crate::lab::report::Report;
use crate::lab::seeds::Seeds;
use crate::lab::verdict;

/// Deals that a thread plays before it looks for more work, and what is shared out at once: at random, and among bots, which
/// take much longer.
const BY_CHANCE: (u64, usize) = (8, 64);
const BY_BOTS: (u64, usize) = (1, 16);

/// Plays the games and tells what they say.
pub(crate) fn run(asked: &args::Balance, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let game = start::game(&asked.game, games)?;
    start::read_nets(asked.lab.bots(), &game)?;
    let start = game.start_for(&asked.lab.start, asked.lab.seats())?;
    let pool = sim::pool(asked.lab.threads)?;
    let played = Setting::of(&game.program, asked.lab.bots(), start).and_then(|setting| {
        let deals = asked.games.div_ceil(setting.rounds.into());
        let until = Until::new(deals, asked.time);
        let is_enough = |balance: &Balance| {
            let width = || verdict::width(&verdict::found(&setting, balance));
            until.is_late() || asked.width.is_some_and(|asked| width() <= asked)
        };
        let balance = play(&setting, deals, &pool, &until, &is_enough)?;
        Ok(Report::of(&setting, &balance))
    });
    match played {
        Ok(report) => tell(asked, &report),
        Err(broken) => tell_broken(&game, broken),
    }
}

/// Plays deals on many threads until it is enough; the counts are the same for any number of them.
pub(crate) fn play(
    setting: &Setting<'_>,
    deals: u64,
    pool: &ThreadPool,
    until: &Until,
    is_enough: &dyn Fn(&Balance) -> bool,
) -> Result<Balance, Broken> {
    let (size, at_once) = if setting.is_by_chance() {
        BY_CHANCE
    } else {
        BY_BOTS
    };
    let seeds = Seeds::from(setting.start.seed, deals);
    let (mut all, mut chunks) = (Balance::new(setting), seeds.parts(size));
    loop {
        let chunks: Vec<Seeds> = chunks.by_ref().take(at_once).collect();
        if chunks.is_empty() || (all.deals() > 0 && is_enough(&all)) {
            return Ok(all);
        }
        let parts: Vec<Result<Balance, Broken>> = pool.install(|| {
            let parts = chunks.par_iter().map(|chunk| {
                let part = setting.play(chunk);
                until.played(chunk.count());
                part
            });
            parts.collect()
        });
        // In the order of the seeds, so that it is always the same game which is told as broken.
        for part in parts {
            all.add(&part?);
        }
    }
}

fn tell(asked: &args::Balance, report: &Report) -> Result<ExitOutcome, CliError> {
    if let Some(path) = &asked.html {
        files::write(path, report.page())?;
    }
    match (asked.output.is_json(), asked.csv) {
        (true, _) => screen::print_json(&report.json())?,
        (_, true) => screen::print(&report.csv())?,
        _ => screen::print(&report.human(lines::width()))?,
    }
    Ok(if report.accused.is_empty() {
        ExitOutcome::Fine
    } else {
        ExitOutcome::Problems
    })
}
