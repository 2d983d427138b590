//! Rulings with their conditions, ready to be played.
//!
//! The conditions of many rulings go into one copy of their game's program, as a copy costs far more than a condition.

use crate::program::Program;
use crate::report::Report;
use crate::tools::rulings::conditions::Conditions;
use crate::tools::rulings::play::RuledGame;
use crate::tools::rulings::ruling::Ruling;
use std::sync::Arc;

/// Rulings of one game, ready to be played in any order.
#[derive(Debug)]
pub struct Prepared<'a> {
    game: &'a RuledGame,
    program: Arc<Program>,
    /// Of each ruling: its conditions, and what is wrong with them.
    conditions: Vec<(Conditions, Report)>,
}

impl<'a> Prepared<'a> {
    /// Prepares rulings, which are known by their number from then on.
    #[must_use]
    pub fn new<'b>(
        game: &'a RuledGame,
        rulings: impl IntoIterator<Item = &'b Ruling>,
    ) -> Prepared<'a> {
        let checked = game.checked();
        let mut asking = checked.asking(game.program());
        let conditions = rulings.into_iter().map(|ruling| {
            let mut found = Report::new();
            let conditions = Conditions::new(checked, &mut asking, ruling, &mut found);
            (conditions, found)
        });
        let conditions = conditions.collect();
        Prepared {
            game,
            program: Arc::new(asking.program()),
            conditions,
        }
    }

    /// The game that they are about.
    #[must_use]
    pub fn game(&self) -> &RuledGame {
        self.game
    }

    /// The program that can ask all their conditions.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The conditions of a ruling, and what is wrong with them.
    pub(super) fn conditions(&self, nth: usize) -> (&Conditions, Report) {
        // INVARIANT: whoever prepared the rulings counts them as they were given.
        let (conditions, found) = &self.conditions[nth];
        (conditions, found.clone())
    }
}
