//! Visibility: the pieces and variables that a player may know, decided once.

use crate::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId, SpotId};
use ludex_rules::game::{Holder, NONE, Seen};
use ludex_rules::ids::{PlayerId, VarId};
use ludex_rules::types::Type;

/// Tells whether a player can tell which piece this is.
#[must_use]
pub fn knows(program: &Program, state: &State, player: PlayerId, piece: PieceId) -> bool {
    who_knows(program, state, piece).has(player)
}

/// A bit for each player who can tell which piece this is.
#[must_use]
pub fn who_knows(program: &Program, state: &State, piece: PieceId) -> PlayerSet {
    let Some(at) = state.pieces.get(piece) else {
        return PlayerSet::NOBODY;
    };
    at.known
        | if at.place == SpotId::NONE {
            PlayerSet::NOBODY
        } else {
            state.sees(program, at.place, piece)
        }
}

/// A bit for each player who sees the value at an address of a variable.
#[must_use]
pub fn sees_var(program: &Program, state: &State, var: VarId, address: Address) -> PlayerSet {
    let var = &program.layout.vars[var];
    let (holder, _) = var.holder_at(address);
    // A field belongs to whoever its piece was made for, wherever it lies.
    let owner = || match var.holder {
        Holder::Piece(_) => program.layout.piece_for[PieceId::numbered(holder)],
        Holder::Table | Holder::Player | Holder::Space(_) => {
            state.owner_of_holder(program, var.holder, holder)
        }
    };
    match var.seen {
        Seen::All | Seen::Face(_) => everybody(state),
        Seen::Nobody => PlayerSet::NOBODY,
        Seen::Owner => owner().map_or(PlayerSet::NOBODY, PlayerSet::one),
        Seen::Others => owner().map_or(everybody(state), |owner| everybody(state).without(owner)),
    }
}

/// A bit for each player who may be told that a variable went from one value to another: who sees it, knows the piece
/// that holds it, unless it is a mark, and knows the pieces it names.
#[must_use]
pub fn sees_change(
    program: &Program,
    state: &State,
    var: VarId,
    address: Address,
    values: [i32; 2],
) -> PlayerSet {
    let rules = &program.layout.vars[var];
    let mut seen = sees_var(program, state, var, address);
    if let (Holder::Piece(_), false) = (rules.holder, rules.is_mark) {
        let (holder, _) = rules.holder_at(address);
        seen &= who_knows(program, state, PieceId::numbered(holder));
    }
    if let Type::Piece(_) = rules.ty.required() {
        for piece in values.into_iter().filter(|v| *v != NONE) {
            seen &= who_knows(program, state, PieceId::from_value(piece));
        }
    }
    seen
}

fn everybody(state: &State) -> PlayerSet {
    state.everybody()
}
