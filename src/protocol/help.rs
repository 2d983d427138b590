//! `help`: the table of verbs and that of errors, for people and programs that meet the protocol for the first time.

use crate::failure::{CODES, Failure};
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::{Server, unknown_verb};
use crate::verbs::{FieldRow, VERBS, VERSION, Verb};
use serde_json::{Value, json};

pub(super) fn help(_: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let asked = fields.optional("verb").map(|_| fields.text("verb"));
    let asked = asked.transpose()?;
    if let Some(name) = asked.filter(|name| Verb::find(name).is_none()) {
        return Err(unknown_verb(name));
    }
    let told = VERBS
        .iter()
        .filter(|verb| asked.is_none_or(|name| verb.name == name));
    let errors = CODES
        .iter()
        .map(|code| json!({ "code": code.as_str(), "means": code.means() }));
    let mut reply = Reply::new();
    reply.insert("protocol".into(), VERSION.into());
    reply.insert("ludex".into(), env!("CARGO_PKG_VERSION").into());
    reply.insert("verbs".into(), told.map(verb).collect());
    reply.insert("errors".into(), errors.collect());
    Ok(reply)
}

fn verb(verb: &Verb) -> Value {
    let takes: Value = verb.takes.iter().map(field).collect();
    let gives: Value = verb.gives.iter().map(field).collect();
    json!({ "verb": verb.name, "does": verb.does, "takes": takes, "gives": gives })
}

fn field(field: &FieldRow) -> Value {
    json!({ "name": field.name, "type": field.sort.word(), "always": field.always, "means": field.means })
}
