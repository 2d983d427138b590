//! Secrets: what others answered or chance decided unseen, decided anew so that a player has been told the same.
//!
//! The game is played again from where the first secret was decided (`past`). Where a question asks for a secret, any answer
//! may be given, and a random number may come out otherwise, as long as everything the player was told happens again
//! (`observed`, `walk`). So a secret agrees with all that came of it, and depends only on what the player knows.

mod observed;
mod past;
mod walk;

use crate::play::game::Match;
use crate::play::locals;
use crate::play::rewind;
use crate::play::secrets::past::Past;
use crate::play::secrets::walk::PastWalk;
use crate::program::ids::Address;
use crate::rules::ids::PlayerId;
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
    let root = match past.rolls {
        true => None,
        false => Some(rewind::back(game, past.first).ok()?),
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
