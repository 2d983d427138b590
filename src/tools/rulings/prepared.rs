//! Rulings with their conditions, ready to be played.
//!
//! The conditions of many rulings go into one copy of their game's program, as a copy costs far more than a condition.

use crate::rulings::conditions::Conditions;
use crate::rulings::play::RuledGame;
use crate::rulings::ruling::Ruling;
use ludex_program::Program;
use ludex_report::Report;
use std::sync::Arc;

/// Rulings of one game, ready to be played in any order.
#[derive(Debug)]
pub struct Prepared<'a> {
    game: &'a RuledGame,
    program: Arc<Program>,
    /// Of each ruling: its conditions, what is wrong with them, and its own program when it begins in a way of its own.
    conditions: Vec<(Conditions, Report, Option<Arc<Program>>)>,
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
            match begun(game, ruling, &mut found) {
                Some(None) => {
                    let conditions = Conditions::new(checked, &mut asking, ruling, &mut found);
                    (conditions, found, None)
                }
                Some(Some(own)) => {
                    let mut asking = checked.asking(&own);
                    let conditions = Conditions::new(checked, &mut asking, ruling, &mut found);
                    (conditions, found, Some(Arc::new(asking.program())))
                }
                None => (Conditions::default(), found, None),
            }
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

    /// The program that can ask the conditions of a ruling, and plays it.
    #[must_use]
    pub fn program(&self, nth: usize) -> &Arc<Program> {
        let own = self
            .conditions
            .get(nth)
            .and_then(|(_, _, own)| own.as_ref());
        own.unwrap_or(&self.program)
    }

    /// The conditions of a ruling, and what is wrong with them.
    pub(super) fn conditions(&self, nth: usize) -> (&Conditions, Report) {
        // INVARIANT: whoever prepared the rulings counts them as they were given.
        let (conditions, found, _) = &self.conditions[nth];
        (conditions, found.clone())
    }
}

/// The program of a ruling that begins with statements of its own: they stand in the place of `play`. The inner none when it
/// begins as every game does, none when the statements are wrong.
pub(super) fn begun(
    game: &RuledGame,
    ruling: &Ruling,
    found: &mut Report,
) -> Option<Option<Program>> {
    let Some(begin) = &ruling.given.begin else {
        return Some(None);
    };
    let own = game
        .checked()
        .beginning(begin.rules(), game.program(), found);
    own.map(Some)
}
