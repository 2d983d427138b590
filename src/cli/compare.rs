//! `ludex compare`: two editions of a game on the same seeds, and what differs.

use std::path::Path;

use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::cli::args::Compare;
use crate::cli::error::CliError;
use crate::cli::outcome::ExitOutcome;
use crate::cli::start::Ready;
use crate::cli::until::Until;
use crate::cli::{editions, screen, sim};
use crate::lab::balance::{Balance, Broken, Setting};
use crate::lab::compare::{Compared, Difference, planned, widest};
use crate::lab::seeds::Seeds;
use crate::lab::shape::{CompareShape, SideShape};
use crate::lab::told;
use crate::play::game::PlayError;

/// Deals that are shared out at once, so that little memory holds what is not added up yet.
const BATCH: u64 = 64;
/// The distance of the other seeds of the new side.
const ELSEWHERE: u64 = 1 << 40;

/// A game broken on one of the sides.
struct BrokenSide {
    is_new: bool,
    broken: Broken,
}

fn old_broke(broken: Broken) -> BrokenSide {
    let is_new = false;
    BrokenSide { is_new, broken }
}

fn new_broke(broken: Broken) -> BrokenSide {
    let is_new = true;
    BrokenSide { is_new, broken }
}

/// Plays both games and tells what differs.
pub(crate) fn run(asked: &Compare, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let old = editions::game(&asked.old, games)?;
    let new = editions::game(&asked.new, games)?;
    let pool = sim::pool(asked.lab.threads)?;
    let settings = match settings(asked, &old, &new)? {
        Ok(settings) => settings,
        Err(broken) => return tell_side(&old, &new, broken),
    };
    let most = asked.games.div_ceil(settings.0.rounds.max(1).into());
    let mut compared = Compared::new(&settings.0, &settings.1, most);
    match play(asked, &mut compared, most, &pool) {
        Ok(differences) => tell(asked, &compared, &old, &new, &differences),
        Err(broken) => tell_side(&old, &new, broken),
    }
}

/// Sees what can be measured on both sides.
fn settings<'a>(
    asked: &'a Compare,
    old: &'a Ready,
    new: &'a Ready,
) -> Result<Result<(Setting<'a>, Setting<'a>), BrokenSide>, CliError> {
    let bots = asked.lab.bots();
    let start = |game: &Ready| game.start_for(&asked.lab.start, asked.lab.seats());
    let (old_start, mut new_start) = (start(old)?, start(new)?);
    if old_start.players != new_start.players {
        return Err(CliError::argument(
            "the games begin with different numbers of players: say how many with --players",
        ));
    }
    if asked.other_seeds {
        new_start.seed = new_start.seed.wrapping_add(ELSEWHERE);
    }
    let before = Setting::of(&old.program, bots, old_start).map_err(old_broke);
    let after = Setting::of(&new.program, bots, new_start).map_err(new_broke);
    Ok(before.and_then(|before| {
        let mut both = (before, after?);
        // What is compared is dealt or counted: no moment is asked for.
        (both.0.looks_at_moments, both.1.looks_at_moments) = (false, false);
        Ok(both)
    }))
}

/// Plays until the intervals are narrow enough, the time is up, or all games are played; what the last look saw.
fn play(
    asked: &Compare,
    compared: &mut Compared<'_>,
    most: u64,
    pool: &ThreadPool,
) -> Result<Vec<Difference>, BrokenSide> {
    let until = Until::new(most, asked.time);
    let (mut done, mut differences) = (0, Vec::new());
    for look in planned(most) {
        while done < look && !until.is_late() {
            let next = look.min(done + BATCH);
            for (before, after) in deals(compared, done..next, pool)? {
                compared.add(&before, &after);
            }
            until.played(next - done);
            done = next;
        }
        // The time does not depend on what was seen, so a look that comes early errs as seldom.
        differences = compared.look();
        if until.is_late() || widest(&differences) <= asked.width {
            break;
        }
    }
    Ok(differences)
}

/// Some deals by number, played on both sides, in their order.
fn deals(
    compared: &Compared<'_>,
    numbers: std::ops::Range<u64>,
    pool: &ThreadPool,
) -> Result<Vec<(Balance, Balance)>, BrokenSide> {
    let numbers: Vec<u64> = numbers.collect();
    pool.install(|| {
        let played = numbers.into_par_iter().map_init(
            || (compared.old.bench(), compared.new.bench()),
            |(before, after), number| {
                let seed =
                    |setting: &Setting<'_>| Seeds::from(setting.start.seed.wrapping_add(number), 1);
                let before = before.play(&seed(compared.old)).map_err(old_broke)?;
                let after = after.play(&seed(compared.new)).map_err(new_broke)?;
                Ok((before, after))
            },
        );
        played.collect()
    })
}

/// Tells which game of which side the rules broke, and where.
fn tell_side(old: &Ready, new: &Ready, broken: BrokenSide) -> Result<ExitOutcome, CliError> {
    tell_broken(if broken.is_new { new } else { old }, broken.broken)
}

/// Tells which game the rules broke, and where.
pub(crate) fn tell_broken(game: &Ready, broken: Broken) -> Result<ExitOutcome, CliError> {
    let Broken { seed, error } = broken;
    if let PlayError::Fault(fault) = error {
        screen::tell(&format!("error: the rules broke the game with seed {seed}"));
        screen::tell(&game.fault(&fault));
        return Ok(ExitOutcome::Problems);
    }
    Err(CliError::argument(error.to_string()))
}

fn tell(
    asked: &Compare,
    compared: &Compared<'_>,
    old: &Ready,
    new: &Ready,
    differences: &[Difference],
) -> Result<ExitOutcome, CliError> {
    let games = compared.played.0.totals.games();
    let start = &compared.old.start;
    if asked.output.is_json() {
        let side = |game: &Ready, only: &[String]| SideShape {
            game: game.program.names.game.clone(),
            rules: game.program.hash.clone(),
            rows_of_its_own: only.to_vec(),
        };
        screen::print_json(&CompareShape {
            schema: "ludex/compare/1".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            old: side(old, &compared.only.0),
            new: side(new, &compared.only.1),
            players: start.players,
            options: start.options_by_name(&old.program),
            seats: asked.lab.names(),
            seed: start.seed,
            games,
            differences: differences.iter().map(Difference::shape).collect(),
        })?;
    } else {
        let head = format!(
            "{}: {games} games on each side, {} players ({}); new less old, with intervals that hold for all numbers together\n\n",
            new.program.names.title,
            start.players,
            asked.lab.names().join(", "),
        );
        screen::print(&(head + &told::human(differences, &compared.only)))?;
    }
    Ok(if differences.iter().any(|one| one.is_told) {
        ExitOutcome::Problems
    } else {
        ExitOutcome::Fine
    })
}
