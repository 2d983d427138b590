//! The schema of a game's tables: a key for each list and lookup, a property for each attribute.

use ludex_check::GRID;
use serde_json::{Value, json};

use crate::outline::Outline;
use crate::schema::{list_of, object, one_of};
use ludex_check::semantics::{
    BoundedLookup, CellContent, Fills, ListColumn, NumberBounds, TableList,
};
use ludex_rules::game::BoardShape;
use ludex_rules::ids::{KindId, SortId};
use ludex_rules::types::Type;

/// Builds the schema of all tables.
pub(super) fn all(outline: &Outline) -> Value {
    let lists = outline.lists().iter().map(|list| {
        let rows = list_of(match list.fills {
            Fills::Rows(kind, _) => row(list, kind, outline),
            Fills::Layouts(board) => layout(list, outline.shape(board), outline),
        });
        (list.key.as_str(), rows, list.doc.as_str())
    });
    let lookups = outline.names.semantics.lookups().iter();
    let lookups = lookups.map(|one| {
        let table = &outline.names.game.tables[one.table.index()];
        (table.name.as_str(), lookup(one, outline), "")
    });
    object(lists.chain(lookups).collect::<Vec<_>>(), &[])
}

fn id() -> Value {
    json!({ "type": ["string", "integer"] })
}

fn row(list: &TableList, kind: KindId, outline: &Outline) -> Value {
    let mut required = vec!["id"];
    required.extend(needed(list));
    let docs = docs(list);
    let mut own = vec![("id", id(), "what it is called, once in its list")];
    let is_record = outline.names.game.kind(kind).is_record;
    if !is_record && list.column("count").is_none() {
        let count = json!({ "type": ["integer", "string"], "pattern": "^[0-9]+ per player$", "minimum": 1 });
        own.push((
            "count",
            count,
            "how many equal pieces it is: `3`, `2 per player`",
        ));
    }
    let columns = list.columns.iter().zip(&docs);
    let columns = columns.map(|(one, doc)| (one.name.as_str(), cell(one, outline), doc.as_str()));
    let plain = object(
        own.into_iter().chain(columns).collect::<Vec<_>>(),
        &required,
    );
    if list.column("each").is_some() {
        return plain;
    }
    json!({
        "if": { "required": ["each"] },
        "then": derived(list, &docs),
        "else": plain,
    })
}

/// A row for each member of a collection: its cells are expressions, so they may hold anything.
fn derived(list: &TableList, docs: &[String]) -> Value {
    let each = json!({ "type": "string" });
    let own = [
        (
            "id",
            id(),
            "what the rows are called, before the name of the member",
        ),
        (
            "each",
            each,
            "for which members: `c in card where c.value > 3`",
        ),
    ];
    let columns = list.columns.iter().zip(docs);
    let columns = columns.map(|(one, doc)| (one.name.as_str(), json!({}), doc.as_str()));
    object(
        own.into_iter().chain(columns).collect::<Vec<_>>(),
        &["id", "each"],
    )
}

fn needed(list: &TableList) -> impl Iterator<Item = &str> {
    let needed = list.columns.iter().filter(|one| !one.may_be_left_out());
    needed.map(|one| one.name.as_str())
}

/// Returns the words about each cell: its doc, its type and its default.
fn docs(list: &TableList) -> Vec<String> {
    list.columns.iter().map(words).collect()
}

fn words(column: &ListColumn) -> String {
    let mut words = String::new();
    if !column.doc.is_empty() {
        words.push_str(&column.doc);
        words.push_str("\n\n");
    }
    words.push_str(&column.notation);
    if let Some(default) = &column.default {
        words.push_str(&format!(" = {default}"));
    }
    words
}

fn layout(list: &TableList, shape: BoardShape, outline: &Outline) -> Value {
    let docs = docs(list);
    let mut space = vec![("id", id(), "what it is called, once in its layout")];
    let mut required = Vec::new();
    if shape == BoardShape::Hex {
        space.push((
            "at",
            pair(),
            "column and row: north is r - 1, and q grows to the east",
        ));
        required.push("at");
    } else {
        space.push(("beside", list_of(id()), "the spaces next to it"));
    }
    for (column, doc) in list.columns.iter().zip(&docs) {
        space.push((&column.name, cell(column, outline), doc));
    }
    required.extend(needed(list));
    let spaces = list_of(object(space, &required));
    object(
        [("id", id(), "what it is called"), ("spaces", spaces, "")],
        &["id", "spaces"],
    )
}

fn lookup(list: &BoundedLookup, outline: &Outline) -> Value {
    let table = &outline.names.game.tables[list.table.index()];
    let cell = value(&table.value, None, list.bounds, outline);
    let Some(words) = outline.words_of(&table.key, None) else {
        return json!({
            "type": "object",
            "patternProperties": { "^-?[0-9]+$": cell },
            "additionalProperties": false,
        });
    };
    let cells = words.iter().map(|word| (*word, cell.clone(), ""));
    object(cells.collect::<Vec<_>>(), &words)
}

/// Returns the schema of a cell.
fn cell(column: &ListColumn, outline: &Outline) -> Value {
    match &column.holds {
        CellContent::Data(ty) => value(ty, column.sort, column.bounds, outline),
        CellContent::Effect => rules("statements"),
        CellContent::Value(_) => rules("an expression"),
        CellContent::Hooks => rules("hooks and modifiers"),
    }
}

/// Returns the schema of a value of a type.
fn value(ty: &Type, sort: Option<SortId>, bounds: NumberBounds, outline: &Outline) -> Value {
    match ty {
        Type::Int => number(bounds),
        Type::Bool => json!({ "type": "boolean" }),
        // Any scalar is a text.
        Type::Text => json!({ "type": ["string", "number", "boolean"] }),
        Type::Shape => {
            let mut shape = list_of(pair());
            shape["minItems"] = 1.into();
            shape
        }
        Type::Enum(_) | Type::Piece(_) | Type::Row(_) => match outline.words_of(ty, sort) {
            Some(words) => one_of(words),
            None => id(),
        },
        Type::Space(_) => id(),
        Type::Optional(inner) => {
            json!({ "anyOf": [value(inner, sort, bounds, outline), { "type": "null" }] })
        }
        Type::Set(of) => {
            let mut set = list_of(value(&Type::Enum(*of), None, bounds, outline));
            set["uniqueItems"] = true.into();
            set
        }
        Type::Bag(of) => bag(&Type::Enum(*of), outline),
        Type::Direction(board) => one_of(directions(outline.shape(*board))),
        // Refused where they are declared.
        Type::Player
        | Type::Place(_)
        | Type::Placement(_)
        | Type::All(_)
        | Type::None
        | Type::Wrong => json!({}),
    }
}

fn number(bounds: NumberBounds) -> Value {
    let mut number = json!({ "type": "integer" });
    if let Some(low) = bounds.low {
        number["minimum"] = low.into();
    }
    if let Some(high) = bounds.high {
        number["maximum"] = high.into();
    }
    number
}

/// `{ bird: 2 }` or `[bird, bird]`
fn bag(of: &Type, outline: &Outline) -> Value {
    let words = outline.words_of(of, None).unwrap_or_default();
    let count = json!({ "type": "integer", "minimum": 0 });
    let counts = words.iter().map(|word| (*word, count.clone(), ""));
    let counts = object(counts.collect::<Vec<_>>(), &[]);
    json!({ "anyOf": [counts, list_of(value(of, None, NumberBounds::default(), outline))] })
}

/// Rules inside a value: YAML may read a short one as something else.
fn rules(what: &str) -> Value {
    json!({ "type": ["string", "integer", "boolean", "null"], "title": what })
}

fn pair() -> Value {
    json!({
        "type": "array",
        "items": { "type": "integer" },
        "minItems": 2,
        "maxItems": 2,
    })
}

fn directions(shape: BoardShape) -> Vec<&'static str> {
    match shape {
        BoardShape::Ring | BoardShape::Row => vec!["forward", "back"],
        BoardShape::Grid => GRID.to_vec(),
        BoardShape::Hex => GRID
            .iter()
            .copied()
            .filter(|side| !["east", "west"].contains(side))
            .collect(),
        BoardShape::Graph => Vec::new(),
    }
}
