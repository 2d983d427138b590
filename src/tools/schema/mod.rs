//! JSON Schemas (draft-07) of a game's files, so that any editor of YAML completes keys, checks values and shows docs.
//!
//! Enters: the outline of a game. Leaves: schemas as JSON. A schema is a convenience: `check` knows everything it says, and
//! more.

mod look;

mod rulings;

mod tables;

mod view;

use serde_json::{Map, Value, json};

use crate::outline::Outline;
use ludex_rules::game::EDITION;
use ludex_rules::language::FIRST;
use ludex_rules::{budget, limits};

const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// The schema of all tables of a game: each file may fill any of them.
#[must_use]
pub fn tables(game: &str, outline: &Outline) -> Value {
    headed(game, "tables", tables::all(outline))
}

/// The schema of the rulings of a game.
#[must_use]
pub fn rulings(game: &str, outline: &Outline) -> Value {
    headed(game, "rulings", rulings::all(game, outline))
}

/// The schema of `view.yaml`.
#[must_use]
pub fn view(game: &str, outline: &Outline) -> Value {
    headed(game, "view", view::all(outline))
}

/// Returns the schema of `look.yaml`.
#[must_use]
pub fn look(game: &str, outline: &Outline) -> Value {
    headed(game, "look", look::all(outline))
}

/// The schema of `game.yaml`.
#[must_use]
pub fn manifest() -> Value {
    let players = json!({ "type": "integer", "minimum": 1, "maximum": limits::PLAYERS });
    let players = object(
        [
            ("min", players.clone(), "the fewest that play"),
            ("max", players, "the most that play"),
        ],
        &["min", "max"],
    );
    let amount = json!({ "type": "integer", "minimum": 1, "maximum": budget::MOST });
    let budget = object(
        [
            ("steps", amount.clone(), "steps until a player decides"),
            (
                "bytes",
                amount.clone(),
                "bytes of what grows, held at one time",
            ),
            ("decisions", amount, "decisions of a random game"),
        ],
        &[],
    );
    let all = object(
        [
            (
                "title",
                in_locales(&json!({ "type": "string" })),
                "what the game is called",
            ),
            (
                "edition",
                json!({ "const": EDITION }),
                "the edition of the language",
            ),
            (
                "about",
                in_locales(&json!({ "type": "string" })),
                "what it is about, in a line",
            ),
            ("players", players, "how many play"),
            ("budget", budget, "what it may take before it is a fault"),
        ],
        &["title", "edition", "players"],
    );
    headed("game.yaml", "manifest", all)
}

/// The schema of `statements.yaml`: what the facts state, by number.
#[must_use]
pub fn statements() -> Value {
    let title = json!({
        "type": ["string", "number", "boolean"],
        "description": "what it is about, in a few words of your own",
    });
    let listed = json!({
        "type": "object",
        "patternProperties": { "^.": title },
        "additionalProperties": false,
    });
    let doc = "titles by the numbers that comments and rulings cite";
    let all = object([("statements", listed, doc)], &[]);
    headed("statements.yaml", "statements", all)
}

/// A text, or one for each locale: `{ en: take, ja: 取る }`.
fn in_locales(text: &Value) -> Value {
    let each = json!({
        "type": "object",
        "required": [FIRST],
        "patternProperties": { "^.": text },
        "additionalProperties": false,
    });
    json!({ "anyOf": [text, each] })
}

/// A schema with what it is for.
fn headed(game: &str, what: &str, schema: Value) -> Value {
    let mut whole = Map::new();
    whole.insert("$schema".to_owned(), DRAFT.into());
    whole.insert("title".to_owned(), format!("{game}: {what}").into());
    if let Value::Object(schema) = schema {
        whole.extend(schema);
    }
    Value::Object(whole)
}

/// An object with known keys, each with what is said of it.
fn object<'a>(
    properties: impl IntoIterator<Item = (&'a str, Value, &'a str)>,
    required: &[&str],
) -> Value {
    let mut known = Map::new();
    for (name, mut schema, doc) in properties {
        if !doc.is_empty() {
            schema["description"] = doc.into();
        }
        known.insert(name.to_owned(), schema);
    }
    let mut object = json!({
        "type": "object",
        "properties": known,
        "additionalProperties": false,
    });
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    object
}

/// One of some words. A word that YAML reads as a number or a flag may be written so.
fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> Value {
    let mut values: Vec<Value> = Vec::new();
    for word in words {
        values.push(word.into());
        if let Ok(number) = word.parse::<i64>() {
            values.push(number.into());
        }
    }
    // An empty `enum` is no schema.
    if values.is_empty() {
        json!({ "type": ["string", "integer"] })
    } else {
        json!({ "enum": values })
    }
}

fn list_of(item: Value) -> Value {
    json!({ "type": "array", "items": item })
}
