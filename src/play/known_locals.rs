//! The local names of routines at work whose values a player knows: those that follow from what everybody sees and from the
//! player's own answers. A name that may hold anything else is not among them, whatever it holds at the moment, since who sees
//! a name come and go learns something by that.
//!
//! What a value follows from is found before play (`Program::taints`); here the frames tell on whose behalf a text runs, and
//! what its parameters were given.

use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::taint::{SecretSource, Taint};
use ludex_rules::ids::PlayerId;
use std::collections::BTreeSet;

/// Lists the slots of a frame whose values a player knows, `you` and those with names alone. The frame is named by its position
/// in the call stack.
#[must_use]
pub fn known_slots(
    program: &Program,
    state: &State,
    frame: usize,
    player: PlayerId,
) -> BTreeSet<u16> {
    let Some(at) = state.frames.get(frame) else {
        return BTreeSet::new();
    };
    // INVARIANT: a frame has fewer than 65,536 slots, since the checker numbers them so.
    let named = program.routines[at.routine].locals.len().max(1);
    let named = 0..u16::try_from(named).unwrap_or(u16::MAX);
    if !program.hides_anything() {
        return named.collect();
    }
    let known = KnownSources::of_frame(program, state, frame, player);
    let slots = named.zip(&program.taints[at.routine].slots);
    let slots = slots.filter(|(_, taint)| known.cover(taint));
    slots.map(|(slot, _)| slot).collect()
}

/// The sources of a frame's values that a player knows, besides what everybody sees.
struct KnownSources {
    /// True if the text runs on behalf of the player who looks.
    is_own: bool,
    /// Its parameters: those of an own action, and those that the caller made of known values.
    params: BTreeSet<u16>,
}

impl KnownSources {
    fn of_frame(program: &Program, state: &State, frame: usize, player: PlayerId) -> KnownSources {
        let at = &state.frames[frame];
        let you = state.stack.get(at.slots()).copied();
        let is_own = you == Some(player.value());
        let all = 1..=program.routines[at.routine].params;
        let params = if program
            .actions
            .iter()
            .any(|action| action.body == at.routine)
        {
            all.filter(|_| is_own).collect()
        } else {
            known_args(program, state, frame, player)
        };
        KnownSources { is_own, params }
    }

    /// Returns true if the player knows all sources of a value.
    fn cover(&self, taint: &Taint) -> bool {
        taint.sources().all(|source| match source {
            SecretSource::OwnAnswer => self.is_own,
            SecretSource::Param(slot) => self.params.contains(&slot),
            SecretSource::Chance
            | SecretSource::Hidden
            | SecretSource::Whereabouts
            | SecretSource::AnswerOfAnother => false,
        })
    }
}

/// The parameters of a frame that its caller gave values which a player knows.
fn known_args(program: &Program, state: &State, frame: usize, player: PlayerId) -> BTreeSet<u16> {
    let caller = frame.checked_sub(1).and_then(|below| {
        let at = &state.frames[below];
        let call = program.taints[at.routine].calls.get(&at.pc.before())?;
        let callee = call.callee;
        let is_it = callee.is_none_or(|callee| callee == state.frames[frame].routine);
        is_it.then_some((below, call))
    });
    let Some((below, call)) = caller else {
        return BTreeSet::new();
    };
    let known = KnownSources::of_frame(program, state, below, player);
    let args = (1..).zip(&call.args);
    let args = args.filter(|(_, arg)| known.cover(arg));
    args.map(|(slot, _)| slot).collect()
}
