//! Questions about the state that lowered code asks by a call: operations, lookup tables, chance.

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::redo::Told;
use ludex_program::ids::{PieceId, SpotId};
use ludex_program::node::NodeId;
use ludex_rules::game::NONE;
use ludex_rules::ids::{MomentId, PlayerId};
use ludex_rules::ops::QueryOp;

impl Machine<'_> {
    pub(crate) fn roll(&mut self, low: i32, high: i32, id: NodeId) -> i32 {
        if high < low {
            return self.fail_node(FaultKind::RandomOfNothing, id);
        }
        let faces = (i64::from(high) - i64::from(low) + 1) as u32;
        // More faces than `i32` counts wrap around to the right one.
        let rolled = low.wrapping_add(self.draw(faces) as i32);
        let told = self.comes_out(|told| match told {
            Told::Number(number) => (low..=high).contains(number).then_some(*number),
            Told::Piece(_) | Told::Top(_) | Told::Member(_) => None,
        });
        told.unwrap_or(rolled)
    }

    /// The player a piece was made for.
    pub(crate) fn made_for(&mut self, piece: i32, id: NodeId) -> i32 {
        match self
            .program
            .layout
            .piece_for
            .get(PieceId::from_value(piece))
        {
            Some(player) => player.map_or(NONE, PlayerId::value),
            None => self.no_such(piece, id),
        }
    }

    #[cold]
    fn no_such(&mut self, of: i32, id: NodeId) -> i32 {
        match of {
            NONE => self.fail_node(FaultKind::OfNone, id),
            of => self.fail_node(FaultKind::BadReference(of), id),
        }
    }

    #[inline(never)]
    pub(crate) fn lookup(&mut self, table: u16, key: i32, id: NodeId) -> i32 {
        let rows = &self.program.layout.tables[usize::from(table)];
        match rows.partition_point(|(k, _)| *k <= key).checked_sub(1) {
            Some(row) => rows[row].1,
            None => self.fail_node(FaultKind::NoRow(key), id),
        }
    }

    /// An operation that lowered code does not do itself (`lower/built_in`).
    pub(crate) fn op(&mut self, op: QueryOp, a: i32, b: i32, id: NodeId) -> i32 {
        if a == NONE || b == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        match op {
            QueryOp::OwnerOf => self
                .state
                .owner_of_piece(self.program, PieceId::from_value(a))
                .map_or(NONE, PlayerId::value),
            QueryOp::At => match self.piece_at(SpotId::from_value(a), b) {
                NONE => NONE,
                piece => {
                    self.take_steps(u64::from(b.unsigned_abs()));
                    piece
                }
            },
            QueryOp::Repetitions => self.repetitions(a, b, id),
            QueryOp::SpaceHolding => self.space_holding(PieceId::from_value(a)),
            QueryOp::OnEdge => self.on_edge(a),
            QueryOp::OwnerOfSpace => self.owner_of_space(a),
            QueryOp::Opposite => self.opposite(a, b),
            QueryOp::SpaceAt => self.space_at(a, b),
            // Lowered code does these, or they are nodes or collections of their own.
            QueryOp::Size
            | QueryOp::Top
            | QueryOp::Bottom
            | QueryOp::Position
            | QueryOp::PlaceOf
            | QueryOp::NextPlayer
            | QueryOp::PlayersFrom
            | QueryOp::Opponents
            | QueryOp::SeatOf
            | QueryOp::PlayerCount
            | QueryOp::Minimum
            | QueryOp::Maximum
            | QueryOp::Absolute
            | QueryOp::DivideUp
            | QueryOp::RandomOf
            | QueryOp::RandomNumber
            | QueryOp::Neighbours
            | QueryOp::Step
            | QueryOp::Distance
            | QueryOp::SpaceIndex
            | QueryOp::Directions
            | QueryOp::Ray
            | QueryOp::Placements
            | QueryOp::PlacementsAt
            | QueryOp::Cells
            | QueryOp::Alike
            | QueryOp::Knows
            | QueryOp::The => self.fail_node(FaultKind::Disagreement, id),
        }
    }

    /// Counts how often a position stood before with a player to decide, since a moment.
    fn repetitions(&mut self, player: i32, moment: i32, id: NodeId) -> i32 {
        let (player, moment) = (PlayerId::from_value(player), MomentId::from_value(moment));
        match self.state.repetitions(self.program, player, moment) {
            None => self.fail_node(FaultKind::NotRemembered, id),
            Some((count, looked_at)) => {
                let seen = self.program.layout.memory.len() + self.state.pieces.len();
                self.take_steps(looked_at + seen as u64);
                count
            }
        }
    }

    fn piece_at(&self, place: SpotId, n: i32) -> i32 {
        let step = |piece: PieceId, forward: bool| {
            let at = self.state.pieces[piece];
            if forward { at.next } else { at.previous }
        };
        let chain = self.state.places[place];
        let mut at = if n > 0 { chain.first } else { chain.last };
        if n == 0 || n.unsigned_abs() > chain.count {
            return NONE;
        }
        for _ in 1..n.unsigned_abs() {
            at = step(at, n > 0);
        }
        at.value()
    }

    fn space_holding(&self, piece: PieceId) -> i32 {
        match self.state.pieces[piece].place {
            SpotId::NONE => NONE,
            place => {
                let (declared, holder) = self.program.layout.place_of[place];
                match self.program.layout.places[declared].holder {
                    ludex_rules::game::Holder::Space(_) => holder as i32,
                    // A piece under another stands where that one does.
                    ludex_rules::game::Holder::Piece(_) => {
                        self.space_holding(PieceId::numbered(holder))
                    }
                    ludex_rules::game::Holder::Table | ludex_rules::game::Holder::Player => NONE,
                }
            }
        }
    }
}
