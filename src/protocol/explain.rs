//! `explain`: why an action is legal or not, for the player who decides.

use crate::failure::Failure;
use crate::reply::Reply;
use crate::request::{RequestFields, wrong};
use crate::server::Server;
use ludex_play::explain::{Legality, Requirement};
use ludex_source::Sources;
use serde_json::Value;
use serde_json::json;

pub(super) fn explain(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let action = fields.text("action")?;
    let args = arguments(fields)?;
    let mut game = server.turn(fields)?.into_owned();
    let explanation = game.explain(action, &args)?;
    let name = game.program().names.game.clone();
    let sources = server.game(&name)?.sources;
    let with = |holds: Option<bool>| -> Value {
        let requirements = explanation.requirements.iter();
        let fitting = requirements.filter(|one| one.holds == holds);
        fitting.map(|one| requirement(one, &sources)).collect()
    };
    let (failing, unknown) = (with(Some(false)), with(None));
    let mut reply = Reply::new();
    reply.insert("player".into(), explanation.player.number().into());
    reply.insert(
        "legal".into(),
        (explanation.verdict == Legality::Legal).into(),
    );
    reply.insert("verdict".into(), verdict(&explanation.verdict));
    reply.insert("failing".into(), failing);
    if unknown != json!([]) {
        reply.insert("unknown".into(), unknown);
    }
    Ok(reply)
}

/// The arguments as words: numbers and flags may stand as such.
fn arguments(fields: &RequestFields) -> Result<Vec<String>, Failure> {
    let Some(value) = fields.optional("args") else {
        return Ok(Vec::new());
    };
    let Value::Array(items) = value else {
        return Err(wrong("args", "an array of words", value));
    };
    let word = |item: &Value| match item {
        Value::String(word) => Ok(word.clone()),
        Value::Number(_) | Value::Bool(_) => Ok(item.to_string()),
        Value::Null => Ok("none".to_owned()),
        Value::Array(_) | Value::Object(_) => Err(wrong("args", "an array of words", item)),
    };
    items.iter().map(word).collect()
}

fn verdict(verdict: &Legality) -> Value {
    match verdict {
        Legality::Legal => "legal".into(),
        Legality::NotOffered => "not_offered".into(),
        Legality::NotAmong { parameter, value } => {
            json!({ "not_among": { "parameter": parameter, "value": value } })
        }
        Legality::NotKnown { parameter, value } => {
            json!({ "not_known": { "parameter": parameter, "value": value } })
        }
        Legality::Refused => "refused".into(),
        Legality::NoWay => "no_way".into(),
    }
}

fn requirement(one: &Requirement, sources: &Sources) -> Value {
    let at = sources.line_col(one.span.file, one.span.start);
    let saw = one
        .shown
        .iter()
        .map(|saw| json!({ "part": sources.slice(saw.span), "value": saw.value.json }));
    json!({
        "reason": one.reason,
        "file": sources.path(one.span.file),
        "line": at.line,
        "column": at.column,
        "saw": saw.collect::<Value>(),
    })
}
