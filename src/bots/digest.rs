//! Digests of positions: equal ones are met again in a search.

use ludex_engine::state::State;
use ludex_program::Program;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Hashes a position without the chance still to come.
pub(super) fn position(program: &Program, state: &State) -> u64 {
    let layout = &program.layout;
    let (before, rest) = state.memory.as_slice().split_at(layout.draws_at.index());
    let mut hasher = DefaultHasher::new();
    (before, &rest[layout.purposes.len()..], &state.pieces).hash(&mut hasher);
    (&state.places, &state.frames, &state.stack, &state.lists).hash(&mut hasher);
    (&state.pool, &state.pools, &state.later, &state.queues).hash(&mut hasher);
    state.stood.hash(&mut hasher);
    (state.pending, state.over).hash(&mut hasher);
    hasher.finish()
}
