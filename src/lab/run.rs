//! A run: which games were played of what, and their totals; written as JSON, read again and merged.

use serde_json::Value;

use crate::seeds::Seeds;
use crate::shape::{SimSetting, SimShape, written};
use crate::totals::Totals;

/// The schema of a run's JSON.
pub const SCHEMA: &str = "ludex/sim/2";

/// Games of one game with the same players, options and seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Describes what was played: game, rules, players, options.
    pub what: SimSetting,
    /// The seeds that were played.
    pub seeds: Seeds,
    /// The counts of these games.
    pub totals: Totals,
}

/// A reason why runs can't be read or added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A text that is no JSON.
    #[error("it is no JSON: {0}")]
    NoJson(String),
    /// Another schema, or counts that don't agree.
    #[error("it is no whole answer of `ludex sim --json` (schema {SCHEMA})")]
    NoRun,
    /// A run with a report of rows and texts.
    #[error("it was made with --report: runs with a report can't be added up")]
    Report,
    /// Runs of different rules or players.
    #[error("the runs differ in `{0}`: only runs of the same rules, players and options add up")]
    Differ(String),
    /// Seeds that both played.
    #[error("the runs share seeds ({0} and {1}): a game may count only once")]
    Shared(String, String),
}

impl Run {
    /// A run as programs read it.
    #[must_use]
    pub fn shape(&self) -> SimShape {
        let SimSetting {
            game,
            rules,
            players,
            options,
            seats,
        } = self.what.clone();
        SimShape {
            schema: SCHEMA.to_owned(),
            game,
            rules,
            players,
            options,
            seats,
            seeds: self.seeds.to_string(),
            totals: self.totals.shape(),
            report: None,
        }
    }

    /// A run as JSON; equal runs give equal bytes.
    #[must_use]
    pub fn json(&self) -> Value {
        written(&self.shape())
    }

    /// Reads what `json` gave.
    ///
    /// # Errors
    /// It is something else, or its counts don't agree.
    pub fn read(text: &str) -> Result<Run, RunError> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| RunError::NoJson(error.to_string()))?;
        if value.get("report").is_some() {
            return Err(RunError::Report);
        }
        let shape = serde_json::from_value(value).ok();
        shape.and_then(Run::from_shape).ok_or(RunError::NoRun)
    }

    fn from_shape(shape: SimShape) -> Option<Run> {
        let seeds: Seeds = match &*shape.seeds {
            "" => Seeds::default(),
            seeds => seeds.parse().ok()?,
        };
        let totals = Totals::from_shape(&shape.totals)?;
        let fits = shape.schema == SCHEMA && totals.games() == seeds.count();
        let what = SimSetting {
            game: shape.game,
            rules: shape.rules,
            players: shape.players,
            options: shape.options,
            seats: shape.seats,
        };
        fits.then_some(Run {
            what,
            seeds,
            totals,
        })
    }

    /// Adds a run of other seeds.
    ///
    /// # Errors
    /// The runs are of different things, or share seeds.
    pub fn add(&mut self, other: &Run) -> Result<(), RunError> {
        self.same(other)?;
        let shared = || RunError::Shared(self.seeds.to_string(), other.seeds.to_string());
        self.seeds = self.seeds.joined(&other.seeds).ok_or_else(shared)?;
        self.totals.add(&other.totals);
        Ok(())
    }

    /// Checks that both are of the same rules, players and options.
    ///
    /// # Errors
    /// Names what differs.
    pub fn same(&self, other: &Run) -> Result<(), RunError> {
        let (one, other) = (&self.what, &other.what);
        let differs = [
            ("game", one.game != other.game),
            ("rules", one.rules != other.rules),
            ("players", one.players != other.players),
            ("options", one.options != other.options),
            ("seats", one.seats != other.seats),
        ];
        let first = differs.into_iter().find(|(_, differs)| *differs);
        first.map_or(Ok(()), |(name, _)| Err(RunError::Differ(name.to_owned())))
    }
}
