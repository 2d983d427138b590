//! Positions from a partial description: what is named stands so, the rest as set-up leaves it.

use crate::engine::fault::Fault;
use crate::engine::state::State;
use crate::play::start::Start;
use crate::program::Program;
use serde_json::Value;

/// Why a position can't be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Something named in the description is wrong.
    #[error("{path}: {message}")]
    At {
        /// Where: `players[0].places.hand[2]`.
        path: String,
        /// What is wrong, and what was probably meant.
        message: String,
    },
    /// Set-up itself went wrong.
    #[error("set-up failed: {0}")]
    Fault(#[from] Fault),
}

/// The position that a partial state describes; play has not begun. With `bare`, places are empty but for homes and
/// variables at their defaults, instead of a fresh set-up.
///
/// # Errors
/// Everything that contradicts the declarations, with its path; a fault of the rules at set-up.
pub fn setup(program: &Program, start: &Start, partial: &Value, bare: bool) -> Result<State, SetupError> {
    let _ = (program, start, partial, bare);
    unimplemented!()
}
