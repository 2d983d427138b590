//! The arguments of `ludex eval` and `ludex repl`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{From, Start};
use crate::cli::complete;
use crate::cli::output::{Coloured, Output};
use crate::rules::ids::PlayerId;

/// Ask a position for a value, or try an effect in it
#[derive(Debug, Args)]
#[command(after_help = EVAL_EXAMPLES)]
pub(crate) struct Eval {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: String,
    /// An expression, or statements
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) text: String,
    /// Answer what the statements ask; may be given several times
    #[arg(long = "answer", value_name = "WORDS")]
    pub(crate) answers: Vec<String>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) stand: Stand,
    #[command(flatten)]
    pub(crate) color: Coloured,
}

/// Ask a position for values and try effects in it, line by line
#[derive(Debug, Args)]
#[command(after_help = REPL_EXAMPLES)]
pub(crate) struct Repl {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) stand: Stand,
    #[command(flatten)]
    pub(crate) color: Coloured,
}

/// The position that is asked about.
#[derive(Debug, Args)]
pub(crate) struct Stand {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Where this recorded game stops
    #[arg(long, value_name = "REPLAY", group = "given", conflicts_with_all = ["players", "seed", "options"])]
    pub(crate) after: Option<PathBuf>,
    /// Where this ruling stops
    #[arg(long, value_name = "FILE", group = "given", conflicts_with_all = ["players", "seed", "options"])]
    pub(crate) ruling: Option<PathBuf>,
    /// Where this game stands, a JSON file as `save` of the protocol gives it
    #[arg(long, value_name = "FILE", group = "given", conflicts_with_all = ["players", "seed", "options"])]
    pub(crate) save: Option<PathBuf>,
    /// This position: a JSON file as `state` of the protocol prints it; parts may be left out
    #[arg(long, value_name = "FILE", group = "given")]
    pub(crate) state: Option<PathBuf>,
    /// Stand before this choice of the recorded game or the ruling, counted from 0 [default: after the last one]
    #[arg(long, value_name = "N", conflicts_with_all = ["state", "save"])]
    pub(crate) step: Option<usize>,
    /// Who `you` is, for example P1 [default: whoever is asked next]
    #[arg(long = "you", value_name = "SEAT", value_parser = seat)]
    pub(crate) you: Option<PlayerId>,
    #[command(flatten)]
    pub(crate) from: From,
}

fn seat(text: &str) -> Result<PlayerId, String> {
    let seat = PlayerId::read(text.strip_prefix('P').unwrap_or(text));
    seat.ok_or_else(|| "a seat is P0, P1 …".to_owned())
}

const EVAL_EXAMPLES: &str = "\
Examples:
  ludex eval GAME 'size(hand)' --players 3 --seed 7
  ludex eval GAME 'count(c in hand where c.cost > 2)' --after game.json --step 17
  ludex eval GAME 'draw 2 from deck to hand' --ruling my.ruling.yaml --you P1";

const REPL_EXAMPLES: &str = "\
Examples:
  ludex repl GAME --players 3
  ludex repl GAME --after game.json --step 17

Each line is an expression or statements; what statements do is shown, and not kept. `:help` lists the rest.";
