//! `save`: a position as a value that needs nothing but the rules.

use crate::play;
use crate::protocol::failure::{Failure, FailureCode};
use crate::protocol::reply::Reply;
use crate::protocol::request::RequestFields;
use crate::protocol::server::Server;

pub(super) fn save(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let saved = play::save::save(server.position(fields)?)
        .map_err(|error| FailureCode::BadSave.because(error.to_string()))?;
    Ok(Reply::from_iter([("save".to_owned(), saved)]))
}
