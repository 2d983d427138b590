//! A document as JSON, block by block; words of a text are joined as plain text.

use serde_json::{Value, json};

use crate::{Block, Document, Inline, Line, Text};

/// Writes the blocks of a document, each an object of one key that names its sort.
#[must_use]
pub fn json(document: &Document) -> Value {
    json!({ "title": document.title, "parts": document.blocks.iter().map(block).collect::<Value>() })
}

fn block(block: &Block) -> Value {
    let cells = |cells: &Vec<Text>| cells.iter().map(words).collect::<Value>();
    match block {
        Block::Heading(level, title, anchor) => {
            json!({ "heading": words(title), "level": level, "anchor": anchor })
        }
        Block::Paragraph(text) => json!({ "paragraph": words(text) }),
        Block::List(lines) => {
            let line = |line: &Line| json!({ "depth": line.depth, "text": line.text });
            json!({ "lines": lines.iter().map(line).collect::<Value>() })
        }
        Block::Table(head, rows) => {
            json!({ "table": cells(head), "rows": rows.iter().map(cells).collect::<Value>() })
        }
        Block::Code(code) => json!({ "code": code }),
    }
}

fn words(text: &Text) -> String {
    let word = |word: &Inline| match word {
        Inline::Plain(text) | Inline::Code(text) | Inline::Link(text, _) => text.clone(),
        Inline::Break(_) => "\n".to_owned(),
    };
    text.iter().map(word).collect()
}
