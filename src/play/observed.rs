//! Turns: the work of the rules from one decision to the next, which can be done again and again under the eyes of an observer.
//!
//! Equal positions and choices give equal work, so whoever stops a turn in its middle finds the same middle the next time.

use crate::game::{Match, PlayError};
use crate::start::Start;
use ludex_engine::machine::Observer;
use ludex_engine::redo::Told;
use ludex_engine::state::State;
use ludex_program::Program;
use std::sync::Arc;

/// The work from the beginning to the first decision, or from one decision to the next.
#[derive(Debug, Clone)]
pub enum PlayTurn {
    /// The game's own set-up.
    SetUp {
        /// The compiled rules of the game.
        program: Arc<Program>,
        /// Players, seed and options.
        start: Start,
    },
    /// A game that goes on from a position.
    From {
        /// The compiled rules of the game.
        program: Arc<Program>,
        /// Players, seed and options.
        start: Start,
        /// The position that it goes on from.
        state: Box<State>,
        /// The outcomes of chance, each for an event that can come out so.
        chance: Vec<Told>,
    },
    /// A choice at a decision.
    Choice {
        /// The match at the decision.
        before: Box<Match>,
        /// The number of the option that is chosen.
        option: usize,
    },
}

impl PlayTurn {
    /// Does the work; the match at its end. An observer may stop it, which is an error then.
    ///
    /// # Errors
    /// A wrong start, a fault of the rules, or the fault of a run that was stopped.
    pub fn run(&self, observer: Option<Arc<dyn Observer>>) -> Result<Match, PlayError> {
        let mut game = match self {
            PlayTurn::SetUp { program, start } => {
                Match::begun(Arc::clone(program), start.clone(), None, observer)?
            }
            PlayTurn::From {
                program,
                start,
                state,
                chance,
            } => {
                let (program, start) = (Arc::clone(program), start.clone());
                let (state, chance) = ((**state).clone(), chance.clone());
                Match::at_observed(program, start, state, chance, observer)?
            }
            PlayTurn::Choice { before, option } => {
                let mut game = (**before).clone();
                game.observer = observer;
                game.apply(*option)?;
                game
            }
        };
        game.observer = None;
        Ok(game)
    }

    /// Returns the compiled rules.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        match self {
            PlayTurn::SetUp { program, .. } | PlayTurn::From { program, .. } => program,
            PlayTurn::Choice { before, .. } => &before.program,
        }
    }

    /// Returns how many players there are.
    #[must_use]
    pub fn players(&self) -> u8 {
        match self {
            PlayTurn::SetUp { start, .. } | PlayTurn::From { start, .. } => start.players,
            PlayTurn::Choice { before, .. } => before.start().players,
        }
    }

    /// Returns the match at the decision that the turn answers; none at the beginning.
    #[must_use]
    pub fn before(&self) -> Option<&Match> {
        match self {
            PlayTurn::SetUp { .. } | PlayTurn::From { .. } => None,
            PlayTurn::Choice { before, .. } => Some(before),
        }
    }

    /// Returns a match that stands in the middle of the turn, to be looked at.
    #[must_use]
    pub fn standing(&self, state: State) -> Match {
        let start = match self {
            PlayTurn::SetUp { start, .. } | PlayTurn::From { start, .. } => start.clone(),
            PlayTurn::Choice { before, .. } => before.start().clone(),
        };
        Match::standing(Arc::clone(self.program()), start, state)
    }
}
