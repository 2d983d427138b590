//! A document as Markdown.

use crate::{Block, Document, Inline, Text, ticked};

/// Writes a document as Markdown, its title as the first heading.
#[must_use]
pub fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n", unmarked(&document.title));
    for part in &document.blocks {
        text.push('\n');
        text.push_str(&written(part));
    }
    text
}

/// Writes blocks as Markdown, without a title.
#[must_use]
pub fn markdown_blocks(blocks: &[Block]) -> String {
    let blocks: Vec<String> = blocks.iter().map(written).collect();
    blocks.join("\n")
}

fn written(part: &Block) -> String {
    match part {
        Block::Heading(level, title, anchor) => format!(
            "<a id=\"{anchor}\"></a>\n\n{} {}\n",
            "#".repeat(usize::from(*level)),
            words(title)
        ),
        Block::Paragraph(text) => format!("{}\n", words(text)),
        Block::List(lines) => lines
            .iter()
            .map(|line| {
                let text = ticked(&line.text);
                format!("{}- {}\n", "  ".repeat(line.depth), words(&text))
            })
            .collect(),
        Block::Code(code) => format!("```rules\n{}\n```\n", code.trim_end()),
        Block::Table(head, rows) => {
            let line = |cells: &[Text]| {
                let cells: Vec<String> = cells.iter().map(cell_words).collect();
                format!("| {} |\n", cells.join(" | "))
            };
            let rule = format!("|{}\n", " --- |".repeat(head.len()));
            let rows: String = rows.iter().map(|row| line(row)).collect();
            line(head) + &rule + &rows
        }
    }
}

fn cell_words(text: &Text) -> String {
    words(text).replace('|', "\\|").replace('\n', " ")
}

fn words(text: &Text) -> String {
    text.iter()
        .map(|word| match word {
            Inline::Plain(text) => unmarked(text),
            Inline::Code(code) => format!("`{code}`"),
            Inline::Link(text, anchor) => format!("[{}](#{anchor})", unmarked(text)),
            Inline::Break(depth) => format!("<br>{}", "– ".repeat(*depth)),
        })
        .collect()
}

/// Escapes plain words, so that nothing in them is taken for a mark.
fn unmarked(text: &str) -> String {
    let mut out = String::new();
    for symbol in text.chars() {
        if matches!(symbol, '*' | '<' | '\\' | '[' | ']' | '#') {
            out.push('\\');
        }
        out.push(symbol);
    }
    out
}
