//! Dry runs: statements tried in a position, apart from the game, for their changes and questions.

use crate::game::{Match, PlayError};
use ludex_engine::machine::Machine;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_rules::game::NONE;
use ludex_rules::ids::{PlayerId, RoutineId};
use std::sync::Arc;

/// A routine being tried.
#[derive(Debug, Clone)]
pub struct DryRun {
    tried: Match,
    /// The number of frames below it when it began.
    frames: usize,
    before: State,
    was_over: bool,
}

impl DryRun {
    /// Tries a routine for a player in the position of a game. The program is the game's own with the routine added.
    ///
    /// # Errors
    /// A fault of what is tried.
    pub fn begin(
        game: &Match,
        program: Arc<Program>,
        routine: RoutineId,
        you: Option<PlayerId>,
    ) -> Result<DryRun, PlayError> {
        DryRun::begin_with(game, program, routine, &[], you)
    }

    /// As `begin`, with the first slots of the routine after `you`.
    ///
    /// # Errors
    /// A fault of what is tried.
    pub fn begin_with(
        game: &Match,
        program: Arc<Program>,
        routine: RoutineId,
        slots: &[i32],
        you: Option<PlayerId>,
    ) -> Result<DryRun, PlayError> {
        let mut state = game.state().clone();
        state.pending = None;
        // A game that is over has no frame to stand on, and its end is none of what is tried.
        state.over = false;
        let mut attempt = DryRun {
            frames: state.frames.len(),
            before: state.clone(),
            was_over: game.is_over(),
            tried: Match::standing(program, game.start().clone(), state),
        };
        let you = you.map_or(NONE, PlayerId::value);
        attempt.go_on(|machine| machine.enter(routine, you, slots))?;
        Ok(attempt)
    }

    /// Answers what was asked, and goes on.
    ///
    /// # Errors
    /// Words that no option has, or a fault of what is tried.
    pub fn answer(&mut self, words: &str) -> Result<(), PlayError> {
        let option = self.tried.find_words_all(words)?;
        self.go_on(|machine| machine.choose(option))
    }

    fn go_on(&mut self, first: impl FnOnce(&mut Machine<'_>)) -> Result<(), PlayError> {
        let frames = self.frames;
        let (ran, _) = self.tried.work(|machine| {
            first(machine);
            machine.run_to(frames)
        });
        Ok(ran?)
    }

    /// The position it began in.
    #[must_use]
    pub fn before(&self) -> &State {
        &self.before
    }

    /// The position now, with what was asked if it waits, as a game that can only be looked at.
    #[must_use]
    pub fn now(&self) -> &Match {
        &self.tried
    }

    /// Tells whether it ended the game.
    #[must_use]
    pub fn ends_the_game(&self) -> bool {
        self.tried.is_over() && !self.was_over
    }

    /// The members that a loop which waits goes through; none when nothing waits.
    #[must_use]
    pub fn listed(&self) -> &[i32] {
        let state = self.tried.state();
        match (state.pending, state.frames.last()) {
            (Some(_), Some(frame)) => &state.lists[frame.lists.index()..],
            _ => &[],
        }
    }
}
