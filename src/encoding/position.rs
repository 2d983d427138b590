//! A position, and the seat that looks at it.

use ludex_engine::knowledge::view;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::game::{Holder, NONE};
use ludex_rules::ids::PlayerId;
use ludex_rules::types::Type;

/// A position on behalf of a seat.
#[derive(Debug, Clone, Copy)]
pub struct SeatPosition<'a> {
    /// The compiled rules of the game.
    pub program: &'a Program,
    /// The state of the game.
    pub state: &'a State,
    /// The seat that looks at it.
    pub seat: PlayerId,
}

impl SeatPosition<'_> {
    /// Returns true if the seat can tell a value from others: it knows the piece that the value names or that holds the place.
    pub(super) fn knows(self, ty: &Type, value: i32) -> bool {
        let piece = match (ty.required(), value) {
            (_, NONE) => return true,
            (Type::Piece(_), _) => PieceId::from_value(value),
            (Type::Place(_), _) => {
                let layout = &self.program.layout;
                let Some((declared, holder)) = layout.place_of.get(SpotId::from_value(value))
                else {
                    return true;
                };
                match layout.places[*declared].holder {
                    Holder::Piece(_) => PieceId::numbered(*holder),
                    Holder::Table | Holder::Player | Holder::Space(_) => return true,
                }
            }
            (_, _) => return true,
        };
        view::knows(self.program, self.state, self.seat, piece)
    }
}
