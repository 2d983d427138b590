//! A document as one HTML file that needs nothing beside it.

use crate::{Block, Document, Inline, Line, Text, escaped, ticked};

const STYLE: &str = "\
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem 2rem }
nav { columns: 3 14rem; font-size: .9rem }
nav a { display: block }
table { border-collapse: collapse; display: block; overflow-x: auto }
td, th { border: 1px solid #8886; padding: .25rem .5rem; text-align: left; vertical-align: top }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
pre { background: #8882; padding: .5rem; overflow-x: auto }
h2 { border-bottom: 1px solid #8886; margin-top: 2.5rem }
.in { display: block }
";

/// Writes a document, with links to its sections.
#[must_use]
pub fn html(document: &Document) -> String {
    let links: String = document.blocks.iter().map(link).collect();
    let blocks: String = document.blocks.iter().map(written).collect();
    let title = escaped(&document.title);
    let body = format!("<h1>{title}</h1>\n<nav>\n{links}</nav>\n{blocks}");
    html_file(&document.title, STYLE, &body)
}

/// Puts a body that is HTML into a file with a title and a style.
#[must_use]
pub fn html_file(title: &str, style: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// An entry of the table of contents.
fn link(part: &Block) -> String {
    match part {
        Block::Heading(2, title, anchor) => {
            format!("<a href=\"#{anchor}\">{}</a>\n", words(title))
        }
        Block::Heading(..)
        | Block::Paragraph(_)
        | Block::List(_)
        | Block::Table(..)
        | Block::Code(_) => String::new(),
    }
}

fn written(part: &Block) -> String {
    match part {
        Block::Heading(level, title, anchor) => {
            format!("<h{level} id=\"{anchor}\">{}</h{level}>\n", words(title))
        }
        Block::Paragraph(text) => format!("<p>{}</p>\n", words(text)),
        Block::List(lines) => nested(lines, 0),
        Block::Code(code) => format!("<pre>{}</pre>\n", escaped(code.trim_end())),
        Block::Table(head, rows) => {
            let line = |cells: &[Text], tag: &str| {
                let cells = cells
                    .iter()
                    .map(|cell| format!("<{tag}>{}</{tag}>", words(cell)));
                format!("<tr>{}</tr>\n", cells.collect::<String>())
            };
            let rows: String = rows.iter().map(|row| line(row, "td")).collect();
            format!("<table>\n{}{rows}</table>\n", line(head, "th"))
        }
    }
}

/// Lists inside the items of lists.
fn nested(lines: &[Line], depth: usize) -> String {
    let mut text = "<ul>\n".to_owned();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let inner = lines[at + 1..].iter().take_while(|line| line.depth > depth);
        let inner = &lines[at + 1..at + 1 + inner.count()];
        let under = if inner.is_empty() {
            String::new()
        } else {
            format!("\n{}", nested(inner, depth + 1))
        };
        text.push_str(&format!("<li>{}{under}</li>\n", words(&ticked(&line.text))));
        at += 1 + inner.len();
    }
    text + "</ul>\n"
}

fn words(text: &Text) -> String {
    let word = |word: &Inline| match word {
        Inline::Plain(text) => escaped(text),
        Inline::Code(code) => format!("<code>{}</code>", escaped(code)),
        Inline::Link(text, anchor) => format!("<a href=\"#{anchor}\">{}</a>", escaped(text)),
        Inline::Break(depth) => format!("<br>{}", "– ".repeat(*depth)),
    };
    text.iter().map(word).collect()
}
