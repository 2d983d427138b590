//! A match that waits: all that is needed to play it on, in a few kilobytes.

use crate::game::history::{History, Sealed};
use crate::game::{Match, Outcome};
use crate::start::Start;
use ludex_engine::knowledge::event::{Event, Trace};
use ludex_engine::state::PlayerSet;
use ludex_engine::state::snapshot::Snapshot;
use ludex_program::Program;
use ludex_program::ids::Address;
use ludex_rules::table::Table;
use std::sync::Arc;

/// A match put away. A copy shares everything with the original.
#[derive(Debug, Clone)]
pub struct Parked {
    program: Arc<Program>,
    start: Arc<Start>,
    from: Option<Snapshot>,
    state: Snapshot,
    begun: Arc<[Event]>,
    history: History,
    outcome: Option<Arc<Outcome>>,
    remembered: Option<Arc<Table<Address, PlayerSet>>>,
    ahead: Vec<Sealed>,
    believed: Arc<[Arc<Trace>]>,
}

impl Parked {
    /// Puts a match away.
    #[must_use]
    pub fn new(game: &Match) -> Parked {
        Parked {
            program: Arc::clone(&game.program),
            start: Arc::clone(&game.start),
            from: game.from.clone(),
            state: Snapshot::of(&game.program, &game.state),
            begun: Arc::clone(&game.begun),
            history: game.history.clone(),
            outcome: game.outcome.clone(),
            remembered: game.remembered.clone(),
            ahead: game.ahead.clone(),
            believed: Arc::clone(&game.believed),
        }
    }

    /// Returns the match as it was.
    #[must_use]
    pub fn wake(&self) -> Match {
        let mut game = Match {
            program: Arc::clone(&self.program),
            start: Arc::clone(&self.start),
            from: self.from.clone(),
            state: self.state.restore(&self.program),
            options: Default::default(),
            begun: Arc::clone(&self.begun),
            history: self.history.clone(),
            outcome: self.outcome.clone(),
            remembered: self.remembered.clone(),
            believed: Arc::clone(&self.believed),
            redo: None,
            observer: None,
            ahead: self.ahead.clone(),
        };
        game.list_options();
        game
    }

    /// Returns how many bytes it takes, its history apart, as if it shared nothing: never too few.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let snapshots = self.from.iter().chain([&self.state]);
        let start = size_of_val(&*self.start) + size_of_val(&*self.start.options);
        let remembered = (self.remembered.as_deref()).map_or(0, |all| size_of_val(all.as_slice()));
        let values = |sealed: &Sealed| size_of_val(&*sealed.choice.values) + BLOCKS;
        let ahead = size_of_val(&*self.ahead) + self.ahead.iter().map(values).sum::<usize>();
        size_of::<Parked>()
            + ahead
            + start
            + remembered
            + self
                .believed
                .iter()
                .map(|trace| trace.bytes())
                .sum::<usize>()
            + snapshots.map(Snapshot::bytes).sum::<usize>()
            + BLOCKS
    }
}

/// The overhead of a position in bytes: the allocator's for its blocks, and its keeper's for the handle.
const BLOCKS: usize = 128;
