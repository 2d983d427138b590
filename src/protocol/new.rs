//! `new`: a game from its beginning.

use crate::failure::Failure;
use crate::reply;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use ludex_play::game::Match;
use ludex_play::start::Start;
use ludex_program::Program;
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
    let start = Start::from_json(&program, players, seed, options)?;
    Ok((program, start))
}
