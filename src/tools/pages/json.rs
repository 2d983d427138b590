//! A page as JSON, part by part; words of a text are joined as plain text.

use serde_json::{Value, json};

use crate::tools::pages::{Page, Part, Text, Word};

/// The parts of a page, each an object of one key that names its sort.
#[must_use]
pub fn json(page: &Page) -> Value {
    json!({ "title": page.title, "parts": page.parts.iter().map(part).collect::<Value>() })
}

fn part(part: &Part) -> Value {
    let cells = |cells: &Vec<Text>| cells.iter().map(words).collect::<Value>();
    match part {
        Part::Heading(level, title, anchor) => {
            json!({ "heading": words(title), "level": level, "anchor": anchor })
        }
        Part::Paragraph(text) => json!({ "paragraph": words(text) }),
        Part::Lines(lines) => {
            let line = |line: &crate::tools::prose::Line| json!({ "depth": line.depth, "text": line.text });
            json!({ "lines": lines.iter().map(line).collect::<Value>() })
        }
        Part::Table(head, rows) => {
            json!({ "table": cells(head), "rows": rows.iter().map(cells).collect::<Value>() })
        }
        Part::Code(code) => json!({ "code": code }),
    }
}

fn words(text: &Text) -> String {
    let word = |word: &Word| match word {
        Word::Plain(text) | Word::Code(text) | Word::Link(text, _) => text.clone(),
        Word::Break(_) => "\n".to_owned(),
    };
    text.iter().map(word).collect()
}
