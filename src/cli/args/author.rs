//! The arguments of the commands for those who write rules.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::Coloured;
use crate::cli::args::From;

/// Put the blanks of rules and of the rules inside tables and rulings right
#[derive(Debug, Args)]
#[command(after_help = FMT_EXAMPLES)]
pub(crate) struct Fmt {
    /// Files, or folders with files; `-` reads stdin and answers on stdout [default: all games found]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Write nothing; tell which files would change, with exit code 1 if any would
    #[arg(long, conflicts_with = "diff")]
    pub(crate) check: bool,
    /// Write nothing; show what would change as a patch, with exit code 1 if anything would
    #[arg(long)]
    pub(crate) diff: bool,
    /// What the text on stdin is called: its ending tells what it is, its folder to which game it belongs
    #[arg(long, value_name = "PATH", default_value = "stdin.rules")]
    pub(crate) stdin_filepath: PathBuf,
    #[command(flatten)]
    pub(crate) color: Coloured,
    #[command(flatten)]
    pub(crate) from: From,
}

const FMT_EXAMPLES: &str = "\
Examples:
  ludex fmt                              the files of all games in ./games
  ludex fmt games/GAME/cards.yaml        one file
  ludex fmt --check                      nothing is written; for scripts
  ludex fmt - --stdin-filepath games/GAME/cards.yaml < draft.yaml

Indentation, gaps and blank lines change; lines are neither broken nor joined. In YAML only the rules
inside values change, in the style they are written in. What a text means never changes.";
