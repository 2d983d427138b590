//! The page of the language's built-ins, from their rows.

use crate::markup::{Block, Document, Inline, Text, code, plain, ticked};
use crate::rules::ops::{FOLDS, FoldValue, QUERIES, Takes};
use crate::rules::verbs::VERBS;

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
        let takes = row.takes.iter().map(|one| match one.label {
            "" => noun(one.takes).to_owned(),
            label => format!("{label} {}", noun(one.takes)),
        });
        line(
            row.name,
            takes.collect::<Vec<_>>().join(" "),
            row.doc,
            row.example,
        )
    });
    section("Verbs", verbs.collect());
    let queries = QUERIES.iter().map(|row| {
        let takes: Vec<&str> = row.takes.iter().map(|takes| noun(*takes)).collect();
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
    let folds = FOLDS.iter().map(|row| {
        let takes = match row.value {
            FoldValue::Absent => "x in MANY where …",
            FoldValue::Int => "x in MANY where … : number",
            FoldValue::Bool => "x in MANY where … : condition",
            FoldValue::Scalar => "x in MANY where … : value",
            FoldValue::Member => "x in MANY where … : member",
        };
        line(row.name, takes.to_owned(), row.doc, row.example)
    });
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

fn noun(takes: Takes) -> &'static str {
    match takes {
        Takes::Int => "number",
        Takes::Bool => "condition",
        Takes::Player => "player",
        Takes::Piece => "piece",
        Takes::Place => "place",
        Takes::Pieces => "pieces",
        Takes::Members => "collection",
        Takes::Optional => "value or none",
        Takes::OneOrMore => "piece or pieces",
        Takes::Space => "space",
        Takes::Direction => "direction",
        Takes::Shape => "shape",
        Takes::Board => "board",
        Takes::Placement => "placement",
        Takes::Variable => "variable",
        Takes::Moment => "moment",
    }
}
