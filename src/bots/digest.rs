//! Digests of positions and answers: equal ones are met again in a search.

use foldhash::quality::FixedState;
use ludex_engine::state::State;
use ludex_program::Program;
use std::hash::{BuildHasher, Hash, Hasher};

/// Returns a hasher that gives the same in every run. Searches hash at each step, and nobody chooses what they hash.
pub(super) fn hasher() -> impl Hasher {
    FixedState::default().build_hasher()
}

/// Hashes a position without the chance still to come.
pub(super) fn position(program: &Program, state: &State) -> u64 {
    let layout = &program.layout;
    let (before, rest) = state.memory.as_slice().split_at(layout.draws_at.index());
    let mut hasher = hasher();
    (before, &rest[layout.purposes.len()..], &state.pieces).hash(&mut hasher);
    (&state.places, &state.frames, &state.stack, &state.lists).hash(&mut hasher);
    (&state.pool, &state.pools, &state.later, &state.queues).hash(&mut hasher);
    state.stood.hash(&mut hasher);
    (state.pending, state.over).hash(&mut hasher);
    hasher.finish()
}
