//! A game that was checked, with its rulings as they were read.

use ludex_ide::GameSnapshot;
use ludex_report::Report;
use ludex_source::Sources;
use ludex_tools::rulings::{Ruling, RulingNames, RulingUse};
use std::sync::Arc;

/// A game that was checked.
#[derive(Debug)]
pub(super) struct CheckedGame {
    /// The folder of the game.
    pub(super) folder: String,
    /// The number of the state of its texts.
    pub(super) revision: u64,
    /// The texts with all that the checker found out about them.
    pub(super) snapshot: GameSnapshot,
    /// The rulings, in the order of their paths.
    pub(super) rulings: Vec<Arc<ReadRuling>>,
}

/// A ruling that was read, but not yet held against its game.
#[derive(Debug)]
pub(super) struct ReadRuling {
    /// The path of its file.
    pub(super) path: String,
    /// The text as it was read.
    pub(super) text: Arc<str>,
    /// The ruling alone, so that its spans stay when the game changes.
    pub(super) sources: Sources,
    /// The ruling; none when something is wrong with its form.
    pub(super) ruling: Option<Ruling>,
    /// All that is wrong with its form.
    pub(super) report: Report,
}

/// A use of a name in one of several rulings.
#[derive(Debug, Clone, Copy)]
pub(super) struct UseInRuling<'a> {
    /// The ruling, whose texts the span counts in.
    pub(super) ruling: &'a ReadRuling,
    /// The place and the meaning of the name.
    pub(super) used: RulingUse,
}

impl CheckedGame {
    /// Returns the uses of names in those rulings that are wanted.
    pub(super) fn uses_in_rulings(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<UseInRuling<'_>> {
        let mut names = RulingNames::new(&self.snapshot.analysis.names);
        let mut found = Vec::new();
        for ruling in self.rulings.iter().filter(|one| is_wanted(&one.path)) {
            let read = ruling.ruling.iter();
            let uses = read.flat_map(|read| names.uses(read, &ruling.sources));
            found.extend(uses.map(|used| UseInRuling { ruling, used }));
        }
        found
    }
}
