//! A page as Markdown.

use crate::tools::pages::{Page, Part, Text, Word};

/// The whole page.
#[must_use]
pub fn markdown(page: &Page) -> String {
    let mut text = format!("# {}\n", escaped(&page.title));
    for part in &page.parts {
        text.push('\n');
        text.push_str(&written(part));
    }
    text
}

fn written(part: &Part) -> String {
    match part {
        Part::Heading(level, title, anchor) => format!(
            "<a id=\"{anchor}\"></a>\n\n{} {}\n",
            "#".repeat(usize::from(*level)),
            words(title)
        ),
        Part::Paragraph(text) => format!("{}\n", words(text)),
        Part::Lines(lines) => lines
            .iter()
            .map(|line| {
                let text = super::ticked(&line.text);
                format!("{}- {}\n", "  ".repeat(line.depth), words(&text))
            })
            .collect(),
        Part::Code(code) => format!("```rules\n{}\n```\n", code.trim_end()),
        Part::Table(head, rows) => {
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
            Word::Plain(text) => escaped(text),
            Word::Code(code) => format!("`{code}`"),
            Word::Link(text, anchor) => format!("[{}](#{anchor})", escaped(text)),
            Word::Break(depth) => format!("<br>{}", "– ".repeat(*depth)),
        })
        .collect()
}

/// Plain words, so that nothing in them is taken for a mark.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for symbol in text.chars() {
        if matches!(symbol, '*' | '<' | '\\' | '[' | ']' | '#') {
            out.push('\\');
        }
        out.push(symbol);
    }
    out
}
