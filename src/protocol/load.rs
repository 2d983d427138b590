//! `load`: a position that was saved.

use crate::failure::{Failure, FailureCode};
use crate::reply::NewPosition;
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_play as play;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Makes a position of a value that `save` gave.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Load {
    /// The value that `save` gave.
    save: Map<String, Value>,
}

impl Request for Load {
    const VERB: &'static str = "load";
    type Answer = NewPosition;

    fn answer(self, session: &mut ProtocolSession) -> Result<NewPosition, Failure> {
        let saved = Value::Object(self.save);
        let name = saved.get("game").and_then(Value::as_str);
        let name =
            name.ok_or_else(|| FailureCode::BadSave.because("this is no save: it names no game"))?;
        let program = session.game(name)?.program;
        let game = play::save::load(program, &saved)
            .map_err(|error| FailureCode::BadSave.because(error.to_string()))?;
        let begun = NewPosition::of(&game);
        // The handle is given last: a server that is full has then changed nothing.
        Ok(begun.at(session.keep(game)?))
    }
}
