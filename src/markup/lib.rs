//! Documents: headings, paragraphs, lists, tables and code, written as Markdown, HTML or JSON.
//!
//! Enters: a `Document`, made by whoever has something to tell. Leaves: text. A writer knows marks and nothing of what a
//! document is about; what it writes is safe whatever the words are. Never here: a file, a game.

#![forbid(unsafe_code)]

mod escape;
mod html;
mod json;
mod markdown;

pub use escape::escaped;
pub use html::{html, html_file};
pub use json::json;
pub use markdown::{markdown, markdown_blocks};

/// A document: a title and its blocks.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The title, as plain words.
    pub title: String,
    /// The blocks below the title, in reading order.
    pub blocks: Vec<Block>,
}

/// A block of a document.
#[derive(Debug, Clone)]
pub enum Block {
    /// A heading of a level from 2, with the name by which links find it.
    Heading(u8, Text, String),
    /// A paragraph of running text.
    Paragraph(Text),
    /// Lists inside the items of lists.
    List(Vec<Line>),
    /// A table: its head, then rows of cells.
    Table(Vec<Text>, Vec<Vec<Text>>),
    /// Rules, as an author writes them.
    Code(String),
}

/// A line, and how far it stands inside others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// 0 for the outermost.
    pub depth: usize,
    /// The words; backticks mark what one types.
    pub text: String,
}

/// Words in a row.
pub type Text = Vec<Inline>;

/// A part of a text within a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Words without any mark.
    Plain(String),
    /// Words as one types them.
    Code(String),
    /// A link to a heading of this document: what is read, and the heading's name.
    Link(String, String),
    /// A line break; the next line stands so far inside.
    Break(usize),
}

/// Returns a text of plain words.
pub fn plain(text: impl Into<String>) -> Text {
    vec![Inline::Plain(text.into())]
}

/// Returns a text of words as one types them.
pub fn code(text: impl Into<String>) -> Text {
    vec![Inline::Code(text.into())]
}

/// Parses a text in which backticks mark what one types, as doc comments do.
#[must_use]
pub fn ticked(text: &str) -> Text {
    let parts = text.split('`').enumerate();
    let inlines = parts.map(|(nth, part)| match nth % 2 {
        0 => Inline::Plain(part.to_owned()),
        _ => Inline::Code(part.to_owned()),
    });
    inlines
        .filter(|one| !matches!(one, Inline::Plain(text) | Inline::Code(text) if text.is_empty()))
        .collect()
}

/// Joins lines to one text with line breaks, for a cell of a table.
#[must_use]
pub fn broken(lines: &[Line]) -> Text {
    let mut text = Text::new();
    for line in lines {
        if !text.is_empty() {
            text.push(Inline::Break(line.depth));
        }
        text.extend(ticked(&line.text));
    }
    text
}

/// Returns the name by which links find a heading: its letters and digits, `-` for everything else.
#[must_use]
pub fn anchor(text: &str) -> String {
    let letters = text.to_lowercase();
    let letters = letters.chars();
    let kept = letters.map(|one| if one.is_alphanumeric() { one } else { '-' });
    kept.collect()
}
