//! `clone`: the same position once more, to be played on by itself.

use crate::failure::Failure;
use crate::session::ProtocolSession;
use crate::verb::Request;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Copies a position, to be played on by itself.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CloneRequest {
    /// The number of the position.
    position: u64,
}

/// The handle of a copy.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClonedPosition {
    /// The number of the new position, for further requests.
    position: u64,
}

impl Request for CloneRequest {
    const VERB: &'static str = "clone";
    type Answer = ClonedPosition;

    fn answer(self, session: &mut ProtocolSession) -> Result<ClonedPosition, Failure> {
        let position = session.copy(self.position)?;
        Ok(ClonedPosition { position })
    }
}
