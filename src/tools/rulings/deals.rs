//! The pieces that chance put somewhere in a ruling: those that lay in a place when it was shuffled, until rules or players
//! move them.
//!
//! An outcome counts such pieces and does not name them: which they are is no part of what the ruling is about, and would be
//! another with any other card in the pile.

use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::table::Table;
use std::collections::BTreeMap;

use ludex_engine::knowledge::event::{Event, What};
use ludex_engine::state::State;

/// The outcomes of chance so far.
#[derive(Debug)]
pub(super) struct Deals {
    /// The place of each piece.
    places: Table<PieceId, SpotId>,
    /// Pieces that chance chose the place of, with that place.
    dealt: BTreeMap<PieceId, SpotId>,
    /// Places that were shuffled, as long as nothing is known of their order.
    shuffled: Vec<SpotId>,
}

impl Deals {
    /// Nothing was dealt yet.
    pub(super) fn new(given: &State) -> Deals {
        Deals {
            places: given.pieces.iter().map(|piece| piece.place).collect(),
            dealt: BTreeMap::new(),
            shuffled: Vec::new(),
        }
    }

    /// Notes an event; whether it moved a piece that chance chose, and from where to where.
    pub(super) fn note(&mut self, event: &Event) -> Option<(SpotId, SpotId)> {
        match event.what {
            What::Shuffled(place) => {
                let lie = self.places.entries().filter(|(_, at)| **at == place);
                self.dealt.extend(lie.map(|(piece, at)| (piece, *at)));
                self.shuffled.push(place);
                None
            }
            What::Moved {
                piece, from, to, ..
            } => {
                if let Some(at) = self.places.get_mut(piece) {
                    *at = to;
                }
                if self.dealt.get(&piece) == Some(&from) && self.shuffled.contains(&from) {
                    self.dealt.insert(piece, to);
                    return Some((from, to));
                }
                self.dealt.remove(&piece);
                None
            }
            What::Changed { .. }
            | What::Turned(_)
            | What::LaidOut { .. }
            | What::Shown { .. }
            | What::Chose { .. }
            | What::Began(_)
            | What::Traced(_)
            | What::Finished => None,
        }
    }

    /// Tells whether chance put a piece where it is.
    pub(super) fn is_dealt(&self, piece: PieceId) -> bool {
        self.dealt.contains_key(&piece)
    }

    /// Counts the pieces that chance put somewhere, by place.
    pub(super) fn counts(&self) -> BTreeMap<SpotId, usize> {
        let mut counts = BTreeMap::new();
        for place in self.dealt.values() {
            *counts.entry(*place).or_default() += 1;
        }
        counts
    }
}
