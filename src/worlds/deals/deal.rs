//! Deals: permutations of the unknown pieces over the holes.

use crate::deals::holes::{Group, Holes};
use ludex_engine::chance::Stream;
use ludex_program::ids::PieceId;
use ludex_rules::ids::PlayerId;
use ludex_rules::table::Table;

/// A deal: a piece for each hole.
#[derive(Debug, Clone)]
pub(super) struct Deal {
    /// The piece in each hole.
    pub(super) pieces: Vec<PieceId>,
    /// Number of the streams that deal fields and orders.
    pub(super) number: u32,
}

impl Deal {
    /// A deal of all holes, each that keeps to the owners equally likely.
    pub(super) fn anew(
        holes: &Holes,
        made_for: &Table<PieceId, Option<PlayerId>>,
        number: u32,
        stream: &mut Stream,
    ) -> Deal {
        let mut deal = Deal {
            pieces: holes.all.iter().map(|hole| hole.piece).collect(),
            number,
        };
        for group in &holes.groups {
            deal.fill(holes, group, made_for, stream);
        }
        deal
    }

    fn fill(
        &mut self,
        holes: &Holes,
        group: &Group,
        made_for: &Table<PieceId, Option<PlayerId>>,
        stream: &mut Stream,
    ) {
        let mut pieces = group.pieces.clone();
        stream.shuffle(&mut pieces);
        if group.owned {
            self.fill_owned(holes, group, made_for, &mut pieces);
        }
        let open = group.holes.iter();
        let open = open.filter(|n| !group.owned || holes.all[**n].region.is_none());
        for (hole, piece) in open.zip(pieces) {
            self.pieces[*hole] = piece;
        }
    }

    /// Fills the holes of players with pieces made for them, and leaves the rest.
    fn fill_owned(
        &mut self,
        holes: &Holes,
        group: &Group,
        made_for: &Table<PieceId, Option<PlayerId>>,
        pieces: &mut Vec<PieceId>,
    ) {
        for hole in &group.holes {
            let region = holes.all[*hole].region;
            let own = pieces
                .iter()
                .position(|piece| region.is_some() && made_for[*piece] == region);
            if let Some(own) = own {
                self.pieces[*hole] = pieces.remove(own);
            }
        }
    }

    /// Exchanges the pieces of two holes, unless one would lie with another player than it was made for.
    pub(super) fn swap(
        &mut self,
        holes: &Holes,
        made_for: &Table<PieceId, Option<PlayerId>>,
        one: usize,
        other: usize,
    ) {
        let fits = |hole: usize, piece: PieceId| {
            let region = holes.all[hole].region;
            region.is_none() || made_for[piece] == region
        };
        let owned = holes.groups[holes.all[one].group].owned;
        let (a, b) = (self.pieces[one], self.pieces[other]);
        if !owned || fits(one, b) && fits(other, a) {
            self.pieces.swap(one, other);
        }
    }
}
