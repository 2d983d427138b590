//! `decision`: the question that is open, or that another player answers at once with the one asked.

use crate::failure::Failure;
use crate::reply;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;

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
