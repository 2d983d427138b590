//! `log`: what happened, as one player is told it.

use crate::failure::Failure;
use crate::reply;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use ludex_engine::knowledge::event::Event;
use ludex_play::log;
use ludex_play::log::LogReader;
use serde_json::{Value, json};

pub(super) fn log(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let (player, since) = (server.player(fields)?, fields.count_or("since", 0)?);
    let game = server.position(fields)?;
    let told = game.with_events();
    let told = told.as_ref().unwrap_or(game);
    let reader = LogReader {
        viewer: Some(player),
        causes: false,
        vocabulary: None,
    };
    let line = |event: &Event| {
        let text = log::line(told.program(), told.state(), event, reader)?;
        Some(json!({ "what": reply::sort(&event.what), "text": text }))
    };
    let lines: Vec<Value> = told.events().filter_map(line).collect();
    // How many choices there were would tell of those that are secret; how many lines there are does not.
    let all = lines.len();
    let since = usize::try_from(since).unwrap_or(all).min(all);
    let mut reply = Reply::new();
    reply.insert("events".into(), lines[since..].into());
    reply.insert("next".into(), all.into());
    Ok(reply)
}
