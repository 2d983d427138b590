//! The output: the answer on stdout, everything else on stderr.

use std::borrow::Cow;
use std::io;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use serde_json::json;

use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::output::Output;
use crate::source::controls::is_control;

/// Writes an answer to stdout. Of what would drive a terminal, colours alone stay; the rest is written as escapes.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    print_as_it_is(&harmless(text))
}

/// Writes an answer that others read byte by byte, such as a formatted file or a patch.
pub(crate) fn print_as_it_is(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Escapes the control characters of a text but for tabs, line breaks and our own colours.
fn harmless(text: &str) -> Cow<'_, str> {
    let is_obeyed = |symbol: char| is_control(symbol) && symbol != '\t';
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_obeyed) {
        let (before, from) = rest.split_at(at);
        safe.push_str(before);
        let length = match colour(from) {
            Some(colour) => {
                safe.push_str(colour);
                colour.len()
            }
            None => {
                let symbol = from.chars().next().unwrap_or_default();
                safe.extend(symbol.escape_default());
                symbol.len_utf8()
            }
        };
        rest = &from[length..];
    }
    safe.push_str(rest);
    Cow::Owned(safe)
}

/// Returns the code of a colour that a text begins with: `ESC [ 1 ; 31 m`.
fn colour(text: &str) -> Option<&str> {
    let codes = text.strip_prefix("\x1b[")?;
    let end = codes.find(|symbol: char| !symbol.is_ascii_digit() && symbol != ';')?;
    codes[end..].starts_with('m').then(|| &text[..end + 3])
}

/// Writes an answer to stdout as one line of JSON.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    print_as_it_is(&json_line(value))
}

/// Writes a value as a line of JSON.
pub(crate) fn json_line(value: &impl serde::Serialize) -> String {
    // INVARIANT: all that is written has texts for keys, and no part of it fails.
    let text = serde_json::to_string(value).unwrap_or_default();
    text + "\n"
}

/// Tells which files were written, to people or to a program.
pub(crate) fn print_wrote(paths: &[PathBuf], output: Output) -> Result<(), CliError> {
    let paths: Vec<String> = paths.iter().map(|path| files::shown(path)).collect();
    if output.is_json() {
        return print_json(&json!({ "schema": "ludex/wrote/1", "wrote": paths }));
    }
    print(
        &paths
            .iter()
            .map(|path| format!("wrote {path}\n"))
            .collect::<String>(),
    )
}

/// Tells something beside the answer.
pub(crate) fn tell(text: &str) {
    // Nobody is left to tell when even that fails.
    let _ = writeln!(io::stderr(), "{}", harmless(text));
}

/// Tells a terminal what goes on, on a line that the next such text takes; nobody else is told.
pub(crate) fn whisper(text: &str) {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K{}", harmless(text));
    }
}

/// Clears the terminal with what can be scrolled back; nothing when nobody looks at one.
pub(crate) fn clear() -> Result<(), CliError> {
    if io::stdout().is_terminal() {
        print_as_it_is("\x1b[2J\x1b[3J\x1b[H")
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn colours_alone_reach_a_terminal() {
        assert_eq!(harmless("a\tb\n狐"), "a\tb\n狐");
        assert_eq!(harmless("\x1b[1;31mred\x1b[0m"), "\x1b[1;31mred\x1b[0m");
        let bad = "\x1b[2J\x1b]0;title\x07\r\u{202e}\u{9b}1m\x1b[";
        let shown = "\\u{1b}[2J\\u{1b}]0;title\\u{7}\\r\\u{202e}\\u{9b}1m\\u{1b}[";
        assert_eq!(harmless(bad), shown);
    }
}
