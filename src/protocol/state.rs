//! `state`: everything that stands in a position, hidden things included.

use crate::play::state_json;
use crate::protocol::failure::Failure;
use crate::protocol::reply::Reply;
use crate::protocol::request::RequestFields;
use crate::protocol::server::Server;

pub(super) fn state(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let game = server.position(fields)?;
    let state = state_json::state(game.program(), game.state());
    Ok(Reply::from_iter([("state".to_owned(), state)]))
}
