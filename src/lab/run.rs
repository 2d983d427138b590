//! A run: which games were played of what, and their totals; written as JSON, read again and merged.

use serde_json::Map;
use serde_json::Value;
use serde_json::json;

use crate::seeds::Seeds;
use crate::totals::Totals;

/// The schema of a run's JSON.
pub const SCHEMA: &str = "ludex/sim/2";

/// Games of one game with the same players, options and seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Describes what was played: game, rules, players, options.
    pub what: Map<String, Value>,
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
    /// A run as JSON; equal runs give equal bytes.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut all = Map::new();
        all.insert("schema".into(), json!(SCHEMA));
        all.extend(self.what.clone());
        all.insert("seeds".into(), json!(self.seeds.to_string()));
        all.insert("totals".into(), self.totals.json());
        Value::Object(all)
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
        Run::of_json(value).ok_or(RunError::NoRun)
    }

    fn of_json(value: Value) -> Option<Run> {
        let Value::Object(mut what) = value else {
            return None;
        };
        if what.shift_remove("schema")? != SCHEMA {
            return None;
        }
        let seeds: Seeds = match what.shift_remove("seeds")?.as_str()? {
            "" => Seeds::default(),
            seeds => seeds.parse().ok()?,
        };
        let totals = Totals::of_json(&what.shift_remove("totals")?)?;
        let fits = totals.games() == seeds.count();
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
        let mut names = self.what.keys().chain(other.what.keys());
        let differs = names.find(|name| self.what.get(*name) != other.what.get(*name));
        differs.map_or(Ok(()), |name| Err(RunError::Differ(name.clone())))
    }
}
