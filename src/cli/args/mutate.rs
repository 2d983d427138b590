//! The arguments of `ludex mutate`.

use clap::Args;

use crate::cli::args::From;
use crate::cli::complete;
use crate::cli::output::Output;
use crate::tools::mutate::{MutatedPart, PARTS};

/// Change a game's rules one place at a time and tell which changes no ruling notices
#[derive(Debug, Args)]
#[command(after_help = MUTATE_EXAMPLES)]
pub(crate) struct Mutate {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", add = complete::game())]
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
    /// Exit with 1 when fewer of every hundred changes are noticed: of all, or of parts, as in rules=90,texts=90
    #[arg(long, value_name = "PERCENT", value_delimiter = ',', value_parser = floor)]
    pub(crate) min: Vec<Floor>,
    /// List the changes without trying them
    #[arg(long)]
    pub(crate) list: bool,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

/// A share of changes that must be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Floor {
    /// Of which part; none for all of them.
    pub(crate) part: Option<MutatedPart>,
    /// The least share, in percent.
    pub(crate) percent: u64,
}

fn floor(text: &str) -> Result<Floor, String> {
    let (part, number) = match text.split_once('=') {
        None => (None, text),
        Some((word, number)) => {
            let found = PARTS.into_iter().find(|part| part.word() == word);
            let known = PARTS.map(MutatedPart::word).join(", ");
            let part =
                found.ok_or_else(|| format!("there is no part `{word}`: there are {known}"))?;
            (Some(part), number)
        }
    };
    let percent = number.parse().ok().filter(|percent| *percent <= 100);
    let percent = percent.ok_or_else(|| format!("`{number}` is no percentage from 0 to 100"))?;
    Ok(Floor { part, percent })
}

const MUTATE_EXAMPLES: &str = "\
Examples:
  ludex mutate GAME
  ludex mutate GAME --budget 60s --min 85
  ludex mutate GAME --only cards.yaml
  ludex mutate GAME --min rules=90,texts=90,values=60

Counted apart: rules, the rules texts of rows, and the values that rows give without rules.
With a time as `--budget` no more changes are begun after it. A change that the checker refuses
counts for nothing. A change that nobody can notice may be listed in the file `equivalent.mutants`
of the game's folder: the line as this command prints it, then a line `because` with the reason.";
