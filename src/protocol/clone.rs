//! `clone`: the same position once more, to be played on by itself.

use crate::protocol::failure::Failure;
use crate::protocol::reply::Reply;
use crate::protocol::request::Fields;
use crate::protocol::server::Server;

pub(super) fn clone(server: &mut Server, fields: &Fields) -> Result<Reply, Failure> {
    let handle = server.copy(fields)?;
    Ok(Reply::from_iter([("position".to_owned(), handle.into())]))
}
