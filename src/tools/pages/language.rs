//! The page of the language's built-ins, from their rows.

use ludex_markup::{Block, Document, Inline, Text, code, plain, ticked};
use ludex_rules::ops::{FOLDS, QUERIES};
use ludex_rules::verbs::{Argument, VERBS};

/// Verbs, queries and folds, each with what it takes, what it means and an example.
#[must_use]
pub fn language() -> Document {
    let mut blocks = vec![Block::Paragraph(plain(
        "Made of the rows that the checker and the engine follow, by `ludex docs --language`."
            .replace('`', ""),
    ))];
    let head = || ["", "takes", "means", "example"].map(plain).to_vec();
    let mut section = |title: &str, rows: Vec<Vec<Text>>| {
        blocks.push(Block::Heading(2, plain(title), title.to_lowercase()));
        blocks.push(Block::Table(head(), rows));
    };
    let verbs = VERBS.iter().map(|row| {
        let takes: Vec<String> = row.takes.iter().map(Argument::words).collect();
        line(row.name, takes.join(" "), row.doc, row.example)
    });
    section("Verbs", verbs.collect());
    let queries = QUERIES.iter().map(|row| {
        let takes: Vec<&str> = row.takes.iter().map(|takes| takes.noun()).collect();
        let chance = if row.chance {
            " By chance: only in statements."
        } else {
            ""
        };
        line(
            row.name,
            takes.join(", "),
            &format!("{}{chance}", row.doc),
            row.example,
        )
    });
    section("Queries", queries.collect());
    let folds = FOLDS
        .iter()
        .map(|row| line(row.name, row.value.words().to_owned(), row.doc, row.example));
    section("Folds", folds.collect());
    Document {
        title: "The built-ins of the language".into(),
        blocks,
    }
}

fn line(name: &str, takes: String, doc: &str, example: &str) -> Vec<Text> {
    vec![
        code(name),
        plain(takes),
        ticked(doc),
        vec![Inline::Code(example.to_owned())],
    ]
}
