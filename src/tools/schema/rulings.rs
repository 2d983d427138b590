//! The schema of a game's rulings. Keys that only newer readers know are allowed without a shape.

use serde_json::Map;
use serde_json::Value;
use serde_json::json;

use crate::outline::Held;
use crate::outline::Outline;
use crate::rulings::CHECKS;
use crate::rulings::KEYS;
use crate::schema::list_of;
use crate::schema::object;
use crate::schema::one_of;
use ludex_syntax::ast::OptionValues;
use ludex_syntax::print;

const SEAT: &str = "^P[0-9]+$";

/// Builds the schema of a ruling.
pub(super) fn all(game: &str, outline: &Outline) -> Value {
    let known = known(game, outline);
    let mut all = object(of_keys(KEYS, &known), &["id", "asks", "says", "given"]);
    if let Some((least, most)) = outline.players {
        // What can't be played may be so because of how many play.
        let players = json!({ "minimum": least, "maximum": most });
        let given = json!({ "properties": { "players": players } });
        all["if"] = json!({ "not": { "required": ["unplayable"] } });
        all["then"] = json!({ "properties": { "given": given } });
    }
    all
}

/// Those of the properties that are keys, and keys of any value that have none.
fn of_keys(keys: &[&'static str], known: &[Property]) -> Vec<Property> {
    let property = |key: &&'static str| {
        let found = known.iter().find(|(name, ..)| name == key);
        found.cloned().unwrap_or((key, json!({}), ""))
    };
    keys.iter().map(property).collect()
}

/// Any scalar is a text: an answer may be `4`.
fn text() -> Value {
    json!({ "type": ["string", "number", "boolean"] })
}

type Property = (&'static str, Value, &'static str);

fn known(game: &str, outline: &Outline) -> Vec<Property> {
    let mut properties = vec![
        (
            "id",
            json!({ "type": ["string", "integer"] }),
            "the file's name without .ruling.yaml",
        ),
        (
            "game",
            one_of([game]),
            "may be left out in the folder of its game",
        ),
        ("asks", text(), "the question"),
        ("says", text(), "the answer"),
        (
            "cites",
            list_of(json!({ "type": ["string", "number"] })),
            "statements of the rules it pins",
        ),
        ("given", given(outline), "the position"),
        (
            "unplayable",
            text(),
            "a part of the reason why no game can begin so",
        ),
        (
            "play",
            play(),
            "what is played, and what must be true in between",
        ),
        (
            "snapshot",
            json!({ "anyOf": [
                { "type": "boolean" },
                { "type": "array", "items": { "enum": ["options", "deals"] } },
            ] }),
            "false: the outcome is not kept; [options, deals]: what is kept beside the rest",
        ),
    ];
    properties.extend(checks());
    properties
}

fn checks() -> Vec<Property> {
    let refusal = object(
        [
            ("choice", text(), "a choice that is illegal now"),
            ("because", text(), "a part of the reason"),
        ],
        &["choice"],
    );
    let refusal = json!({ "anyOf": [text(), refusal] });
    let next = json!({ "anyOf": [{ "const": "over" }, { "type": "string", "pattern": SEAT }] });
    vec![
        (
            "expect",
            list_of(json!({ "type": ["string", "boolean"] })),
            "conditions that must hold",
        ),
        (
            "exactly",
            list_of(object(
                vec![
                    ("of", text(), "a collection, in the language"),
                    ("are", list_of(text()), "its members, in any order"),
                ],
                &["of", "are"],
            )),
            "collections with all their members",
        ),
        (
            "offers",
            json!({ "anyOf": [list_of(text()), among()] }),
            "exactly the options now, in any order; or {some, not}: some of them, and what is not among them",
        ),
        ("refuses", list_of(refusal), "choices that are illegal now"),
        (
            "log",
            of_seats(json!({ "anyOf": [list_of(text()), among()] })),
            "parts of lines that a player was told, and was not",
        ),
        (
            "view",
            of_seats(json!({ "type": "object" })),
            "a part of what a player sees, in the form of `state`; unknown pieces are `hidden`",
        ),
        ("next", next, "who is asked next, or `over`"),
        (
            "changes",
            changes(),
            "by how much numbers differ from the last such check, or from the position",
        ),
    ]
}

/// Numbers by their names, and that no other one changed.
fn changes() -> Value {
    json!({
        "type": "object",
        "properties": { "others": { "const": "none" } },
        "additionalProperties": { "type": "integer" },
    })
}

/// A pattern: parts that must be there, and parts that must not.
fn among() -> Value {
    object(
        [
            ("some", list_of(text()), "these must be there"),
            ("not", list_of(text()), "these must not"),
        ],
        &[],
    )
}

/// Something for each of some players.
fn of_seats(what: Value) -> Value {
    json!({ "type": "object", "patternProperties": { SEAT: what }, "additionalProperties": false })
}

/// The schema of outcomes of chance.
fn chance() -> Value {
    list_of(json!({ "anyOf": [text(), list_of(text())] }))
}

fn play() -> Value {
    let told = "how what chance decides in the next choice comes out";
    let chance = object([("chance", chance(), told)], &["chance"]);
    let choice = json!({ "type": "string", "pattern": "^P[0-9]+ *:" });
    let seat = json!({ "type": "string", "pattern": SEAT });
    let listed = "the player resolves a pool in the order in which it is listed";
    let settle = object([("settle", seat, listed)], &["settle"]);
    let checks = object(of_keys(CHECKS, &checks()), &[]);
    list_of(json!({ "anyOf": [choice, chance, settle, checks] }))
}

fn given(outline: &Outline) -> Value {
    let players = json!({ "type": "integer" });
    object(
        [
            ("players", players, "how many play"),
            (
                "seed",
                json!({ "type": "integer", "minimum": 0 }),
                "0 when left out",
            ),
            ("options", options(outline), "defaults when left out"),
            (
                "bare",
                bare(outline),
                "true: places empty, variables at their defaults; [hand]: these places empty",
            ),
            (
                "begin",
                json!({ "type": "string" }),
                "statements that are done instead of `play`",
            ),
            (
                "chance",
                chance(),
                "how chance comes out before the first choice",
            ),
            (
                "state",
                state(outline),
                "what stands otherwise than set-up leaves it",
            ),
        ],
        &["players"],
    )
}

/// Everything, or some places.
fn bare(outline: &Outline) -> Value {
    let places = outline.table.places.iter().chain(&outline.player.places);
    let places = list_of(one_of(places.map(String::as_str)));
    json!({ "anyOf": [{ "type": "boolean" }, places] })
}

fn options(outline: &Outline) -> Value {
    let all = outline.options.iter().map(|option| {
        let values = match &option.values {
            OptionValues::Bool(_) => json!({ "type": "boolean" }),
            OptionValues::Words(words) => one_of(words.iter().map(|word| word.text.as_str())),
            OptionValues::Enum(name) => {
                let values = outline.enums.get(&name.text).into_iter().flatten();
                one_of(values.map(String::as_str))
            }
            OptionValues::Range(low, high) => {
                let number = |e| print::expr(e).parse::<i64>().ok();
                let mut range = json!({ "type": "integer" });
                if let (Some(low), Some(high)) = (number(low), number(high)) {
                    range["minimum"] = low.into();
                    range["maximum"] = high.into();
                }
                range
            }
        };
        let doc = option.text.as_deref().unwrap_or_default();
        (option.name.text.as_str(), values, doc)
    });
    object(all.collect::<Vec<_>>(), &[])
}

fn state(outline: &Outline) -> Value {
    let boards: Vec<&str> = outline.boards.keys().map(String::as_str).collect();
    let mut table = held(&outline.table, &boards);
    let players = json!({
        "type": "object",
        "patternProperties": { "^P?[0-9]+$": object(held(&outline.player, &boards), &[]) },
        "additionalProperties": false,
    });
    table.push(("players", players, "by seat, from 0"));
    // What the protocol's `state` prints too.
    table.extend(["game", "options", "over"].map(|key| (key, json!({}), "")));
    object(table, &[])
}

fn held(held: &Held, boards: &[&str]) -> Vec<Property> {
    let named = |names: Vec<&str>| {
        let any = names.into_iter().map(|name| (name.to_owned(), json!({})));
        json!({
            "type": "object",
            "properties": any.collect::<Map<_, _>>(),
            "additionalProperties": false,
        })
    };
    let names = |list: &Vec<String>| -> Value { named(list.iter().map(String::as_str).collect()) };
    vec![
        ("vars", names(&held.vars), "variables with their values"),
        ("tracks", names(&held.vars), "tracks with their values"),
        (
            "places",
            names(&held.places),
            "places with their pieces, bottom or front first",
        ),
        (
            "layouts",
            named(boards.to_vec()),
            "boards that play lays out with the ids of their layouts",
        ),
        (
            "boards",
            named(boards.to_vec()),
            "boards with their spaces, by id or number",
        ),
    ]
}
