//! The schema of `look.yaml`.

use serde_json::{Map, Value, json};

use crate::outline::{Held, Outline};
use crate::schema::{list_of, object, one_of};
use ludex_check::look::{CORNERS, SHAPES};
use ludex_check::semantics::{CellContent, Fills, TableList};

/// Returns the schema of `look.yaml`: colours, icons, cards, boards and positions.
pub(super) fn all(outline: &Outline) -> Value {
    object(
        [
            (
                "colours",
                named(outline, colour()),
                "colours of values, rows, kinds, variables and boards",
            ),
            ("seats", list_of(colour()), "colours of the seats, in order"),
            (
                "icons",
                named(outline, picture()),
                "SVG files of values, rows, kinds, their attributes and variables",
            ),
            ("cards", cards(outline), "layouts, by kind or sort"),
            ("boards", boards(outline), "how boards are drawn"),
            ("page", page(outline), "where panels stand on a page"),
        ],
        &[],
    )
}

fn colour() -> Value {
    json!({ "type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$" })
}

fn picture() -> Value {
    json!({ "type": "string", "pattern": "\\.svg$" })
}

fn length() -> Value {
    json!({ "type": "number", "minimum": 1, "maximum": 1000 })
}

fn cell() -> Value {
    json!({ "type": "integer", "minimum": 1 })
}

/// A map from the names of things, of which those that stand alone are completed.
fn named(outline: &Outline, value: Value) -> Value {
    let values = outline.enums().flat_map(|(of, values)| {
        let long = values.iter().map(move |value| format!("{of}.{value}"));
        values.iter().cloned().chain(long)
    });
    let kinds = outline.lists().iter().filter(|list| is_kind(list));
    let kinds = kinds.flat_map(|list| {
        let columns = list.columns.iter();
        let columns = columns.map(move |one| format!("{}.{}", list.key, one.name));
        columns.chain([list.key.clone()])
    });
    let vars = outline.vars(Held::Table).chain(outline.vars(Held::Player));
    let names = values.chain(kinds).chain(vars.map(str::to_owned));
    let names = names.chain(outline.boards().map(str::to_owned));
    let known: Map<String, Value> = names.map(|name| (name, value.clone())).collect();
    json!({ "type": "object", "properties": known, "additionalProperties": value })
}

fn is_kind(list: &TableList) -> bool {
    matches!(list.fills, Fills::Rows(..))
}

fn cards(outline: &Outline) -> Value {
    let is_record = |list: &TableList| match list.fills {
        Fills::Rows(kind, _) => outline.names.game.kind(kind).is_record,
        Fills::Layouts(_) => true,
    };
    let kinds = outline.lists().iter().filter(|list| !is_record(list));
    let layouts: Map<String, Value> = kinds
        .map(|list| (list.key.clone(), card(&fields(outline, list))))
        .collect();
    json!({ "type": "object", "properties": layouts, "additionalProperties": card(&json!({ "type": "string" })) })
}

/// The attributes of a kind, and those of the rows that they name.
fn fields(outline: &Outline, list: &TableList) -> Value {
    let mut names = vec!["id".to_owned()];
    for column in &list.columns {
        names.push(column.name.clone());
        if let CellContent::Data(ty) = &column.holds {
            let named = outline.columns_named_by(ty, column.sort).iter();
            names.extend(named.map(|inner| format!("{}.{}", column.name, inner.name)));
        }
    }
    // A schema knows one step; `check` knows them all.
    json!({ "anyOf": [{ "enum": names }, { "type": "string", "pattern": "\\..*\\." }] })
}

fn card(field: &Value) -> Value {
    let several = json!({ "anyOf": [field, list_of(field.clone())] });
    let corners = CORNERS.iter().map(|corner| (*corner, field.clone(), ""));
    let art = object(
        [
            ("of", field.clone(), "the value whose icon is shown"),
            ("height", length(), "in millimetres"),
            (
                "filled",
                json!({ "type": "boolean" }),
                "the area behind it has the colour of the value",
            ),
        ],
        &["of"],
    );
    let back = object(
        [
            ("title", json!({ "type": "string" }), "words on the back"),
            ("colour", colour(), "the colour of the back"),
            ("icon", picture(), "an SVG file in the middle"),
        ],
        &[],
    );
    object(
        [
            (
                "print",
                json!({ "type": "boolean" }),
                "false for what is no component",
            ),
            (
                "shape",
                one_of(SHAPES.iter().map(|(name, _)| *name)),
                "the outline",
            ),
            (
                "size",
                json!({ "type": "array", "items": length(), "minItems": 2, "maxItems": 2 }),
                "width and height in millimetres",
            ),
            (
                "colour",
                json!({ "anyOf": [colour(), field] }),
                "a colour, or the attribute whose value has one",
            ),
            ("title", field.clone(), "what stands above"),
            (
                "corners",
                object(corners, &[]),
                "what stands in the corners",
            ),
            ("icons", several.clone(), "rows of icons"),
            (
                "art",
                json!({ "anyOf": [field, art] }),
                "the picture: the icon of a value",
            ),
            ("text", several.clone(), "what is told in words"),
            ("foot", several, "small print at the bottom"),
            ("back", back, "the other side"),
        ],
        &[],
    )
}

fn boards(outline: &Outline) -> Value {
    let names = outline.boards();
    let all: Map<String, Value> = names.map(|name| (name.to_owned(), board())).collect();
    json!({ "type": "object", "properties": all, "additionalProperties": false })
}

fn board() -> Value {
    let name = json!({ "type": "string" });
    let names = json!({ "anyOf": [name, list_of(name.clone())] });
    object(
        [
            (
                "print",
                json!({ "type": "boolean" }),
                "false for a board that nobody prints",
            ),
            ("space", length(), "the width of a space in millimetres"),
            ("colour", colour(), "the colour behind the spaces"),
            (
                "fill",
                names.clone(),
                "attributes whose colours fill a space",
            ),
            ("icons", names.clone(), "attributes drawn on a space"),
            (
                "tiles",
                names,
                "kinds of pieces drawn over all spaces that they cover",
            ),
        ],
        &[],
    )
}

fn page(outline: &Outline) -> Value {
    let position = object(
        [
            ("column", cell(), "the first column, from 1"),
            ("row", cell(), "the first row, from 1"),
            ("wide", cell(), "the number of columns"),
            ("high", cell(), "the number of rows"),
        ],
        &[],
    );
    let boards = outline.boards();
    let known: Map<String, Value> = boards
        .map(|name| (name.to_owned(), position.clone()))
        .collect();
    let panels = json!({ "type": "object", "properties": known, "additionalProperties": position });
    object(
        [
            ("columns", cell(), "the number of columns of the page"),
            (
                "panels",
                panels,
                "positions by the titles of panels in view.yaml",
            ),
        ],
        &[],
    )
}
