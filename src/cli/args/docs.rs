//! The arguments of `ludex docs`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::args::{From, InLocale};
use crate::cli::complete;
use crate::cli::output::AsJson;

/// Write the reference of a game, or of the language's built-ins
#[derive(Debug, Args)]
#[command(after_help = DOCS_EXAMPLES)]
pub(crate) struct Docs {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", required_unless_present = "language", add = complete::game())]
    pub(crate) game: Option<String>,
    /// The verbs, queries and folds of the language instead of a game
    #[arg(long, conflicts_with = "game")]
    pub(crate) language: bool,
    /// How to write it [default: by the ending of the file; Markdown on the screen]
    #[arg(long, value_enum)]
    pub(crate) format: Option<DocsFormat>,
    #[command(flatten)]
    pub(crate) as_json: AsJson,
    /// Write it to this file; may be given several times [default: the screen]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Vec<PathBuf>,
    /// Write nothing; tell which of the files are stale
    #[arg(long, requires = "out")]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) words: InLocale,
    #[command(flatten)]
    pub(crate) from: From,
}

/// The format of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocsFormat {
    /// Markdown
    Md,
    /// One HTML file that needs nothing beside it
    Html,
    /// One JSON object, for programs
    Json,
}

const DOCS_EXAMPLES: &str = "\
Examples:
  ludex docs GAME                              to the screen, as Markdown
  ludex docs GAME --out game.md --out game.html
  ludex docs GAME --out game.md --check        exit code 1 when the file is stale";
