//! Equal options and entries of the decision at hand: compared as the player sees them who is asked.

use super::Machine;
use crate::knowledge::equals::{EqualOptions, SeenPosition};
use crate::option::Options;
use crate::state::ENTRY;
use ludex_program::ids::SiteId;
use ludex_rules::ids::PlayerId;

impl Machine<'_> {
    /// Leaves out each option that differs from an earlier one only in which of several interchangeable pieces it takes.
    pub(crate) fn unify_options(&mut self, site: SiteId, player: PlayerId) {
        self.compare_as(player, |work, sight, options| {
            work.unify(sight, site, options);
        });
    }

    /// Notes for each of some pieces the number of the last one before it that is equal to it, as a player sees them.
    pub(crate) fn note_twins(
        &mut self,
        player: PlayerId,
        pieces: &[i32],
        twins: &mut [Option<usize>],
    ) {
        self.compare_as(player, |work, sight, _| {
            work.note_twins(sight, pieces, twins);
        });
    }

    /// Makes those of some entries equal that are the same text of interchangeable copies, as a player sees them.
    pub(crate) fn unify_entries(&mut self, player: PlayerId, entries: &mut [([i32; ENTRY], u32)]) {
        self.compare_as(player, |work, sight, _| {
            work.unify_entries(sight, entries);
        });
    }

    /// Compares pieces as a player sees them, beside the options.
    fn compare_as(
        &mut self,
        player: PlayerId,
        compare: impl FnOnce(&mut EqualOptions, &SeenPosition<'_>, &mut Options),
    ) {
        let mut work = std::mem::take(&mut self.work.equal_options);
        let sight = SeenPosition {
            program: self.program,
            state: self.state,
            player,
        };
        compare(&mut work, &sight, &mut self.work.options);
        self.work.equal_options = work;
    }
}
