//! `save`: a position as a value that needs nothing but the rules.

use crate::failure::{Failure, FailureCode};
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use ludex_play as play;

pub(super) fn save(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let saved = play::save::save(server.position(fields)?)
        .map_err(|error| FailureCode::BadSave.because(error.to_string()))?;
    Ok(Reply::from_iter([("save".to_owned(), saved)]))
}
