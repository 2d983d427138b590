//! `playout`: the rest of a game at random.

use crate::failure::{Failure, FailureCode};
use crate::reply::GameResult;
use crate::session::ProtocolSession;
use crate::verb::Request;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Plays on at random, to the end or so far.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayoutRequest {
    /// The number of the position.
    position: u64,
    /// The seed of the choices.
    seed: u64,
    /// `random`
    policy: Option<String>,
    /// The largest number of choices.
    max_decisions: Option<u64>,
}

/// The end of a playout.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayedOut {
    /// The number of choices that were made.
    decisions: u64,
    /// True if the game is over.
    over: bool,
    /// The scores, ranks and winners, or null.
    result: Option<GameResult>,
}

impl Request for PlayoutRequest {
    const VERB: &'static str = "playout";
    type Answer = PlayedOut;

    fn answer(self, session: &mut ProtocolSession) -> Result<PlayedOut, Failure> {
        if let Some(policy) = self.policy.filter(|policy| policy != "random") {
            return Err(FailureCode::NoSuchPolicy
                .because(format!("there is no policy `{policy}`: there is `random`")));
        }
        let (seed, most) = (self.seed, self.max_decisions);
        let interrupt = session.interrupt();
        session.play_on(self.position, |game| {
            let decisions = game.playout_until(seed, most, &interrupt, &mut |_| ())?;
            Ok(PlayedOut {
                decisions,
                over: game.is_over(),
                result: game.result().map(GameResult::of),
            })
        })
    }
}
