//! `drop`: a position forgotten.

use crate::failure::Failure;
use crate::session::ProtocolSession;
use crate::verb::{Nothing, Request};
use schemars::JsonSchema;
use serde::Deserialize;

/// Forgets a position for good.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DropRequest {
    /// The number of the position.
    position: u64,
}

impl Request for DropRequest {
    const VERB: &'static str = "drop";
    type Answer = Nothing;

    fn answer(self, session: &mut ProtocolSession) -> Result<Nothing, Failure> {
        session.forget(self.position)?;
        Ok(Nothing {})
    }
}
