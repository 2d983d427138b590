//! The arguments of `ludex rulings`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::{From, Start};
use crate::cli::complete;
use crate::cli::output::{AsJson, Coloured, Output};

/// Run rulings, look at what changed, and accept it
#[derive(Debug, Args)]
#[command(after_help = RULINGS_EXAMPLES)]
pub(crate) struct Rulings {
    #[command(subcommand)]
    pub(crate) what: RulingsWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulingsWhat {
    Test(RulingsTest),
    Review(RulingsReview),
    Accept(RulingsAccept),
    Reject(RulingsReject),
    Pending(RulingsPending),
    Record(RulingsRecord),
}

/// The rulings that are meant.
#[derive(Debug, Args)]
pub(crate) struct RulingsAsked {
    /// Rulings, folders with rulings, or parts of their names [default: those of all games found]
    #[arg(value_name = "WHICH", add = complete::ruling())]
    pub(crate) which: Vec<String>,
    /// Only those that cite this statement of the rules; may be given several times
    #[arg(long, value_name = "STATEMENT")]
    pub(crate) cites: Vec<String>,
    /// Only those that differ from a commit of git, or whose snapshot or game does [default: HEAD]
    #[arg(long, value_name = "COMMIT", num_args = 0..=1, default_missing_value = "HEAD", require_equals = true)]
    pub(crate) changed: Option<String>,
    #[command(flatten)]
    pub(crate) from: From,
}

/// The form in which the outcome of rulings is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulingsFormat {
    /// Differences line by line
    Human,
    /// One JSON object, for programs
    Json,
    /// JUnit's XML, for build servers
    Junit,
}

/// The treatment of snapshots that belong to no ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unreferenced {
    /// Tell of them
    Warn,
    /// Tell of them; the exit code is then 1
    Reject,
    /// Take them away
    Delete,
}

/// Run rulings and tell where they and their snapshots differ
#[derive(Debug, Args)]
pub(crate) struct RulingsTest {
    #[command(flatten)]
    pub(crate) asked: RulingsAsked,
    /// How to tell what differs
    #[arg(long, value_enum, default_value_t = RulingsFormat::Human)]
    pub(crate) format: RulingsFormat,
    #[command(flatten)]
    pub(crate) as_json: AsJson,
    /// Write nothing, not even the outcomes that wait to be accepted
    #[arg(long)]
    pub(crate) check: bool,
    /// What to do about snapshots of no ruling; they are looked for when all rulings of a game run
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Unreferenced::Warn)]
    pub(crate) unreferenced: Unreferenced,
    #[command(flatten)]
    pub(crate) color: Coloured,
}

/// Go through outcomes that are new or changed, those with one cause together
#[derive(Debug, Args)]
#[command(after_help = REVIEW_KEYS)]
pub(crate) struct RulingsReview {
    #[command(flatten)]
    pub(crate) asked: RulingsAsked,
    #[command(flatten)]
    pub(crate) color: Coloured,
}

/// Make what happens now the snapshot of rulings
#[derive(Debug, Args)]
pub(crate) struct RulingsAccept {
    #[command(flatten)]
    pub(crate) asked: RulingsAsked,
    /// Why it is right, to be kept in the snapshots
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Drop outcomes that wait to be accepted
#[derive(Debug, Args)]
pub(crate) struct RulingsReject {
    #[command(flatten)]
    pub(crate) asked: RulingsAsked,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// List outcomes that wait to be accepted, without running anything
#[derive(Debug, Args)]
pub(crate) struct RulingsPending {
    #[command(flatten)]
    pub(crate) asked: RulingsAsked,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Make a ruling of a moment of a recorded game, or of a random one
#[derive(Debug, Args)]
#[command(after_help = RECORD_EXAMPLES)]
pub(crate) struct RulingsRecord {
    /// A recorded game, or the name of a game to be played at random as `ludex sim` does
    #[arg(value_name = "REPLAY|GAME", add = complete::game())]
    pub(crate) what: String,
    /// The choice that the ruling is about, as `ludex replay` counts them
    #[arg(long, value_name = "N")]
    pub(crate) at: usize,
    /// The name of the ruling, with folders below `rulings` if you like
    #[arg(long, value_name = "NAME")]
    pub(crate) name: String,
    /// The question
    #[arg(long, value_name = "TEXT")]
    pub(crate) asks: Option<String>,
    /// The answer
    #[arg(long, value_name = "TEXT")]
    pub(crate) says: Option<String>,
    /// A statement of the rules that it pins; may be given several times
    #[arg(long, value_name = "STATEMENT")]
    pub(crate) cites: Vec<String>,
    /// Put it into this folder, not among the rulings of the game
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

const RULINGS_EXAMPLES: &str = "\
Examples:
  ludex rulings test                     the rulings of all games
  ludex rulings test games/GAME/rulings
  ludex rulings test tie                 those with `tie` in their name
  ludex rulings review                   what changed, rule line by rule line
  ludex rulings accept my.ruling.yaml    what happens now is right

A ruling names its game with the key `game`, or lies in the folder of its game.";

const REVIEW_KEYS: &str = "\
Answers, each at the beginning of a line:
  a [REASON]   accept what is shown; the reason is kept in the snapshots
  r            reject: drop the outcome that waits
  s            skip
  d            show every difference, not only the first
  o            go through these one by one
  A [REASON]   accept everything that is left
  q            stop here";

const RECORD_EXAMPLES: &str = "\
Examples:
  ludex rulings record game.json --at 17 --name ends/tie --asks \"Who wins a tie?\"
  ludex rulings record GAME --seed 7 --players 3 --at 4 --name from-a-random-game";
