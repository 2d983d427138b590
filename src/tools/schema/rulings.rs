//! The schema of a game's rulings. Keys that only newer readers know are allowed without a shape.

use serde_json::{Map, Value, json};

use crate::outline::{Held, Outline};
use crate::rulings::{CHECKS, KEYS};
use crate::schema::{list_of, object, one_of};
use ludex_rules::game::OptionDecl;
use ludex_rules::types::Type;

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
                { "type": "array", "items": {
                    "anyOf": [
                        { "enum": ["options", "deals", "last"] },
                        { "type": "string", "pattern": "^last [1-9][0-9]*$" },
                    ],
                } },
            ] }),
            "false: no outcome is kept; [options, deals]: what is kept besides; [last 3]: the last lines of play alone",
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
    let places = outline.places(Held::Table);
    let places = list_of(one_of(places.chain(outline.places(Held::Player))));
    json!({ "anyOf": [{ "type": "boolean" }, places] })
}

fn options(outline: &Outline) -> Value {
    let all = outline.names.game.options.iter();
    let all = all.map(|option| (option.name.as_str(), values(option), option.text.as_str()));
    object(all.collect::<Vec<_>>(), &[])
}

/// Returns the schema of the values of an option.
fn values(option: &OptionDecl) -> Value {
    if option.ty == Type::Bool {
        return json!({ "type": "boolean" });
    }
    if option.ty != Type::Int {
        return one_of(option.values.iter().map(|(word, _)| word.as_str()));
    }
    let mut range = json!({ "type": "integer" });
    let numbers = || option.values.iter().map(|(_, number)| *number);
    if let (Some(low), Some(high)) = (numbers().min(), numbers().max()) {
        range["minimum"] = low.into();
        range["maximum"] = high.into();
    }
    range
}

fn state(outline: &Outline) -> Value {
    let mut table = held(outline, Held::Table);
    let players = json!({
        "type": "object",
        "patternProperties": { "^P?[0-9]+$": object(held(outline, Held::Player), &[]) },
        "additionalProperties": false,
    });
    table.push(("players", players, "by seat, from 0"));
    // What the protocol's `state` prints too.
    table.extend(["game", "options", "over"].map(|key| (key, json!({}), "")));
    object(table, &[])
}

fn held(outline: &Outline, held: Held) -> Vec<Property> {
    let named = |names: Vec<&str>| {
        let any = names.into_iter().map(|name| (name.to_owned(), json!({})));
        json!({
            "type": "object",
            "properties": any.collect::<Map<_, _>>(),
            "additionalProperties": false,
        })
    };
    let vars = || named(outline.vars(held).collect());
    let boards = || named(outline.boards().collect());
    vec![
        ("vars", vars(), "variables with their values"),
        ("tracks", vars(), "tracks with their values"),
        (
            "places",
            named(outline.places(held).collect()),
            "places with their pieces, bottom or front first",
        ),
        (
            "layouts",
            boards(),
            "boards that play lays out with the ids of their layouts",
        ),
        (
            "boards",
            boards(),
            "boards with their spaces, by id or number",
        ),
    ]
}
