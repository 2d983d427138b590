//! `determinize`: a position with all dealt anew that a player can't know.

use crate::protocol::failure::Failure;
use crate::protocol::reply::Reply;
use crate::protocol::request::Fields;
use crate::protocol::server::Server;

pub(super) fn determinize(server: &mut Server, fields: &Fields) -> Result<Reply, Failure> {
    let (player, seed) = (server.player(fields)?, fields.count("seed")?);
    let game = server.position(fields)?.determinize(player, seed);
    let handle = server.keep(game)?;
    Ok(Reply::from_iter([("position".to_owned(), handle.into())]))
}
