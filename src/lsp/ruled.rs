//! Rulings held against their game in the background, a few at a time so that typing is never kept waiting.

use crate::Host;
use crate::checked::{CheckedGame, ReadRuling};
use crate::reach::{PinnedNames, RulingReach};
use ludex_report::Report;
use ludex_source::Sources;
use ludex_tools::rulings::{Prepared, RuledGame, RulingReport, read, run_seen, snapshot_path};
use std::sync::Arc;

/// So many rulings are prepared together, as each preparation copies the game's program.
const TOGETHER: usize = 60;

/// A ruling that was held against its game.
#[derive(Debug)]
pub(super) struct RuledRuling {
    /// The ruling as it was read when it was played.
    pub(super) read: Arc<ReadRuling>,
    /// The answer of playing it.
    pub(super) report: RulingReport,
    /// The texts that the places of the answer count in.
    pub(super) sources: Arc<Sources>,
}

/// The order of a ruling in a run: those that are waited for, those that a change may matter to, the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RunRank {
    /// Somebody waits for it.
    Wanted,
    /// It did not pass before, or a change reaches it.
    Affected,
    /// It is played to be sure.
    Rest,
}

/// A run of all rulings of a game, part by part.
#[derive(Debug)]
pub(super) struct RulingsRun {
    /// The game with its texts.
    pub(super) checked: Arc<CheckedGame>,
    game: Arc<RuledGame>,
    /// The rulings that are not played yet, those that come first at the end.
    left: Vec<(RunRank, Arc<ReadRuling>)>,
    /// The number of rulings that are played in all.
    pub(super) all: usize,
}

impl RulingsRun {
    /// Begins a run of all rulings that can be read, in an order by their paths.
    pub(super) fn new(
        checked: Arc<CheckedGame>,
        game: Arc<RuledGame>,
        rank: impl Fn(&str) -> RunRank,
    ) -> RulingsRun {
        let readable = checked.rulings.iter().filter(|one| one.ruling.is_some());
        let ranked = readable.map(|one| (rank(&one.path), Arc::clone(one)));
        let mut left: Vec<(RunRank, Arc<ReadRuling>)> = ranked.collect();
        left.sort_by(|(a, one), (b, other)| (b, &other.path).cmp(&(a, &one.path)));
        RulingsRun {
            checked,
            game,
            all: left.len(),
            left,
        }
    }

    /// Returns the number of rulings that are not played yet.
    pub(super) fn left(&self) -> usize {
        self.left.len()
    }

    /// Takes out those that are played next: some of one rank, so that nobody waits for what comes later.
    fn next_rulings(&mut self) -> Vec<Arc<ReadRuling>> {
        let rank = self.left.last().map(|(rank, _)| *rank);
        let same = self.left.iter().rev();
        let same = same.take_while(|(other, _)| Some(*other) == rank);
        let count = same.take(TOGETHER).count();
        let part = self.left.split_off(self.left.len() - count).into_iter();
        part.rev().map(|(_, one)| one).collect()
    }

    /// Plays the next of them; what each reaches is noted.
    pub(super) fn next_part(
        &mut self,
        host: &dyn Host,
        reach: &mut RulingReach,
    ) -> Vec<RuledRuling> {
        let part = self.next_rulings();
        let mut sources = self.checked.snapshot.sources.clone();
        let read = part.into_iter().filter_map(|one| {
            let ruling = read(&one.path, &one.text, &mut sources, &mut Report::new());
            Some((one, ruling?))
        });
        let read: Vec<_> = read.collect();
        let sources = Arc::new(sources);
        let prepared = Prepared::new(&self.game, read.iter().map(|(_, ruling)| ruling));
        let ruled = read.iter().enumerate().map(|(nth, (one, ruling))| {
            let accepted = host.read(&snapshot_path(&ruling.path));
            let accepted = accepted.as_deref();
            let report = run_seen(&prepared, nth, ruling, &sources, accepted, &mut |_| {});
            reach.note(&one.path, prepared.program(nth));
            RuledRuling {
                read: Arc::clone(one),
                report,
                sources: Arc::clone(&sources),
            }
        });
        ruled.collect()
    }
}

/// Collects which rulings name what.
pub(super) fn pinned(checked: &CheckedGame) -> PinnedNames {
    let mut pinned = PinnedNames::new();
    for one in checked.uses_in_rulings(|_| true) {
        if let Some(definition) = checked.snapshot.definition(one.used.symbol) {
            let by = pinned.entry(definition.name.clone()).or_default();
            by.insert(one.ruling.path.clone());
        }
    }
    pinned
}
