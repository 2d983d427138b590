//! `new`: a game from its beginning.

use crate::play::game::Match;
use crate::play::start::Start;
use crate::play::start::StartError;
use crate::program::Program;
use crate::protocol::failure::{Failure, FailureCode};
use crate::protocol::reply;
use crate::protocol::reply::Reply;
use crate::protocol::request::RequestFields;
use crate::protocol::server::Server;
use std::sync::Arc;

pub(super) fn new(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    fields.count("seed")?;
    let (program, start) = begin(server, fields)?;
    let game = Match::new(program, start)?;
    let mut reply = reply::position(0, &game);
    // The handle is given last: a server that is full has then changed nothing.
    reply.insert("position".into(), server.keep(game)?.into());
    Ok(reply)
}

/// The game of the fields `game`, `players`, `seed` and `options`.
pub(super) fn begin(
    server: &mut Server,
    fields: &RequestFields,
) -> Result<(Arc<Program>, Start), Failure> {
    let name = fields.text("game")?;
    let (players, seed) = (fields.count("players")?, fields.count_or("seed", 0)?);
    let options = fields.object_or_null("options")?;
    let program = server.game(name)?.program;
    let start = Start::from_json(&program, players, seed, options).map_err(|error| {
        let code = match error {
            StartError::Players { .. } => FailureCode::WrongPlayers,
            StartError::UnknownOption { .. }
            | StartError::UnknownValue { .. }
            | StartError::NoObject => FailureCode::WrongOptions,
        };
        code.because(error.to_string())
    })?;
    Ok((program, start))
}
