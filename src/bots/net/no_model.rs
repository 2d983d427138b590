//! Nets where ludex is built without the feature `net`: there are none.

use crate::net::choose::Net;
use ludex_program::Program;
use std::sync::Arc;

/// Nets can be read here.
pub const IS_HERE: bool = false;

/// Reads an ONNX file for a program, which needs the feature `net`.
///
/// # Errors
/// Always: says what is missing.
pub fn read(_: &[u8], _: &Arc<Program>) -> Result<Net, String> {
    Err("this ludex was built without nets (feature `net`)".to_owned())
}
