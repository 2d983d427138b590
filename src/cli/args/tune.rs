//! The arguments of `ludex tune`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{Lab, Output};
use crate::cli::complete;
use crate::lab::tune::Number;

/// Tell what a number of a row does to a game, for each value of a range
#[derive(Debug, Args)]
#[command(after_help = TUNE_EXAMPLES)]
pub(crate) struct Tune {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: String,
    /// The number: a row and one of its attributes; the kind before it, and a slash, where several have such a row
    #[arg(value_name = "ROW.ATTRIBUTE", add = complete::number())]
    pub(crate) what: Number,
    /// The values, the first and the last
    #[arg(value_name = "FROM..TO", allow_hyphen_values = true)]
    pub(crate) range: String,
    /// The number of games for each value at most
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Stop after so many seconds, an equal part of them for each value
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time: Option<u64>,
    #[command(flatten)]
    pub(crate) lab: Lab,
    /// Write a page with charts to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

const TUNE_EXAMPLES: &str = "\
Examples:
  ludex tune GAME ROW.ATTRIBUTE 0..9
  ludex tune GAME ROW.ATTRIBUTE 1..5 --games 20000 --html tuned.html

The number is changed in the text of the table, each value is checked like any game and played on
the same seeds. A value that the checker refuses is told and passed over.";
