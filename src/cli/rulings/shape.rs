//! The answer of `ludex rulings test` as programs read it (`ludex schema --of verdicts`).

use crate::report::DiagnosticShape;
use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};

/// The answer of `ludex rulings test --json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerdictsShape {
    /// The name and edition of this form: `ludex/rulings/1`.
    pub(crate) schema: String,
    /// The number of rulings that passed.
    pub(crate) passed: usize,
    /// The number of rulings that did not.
    pub(crate) failed: usize,
    /// The rulings, in the order in which they were run.
    pub(crate) rulings: Vec<VerdictShape>,
    /// The accepted outcomes that belong to no ruling.
    pub(crate) unreferenced: Vec<String>,
}

/// A ruling with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerdictShape {
    /// Its path; of a game that is wrong, its name.
    pub(crate) path: String,
    /// Its id; none where it could not be read.
    pub(crate) id: Option<String>,
    /// The game that it is about.
    pub(crate) game: Option<String>,
    /// `passed`, `failed`, `differs`, `pending` or `broken`.
    pub(crate) verdict: String,
    /// The statements of facts that it cites.
    pub(crate) cites: Option<Vec<String>>,
    /// The statement of the rules because of which its outcome differs.
    pub(crate) cause: Option<CauseShape>,
    /// The diagnostics about it, as `ludex check --json` has them.
    pub(crate) diagnostics: Vec<DiagnosticShape>,
    /// The lines in which its outcome differs.
    pub(crate) difference: Option<String>,
    /// The outcome of its play.
    pub(crate) outcome: Option<String>,
}

/// The place of a statement of the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct CauseShape {
    /// The path of its file.
    pub(crate) file: String,
    /// Its line, from 1.
    pub(crate) line: u32,
    /// Its column, from 1.
    pub(crate) column: u32,
    /// The text of the line.
    pub(crate) text: String,
}

/// Returns the JSON Schema of the answer.
pub(crate) fn schema() -> Schema {
    schema_for!(VerdictsShape)
}
