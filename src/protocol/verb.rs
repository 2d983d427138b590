//! A verb: the types of its request and of its answer say what it takes and gives. Help, the schema and the check of fields
//! read these types.

use crate::failure::{Failure, FailureCode};
use crate::field::{FieldRow, rows};
use crate::request::RequestFields;
use crate::session::ProtocolSession;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The fields of a reply, after `id` and `ok`.
pub(super) type Reply = Map<String, Value>;

/// A request of one verb. The first sentence of its documentation is the verb's.
pub(super) trait Request: DeserializeOwned + JsonSchema {
    /// The name of the verb, the value of `do`.
    const VERB: &'static str;
    /// The answer, without `id` and `ok`.
    type Answer: Serialize + JsonSchema;

    /// Answers the request. A failed one changes nothing.
    fn answer(self, session: &mut ProtocolSession) -> Result<Self::Answer, Failure>;
}

/// An answer without any field.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// A verb of the protocol, with the function that answers it.
pub(super) struct Verb {
    /// Its name, the value of `do`.
    pub(super) name: &'static str,
    /// The documentation of the verb, in a line.
    pub(super) does: String,
    /// The fields of a request besides `do` and `id`.
    pub(super) takes: Vec<FieldRow>,
    /// The fields of an answer besides `id` and `ok`.
    pub(super) gives: Vec<FieldRow>,
    /// The schema of a request without `do` and `id`.
    pub(super) request: fn(&mut SchemaGenerator) -> Schema,
    /// The schema of an answer without `id` and `ok`.
    pub(super) reply: fn(&mut SchemaGenerator) -> Schema,
    run: fn(RequestFields, &mut ProtocolSession) -> Result<Reply, Failure>,
}

impl Verb {
    /// Makes a verb of its request.
    pub(super) fn of<R: Request>() -> Verb {
        let takes = rows::<R>(request_schemas());
        let gives = rows::<R::Answer>(reply_schemas());
        Verb {
            name: R::VERB,
            does: takes.does,
            takes: takes.fields,
            gives: gives.fields,
            request: R::json_schema,
            reply: R::Answer::json_schema,
            run: run::<R>,
        }
    }

    /// Answers a request, whose fields must be those of the verb.
    pub(super) fn answer(
        &self,
        mut fields: RequestFields,
        session: &mut ProtocolSession,
    ) -> Result<Reply, Failure> {
        fields.0.shift_remove("do");
        self.hold(&fields)?;
        (self.run)(fields, session)
    }

    /// Refuses fields that the verb does not take, that are missing, and that have another type.
    fn hold(&self, fields: &RequestFields) -> Result<(), Failure> {
        let takes = |name: &String| self.takes.iter().any(|row| row.name == *name);
        if let Some(unknown) = fields.0.keys().find(|field| !takes(field)) {
            let message = format!(
                "`{}` takes no field `{unknown}`: it takes {}",
                self.name,
                list(&self.takes)
            );
            return Err(FailureCode::UnknownField.because(message));
        }
        for row in &self.takes {
            match fields.optional(&row.name) {
                None if row.always => {
                    fields.value(&row.name)?;
                }
                None => {}
                Some(value) => row.hold(value)?,
            }
        }
        Ok(())
    }
}

/// Answers a request whose fields were held against the verb.
fn run<R: Request>(fields: RequestFields, session: &mut ProtocolSession) -> Result<Reply, Failure> {
    let request: R = fields.read()?;
    let answer = request.answer(session)?;
    match serde_json::to_value(answer) {
        Ok(Value::Object(reply)) => Ok(reply),
        // An answer is a struct with named fields.
        Ok(_) => Ok(Reply::new()),
        Err(error) => Err(FailureCode::RulesFailed.because(error.to_string())),
    }
}

/// Returns what makes schemas of requests.
pub(super) fn request_schemas() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}

/// Returns what makes schemas of answers: a field that is always written is required.
pub(super) fn reply_schemas() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
}

fn list(fields: &[FieldRow]) -> String {
    let words: Vec<String> = fields
        .iter()
        .map(|field| format!("`{}`", field.name))
        .collect();
    if words.is_empty() {
        "none".into()
    } else {
        words.join(", ")
    }
}
