//! `view`: a position as a player may know it.

use crate::failure::Failure;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use ludex_play::state_json;

pub(super) fn view(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let player = server.player(fields)?;
    let game = server.position(fields)?;
    let state = state_json::view(game.program(), game.state(), player);
    Ok(Reply::from_iter([("state".to_owned(), state)]))
}
