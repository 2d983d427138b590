//! `view`: a position as a player may know it.

use crate::play::state_json;
use crate::protocol::failure::Failure;
use crate::protocol::reply::Reply;
use crate::protocol::request::RequestFields;
use crate::protocol::server::Server;

pub(super) fn view(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let player = server.player(fields)?;
    let game = server.position(fields)?;
    let state = state_json::view(game.program(), game.state(), player);
    Ok(Reply::from_iter([("state".to_owned(), state)]))
}
