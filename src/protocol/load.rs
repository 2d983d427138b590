//! `load`: a position that was saved.

use crate::failure::{Failure, FailureCode};
use crate::reply;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use ludex_play as play;
use serde_json::Value;

pub(super) fn load(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let saved = fields.object("save")?;
    let name = saved.get("game").and_then(Value::as_str);
    let name =
        name.ok_or_else(|| FailureCode::BadSave.because("this is no save: it names no game"))?;
    let program = server.game(name)?.program;
    let game = play::save::load(program, saved)
        .map_err(|error| FailureCode::BadSave.because(error.to_string()))?;
    let mut reply = reply::position(0, &game);
    reply.insert("position".into(), server.keep(game)?.into());
    Ok(reply)
}
