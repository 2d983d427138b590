//! The JSON Schema of all that a table sends and takes.

use crate::description::Description;
use crate::request::{Refusal, Reply, Request};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::Value;

/// All that goes over a wire.
#[derive(Serialize, JsonSchema)]
struct TableMessages {
    description: Description,
    request: Request,
    reply: Reply,
    refusal: Refusal,
}

/// Returns the JSON Schema of descriptions, requests, replies and refusals.
#[must_use]
pub fn schema() -> Value {
    schema_for!(TableMessages).to_value()
}
