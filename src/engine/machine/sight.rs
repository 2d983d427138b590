//! Sight: who sees pieces where they lie, and whose they are there, by the facts about single places.

use crate::machine::Machine;
use crate::state::PlayerSet;
use crate::state::spots::Spot;
use ludex_program::ids::{PieceId, SpotId};

impl Machine<'_> {
    /// A bit for each player who sees a piece when it lies in a place.
    #[inline]
    pub(crate) fn sees(&self, place: SpotId, piece: PieceId) -> PlayerSet {
        self.sight(&self.executable.spots[place], place, piece)
    }

    /// As `sees`, of a place whose spot is known.
    #[inline]
    pub(crate) fn sight(&self, spot: &Spot, place: SpotId, piece: PieceId) -> PlayerSet {
        spot.sight(self.program, self.state, place, piece)
    }

    /// Tells whether hooks and modifiers of a piece live where it lies, and for which player (`NONE` for a table's place).
    #[inline]
    pub(crate) fn active(&self, piece: PieceId) -> Option<i32> {
        let place = self.state.pieces[piece].place;
        if place == SpotId::NONE {
            return None;
        }
        let layout = &self.program.layout;
        let spot = &self.executable.spots[place];
        let kind = &layout.kinds[layout.piece_kind[piece]];
        (kind.active.contains(&spot.declared)).then(|| spot.owner(self.program, self.state, piece))
    }
}
