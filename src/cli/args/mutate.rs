//! The arguments of `ludex mutate`.

use clap::Args;

use crate::cli::args::From;

/// Change a game's rules one place at a time and tell which changes no ruling notices
#[derive(Debug, Args)]
#[command(after_help = MUTATE_EXAMPLES)]
pub(crate) struct Mutate {
    /// The game: its name or its folder
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Try only so many changes, chosen by the seed
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
    /// The seed of the order in which changes are tried
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Only changes of files or lines that have this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Exit with 1 when fewer of every hundred changes are noticed
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) min: Option<u8>,
    /// List the changes without trying them
    #[arg(long)]
    pub(crate) list: bool,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Answer with one JSON object, for programs
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) from: From,
}

const MUTATE_EXAMPLES: &str = "\
Examples:
  ludex mutate GAME
  ludex mutate GAME --budget 60s --min 85
  ludex mutate GAME --only cards.yaml

With a time as `--budget` no more changes are begun after it. A change that the checker refuses counts
for nothing. A change that nobody can notice may be listed in the file `equivalent.mutants` of the
game's folder: the line as this command prints it, then a line `because` with the reason.";
