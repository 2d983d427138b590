//! Balance: many games of a saved game on all cores but one, and what its rows are worth by them (`ludex balance`).

use super::{EventSender, SavedGame, StudyEnd, StudyEvent};
use crate::edit::EditApp;
use ludex_bots::spec::{Spec, split};
use ludex_lab::balance::{Balance, Broken, Setting};
use ludex_lab::report::Report as BalanceReport;
use ludex_lab::seeds::Seeds;
use ludex_lab::verdict;
use ludex_play::start::{Seed, Start};
use ludex_report::{Report, human};
use ludex_system::SYSTEM;
use serde::Deserialize;
use serde_json::Value;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Games of one run at most.
const MOST_GAMES: u64 = 1_000_000;
/// Deals that a thread plays before progress is told, at random and among bots.
const BY_CHANCE: u64 = 16;
const BY_BOTS: u64 = 1;
/// The time between two findings that are told on the way.
const SO_FAR: Duration = Duration::from_secs(2);

/// The games to be played, as `ludex balance` is told them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::edit) struct BalanceParams {
    /// The folder of the game, below the edited one.
    path: String,
    players: u64,
    games: u64,
    /// Bots with commas between them, as commands name them: for the seats from the first one on, and around again.
    seats: String,
    /// The seed of the first deal: a number, or `0x` and hexadecimal digits.
    #[serde(default = "first_seed")]
    seed: String,
    /// Ends the games as soon as half of the rows' intervals are at most so many points wide.
    #[serde(default)]
    width: Option<f64>,
    /// Ends them after so many seconds.
    #[serde(default)]
    seconds: Option<u64>,
    /// The options of the game by name, as words; those left out have their defaults.
    #[serde(default)]
    options: Value,
}

/// The seed of a command that names none.
fn first_seed() -> String {
    "1".to_owned()
}

/// Plays the games, deal by deal.
pub(super) fn study(
    app: &EditApp,
    params: &BalanceParams,
    events: &EventSender,
) -> Result<Value, StudyEnd> {
    let seats = split(&params.seats);
    let seats = seats.iter().map(|bot| Spec::parse(bot, Some(SYSTEM)));
    let seats = seats.collect::<Result<Vec<Spec>, _>>().map_err(failed)?;
    if seats.iter().any(Spec::is_local) {
        let message = "programs and nets play on the command line: `ludex balance`";
        return Err(StudyEnd::Failed(message.to_owned()));
    }
    let saved = SavedGame::read(app, &params.path)?;
    let mut report = Report::new();
    let Some(program) = saved.checked.compile(&mut report) else {
        return Err(StudyEnd::Failed(human(&report, &saved.texts, false)));
    };
    let program = Arc::new(program);
    let Seed { seed, salt } = params.seed.parse().map_err(failed)?;
    let start = Start::from_json(&program, params.players, seed, &params.options);
    let start = start.map_err(failed)?.salted(salt);
    let setting = Setting::of(&program, &seats, start).map_err(broke)?;
    let games = params.games.clamp(1, MOST_GAMES);
    let deals = games.div_ceil(setting.rounds.into());
    let balance = play(&setting, deals, params, events)?;
    Ok(BalanceReport::of(&setting, &balance).json())
}

/// Plays deals on several threads; the counts are the same for any number of them.
fn play(
    setting: &Setting<'_>,
    deals: u64,
    params: &BalanceParams,
    events: &EventSender,
) -> Result<Balance, StudyEnd> {
    let size = if setting.is_by_chance() {
        BY_CHANCE
    } else {
        BY_BOTS
    };
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = cores.saturating_sub(1).max(1);
    let seeds = Seeds::from(setting.start.seed, deals);
    let (mut all, mut parts) = (Balance::new(setting), seeds.parts(size));
    let begun = Instant::now();
    let is_enough = |balance: &Balance| {
        let is_late = |seconds| begun.elapsed() >= Duration::from_secs(seconds);
        let width = || verdict::width(&verdict::found(setting, balance));
        params.seconds.is_some_and(is_late) || params.width.is_some_and(|least| width() <= least)
    };
    let mut said = begun;
    loop {
        let done = all.deals();
        events.send(StudyEvent::Progress { done, all: deals })?;
        if done > 0 && said.elapsed() > SO_FAR {
            let so_far = BalanceReport::of(setting, &all).json();
            events.send(StudyEvent::SoFar(so_far))?;
            said = Instant::now();
        }
        let round: Vec<Seeds> = parts.by_ref().take(threads).collect();
        if round.is_empty() || (done > 0 && is_enough(&all)) {
            return Ok(all);
        }
        for part in play_round(setting, &round) {
            all.add(&part.map_err(broke)?);
        }
    }
}

/// Plays some parts side by side; gives their counts in the order of the seeds.
fn play_round(setting: &Setting<'_>, round: &[Seeds]) -> Vec<Result<Balance, Broken>> {
    thread::scope(|scope| {
        let begin = |seeds| scope.spawn(move || setting.play(seeds));
        let begun: Vec<_> = round.iter().map(begin).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            let joined = thread.join();
            joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        begun.into_iter().map(join).collect()
    })
}

fn failed(error: impl std::fmt::Display) -> StudyEnd {
    StudyEnd::Failed(error.to_string())
}

fn broke(Broken { seed, error }: Broken) -> StudyEnd {
    StudyEnd::Failed(format!("the game of seed {seed} broke: {error}"))
}
