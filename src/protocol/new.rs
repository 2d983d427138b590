//! `new`: a game from its beginning.

use crate::failure::Failure;
use crate::reply::NewPosition;
use crate::session::Session;
use crate::verb::Request;
use ludex_play::game::Match;
use ludex_play::start::Start;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Begins a game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGame {
    /// The game's name.
    game: String,
    /// The number of players.
    players: u64,
    /// The seed of all chance.
    seed: u64,
    /// Options by name, others at their defaults.
    options: Option<Map<String, Value>>,
}

impl Request for NewGame {
    const VERB: &'static str = "new";
    type Answer = NewPosition;

    fn answer(self, session: &mut Session) -> Result<NewPosition, Failure> {
        let program = session.game(&self.game)?.program;
        let options = self.options.map_or(Value::Null, Value::Object);
        let start = Start::from_json(&program, self.players, self.seed, &options)?;
        let game = Match::new(program, start)?;
        let begun = NewPosition::of(&game);
        // The handle is given last: a server that is full has then changed nothing.
        Ok(begun.at(session.keep(game)?))
    }
}
