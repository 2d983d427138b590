//! A seat: all that a bot may see of a match.

use crate::engine::option::Options;
use crate::engine::state::State;
use crate::engine::worlds::NoWorld;
use crate::play::game::Match;
use crate::program::Program;
use std::time::Instant;

/// A player's place at a decision of a match. Nothing that the player can't know leaves it.
#[derive(Debug, Clone, Copy)]
pub struct Seat<'a> {
    game: &'a Match,
    player: u8,
}

/// A position that the seat can't tell from the true one, at the same decision.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub(super) state: State,
    /// Option n here is option n of the seat's own decision.
    pub(super) options: Options,
}

/// Worlds dealt for a decision.
#[derive(Debug)]
pub(super) struct Worlds {
    pub(super) all: Vec<World>,
    /// Nothing was left to deal, so that every world is the same.
    pub(super) is_open: bool,
}

impl<'a> Seat<'a> {
    /// The seat of the player who is asked; none when the game is over.
    #[must_use]
    pub fn of(game: &'a Match) -> Option<Seat<'a>> {
        let player = game.state().pending?.player;
        Some(Seat { game, player })
    }

    /// Returns the player whose seat it is.
    #[must_use]
    pub fn player(&self) -> u8 {
        self.player
    }

    /// Counts the options.
    #[must_use]
    pub fn options(&self) -> usize {
        self.game.options()
    }

    /// The rules.
    #[must_use]
    pub fn program(&self) -> &'a Program {
        self.game.program()
    }

    /// Deals at most so many worlds until a time, the first of them by `seed`; one is enough where nothing is hidden.
    ///
    /// # Errors
    /// Not even one was found.
    pub(super) fn worlds(
        &self,
        seed: u64,
        most: u64,
        until: Option<Instant>,
    ) -> Result<Worlds, NoWorld> {
        let mut worlds = Worlds {
            all: Vec::new(),
            is_open: false,
        };
        for n in 0..most.max(1) {
            let world = match self.game.determinize(self.player, seed.wrapping_add(n)) {
                Ok(world) => world,
                Err(_) if !worlds.all.is_empty() => break,
                Err(none) => return Err(none),
            };
            worlds.is_open = world.dealt == 0 && world.drawn.is_empty();
            let (state, options) = world.game.at_decision();
            worlds.all.push(World { state, options });
            if worlds.is_open || until.is_some_and(|until| Instant::now() > until) {
                break;
            }
        }
        Ok(worlds)
    }
}
