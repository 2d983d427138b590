//! `decision`: the question that is open.

use crate::protocol::failure::Failure;
use crate::protocol::reply;
use crate::protocol::reply::Reply;
use crate::protocol::request::RequestFields;
use crate::protocol::server::Server;

pub(super) fn decision(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let mut reply = Reply::new();
    reply::asked(&mut reply, server.position(fields)?);
    Ok(reply)
}
