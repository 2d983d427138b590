//! Pages of reference: a game's, made of its book, and the language's, made of the rows of its built-ins.
//!
//! A page is a list of parts, which Markdown and HTML are two ways to write. Never here: a file.

mod game;

mod html;

mod json;

mod language;

mod markdown;

use crate::tools::prose::Line;

pub use game::game;
pub use html::html;
pub use json::json;
pub use language::language;
pub use markdown::markdown;

/// A page.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// Its title.
    pub title: String,
    /// What stands on it.
    pub parts: Vec<Part>,
}

/// A part of a page.
#[derive(Debug, Clone)]
pub enum Part {
    /// A heading of a level from 2, with the name by which links find it.
    Heading(u8, Text, String),
    /// A paragraph.
    Paragraph(Text),
    /// Lines inside lines.
    Lines(Vec<Line>),
    /// A table: its head, then rows of cells.
    Table(Vec<Text>, Vec<Vec<Text>>),
    /// Text of rules.
    Code(String),
}

/// A text of several sorts of words.
pub type Text = Vec<Word>;

/// Some words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// As they are.
    Plain(String),
    /// As one types them.
    Code(String),
    /// A link to a heading of this page: what is read, and its name.
    Link(String, String),
    /// A new line, so far inside.
    Break(usize),
}

fn plain(text: impl Into<String>) -> Text {
    vec![Word::Plain(text.into())]
}

fn code(text: impl Into<String>) -> Text {
    vec![Word::Code(text.into())]
}

/// Words in which backticks mark what one types, as doc comments do.
fn ticked(text: &str) -> Text {
    let parts = text.split('`').enumerate();
    let words = parts.map(|(nth, part)| match nth % 2 {
        0 => Word::Plain(part.to_owned()),
        _ => Word::Code(part.to_owned()),
    });
    words
        .filter(|word| !matches!(word, Word::Plain(text) | Word::Code(text) if text.is_empty()))
        .collect()
}

/// Lines inside lines, for a cell of a table.
fn broken(lines: &[Line]) -> Text {
    let mut text = Text::new();
    for line in lines {
        if !text.is_empty() {
            text.push(Word::Break(line.depth));
        }
        text.extend(ticked(&line.text));
    }
    text
}

/// A name that a link can find: letters, digits and `-`.
fn anchor(text: &str) -> String {
    let letters = text.to_lowercase();
    let letters = letters.chars();
    let kept = letters.map(|one| if one.is_alphanumeric() { one } else { '-' });
    kept.collect()
}
