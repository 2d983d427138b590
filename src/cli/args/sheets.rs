//! The arguments of `ludex sheets`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::args::{From, InLocale};
use crate::cli::complete;
use crate::cli::output::{Coloured, Output};

/// Make cards, tiles, boards and player aids for a printer
#[derive(Debug, Args)]
#[command(after_help = SHEETS_EXAMPLES)]
pub(crate) struct Sheets {
    /// The game: its name or its folder [default: the game around this folder, or the only one]
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: Option<String>,
    /// Write the pages to this HTML file, which a browser prints or saves as PDF [default: GAME-sheets.html, unless --cards or
    /// --tabletop is given]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The paper
    #[arg(long, value_name = "SIZE", value_enum, default_value_t = PaperSize::A4)]
    pub(crate) paper: PaperSize,
    /// Bleed around each card in millimetres, 0 to 3
    #[arg(long, value_name = "MM", default_value_t = 1.0, value_parser = bleed)]
    pub(crate) bleed: f32,
    /// Leave out the pages of backs, which are mirrored for printing on both sides
    #[arg(long)]
    pub(crate) no_backs: bool,
    /// Only components of this kind or sort; may be given several times
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Vec<String>,
    /// Only the component of this row; may be given several times
    #[arg(long, value_name = "ID")]
    pub(crate) row: Vec<String>,
    /// Only components that look different from those of this commit, or are new
    #[arg(long, value_name = "REV")]
    pub(crate) changed_since: Option<String>,
    /// Write an SVG file for each component into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) cards: Option<PathBuf>,
    /// Write decks of Tabletop Simulator into this folder: pictures as SVG, and objects as JSON
    #[arg(long, value_name = "DIR")]
    pub(crate) tabletop: Option<PathBuf>,
    /// The address under which Tabletop Simulator loads the pictures
    #[arg(long, value_name = "URL", default_value = "", requires = "tabletop")]
    pub(crate) address: String,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) color: Coloured,
    #[command(flatten)]
    pub(crate) words: InLocale,
    #[command(flatten)]
    pub(crate) from: From,
}

/// The sizes of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperSize {
    /// 210 mm by 297 mm
    A4,
    /// 8.5 in by 11 in
    Letter,
}

/// Reads a bleed in millimetres.
fn bleed(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().map_err(|error| error.to_string())?;
    if (0.0..=3.0).contains(&number) {
        Ok(number)
    } else {
        Err("it is 0 to 3 millimetres".to_owned())
    }
}

const SHEETS_EXAMPLES: &str = "\
Examples:
  ludex sheets GAME                            GAME-sheets.html, for A4
  ludex sheets GAME --paper letter --bleed 0 --no-backs --out cards.html
  ludex sheets GAME --kind card --row fox      one card
  ludex sheets GAME --changed-since v1.0       what changed since the last print
  ludex sheets GAME --tabletop decks/          decks of Tabletop Simulator

The exit code is 1 when a text does not fit its card.";
