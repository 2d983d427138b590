//! `setup`: a game from a given position.

use crate::play;
use crate::play::game::Match;
use crate::play::setup::SetupError;
use crate::protocol::failure::{Failure, FailureCode};
use crate::protocol::new;
use crate::protocol::reply;
use crate::protocol::reply::Reply;
use crate::protocol::request::RequestFields;
use crate::protocol::server::Server;

pub(super) fn setup(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let (partial, bare) = (fields.object("state")?, fields.flag("bare")?);
    let (program, start) = new::begin(server, fields)?;
    let state = play::setup::setup(&program, &start, partial, bare).map_err(|error| {
        let code = match error {
            SetupError::At { .. } | SetupError::Demands(_) => FailureCode::WrongState,
            SetupError::Fault(_) => FailureCode::RulesFailed,
        };
        code.because(error.to_string())
    })?;
    let game = Match::at(program, start, state)?;
    let mut reply = reply::position(0, &game);
    reply.insert("position".into(), server.keep(game)?.into());
    Ok(reply)
}
