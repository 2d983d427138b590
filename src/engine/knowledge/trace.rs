//! Traces: beliefs with the position in which they held, and where pieces were mixed up before the eyes of some.
//!
//! Recorded of games that have beliefs, while somebody listens. Worlds follow them backwards (`worlds/beliefs.rs`).

use crate::engine::knowledge::event::{Trace, What};
use crate::engine::knowledge::view::who_knows;
use crate::engine::runtime::machine::Machine;
use crate::engine::state::PlayerSet;
use crate::program::ids::{NodeId, PieceId, SpotId};
use std::sync::Arc;

/// Pieces that may be mixed up, each with who knows it.
pub(crate) type KnownBefore = Option<Vec<(PieceId, PlayerSet)>>;

impl Machine<'_> {
    /// Records a condition that holds.
    pub(crate) fn trace_belief(&mut self, cond: NodeId) {
        if self.work.events.is_none() {
            return;
        }
        let routine = self.state.frames.last().map(|frame| frame.routine);
        let belief = Trace::Belief {
            routine: routine.unwrap_or_default(),
            cond,
            state: Box::new(self.state.clone()),
        };
        self.record(What::Traced(Arc::new(belief)), self.everybody());
    }

    /// The pieces of a place with who knows them, if that must be followed.
    pub(crate) fn known_before(&self, place: SpotId) -> KnownBefore {
        let is_traced = self.program.believes && self.work.events.is_some();
        is_traced.then(|| {
            let pieces = self.state.pieces_in(place);
            pieces.map(|piece| (piece, self.knowing(piece))).collect()
        })
    }

    /// Records that some pieces were mixed up before the eyes of whoever no longer knows them.
    pub(crate) fn trace_mixed(&mut self, before: KnownBefore) {
        let Some(before) = before else {
            return;
        };
        let everybody = self.everybody();
        let pieces = before.into_iter();
        let pieces = pieces.map(|(piece, knew)| (piece, [knew, self.knowing(piece)]));
        let lost: Vec<(PieceId, [PlayerSet; 2])> = pieces
            .filter(|(_, [_, knows])| *knows != everybody)
            .collect();
        if lost.len() > 1 || lost.iter().any(|(_, [knew, knows])| knew != knows) {
            self.record(
                What::Traced(Arc::new(Trace::Mixed(lost))),
                PlayerSet::NOBODY,
            );
        }
    }

    fn knowing(&self, piece: PieceId) -> PlayerSet {
        who_knows(self.program, self.state, piece)
    }
}
