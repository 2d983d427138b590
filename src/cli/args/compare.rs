//! The arguments of `ludex compare`.

use clap::Args;

use crate::cli::args::{Lab, Output};
use crate::cli::complete;

/// Play two editions of a game on the same seeds and tell what differs
#[derive(Debug, Args)]
#[command(after_help = COMPARE_EXAMPLES)]
pub(crate) struct Compare {
    /// The game as it was: a name, a folder, or a folder in a commit, as HEAD~3:games/GAME
    #[arg(value_name = "OLD", add = complete::game())]
    pub(crate) old: String,
    /// The game as it is
    #[arg(value_name = "NEW", add = complete::game())]
    pub(crate) new: String,
    /// The number of games of each side at most
    #[arg(long, value_name = "N", default_value_t = 16384, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Stop as soon as the intervals of all seats' wins are at most so many percent wide
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0)]
    pub(crate) width: f64,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time: Option<u64>,
    /// Play other seeds on the new side, so that equal games differ by chance: to try the comparison itself
    #[arg(long)]
    pub(crate) other_seeds: bool,
    #[command(flatten)]
    pub(crate) lab: Lab,
    #[command(flatten)]
    pub(crate) output: Output,
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  ludex compare games/GAME drafts/GAME
  ludex compare HEAD:games/GAME games/GAME          what your changes do
  ludex compare v1.0:games/GAME HEAD:games/GAME --time 60 --width 2

Two play where the game allows, unless --players or --seats says otherwise. Game number i has the
same seed on both sides. It is looked at after 64 deals, after twice as many, and so on; the
verdicts of all looks and numbers together err with at most 2.5 %. docs/balance.md tells the method.
The exit code is 1 when something differs.";
