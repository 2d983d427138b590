//! The arguments of `ludex watch`.

use clap::Args;

use crate::cli::args::From;
use crate::cli::complete;
use crate::cli::output::{Coloured, Output};

/// Check a game and run its rulings whenever a file of it is saved
#[derive(Debug, Args)]
#[command(after_help = WATCH_EXAMPLES)]
pub(crate) struct Watch {
    /// The game: its name or its folder [default: the only one found]
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: Option<String>,
    /// Leave after so many runs
    #[arg(long, value_name = "N")]
    pub(crate) runs: Option<u64>,
    #[command(flatten)]
    pub(crate) color: Coloured,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

const WATCH_EXAMPLES: &str = "\
Example:
  ludex watch GAME

Rulings that reach a changed line run first. Nothing is written unless you accept it. While the
rules have mistakes, changed rulings run with the rules as they last were without.

Between runs, each with Enter: d every difference, a [REASON] accept, r run everything again,
q leave.";
