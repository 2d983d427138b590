//! `state`: everything that stands in a position, hidden things included.

use crate::failure::Failure;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use ludex_play::state_json;

pub(super) fn state(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let game = server.position(fields)?;
    let state = state_json::state(game.program(), game.state());
    Ok(Reply::from_iter([("state".to_owned(), state)]))
}
