//! The game that is drawn: its typed rules, its looks, its manual.

use crate::words::WordBook;
use ludex_check::env::Env;
use ludex_rules::game::Game;
use ludex_tools::manual::Manual;

/// A checked game with its words.
#[derive(Clone, Copy)]
pub struct SheetGame<'a> {
    /// The game, with the names that lead into it.
    pub names: &'a Env,
    /// The manual, whose words cards bear.
    pub manual: &'a Manual,
}

impl<'a> SheetGame<'a> {
    pub(crate) fn game(&self) -> &'a Game {
        &self.names.game
    }

    pub(crate) fn words(&self) -> WordBook<'a> {
        WordBook {
            names: self.names,
            manual: self.manual,
        }
    }
}
