//! `ludex arena`: games among bots on many threads, and how often each won, with intervals.

use std::path::Path;
use std::time::Instant;

use rayon::iter::IntoParallelIterator;
use rayon::iter::ParallelIterator;
use serde_json::Value;
use serde_json::json;

use crate::bots::arena;
use crate::bots::arena::Played;
use crate::bots::arena::Standing;
use crate::cli::ExitOutcome;
use crate::cli::args::Arena;
use crate::cli::error::CliError;
use crate::cli::screen;
use crate::cli::sim;
use crate::cli::start;
use crate::cli::start::Ready;
use crate::play::game::PlayError;
use crate::play::start::Start;

/// Plays the games and tells how the bots did.
pub(crate) fn run(arena: &Arena, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let game = start::game(&arena.game, games)?;
    let start = game.start_for(&arena.start, arena.bots.len())?;
    let pool = sim::pool(arena.threads)?;
    let bar = sim::bar(arena.games);
    let began = Instant::now();
    let played: Result<Vec<Played>, (u64, PlayError)> = pool.install(|| {
        let games = (0..arena.games).into_par_iter().map(|number| {
            let played = play(arena, &game, &start, number);
            bar.inc(1);
            played.map_err(|error| (start.seed.wrapping_add(number), error))
        });
        games.collect()
    });
    bar.finish_and_clear();
    match played {
        Ok(played) => {
            let seconds = began.elapsed().as_secs_f64();
            tell(
                arena,
                &game,
                &start,
                (&count(arena, &start, &played), seconds),
            )?;
            Ok(ExitOutcome::Fine)
        }
        Err((seed, PlayError::Fault(fault))) => {
            screen::tell(&format!("error: the rules broke the game with seed {seed}"));
            screen::tell(&game.fault(&fault));
            Ok(ExitOutcome::Problems)
        }
        Err((_, error)) => Err(CliError::argument(error.to_string())),
    }
}

fn play(arena: &Arena, game: &Ready, start: &Start, number: u64) -> Result<Played, PlayError> {
    let start = Start {
        seed: start.seed.wrapping_add(number),
        ..start.clone()
    };
    let seats = arena::seating(arena.bots.len(), usize::from(start.players), number);
    let bots: Vec<_> = seats.iter().map(|bot| arena.bots[*bot].clone()).collect();
    arena::play(&game.program, start, &bots)
}

/// Returns the standing of each bot, in the order in which they were named.
fn count(arena: &Arena, start: &Start, played: &[Played]) -> Vec<Standing> {
    let mut standings = vec![Standing::default(); arena.bots.len()];
    for (number, played) in played.iter().enumerate() {
        let seats = arena::seating(arena.bots.len(), usize::from(start.players), number as u64);
        for (seat, bot) in seats.into_iter().enumerate() {
            standings[bot].count(played, seat);
        }
    }
    standings
}

fn tell(
    arena: &Arena,
    game: &Ready,
    start: &Start,
    (standings, seconds): (&[Standing], f64),
) -> Result<(), CliError> {
    let rows = arena.bots.iter().zip(standings);
    let names = &game.program.names;
    if arena.output.is_json() {
        let bots: Vec<Value> = rows
            .map(|(bot, standing)| one_json(bot.to_string(), standing))
            .collect();
        return screen::print_json(&json!({
            "schema": "ludex/arena/1",
            "version": env!("CARGO_PKG_VERSION"),
            "game": names.game,
            "rules": game.program.hash,
            "players": start.players,
            "seed": start.seed,
            "games": arena.games,
            "options": start.options_json(&game.program),
            "bots": bots,
            "seconds": seconds,
        }));
    }
    let last = start.seed.wrapping_add(arena.games - 1);
    let mut text = format!(
        "{}: {} games, {} players, seeds {} to {last}, rules {}, ludex {}\n\n",
        names.title,
        arena.games,
        start.players,
        start.seed,
        &game.program.hash[..12.min(game.program.hash.len())],
        env!("CARGO_PKG_VERSION"),
    );
    let width = rows
        .clone()
        .map(|(bot, _)| bot.to_string().len())
        .max()
        .unwrap_or(0)
        .max(4);
    text.push_str(&format!(
        "{:width$}{:>7}{:>8}{:>16}{:>9}{:>11}{:>13}\n",
        "bot", "games", "wins", "95 % interval", "score", "decisions", "playouts/s"
    ));
    for (bot, standing) in rows {
        text.push_str(&line(&bot.to_string(), width, standing));
    }
    screen::print(&text)
}

/// Prints the line of a bot.
fn line(bot: &str, width: usize, standing: &Standing) -> String {
    let (low, high) = standing.interval();
    let interval = format!("{:.1}–{:.1} %", low * 100.0, high * 100.0);
    let wins = format!("{:.1} %", standing.share() * 100.0);
    let games = standing.games.max(1) as f64;
    let mut line = format!(
        "{bot:width$}{:>7}{wins:>8}{interval:>16}{:>9.2}{:>11.1}{:>13}",
        standing.games,
        standing.score as f64 / games,
        standing.work.decisions as f64 / games,
        speed(standing).map_or_else(|| "–".to_owned(), |speed| format!("{speed:.0}")),
    );
    for (count, what) in [
        (
            standing.work.blind,
            "decisions at random: no world was found",
        ),
        (standing.work.faults, "playouts that the rules broke"),
    ] {
        if count > 0 {
            line.push_str(&format!("\n    {count} {what}"));
        }
    }
    if let Some(why) = &standing.work.failure {
        line.push_str(&format!(
            "\n    {} decisions at random: the program failed; first: {why}",
            standing.work.failed
        ));
    }
    line + "\n"
}

/// Playouts a second while it thought; none for bots that make none.
fn speed(standing: &Standing) -> Option<f64> {
    let seconds = standing.work.took.as_secs_f64();
    (standing.work.playouts > 0).then(|| standing.work.playouts as f64 / seconds.max(1e-9))
}

fn one_json(bot: String, standing: &Standing) -> Value {
    let (low, high) = standing.interval();
    json!({
        "bot": bot,
        "games": standing.games,
        "wins": standing.wins,
        "share": standing.share(),
        "interval": [low, high],
        "score": standing.score as f64 / standing.games.max(1) as f64,
        "decisions": standing.work.decisions,
        "playouts": standing.work.playouts,
        "faults": standing.work.faults,
        "blind": standing.work.blind,
        "failed": standing.work.failed,
        "failure": standing.work.failure,
        "playouts_per_second": speed(standing),
    })
}
