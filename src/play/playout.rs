//! Random games at full speed: nothing recorded, nothing allocated for a decision.

use crate::engine::fault::Fault;
use crate::engine::machine::Work;
use crate::engine::option::Choice;
use crate::engine::state::State;
use crate::play::start::Start;
use crate::program::Program;

/// Buffers for random games of one program, used again and again.
#[derive(Debug)]
pub struct Playout<'a> {
    program: &'a Program,
    fresh: Option<(Start, State)>,
    state: State,
    work: Work,
    scores: Vec<i32>,
}

/// How a random game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayoutResult<'a> {
    /// The score of each player.
    pub scores: &'a [i32],
    /// How many decisions were made.
    pub decisions: u64,
}

/// A random game that the rules broke.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault} (after {} choices)", .choices.len())]
pub struct StuckGame {
    /// The choices until then.
    pub choices: Vec<Choice>,
    /// What went wrong.
    pub fault: Fault,
}

impl<'a> Playout<'a> {
    /// Buffers for a program.
    #[must_use]
    pub fn new(program: &'a Program) -> Playout<'a> {
        Playout {
            program,
            fresh: None,
            state: State::default(),
            work: Work::default(),
            scores: Vec::new(),
        }
    }

    /// Plays a game to its end, every option equally likely.
    ///
    /// # Errors
    /// A fault of the rules, with the choices that led to it.
    pub fn run(
        &mut self,
        start: &Start,
        policy_seed: u64,
    ) -> Result<PlayoutResult<'_>, Box<StuckGame>> {
        let _ = (start, policy_seed);
        unimplemented!()
    }

    /// The position where the last game ended.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }
}
