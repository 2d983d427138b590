//! `save`: a position as a value that needs nothing but the rules.

use crate::failure::{Failure, FailureCode};
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_play as play;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Gives a position as a value that needs nothing but the rules.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveRequest {
    /// The number of the position.
    position: u64,
}

/// A position that was saved.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedPosition {
    /// The value, for `load`.
    #[schemars(with = "Map<String, Value>")]
    save: Value,
}

impl Request for SaveRequest {
    const VERB: &'static str = "save";
    type Answer = SavedPosition;

    fn answer(self, session: &mut ProtocolSession) -> Result<SavedPosition, Failure> {
        let save = play::save::save(session.position(self.position)?)
            .map_err(|error| FailureCode::BadSave.because(error.to_string()))?;
        Ok(SavedPosition { save })
    }
}
