//! `determinize`: a position with all dealt anew that a player can't know, and what was dealt and what was kept; or that
//! none was found.

use crate::failure::Failure;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use serde_json::json;

pub(super) fn determinize(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let (player, seed) = (server.player(fields)?, fields.count("seed")?);
    let mut reply = Reply::new();
    match server.position(fields)?.determinize(player, seed) {
        Ok(world) => {
            reply.insert("found".into(), true.into());
            let dealt = json!({ "pieces": world.dealt, "vars": world.drawn });
            let kept = json!({ "pieces": world.fixed, "vars": world.kept, "locals": world.locals });
            reply.insert("position".into(), server.keep(world.game)?.into());
            reply.insert("dealt".into(), dealt);
            reply.insert("kept".into(), kept);
        }
        Err(none) => {
            reply.insert("found".into(), false.into());
            reply.insert("tries".into(), none.tries.into());
        }
    }
    Ok(reply)
}
