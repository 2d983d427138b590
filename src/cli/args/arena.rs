//! The arguments of `ludex arena`.

use clap::Args;

use crate::bots::spec::Spec;
use crate::cli::args::{Start, parse_bot};
use crate::cli::complete;
use crate::cli::output::Output;

/// Let bots play against each other and tell how often each wins
#[derive(Debug, Args)]
#[command(after_help = ARENA_EXAMPLES)]
pub(crate) struct Arena {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: String,
    /// The bots; every pair meets in every order of seats
    #[arg(value_name = "BOT", required = true, value_parser = parse_bot, add = complete::bot())]
    pub(crate) bots: Vec<Spec>,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) start: Start,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) output: Output,
}

const ARENA_EXAMPLES: &str = "\
Examples:
  ludex arena GAME mcts:1000 random --games 200
  ludex arena GAME ismcts:500ms,cut=60 greedy random --players 3
  ludex arena GAME 'exec:python3 bot.py,time=2s' mcts:1000

Bots: random, greedy, flat, mcts, ismcts, mo-ismcts; a search takes a budget of playouts (`mcts:2000`) or of
time (`mcts:1s`), then settings: cut=DECISIONS, worlds=N, trees=N, explore=X, value=score. `exec` is a program that speaks
the seat protocol (docs/protocol.md); it has time=TIME for a decision. Game number i has the seed
S + i. With more bots than seats some wait, and N bots for two seats meet all others in both orders in each
N * (N - 1) games; with fewer, bots sit down again. Ratings are Elo's. Budgets of playouts give the same games
for any number of threads.";
