//! Messages on a stream: a header with the length in bytes, an empty line, then JSON. As in the Language Server Protocol, whose
//! library keeps its reader to itself.

use serde_json::Value;
use std::io::{BufRead, Error, ErrorKind, Read, Result, Write};

/// No message is longer: a length beyond it is a mistake of the client.
const LONGEST: u64 = 64 << 20;

/// No header is longer.
const LONGEST_LINE: u64 = 4096;

/// Reads the next message; none at the end of the input.
///
/// # Errors
/// The input can't be read, or is no message.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Value>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        let read = input.by_ref().take(LONGEST_LINE).read_line(&mut line)?;
        if read == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse::<u64>().ok();
            }
            Some(_) => {}
            None => return Err(invalid("a header without a colon")),
        }
    }
    let length = length.filter(|length| *length <= LONGEST);
    let length = length.ok_or_else(|| invalid("a header without a length"))?;
    let mut bytes = Vec::new();
    input.by_ref().take(length).read_to_end(&mut bytes)?;
    let value = serde_json::from_slice(&bytes);
    value.map(Some).map_err(|error| invalid(&error.to_string()))
}

/// Writes a message.
///
/// # Errors
/// The output is closed.
pub(super) fn write(output: &mut impl Write, message: &Value) -> Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

fn invalid(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("no message: {what}"))
}
