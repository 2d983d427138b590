//! `undo`: back before the last choice, with all steps of one that is asked in steps.

use crate::failure::Failure;
use crate::reply;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;

pub(super) fn undo(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let game = server.position(fields)?;
    game.undo_whole()?;
    let mut reply = Reply::new();
    reply::asked(&mut reply, game);
    Ok(reply)
}
