//! The cost of a world: for each game with something hidden, beside a random game from the same position to its end.
//!
//! Positions stand every tenth decision of random games. Names on the command line choose games.

#![expect(clippy::print_stdout, reason = "a bench answers on stdout")]

mod shipped;

use ludex::engine::chance::{Stream, purpose};
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::rules::ids::PlayerId;
use ludex::tools::leaks::hides_anything;
use std::sync::Arc;
use std::time::{Duration, Instant};

const GAMES: u64 = 6;
const EVERY: usize = 10;

fn main() {
    println!(
        "| game | worlds | none found | a world, ms | the dearest, ms | a random game from there, ms | ratio |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (name, game) in shipped::wanted() {
        if hides_anything(&game.program) {
            row(&name, &game.program);
        }
    }
}

/// Measurements of a game.
#[derive(Default)]
struct Measured {
    worlds: u32,
    none: u32,
    making: Duration,
    dearest: Duration,
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
    let ms = |time: Duration| time.as_secs_f64() * 1e3 / f64::from(all.worlds.max(1));
    println!(
        "| {name} | {} | {} | {:.2} | {:.1} | {:.2} | {:.2} |",
        all.worlds,
        all.none,
        ms(all.making),
        all.dearest.as_secs_f64() * 1e3,
        ms(all.playing),
        all.making.as_secs_f64() / all.playing.as_secs_f64().max(1e-9)
    );
}

fn measure(game: &Match, seed: u64, all: &mut Measured) {
    let player = PlayerId::numbered((seed % u64::from(game.state().players)) as u32);
    let begun = Instant::now();
    let made = game.determinize(player, seed);
    let took = begun.elapsed();
    all.worlds += 1;
    all.none += u32::from(made.is_err());
    all.making += took;
    all.dearest = all.dearest.max(took);
    let mut copy = game.clone();
    let begun = Instant::now();
    // A game whose rules fail has taken its time as well.
    drop(copy.playout(seed, None));
    all.playing += begun.elapsed();
}
