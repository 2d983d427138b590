//! `undo`: back before the last choice, with all steps of one that is asked in steps.

use crate::failure::Failure;
use crate::reply::OpenDecision;
use crate::session::ProtocolSession;
use crate::verb::Request;
use schemars::JsonSchema;
use serde::Deserialize;

/// Goes back before the last choice; one that is asked in steps is undone as one, and so is a `playout`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// The number of the position.
    position: u64,
}

impl Request for Undo {
    const VERB: &'static str = "undo";
    type Answer = OpenDecision;

    fn answer(self, session: &mut ProtocolSession) -> Result<OpenDecision, Failure> {
        let game = session.position(self.position)?;
        game.undo_whole()?;
        Ok(OpenDecision::of(game))
    }
}
