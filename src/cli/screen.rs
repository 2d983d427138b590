//! The output: the answer on stdout, everything else on stderr.

use std::io;
use std::io::IsTerminal;
use std::io::Write;
use std::path::PathBuf;

use serde_json::json;

use crate::cli::args::Color;
use crate::cli::args::Output;
use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::games::Loaded;
use crate::cli::lines;
use crate::report;

/// Writes an answer to stdout.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Characters of a line: as `COLUMNS` says, else as the terminal is wide; a page that nobody looks at is 100 wide.
pub(crate) fn width() -> usize {
    const USUAL: usize = 100;
    const BOUNDS: (usize, usize) = (40, 200);
    let said = std::env::var("COLUMNS").ok();
    let said = said.and_then(|columns| columns.trim().parse().ok());
    let terminal = || lines::columns().filter(|width| *width > 0);
    let width: usize = said.or_else(terminal).unwrap_or(USUAL);
    width.clamp(BOUNDS.0, BOUNDS.1)
}

/// Writes an answer to stdout as one line of JSON.
pub(crate) fn print_json(value: &serde_json::Value) -> Result<(), CliError> {
    print(&format!("{value}\n"))
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
    let _ = writeln!(io::stderr(), "{text}");
}

/// Tells a terminal what goes on, on a line that the next such text takes; nobody else is told.
pub(crate) fn whisper(text: &str) {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K{text}");
    }
}

/// Clears the terminal with what can be scrolled back; nothing when nobody looks at one.
pub(crate) fn clear() -> Result<(), CliError> {
    match io::stdout().is_terminal() {
        true => print("\x1b[2J\x1b[3J\x1b[H"),
        false => Ok(()),
    }
}

/// Tells what is wrong with a game that cannot be run.
pub(crate) fn tell_problems(game: &Loaded, color: Color) -> CliError {
    tell(report::human(&game.report, &game.sources, color.on_stderr()).trim_end());
    CliError::Stopped
}

impl Color {
    /// Tells whether colour is wanted on stdout.
    pub(crate) fn on_stdout(self) -> bool {
        self.wanted(io::stdout().is_terminal())
    }

    /// Tells whether colour is wanted on stderr.
    pub(crate) fn on_stderr(self) -> bool {
        self.wanted(io::stderr().is_terminal())
    }

    fn wanted(self, terminal: bool) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && !set("NO_COLOR") && !dumb(),
        }
    }
}
