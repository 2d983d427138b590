//! `view`: a position as a player may know it.

use crate::failure::Failure;
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_play::state_json;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Gives a position as a player may know it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewRequest {
    /// The number of the position.
    position: u64,
    /// The player's seat, from 0.
    player: u64,
}

/// A position as a player sees it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeenState {
    /// The position; unknown pieces are `{"hidden": true}`, with the marks on them.
    #[schemars(with = "Map<String, Value>")]
    state: Value,
}

impl Request for ViewRequest {
    const VERB: &'static str = "view";
    type Answer = SeenState;

    fn answer(self, session: &mut ProtocolSession) -> Result<SeenState, Failure> {
        let player = session.player(self.position, self.player)?;
        let game = session.position(self.position)?;
        let state = state_json::view(game.program(), game.state(), player);
        Ok(SeenState { state })
    }
}
