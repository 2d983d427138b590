//! The JSON Schema of all that a table sends and takes.

use crate::description::Description;
use crate::request::{Refusal, Reply, Request};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::Value;

/// The messages between a table and those who look at it.
#[derive(Serialize, JsonSchema)]
struct TableMessages {
    description: Description,
    request: Request,
    reply: Reply,
    refusal: Refusal,
}

/// Returns the JSON Schema of descriptions, requests, replies and refusals as they are written; of a request, fields with a
/// default may also be left out.
#[must_use]
pub fn schema() -> Value {
    let settings = SchemaSettings::draft07().for_serialize();
    settings
        .into_generator()
        .into_root_schema_for::<TableMessages>()
        .to_value()
}
