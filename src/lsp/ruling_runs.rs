//! The runs of rulings that go on, and the requests that wait for them.

use lsp_server::RequestId;
use std::collections::{BTreeMap, BTreeSet};

/// The runs of rulings that go on, and those who wait for them.
#[derive(Debug, Default)]
pub(super) struct RulingRuns {
    /// The run of each game that goes on, by the game's folder.
    pub(super) going_on: BTreeMap<String, GoingRun>,
    /// The requests that wait for runs.
    pub(super) waiting: Vec<WaitingRun>,
    /// The number of runs that there were.
    pub(super) number: u32,
    /// Set when one has begun since this was last asked.
    pub(super) has_begun: bool,
}

/// A run that goes on.
#[derive(Debug)]
pub(super) struct GoingRun {
    /// The name of the run between editor and server.
    pub(super) token: String,
    /// The part of it that the editor shows.
    pub(super) display: RunDisplay,
    /// The number of rulings that are not played yet.
    pub(super) left: usize,
    /// The number of all of its rulings.
    pub(super) all: usize,
}

/// The part of a run that the editor shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RunDisplay {
    /// Nothing: it is short.
    Hidden,
    /// Nothing yet: the editor was asked whether it shows it.
    Asked(RequestId),
    /// The number of rulings that are played.
    Shown,
}

/// A request for rulings to be played, which is answered when they are.
#[derive(Debug)]
pub(super) struct WaitingRun {
    /// The number of the request.
    pub(super) id: RequestId,
    /// The paths of all rulings that it asks for.
    pub(super) paths: Vec<String>,
    /// The rulings that are not played yet, by the folders of their games, each with the texts that they are to be played with.
    pub(super) left: BTreeMap<String, (u64, BTreeSet<String>)>,
}

impl RulingRuns {
    /// Returns true if a run has begun since this was last asked.
    pub(super) fn has_begun(&mut self) -> bool {
        std::mem::take(&mut self.has_begun)
    }

    /// Adds a request that waits for a run.
    pub(super) fn wait(&mut self, run: WaitingRun) {
        self.waiting.push(run);
    }
}
