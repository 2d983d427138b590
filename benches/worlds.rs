//! The cost of a world: for each game with something hidden, beside a random game from the same position to its end.
//!
//! Positions stand every tenth decision of random games, and at each of them a dealer deals as many worlds as a bot asks for.
//! Names on the command line choose games.

#![expect(clippy::print_stdout, reason = "a bench answers on stdout")]

mod shipped;

use ludex::engine::chance::{Stream, purpose};
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::rules::ids::PlayerId;
use ludex::tools::leaks::hides_anything;
use ludex::worlds::Dealer;
use std::sync::Arc;
use std::time::{Duration, Instant};

const GAMES: u64 = 6;
const EVERY: usize = 10;
/// Worlds of a decision, as in the games of bots in docs/bots.md.
const WORLDS: u64 = 10;

fn main() {
    println!(
        "| game | worlds | none found | median, ms | mean, ms | 99 %, ms | a random game from there, ms | ratio |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (name, game) in shipped::wanted() {
        if hides_anything(&game.program) {
            row(&name, &game.program);
        }
    }
}

/// Measurements of a game.
#[derive(Default)]
struct Measured {
    /// What each world took, the first of a position with what all of them share.
    worlds: Vec<Duration>,
    none: u32,
    games: u32,
    playing: Duration,
}

fn row(name: &str, program: &Arc<Program>) {
    let mut all = Measured::default();
    let (least, most) = program.names.players;
    for seed in 0..GAMES {
        let players = u64::from(least) + seed % u64::from(most - least + 1);
        let start = Start::new(program, players as u8, seed);
        let Ok(mut game) = Match::new(Arc::clone(program), start) else {
            continue;
        };
        let mut chance = Stream::new(seed, purpose("worlds"), 0);
        for step in 0.. {
            if game.is_over() {
                break;
            }
            if step % EVERY == 0 {
                measure(&game, step as u64, &mut all);
            }
            let option = chance.below(game.options() as u32) as usize;
            if game.apply(option).is_err() {
                break;
            }
        }
    }
    all.worlds.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let mean = ms(all.worlds.iter().sum()) / all.worlds.len().max(1) as f64;
    let a_game = ms(all.playing) / f64::from(all.games.max(1));
    let nth = |n: usize| all.worlds.get(n).copied().map_or(0.0, ms);
    println!(
        "| {name} | {} | {} | {:.3} | {mean:.3} | {:.2} | {a_game:.2} | {:.2} |",
        all.worlds.len(),
        all.none,
        nth(all.worlds.len() / 2),
        nth(all.worlds.len() * 99 / 100),
        mean / a_game.max(1e-9)
    );
}

fn measure(game: &Match, seed: u64, all: &mut Measured) {
    let player = PlayerId::numbered((seed % u64::from(game.state().players)) as u32);
    let mut begun = Instant::now();
    let mut dealer = Dealer::of(game, player);
    for n in 0..WORLDS {
        let made = dealer.world(seed * WORLDS + n);
        all.worlds.push(begun.elapsed());
        all.none += u32::from(made.is_err());
        begun = Instant::now();
    }
    let mut copy = game.clone();
    let begun = Instant::now();
    // A game whose rules fail has taken its time as well.
    drop(copy.playout(seed, None));
    all.playing += begun.elapsed();
    all.games += 1;
}
