//! Lines that people type: at a terminal with editing, history and completion, from a pipe as they come.

use std::io::{BufRead, IsTerminal};
use std::path::Path;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, DefaultEditor, Editor, Helper};

use crate::cli::error::CliError;
use crate::cli::screen;

/// The prompt before each line.
const PROMPT: &str = "> ";

/// A source of completions.
pub(crate) trait Complete {
    /// Returns where the word before a place of a line begins, and what it may become.
    fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>);
}

/// A prompt shown by a pipe, whose lines nobody sees being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InPipe {
    /// The prompt is printed as at a terminal.
    Prompted,
    /// Nothing is printed for it.
    Silent,
}

/// Lines from a terminal or a pipe.
pub(crate) enum LineReader<C: Complete> {
    Terminal(Box<Editor<Completing<C>, DefaultHistory>>),
    Pipe(InPipe),
}

impl<C: Complete> LineReader<C> {
    pub(crate) fn open(words: C, in_pipe: InPipe) -> Result<LineReader<C>, CliError> {
        if !std::io::stdin().is_terminal() {
            return Ok(LineReader::Pipe(in_pipe));
        }
        let mut editor = Editor::new().map_err(unusable)?;
        editor.set_helper(Some(Completing(words)));
        Ok(LineReader::Terminal(Box::new(editor)))
    }

    /// Replaces what is completed from now on.
    pub(crate) fn complete_with(&mut self, words: impl FnOnce() -> C) {
        if let LineReader::Terminal(editor) = self {
            editor.set_helper(Some(Completing(words())));
        }
    }

    /// Forgets the lines typed so far.
    pub(crate) fn forget(&mut self) {
        if let LineReader::Terminal(editor) = self {
            // A history that can't be cleared was typed by the same people.
            let _ = editor.clear_history();
        }
    }

    /// Returns the next line without its end; none at the end of the input.
    pub(crate) fn next(&mut self) -> Result<Option<String>, CliError> {
        match self {
            LineReader::Pipe(in_pipe) => {
                if *in_pipe == InPipe::Prompted {
                    screen::print(PROMPT)?;
                }
                piped()
            }
            LineReader::Terminal(editor) => match editor.readline(PROMPT) {
                Ok(line) => {
                    // A line that is not remembered is no loss.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                // Ctrl-C drops the line, as in a shell; Ctrl-D leaves.
                Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
                Err(ReadlineError::Eof) => Ok(None),
                Err(error) => Err(unusable(error)),
            },
        }
    }
}

/// Returns the next line of a pipe. What is not UTF-8 says nothing that is understood anyway.
fn piped() -> Result<Option<String>, CliError> {
    let mut bytes = Vec::new();
    let length = std::io::stdin().lock().read_until(b'\n', &mut bytes);
    let length = length.map_err(|error| CliError::unreadable(Path::new("-"), error.to_string()))?;
    let line = String::from_utf8_lossy(&bytes);
    Ok((length > 0).then(|| line.trim_end_matches(['\n', '\r']).to_owned()))
}

/// Characters of a line: as `COLUMNS` says, else as the terminal is wide; a page that nobody looks at is 100 wide.
pub(crate) fn width() -> usize {
    const USUAL: usize = 100;
    const BOUNDS: (usize, usize) = (40, 200);
    let said = std::env::var("COLUMNS").ok();
    let said = said.and_then(|columns| columns.trim().parse().ok());
    let terminal = || columns().filter(|width| *width > 0);
    let width: usize = said.or_else(terminal).unwrap_or(USUAL);
    width.clamp(BOUNDS.0, BOUNDS.1)
}

/// Returns the width of the terminal in columns; none when stdout is no terminal.
fn columns() -> Option<usize> {
    let mut editor = DefaultEditor::new().ok()?;
    let (columns, _) = editor.dimensions()?;
    Some(columns.into())
}

fn unusable(error: ReadlineError) -> CliError {
    CliError::argument(format!("cannot use this terminal: {error}"))
}

/// Completes words for the line editor.
pub(crate) struct Completing<C>(C);

impl<C: Complete> Completer for Completing<C> {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.0.complete(line, at))
    }
}

impl<C: Complete> Hinter for Completing<C> {
    type Hint = String;
}

impl<C: Complete> Highlighter for Completing<C> {}

impl<C: Complete> Validator for Completing<C> {}

impl<C: Complete> Helper for Completing<C> {}
