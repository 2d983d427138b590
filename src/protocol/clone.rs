//! `clone`: the same position once more, to be played on by itself.

use crate::protocol::failure::Failure;
use crate::protocol::reply::Reply;
use crate::protocol::request::Fields;
use crate::protocol::server::Server;

pub(super) fn clone(server: &mut Server, fields: &Fields) -> Result<Reply, Failure> {
    let copy = server.position(fields)?.clone();
    let handle = server.keep(copy)?;
    Ok(Reply::from_iter([("position".to_owned(), handle.into())]))
}
