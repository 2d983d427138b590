//! `decision`: the question that is open, or that another player answers at once with the one asked.

use crate::failure::Failure;
use crate::reply::OpenQuestion;
use crate::session::Session;
use crate::verb::Request;
use schemars::JsonSchema;
use serde::Deserialize;

/// Gives the question that is open.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DecisionRequest {
    /// The position's number.
    position: u64,
    /// The seat that decides, one of `undecided`; the one asked when left out.
    player: Option<u64>,
}

impl Request for DecisionRequest {
    const VERB: &'static str = "decision";
    type Answer = OpenQuestion;

    fn answer(self, session: &mut Session) -> Result<OpenQuestion, Failure> {
        let player = session.deciding(self.position, self.player)?;
        let game = session.position(self.position)?;
        let decision = match player {
            None => game.decision(),
            Some(player) => Some(game.decision_of(player)?),
        };
        Ok(OpenQuestion::with(game, decision))
    }
}
