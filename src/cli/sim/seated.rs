//! Games among bots.

use std::sync::Arc;

use crate::bots::arena::Table;
use crate::bots::spec::{Algorithm, Spec};
use crate::cli::args::Sim;
use crate::cli::error::CliError;
use crate::cli::screen;
use crate::cli::sim::BrokenGame;
use crate::cli::start::{Ready, read_nets};
use crate::engine::fault::{Fault, FaultKind};
use crate::play::game::{Match, PlayError};
use crate::play::playout::StuckGame;
use crate::play::start::Start;
use crate::program::Program;
use crate::rules::decision::Choice;
use crate::source::Span;

/// The start that was asked for, and the bots; none where all choose at random, which machine code does.
pub(super) fn start<'a>(
    sim: &'a Sim,
    game: &Ready,
) -> Result<(Start, Option<&'a [Spec]>), CliError> {
    let Some(seats) = &sim.seats else {
        return Ok((game.start(&sim.start)?, None));
    };
    read_nets(&seats.0, game)?;
    let start = game.start_seated(&sim.start, seats.0.len())?;
    let is_random = |spec: &Spec| spec.algorithm == Algorithm::Random;
    let bots = (!seats.0.iter().all(is_random)).then_some(&*seats.0);
    Ok((start, bots))
}

/// The bots by seat, as they were asked for.
pub(super) fn names(sim: &Sim) -> Option<Vec<String>> {
    let seats = sim.seats.as_ref()?;
    Some(seats.0.iter().map(Spec::to_string).collect())
}

/// A line about the seats; none where chance has them all.
pub(super) fn told(sim: &Sim) -> String {
    let seats = names(sim).unwrap_or_default();
    let seats = seats.iter().enumerate();
    let seats: Vec<String> = seats.map(|(n, bot)| format!("P{n} {bot}")).collect();
    if seats.is_empty() {
        String::new()
    } else {
        seats.join(", ") + "\n"
    }
}

/// Plays a game among bots.
pub(super) fn to_the_end(
    program: &Arc<Program>,
    start: &Start,
    seats: &[Spec],
) -> Result<Match, BrokenGame> {
    let begun = Match::new(Arc::clone(program), start.clone());
    let mut game = begun.map_err(|error| broken(start, error, Vec::new()))?;
    let mut table = Table::new(seats, start.seed);
    let finished = table.finish(&mut game);
    for (bot, work) in seats.iter().zip(table.work()) {
        if let Some(why) = &work.failure {
            screen::tell(&format!(
                "seed {}: {bot} failed, {} decisions at random; first: {why}",
                start.long_seed(),
                work.failed
            ));
        }
    }
    match finished {
        Ok(()) => Ok(game),
        Err((option, error)) => {
            let last = option.map(|option| game.option(option));
            let choices = game.choices().into_iter().chain(last).collect();
            Err(broken(start, error, choices))
        }
    }
}

/// A game that an error of the rules stopped.
pub(super) fn broken(start: &Start, error: PlayError, choices: Vec<Choice>) -> BrokenGame {
    // INVARIANT: only a fault of the rules stops a match that chooses among its own options.
    let fault = if let PlayError::Fault(fault) = error {
        fault
    } else {
        Fault {
            kind: FaultKind::Disagreement,
            span: Span::default(),
            trace: Vec::new(),
        }
    };
    BrokenGame {
        start: start.clone(),
        stuck: Box::new(StuckGame { choices, fault }),
    }
}
