//! The schema of a game's tables: a key for each list and lookup, a property for each attribute.

use ludex_check::GRID;
use serde_json::Value;
use serde_json::json;

use crate::outline::ListSort;
use crate::outline::Outline;
use crate::outline::OutlineAttribute;
use crate::outline::OutlineList;
use crate::schema::list_of;
use crate::schema::object;
use crate::schema::one_of;
use ludex_syntax::ast;
use ludex_syntax::ast::TypeKind;
use ludex_syntax::print;

/// Builds the schema of all tables.
pub(super) fn all(outline: &Outline) -> Value {
    let lists = outline.lists.iter().map(|list| {
        let rows = list_of(match &list.sort {
            ListSort::Kind | ListSort::Record => row(list, outline),
            ListSort::Layouts(shape) => layout(list, shape, outline),
        });
        (list.key.as_str(), rows, list.doc.as_str())
    });
    let lookups = outline
        .lookups
        .iter()
        .map(|one| (one.name.text.as_str(), lookup(one, outline), ""));
    object(lists.chain(lookups).collect::<Vec<_>>(), &[])
}

fn id() -> Value {
    json!({ "type": ["string", "integer"] })
}

fn row(list: &OutlineList, outline: &Outline) -> Value {
    let mut required = vec!["id"];
    required.extend(needed(list));
    let docs = docs(list);
    let mut own = vec![("id", id(), "what it is called, once in its list")];
    let has_count = list.attributes.iter().any(|one| one.name == "count");
    if matches!(list.sort, ListSort::Kind) && !has_count {
        let count = json!({ "type": ["integer", "string"], "pattern": "^[0-9]+ per player$", "minimum": 1 });
        own.push((
            "count",
            count,
            "how many equal pieces it is: `3`, `2 per player`",
        ));
    }
    let attributes = list.attributes.iter().zip(&docs);
    let attributes =
        attributes.map(|(one, doc)| (one.name.as_str(), value(&one.ty, outline), doc.as_str()));
    let plain = object(
        own.into_iter().chain(attributes).collect::<Vec<_>>(),
        &required,
    );
    match list.attributes.iter().any(|one| one.name == "each") {
        true => plain,
        false => json!({
            "if": { "required": ["each"] },
            "then": derived(list, &docs),
            "else": plain,
        }),
    }
}

/// A row for each member of a collection: its cells are expressions, so they may hold anything.
fn derived(list: &OutlineList, docs: &[String]) -> Value {
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
    let attributes = list.attributes.iter().zip(docs);
    let attributes = attributes.map(|(one, doc)| (one.name.as_str(), json!({}), doc.as_str()));
    object(
        own.into_iter().chain(attributes).collect::<Vec<_>>(),
        &["id", "each"],
    )
}

fn needed(list: &OutlineList) -> impl Iterator<Item = &str> {
    let needed = list.attributes.iter().filter(|one| !one.may_be_left_out());
    needed.map(|one| one.name.as_str())
}

/// Returns the words about each attribute: its doc, its type and its default.
fn docs(list: &OutlineList) -> Vec<String> {
    list.attributes.iter().map(words).collect()
}

fn words(attribute: &OutlineAttribute) -> String {
    let mut words = String::new();
    if !attribute.doc.is_empty() {
        words.push_str(&attribute.doc);
        words.push_str("\n\n");
    }
    words.push_str(&print::ty(&attribute.ty));
    if let Some(default) = &attribute.default {
        words.push_str(&format!(" = {}", print::expr(default)));
    }
    words
}

fn layout(list: &OutlineList, shape: &str, outline: &Outline) -> Value {
    let docs = docs(list);
    let mut space = vec![("id", id(), "what it is called, once in its layout")];
    let mut required = Vec::new();
    if shape == "hex" {
        space.push((
            "at",
            pair(),
            "column and row: north is r - 1, and q grows to the east",
        ));
        required.push("at");
    } else {
        space.push(("beside", list_of(id()), "the spaces next to it"));
    }
    for (attribute, doc) in list.attributes.iter().zip(&docs) {
        space.push((&attribute.name, value(&attribute.ty, outline), doc));
    }
    required.extend(needed(list));
    let spaces = list_of(object(space, &required));
    object(
        [("id", id(), "what it is called"), ("spaces", spaces, "")],
        &["id", "spaces"],
    )
}

fn lookup(table: &ast::Table, outline: &Outline) -> Value {
    let cell = value(&table.value, outline);
    match words_of(&table.key, outline) {
        Some(words) => {
            let cells = words.iter().map(|word| (word.as_str(), cell.clone(), ""));
            let required: Vec<&str> = words.iter().map(String::as_str).collect();
            object(cells.collect::<Vec<_>>(), &required)
        }
        None => json!({
            "type": "object",
            "patternProperties": { "^-?[0-9]+$": cell },
            "additionalProperties": false,
        }),
    }
}

/// The words of a type whose values are words.
fn words_of(ty: &ast::Type, outline: &Outline) -> Option<Vec<String>> {
    let TypeKind::Name(name) = &ty.kind else {
        return None;
    };
    outline.enums.get(name).or(outline.rows.get(name)).cloned()
}

/// A value of a type.
fn value(ty: &ast::Type, outline: &Outline) -> Value {
    match &ty.kind {
        TypeKind::Name(name) => named(name, ty, outline),
        TypeKind::IntRange(low, high) => {
            let number = |e: &ast::Expr| print::expr(e).parse::<i64>().ok();
            let mut range = json!({ "type": "integer" });
            if let Some(low) = number(low) {
                range["minimum"] = low.into();
            }
            if let Some(high) = number(high) {
                range["maximum"] = high.into();
            }
            range
        }
        TypeKind::Optional(inner) => {
            json!({ "anyOf": [value(inner, outline), { "type": "null" }] })
        }
        TypeKind::Set(of) => {
            let mut set = list_of(value(of, outline));
            set["uniqueItems"] = true.into();
            set
        }
        TypeKind::Bag(of) => bag(of, outline),
        TypeKind::DirectionOf(board) => one_of(directions(outline.boards.get(&board.text))),
        TypeKind::Effect(_) => rules("statements"),
        TypeKind::Value(..) => rules("an expression"),
        // Refused where they are declared.
        TypeKind::All(_) | TypeKind::PlaceOf(_) | TypeKind::Any(_) | TypeKind::PlacementOf(_) => {
            json!({})
        }
    }
}

fn named(name: &str, ty: &ast::Type, outline: &Outline) -> Value {
    match name {
        "int" => json!({ "type": "integer" }),
        "bool" => json!({ "type": "boolean" }),
        // Any scalar is a text.
        "text" => json!({ "type": ["string", "number", "boolean"] }),
        "shape" => {
            let mut shape = list_of(pair());
            shape["minItems"] = 1.into();
            shape
        }
        "hooks" => rules("hooks and modifiers"),
        _ => match words_of(ty, outline) {
            Some(words) => one_of(words.iter().map(String::as_str)),
            None => id(),
        },
    }
}

/// `{ bird: 2 }` or `[bird, bird]`
fn bag(of: &ast::Type, outline: &Outline) -> Value {
    let words = words_of(of, outline).unwrap_or_default();
    let count = json!({ "type": "integer", "minimum": 0 });
    let counts = words.iter().map(|word| (word.as_str(), count.clone(), ""));
    let counts = object(counts.collect::<Vec<_>>(), &[]);
    json!({ "anyOf": [counts, list_of(value(of, outline))] })
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

fn directions(shape: Option<&String>) -> Vec<&'static str> {
    match shape.map(String::as_str) {
        Some("ring" | "row") => vec!["forward", "back"],
        Some("grid") => GRID.to_vec(),
        Some("hex") => GRID
            .iter()
            .copied()
            .filter(|side| !["east", "west"].contains(side))
            .collect(),
        _ => Vec::new(),
    }
}
