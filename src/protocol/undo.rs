//! `undo`: back before the last choice, with all steps of one that is asked in steps.

use crate::failure::Failure;
use crate::reply::OpenQuestion;
use crate::session::Session;
use crate::verb::Request;
use schemars::JsonSchema;
use serde::Deserialize;

/// Goes back before the last choice; one that is asked in steps is undone as one, and so is a `playout`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// The position's number.
    position: u64,
}

impl Request for Undo {
    const VERB: &'static str = "undo";
    type Answer = OpenQuestion;

    fn answer(self, session: &mut Session) -> Result<OpenQuestion, Failure> {
        let game = session.position(self.position)?;
        game.undo_whole()?;
        Ok(OpenQuestion::of(game))
    }
}
