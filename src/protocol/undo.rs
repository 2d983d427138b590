//! `undo`: back before the last choice, with all steps of one that is asked in steps.

use crate::protocol::failure::Failure;
use crate::protocol::reply;
use crate::protocol::reply::Reply;
use crate::protocol::request::RequestFields;
use crate::protocol::server::Server;

pub(super) fn undo(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let game = server.position(fields)?;
    game.undo_whole()?;
    let mut reply = Reply::new();
    reply::asked(&mut reply, game);
    Ok(reply)
}
