//! The edition of the language in saves and replays: what another one's rules made is not played on.

use ludex_rules::game::EDITION;
use serde_json::Value;

/// A save or replay of another edition of the language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "it is of edition {theirs} of the language, and this ludex plays edition {EDITION}; play it with a ludex of that edition"
)]
pub struct OtherEdition {
    /// The edition that it names; the first had no name for itself.
    pub theirs: u64,
}

/// Refuses a save or replay of another edition, before anything else of it is read.
///
/// # Errors
/// It names another edition than this one, or none, as the first did.
pub(crate) fn examine(value: &Value) -> Result<(), OtherEdition> {
    let theirs = match value.get("edition") {
        Some(edition) => edition.as_u64().unwrap_or(0),
        None if value.get("generator").is_some() => 1,
        // It is no save or replay at all, as its reader will say.
        None => return Ok(()),
    };
    if theirs == u64::from(EDITION) {
        return Ok(());
    }
    Err(OtherEdition { theirs })
}
