//! `clone`: the same position once more, to be played on by itself.

use crate::failure::Failure;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;

pub(super) fn clone(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let handle = server.copy(fields)?;
    Ok(Reply::from_iter([("position".to_owned(), handle.into())]))
}
