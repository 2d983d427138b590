//! The arguments of `ludex coverage`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::args::{From, Start};
use crate::cli::complete;
use crate::cli::output::AsJson;
use crate::tools::coverage::{CoverageKind, KINDS};

/// Tell how much of a game's rules its rulings, or random games, have seen at work
#[derive(Debug, Args)]
#[command(after_help = COVERAGE_EXAMPLES)]
pub(crate) struct Coverage {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: String,
    /// Play so many random games as well
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) sim: u64,
    /// Leave the rulings out
    #[arg(long, requires = "sim")]
    pub(crate) no_rulings: bool,
    #[command(flatten)]
    pub(crate) start: Start,
    /// List everything that is not covered
    #[arg(long)]
    pub(crate) uncovered: bool,
    /// Tell the shares of each row that has rules of its own, too
    #[arg(long)]
    pub(crate) rows: bool,
    /// Exit with 1 when less is covered: a percentage of everything, or of sorts, as in condition=80,effect=95
    #[arg(long, value_name = "PERCENT", value_delimiter = ',', value_parser = floor)]
    pub(crate) min: Vec<Floor>,
    /// How to tell it
    #[arg(long, value_enum, default_value_t = CoverageFormat::Human)]
    pub(crate) format: CoverageFormat,
    #[command(flatten)]
    pub(crate) as_json: AsJson,
    /// Write it to this file instead of the screen
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) from: From,
}

/// The form in which coverage is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoverageFormat {
    /// A table
    Human,
    /// One JSON object, for programs
    Json,
    /// LCOV's tracefile, for editors and build servers
    Lcov,
}

/// A share that must be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Floor {
    /// Of what; none for everything.
    pub(crate) kind: Option<CoverageKind>,
    /// The least share, in percent.
    pub(crate) percent: u64,
}

fn floor(text: &str) -> Result<Floor, String> {
    let (kind, number) = match text.split_once('=') {
        None => (None, text),
        Some((word, number)) => {
            let found = KINDS
                .iter()
                .find(|kind| kind.word() == word || kind.plural() == word);
            let known = KINDS
                .iter()
                .map(|kind| kind.word())
                .collect::<Vec<_>>()
                .join(", ");
            let kind =
                found.ok_or_else(|| format!("there is no sort `{word}`: there are {known}"))?;
            (Some(*kind), number)
        }
    };
    let percent = number.parse().ok().filter(|percent| *percent <= 100);
    let percent = percent.ok_or_else(|| format!("`{number}` is no percentage from 0 to 100"))?;
    Ok(Floor { kind, percent })
}

const COVERAGE_EXAMPLES: &str = "\
Examples:
  ludex coverage GAME --uncovered
  ludex coverage GAME --sim 1000 --players 3 --no-rulings
  ludex coverage GAME --min condition=80,effect=95
  ludex coverage GAME --format lcov --out lcov.info

A condition is covered when it was seen to hold and not to hold. Percentages are rounded down.";
