//! `decision`: the question that is open, or that another player answers at once with the one asked.

use crate::protocol::failure::Failure;
use crate::protocol::reply;
use crate::protocol::reply::Reply;
use crate::protocol::request::RequestFields;
use crate::protocol::server::Server;

pub(super) fn decision(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let player = server.deciding(fields)?;
    let game = server.position(fields)?;
    let decision = match player {
        None => game.decision(),
        Some(player) => Some(game.decision_of(player)?),
    };
    let mut reply = Reply::new();
    reply::question(&mut reply, game, decision.as_ref());
    Ok(reply)
}
