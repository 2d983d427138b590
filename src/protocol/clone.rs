//! `clone`: the same position once more, to be played on by itself.

use crate::protocol::failure::Failure;
use crate::protocol::reply::Reply;
use crate::protocol::request::RequestFields;
use crate::protocol::server::Server;

pub(super) fn clone(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let handle = server.copy(fields)?;
    Ok(Reply::from_iter([("position".to_owned(), handle.into())]))
}
