//! The arguments of `ludex sim` and `ludex merge`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{Bots, Output, Start};
use crate::cli::complete;
use crate::lab::seeds::Seeds;

/// Play many games, random ones or among bots, and count how they end
#[derive(Clone, Debug, Args)]
#[command(after_help = SIM_EXAMPLES)]
pub(crate) struct Sim {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: String,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) start: Start,
    /// The seeds to play, the first and the last, in place of --seed and --games
    #[arg(long, value_name = "A..B", conflicts_with_all = ["games", "seed"])]
    pub(crate) seeds: Option<Seeds>,
    /// Go on with the run in this file, and keep it there; what is played already is not played again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["report", "csv"])]
    pub(crate) resume: Option<PathBuf>,
    /// The bot of each seat, for example ismcts:200,greedy [default: random in every seat]
    #[arg(long, value_name = "BOT,...", add = complete::bot())]
    pub(crate) seats: Option<Bots>,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Tell also how often each row went where, and how often each text of the rules was done
    #[arg(long)]
    pub(crate) report: bool,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Answer with a line of comma-separated values for each game
    #[arg(long, conflicts_with_all = ["format", "json", "report"])]
    pub(crate) csv: bool,
    /// The file for the replay of a game that the rules break
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) record: PathBuf,
}

/// Add up runs of `ludex sim --json` that played other seeds, as if they were one
#[derive(Debug, Args)]
#[command(after_help = MERGE_EXAMPLES)]
pub(crate) struct Merge {
    /// The runs, in any order
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

const SIM_EXAMPLES: &str = "\
Examples:
  ludex sim GAME --games 100000 --players 3
  ludex sim GAME --players 4 --option NAME=VALUE --json
  ludex --games my-games sim my-game     a game in another folder of games
  ludex sim GAME --games 2000 --report   which cards and abilities came up, and which never
  ludex sim GAME --seats ismcts:200,greedy --games 100
  ludex sim GAME --seeds 0..49999 --json > a.json     one half here, the other elsewhere,
  ludex merge a.json b.json                           and both together
  ludex sim GAME --games 1000000 --resume run.json    stopped, the same line goes on

Game number i is played with seed S + i, its choices too. The totals are the same for any number of
threads. A game that the rules break is written to a replay file, and the exit code is 1. With
--report games are slower, as everything that happens is looked at; what it counts is the same for
any number of threads, too. Bots are those of `ludex arena`, and keep their seats.";

const MERGE_EXAMPLES: &str = "\
Examples:
  ludex merge a.json b.json
  ludex merge runs/*.json --json > all.json

The runs must have the same rules, players and options, and share no seed. The answer is the same, byte by
byte, as if one machine had played all the seeds.";
