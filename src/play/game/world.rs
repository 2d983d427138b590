//! A match for worlds: the same game in another position, and played again with other outcomes of chance.

use crate::game::Match;
use crate::start::Start;
use ludex_engine::knowledge::event::{Event, Trace};
use ludex_engine::redo::Redo;
use ludex_engine::state::snapshot::Snapshot;
use ludex_engine::state::{PlayerSet, State};
use ludex_program::ids::Address;
use ludex_rules::table::Table;
use std::sync::Arc;

impl Match {
    /// Makes a game that stands in a position and knows nothing of what came before, but for what players remember of pieces
    /// and the beliefs of that time.
    #[must_use]
    pub fn in_world(
        &self,
        mut state: State,
        remembered: Option<Arc<Table<Address, PlayerSet>>>,
        believed: Arc<[Arc<Trace>]>,
    ) -> Match {
        state.fill_bitboards(&self.program);
        let start = Start {
            seed: state.seed,
            salt: state.salt,
            ..(*self.start).clone()
        };
        let from = Some(Snapshot::of(&self.program, &state));
        let mut game = Match {
            from,
            remembered,
            believed,
            ..Match::standing(Arc::clone(&self.program), start, state)
        };
        game.outcome.clone_from(&self.outcome);
        game.list_options();
        game
    }

    /// Returns the memory that players had of pieces when the game began, in a game from a given position.
    #[must_use]
    pub fn remembered(&self) -> Option<&Arc<Table<Address, PlayerSet>>> {
        self.remembered.as_ref()
    }

    /// Returns the beliefs of the time before the game began, in a world.
    #[must_use]
    pub fn believed(&self) -> &[Arc<Trace>] {
        &self.believed
    }

    /// Returns the events before the first decision.
    #[must_use]
    pub fn set_up_events(&self) -> Arc<[Event]> {
        Arc::clone(&self.begun)
    }

    /// Returns the random numbers that come out otherwise, and those that came since they were given.
    #[must_use]
    pub fn forced(&self) -> Option<&Redo> {
        self.redo.as_deref()
    }

    /// Makes random numbers come out otherwise from now on.
    pub fn force(&mut self, redo: Option<Box<Redo>>) {
        self.redo = redo;
    }
}
