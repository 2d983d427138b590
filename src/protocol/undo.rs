//! `undo`: back before the last choice.

use crate::protocol::failure::Failure;
use crate::protocol::reply;
use crate::protocol::reply::Reply;
use crate::protocol::request::Fields;
use crate::protocol::server::Server;

pub(super) fn undo(server: &mut Server, fields: &Fields) -> Result<Reply, Failure> {
    let game = server.position(fields)?;
    game.undo()?;
    let mut reply = Reply::new();
    reply::asked(&mut reply, game);
    Ok(reply)
}
