//! `setup`: a game from a given position.

use crate::failure::{Failure, FailureCode};
use crate::new;
use crate::reply;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use ludex_play as play;
use ludex_play::game::Match;
use ludex_play::setup::SetupError;

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
