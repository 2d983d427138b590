//! `drop`: a position forgotten.

use crate::protocol::failure::Failure;
use crate::protocol::reply::Reply;
use crate::protocol::request::RequestFields;
use crate::protocol::server::Server;

pub(super) fn drop(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    server.forget(fields)?;
    Ok(Reply::new())
}
