//! `setup`: a game from a given position.

use crate::failure::{Failure, FailureCode};
use crate::reply::NewPosition;
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_play as play;
use ludex_play::game::Match;
use ludex_play::setup::SetupError;
use ludex_play::start::Start;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Begins a game in a position of your own, which must meet what the rules demand of positions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    /// The name of the game.
    game: String,
    /// The number of players.
    players: u64,
    /// A part of what `state` gives; the rest is as set-up leaves it.
    state: Map<String, Value>,
    /// True if the rest is empty and at its defaults instead.
    bare: Option<bool>,
    /// The seed of all chance, 0 when left out.
    seed: Option<u64>,
    /// Options by name, others at their defaults.
    options: Option<Map<String, Value>>,
}

impl Request for Setup {
    const VERB: &'static str = "setup";
    type Answer = NewPosition;

    fn answer(self, session: &mut ProtocolSession) -> Result<NewPosition, Failure> {
        let (partial, bare) = (Value::Object(self.state), self.bare.unwrap_or(false));
        let program = session.game(&self.game)?.program;
        let options = self.options.map_or(Value::Null, Value::Object);
        let seed = self.seed.unwrap_or(0);
        let start = Start::from_json(&program, self.players, seed, &options)?;
        let state = play::setup::setup(&program, &start, &partial, bare).map_err(|error| {
            let code = match error {
                SetupError::At { .. } | SetupError::Demands(_) => FailureCode::WrongState,
                SetupError::Fault(_) => FailureCode::RulesFailed,
            };
            code.because(error.to_string())
        })?;
        let game = Match::at(program, start, state)?;
        let begun = NewPosition::of(&game);
        Ok(begun.at(session.keep(game)?))
    }
}
