//! The form of an answer: words for people, in colour or without, or one JSON object for programs.

use std::io;
use std::io::IsTerminal;

use clap::{Args, ValueEnum};

/// The argument of every command whose answer is either.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Output {
    /// The form of the answer: human, or json for programs
    #[arg(long, value_enum, hide_possible_values = true, default_value_t = OutputFormat::Human)]
    format: OutputFormat,
    #[command(flatten)]
    as_json: AsJson,
}

impl Output {
    /// The form for people.
    pub(crate) const HUMAN: Output = Output {
        format: OutputFormat::Human,
        as_json: AsJson { json: false },
    };

    /// Tells whether a program asks: the answer is then one line of JSON, on stdout.
    pub(crate) fn is_json(self) -> bool {
        self.as_json.json || self.format == OutputFormat::Json
    }
}

/// Both ways to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Words, for people
    Human,
    /// One JSON object, for programs
    Json,
}

/// The short way to ask for JSON, of commands that answer in more forms than two.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct AsJson {
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl AsJson {
    /// Gives the form asked for: the JSON one when only that was said.
    pub(crate) fn or<T>(self, json: T, otherwise: T) -> T {
        if self.json { json } else { otherwise }
    }
}

/// The choice of colour, for commands that draw.
#[derive(Debug, Args)]
pub(crate) struct Coloured {
    /// When to draw in colour; `auto` heeds NO_COLOR and draws in colour on a terminal only
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// The times to draw in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Returns true if colour is wanted on stdout.
    pub(crate) fn on_stdout(self) -> bool {
        self.wanted(io::stdout().is_terminal())
    }

    /// Returns true if colour is wanted on stderr.
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
