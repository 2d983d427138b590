//! Positions as JSON: everything, or what a player may know.

use crate::engine::state::State;
use crate::program::Program;
use serde_json::Value;

/// Everything, hidden things included.
#[must_use]
pub fn state(program: &Program, state: &State) -> Value {
    let _ = (program, state);
    unimplemented!()
}

/// What a player may know: other pieces are `{"hidden": true}`, other variables are left out.
#[must_use]
pub fn view(program: &Program, state: &State, player: u8) -> Value {
    let _ = (program, state, player);
    unimplemented!()
}
