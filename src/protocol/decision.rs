//! `decision`: the question that is open, or that another player answers at once with the one asked.

use crate::failure::Failure;
use crate::reply::OpenDecision;
use crate::session::ProtocolSession;
use crate::verb::Request;
use schemars::JsonSchema;
use serde::Deserialize;

/// Gives the question that is open.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DecisionRequest {
    /// The number of the position.
    position: u64,
    /// The seat that decides, one of `undecided`; the one asked when left out.
    player: Option<u64>,
}

impl Request for DecisionRequest {
    const VERB: &'static str = "decision";
    type Answer = OpenDecision;

    fn answer(self, session: &mut ProtocolSession) -> Result<OpenDecision, Failure> {
        let player = session.deciding(self.position, self.player)?;
        let game = session.position(self.position)?;
        let decision = match player {
            None => game.decision(),
            Some(player) => Some(game.decision_of(player)?),
        };
        Ok(OpenDecision::with(game, decision))
    }
}
