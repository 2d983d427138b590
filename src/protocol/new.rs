//! `new`: a game from its beginning.

use crate::failure::Failure;
use crate::reply::NewPosition;
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_play::game::Match;
use ludex_play::start::Start;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Begins a game from its set-up.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewRequest {
    /// The name of the game.
    game: String,
    /// The number of players.
    players: u64,
    /// The seed of all chance.
    seed: u64,
    /// Options by name, others at their defaults.
    options: Option<Map<String, Value>>,
}

impl Request for NewRequest {
    const VERB: &'static str = "new";
    type Answer = NewPosition;

    fn answer(self, session: &mut ProtocolSession) -> Result<NewPosition, Failure> {
        let program = session.game(&self.game)?.program;
        let options = self.options.map_or(Value::Null, Value::Object);
        let start = Start::from_json(&program, self.players, self.seed, &options)?;
        let game = Match::new(program, start)?;
        let begun = NewPosition::of(&game);
        // The handle is given last: a server that is full has then changed nothing.
        Ok(begun.at(session.keep(game)?))
    }
}
