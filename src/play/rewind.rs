//! A match rewound to one of its decisions, by playing it again.

use crate::game::{Match, PlayError};

/// The game as it stood when its choice of this number, from 0, was about to be made; after the last choice, as it is.
///
/// # Errors
/// It can't be played again, which only rules with a fault of chance could cause.
pub fn before(game: &Match, step: usize) -> Result<Match, PlayError> {
    let mut again = game.again()?;
    for choice in game.choices().iter().take(step) {
        let option = again.options.find(choice);
        let option = option.filter(|_| again.state.pending.is_some());
        let unknown = || PlayError::NoSuchChoice {
            said: format!("{choice:?}"),
            nearest: None,
        };
        again.apply(option.ok_or_else(unknown)?)?;
    }
    Ok(again)
}

impl Match {
    /// Plays the game again when its events were not kept; none when they were, or when it can't be played again.
    #[must_use]
    pub fn with_events(&self) -> Option<Match> {
        self.history.forgets_events().then_some(())?;
        before(self, self.choices().len()).ok()
    }
}

/// As `before`, but taken back from where the game stands as far as its steps are choices: its events stay.
///
/// # Errors
/// As of `before`.
pub fn back(game: &Match, step: usize) -> Result<Match, PlayError> {
    let mut earlier = game.clone();
    while earlier.choice_count() > step
        && earlier.history.pop(&mut earlier.state, &mut earlier.ahead)
    {
        earlier.outcome = None;
    }
    if earlier.choice_count() != step {
        return before(game, step);
    }
    earlier.list_options();
    Ok(earlier)
}

/// Every position of a game at which somebody decided, in order, and then the present one.
///
/// # Errors
/// As of `before`.
pub fn all(game: &Match) -> Result<Vec<Match>, PlayError> {
    let mut again = before(game, 0)?;
    let mut steps = vec![again.clone()];
    for choice in &game.choices() {
        let option = again.options.find(choice);
        let unknown = || PlayError::NoSuchChoice {
            said: format!("{choice:?}"),
            nearest: None,
        };
        again.apply(option.ok_or_else(unknown)?)?;
        steps.push(again.clone());
    }
    Ok(steps)
}
