//! Secrets decided anew: a past that the player was told of alike, with other answers and other random numbers. The head of
//! `worlds.rs` has the algorithm.

use crate::game::Match;
use crate::worlds::past::Past;
use crate::worlds::walk::PastWalk;
use crate::{locals, rewind};
use ludex_program::ids::Address;
use ludex_rules::ids::PlayerId;
use std::collections::BTreeSet;

/// A game in which secrets were decided anew.
pub(crate) struct Redrawn {
    pub(crate) game: Match,
    /// Addresses of the variables decided anew.
    pub(crate) drawn: BTreeSet<Address>,
    /// Slots of texts at work, by their places in the stack, of which the same holds.
    pub(crate) slots: BTreeSet<usize>,
}

/// Decides anew what was decided in secret; none where there is nothing of the kind, or where no other past was found.
pub(crate) fn redraw(game: &Match, player: PlayerId, seed: u64) -> Option<Redrawn> {
    let mut past = Past::of(game, player)?;
    let root = if past.rolls {
        None
    } else {
        Some(rewind::back(game, past.first).ok()?)
    };
    let first = past.first;
    past.add(game, root.as_ref().map_or(0, Match::event_count));
    let mut found = PastWalk::new(game, past, seed).find(root)?;
    let locals = locals::untold(&found.game, player).into_iter();
    let answered = locals.filter(|local| local.choice.is_some_and(|n| n >= first));
    found.slots.extend(answered.map(|local| local.slot));
    Some(Redrawn {
        game: found.game,
        drawn: found.drawn,
        slots: found.slots,
    })
}
