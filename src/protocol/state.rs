//! `state`: everything that stands in a position, hidden things included.

use crate::failure::Failure;
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_play::state_json;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Gives everything in a position, hidden things included.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StateRequest {
    /// The number of the position.
    position: u64,
}

/// A position with all that is in it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WholeState {
    /// The position with all that is in it.
    #[schemars(with = "Map<String, Value>")]
    state: Value,
}

impl Request for StateRequest {
    const VERB: &'static str = "state";
    type Answer = WholeState;

    fn answer(self, session: &mut ProtocolSession) -> Result<WholeState, Failure> {
        let game = session.position(self.position)?;
        let state = state_json::state(game.program(), game.state());
        Ok(WholeState { state })
    }
}
