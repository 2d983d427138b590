//! Secrets decided anew: a past that the player was told of alike, with other answers and other random numbers. The head of
//! `lib.rs` has the algorithm.

use crate::past::Past;
use crate::walk::PastWalk;
use ludex_play::game::Match;
use ludex_play::{locals, rewind};
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

/// The secrets of a game's past, to be decided anew: answers, and what chance brought.
pub(super) struct Secrets<'a> {
    walk: PastWalk<'a>,
    /// The game before the first secret; none where chance decided something in secret, from the set-up on.
    root: Option<Match>,
    /// The choices made before it.
    first: usize,
}

impl<'a> Secrets<'a> {
    /// The secrets of a game; none where nothing was decided in secret.
    pub(super) fn of(game: &'a Match, player: PlayerId) -> Option<Secrets<'a>> {
        let mut past = Past::of(game, player)?;
        let root = if past.rolls {
            None
        } else {
            Some(rewind::back(game, past.first).ok()?)
        };
        let first = past.first;
        past.add(game, root.as_ref().map_or(0, Match::event_count));
        Some(Secrets {
            walk: PastWalk::new(game, past),
            root,
            first,
        })
    }

    /// Decides them anew, by a seed; none where no other past was found.
    pub(super) fn redraw(&mut self, seed: u64) -> Option<Redrawn> {
        let mut found = self.walk.find(self.root.as_ref(), seed)?;
        let locals = locals::untold(&found.game, self.walk.player()).into_iter();
        let answered = locals.filter(|local| local.choice.is_some_and(|n| n >= self.first));
        found.slots.extend(answered.map(|local| local.slot));
        Some(Redrawn {
            game: found.game,
            drawn: found.drawn,
            slots: found.slots,
        })
    }
}
