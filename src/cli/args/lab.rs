//! The arguments that all commands of the lab share: who plays, from which start, on how many threads.

use clap::Args;

use crate::bots::spec::Spec;
use crate::cli::args::{Bots, Start};
use crate::cli::complete;

/// The seats, the start and the threads of an experiment.
#[derive(Debug, Args)]
pub(crate) struct Lab {
    /// Bots for the seats, from the first one on and around again [default: random]
    #[arg(long, value_name = "BOT,...", add = complete::bot())]
    pub(crate) seats: Option<Bots>,
    #[command(flatten)]
    pub(crate) start: Start,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

impl Lab {
    /// The bots that were asked for; nobody when chance has all seats.
    pub(crate) fn bots(&self) -> &[Spec] {
        self.seats.as_ref().map_or(&[], |bots| &bots.0)
    }

    /// Counts the seats, unless their number is said: one for each bot, and a table where somebody is to be held against.
    pub(crate) fn seats(&self) -> usize {
        self.bots().len().max(2)
    }

    /// The names of the bots, or of chance.
    pub(crate) fn names(&self) -> Vec<String> {
        let bots = self.bots().iter();
        if self.bots().is_empty() {
            vec!["random".to_owned()]
        } else {
            bots.map(Spec::to_string).collect()
        }
    }
}
