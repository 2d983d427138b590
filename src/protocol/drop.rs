//! `drop`: a position forgotten.

use crate::failure::Failure;
use crate::session::Session;
use crate::verb::{Nothing, Request};
use schemars::JsonSchema;
use serde::Deserialize;

/// Forgets a position.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DropRequest {
    /// The position's number.
    position: u64,
}

impl Request for DropRequest {
    const VERB: &'static str = "drop";
    type Answer = Nothing;

    fn answer(self, session: &mut Session) -> Result<Nothing, Failure> {
        session.forget(self.position)?;
        Ok(Nothing {})
    }
}
