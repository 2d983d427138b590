//! `ludex arena`: games among bots on many threads, how often each won and each pair beat each other, with intervals.

mod table;

use std::path::Path;
use std::time::Instant;

use crate::bots::arena;
use crate::bots::arena::Played;
use crate::bots::pairing::Pairings;
use crate::cli::arena::table::ArenaTables;
use crate::cli::args::Arena;
use crate::cli::error::CliError;
use crate::cli::outcome::ExitOutcome;
use crate::cli::start::Ready;
use crate::cli::{screen, sim, start};
use crate::lab::contest::Contest;
use crate::play::game::PlayError;
use crate::play::start::Start;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Plays the games and tells how the bots did.
pub(crate) fn run(arena: &Arena, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let game = start::game(&arena.game, games)?;
    start::read_nets(&arena.bots, &game)?;
    let asked = start::seeded(&arena.start, arena.bots.iter())?;
    let start = game.start_for(&asked, arena.bots.len())?;
    let pool = sim::pool(arena.threads)?;
    let bar = sim::bar(arena.games);
    let began = Instant::now();
    let seats = Pairings::new(arena.bots.len(), start.players.into());
    let seats: Vec<(u64, Vec<usize>)> = (0..arena.games).zip(seats).collect();
    let played: Result<Vec<Played>, (u64, PlayError)> = pool.install(|| {
        let games = seats.par_iter().map(|(number, seats)| {
            let played = play(arena, &game, &start, *number, seats);
            bar.inc(1);
            played.map_err(|error| (start.seed.wrapping_add(*number), error))
        });
        games.collect()
    });
    bar.finish_and_clear();
    match played {
        Ok(played) => {
            let seconds = began.elapsed().as_secs_f64();
            let mut contest = Contest::new(arena.bots.len());
            for (played, (_, seats)) in played.iter().zip(&seats) {
                contest.count(played, seats);
            }
            let tables = ArenaTables {
                arena,
                game: &game,
                start: &start,
                contest: &contest,
                seconds,
            };
            tables.print()?;
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

/// Plays a game with the bot of each seat.
fn play(
    arena: &Arena,
    game: &Ready,
    start: &Start,
    number: u64,
    seats: &[usize],
) -> Result<Played, PlayError> {
    let start = Start {
        seed: start.seed.wrapping_add(number),
        ..start.clone()
    };
    let bots: Vec<_> = seats.iter().map(|bot| arena.bots[*bot].clone()).collect();
    arena::play(&game.program, start, &bots)
}
