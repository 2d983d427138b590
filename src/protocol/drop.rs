//! `drop`: a position forgotten.

use crate::failure::Failure;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;

pub(super) fn drop(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    server.forget(fields)?;
    Ok(Reply::new())
}
