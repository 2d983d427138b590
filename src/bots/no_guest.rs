//! The door of `guest` where ludex is built without the feature `threads`: no program takes a seat.

use crate::seat::Seat;
use crate::spec::Spec;
use ludex_play::game::Match;
use ludex_rules::ids::PlayerId;

/// A program in a seat, which never comes.
#[derive(Debug, Default)]
pub(super) struct Guest {}

impl Guest {
    /// Tells that no program can be asked.
    ///
    /// # Errors
    /// Always; for people.
    pub(super) fn ask(&mut self, _: &Seat<'_>, spec: &Spec, _: u64) -> Result<usize, String> {
        let command = &spec.command;
        Err(format!(
            "`{command}` can't be started: this ludex was built without the feature `threads`"
        ))
    }

    pub(super) fn dismiss(&mut self, _: &Match, _: PlayerId) {}
}
