//! `save`: a position as a value that needs nothing but the rules.

use crate::play;
use crate::protocol::failure::{Code, Failure};
use crate::protocol::reply::Reply;
use crate::protocol::request::Fields;
use crate::protocol::server::Server;

pub(super) fn save(server: &mut Server, fields: &Fields) -> Result<Reply, Failure> {
    let saved = play::save::save(server.position(fields)?)
        .map_err(|error| Code::BadSave.because(error.to_string()))?;
    Ok(Reply::from_iter([("save".to_owned(), saved)]))
}
