//! The arguments of `ludex balance`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{Lab, Output};
use crate::cli::complete;

/// Tell what each row of a game is worth, how its seats do, and which rows are too strong or too weak
#[derive(Debug, Args)]
#[command(after_help = BALANCE_EXAMPLES)]
pub(crate) struct Balance {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: String,
    /// The number of games at most
    #[arg(long, value_name = "N", default_value_t = 10000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Stop as soon as half of the rows' intervals are at most so many points wide
    #[arg(long, value_name = "POINTS")]
    pub(crate) width: Option<f64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time: Option<u64>,
    #[command(flatten)]
    pub(crate) lab: Lab,
    /// Write a page with charts to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Answer with a line of comma-separated values for each row
    #[arg(long, conflicts_with_all = ["format", "json"])]
    pub(crate) csv: bool,
}

const BALANCE_EXAMPLES: &str = "\
Examples:
  ludex balance GAME
  ludex balance GAME --games 20000 --players 3 --html report.html
  ludex balance GAME --seats ismcts:200,greedy --time 600 --csv > rows.csv

Two play where the game allows, unless --players or --seats says otherwise. Each deal is played once
for each seat, with the hidden hands handed on, so that each seat begins with each hand: what a row
is worth is what the seats that began with it gained over the others. A row is accused when it lies
far beyond all others of its kind and by as much as matters; chance accuses in at most one run of
twenty. docs/balance.md tells the method and how to read the report. The answer is the same for any
number of threads, unless time ends it or is a bot's budget. The exit code is 1 when a row is accused.";
