//! `tools::schema`: what is sound is valid, and slips that an editor can see are not.

use std::fs;
use std::path::Path;

use ludex::pipeline::GameText;
use ludex::source::Sources;
use ludex::tools::outline::Outline;
use ludex::tools::schema;
use serde_json::{Value, json};

use crate::fmt::{files_below, games_below, texts};

/// What is wrong with a value, by the part of draft-07 that our schemas use; any other word fails the test.
fn wrong(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    for (word, says) in schema.as_object().unwrap() {
        let fine = match word.as_str() {
            "$schema" | "title" | "description" => true,
            "type" => is_of_type(says, value),
            "enum" => says.as_array().unwrap().contains(value),
            "const" => says == value,
            "minimum" => value
                .as_i64()
                .is_none_or(|number| number >= says.as_i64().unwrap()),
            "maximum" => value
                .as_i64()
                .is_none_or(|number| number <= says.as_i64().unwrap()),
            "minItems" => value
                .as_array()
                .is_none_or(|list| list.len() as u64 >= says.as_u64().unwrap()),
            "maxItems" => value
                .as_array()
                .is_none_or(|list| list.len() as u64 <= says.as_u64().unwrap()),
            "uniqueItems" => value.as_array().is_none_or(|list| {
                list.iter()
                    .enumerate()
                    .all(|(at, item)| !list[..at].contains(item))
            }),
            "required" => says.as_array().unwrap().iter().all(|key| {
                value
                    .as_object()
                    .is_none_or(|map| map.contains_key(key.as_str().unwrap()))
            }),
            "pattern" => value
                .as_str()
                .is_none_or(|text| matches(says.as_str().unwrap(), text)),
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    wrong(says, item, &format!("{at}[{number}]"), found);
                }
                true
            }
            "anyOf" => says.as_array().unwrap().iter().any(|one| {
                let mut inner = Vec::new();
                wrong(one, value, at, &mut inner);
                inner.is_empty()
            }),
            "not" => {
                let mut inner = Vec::new();
                wrong(says, value, at, &mut inner);
                !inner.is_empty()
            }
            "if" => {
                let mut inner = Vec::new();
                wrong(says, value, at, &mut inner);
                let part = if inner.is_empty() { "then" } else { "else" };
                if let Some(schema) = schema.get(part) {
                    wrong(schema, value, at, found);
                }
                true
            }
            "then" | "else" => true,
            "properties" | "patternProperties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = property(schema, key) {
                        wrong(schema, inner, &format!("{at}.{key}"), found);
                    }
                }
                true
            }
            "additionalProperties" if says.is_object() => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if property(schema, key).is_none() {
                        wrong(says, inner, &format!("{at}.{key}"), found);
                    }
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(says, false);
                let mut keys = value.as_object().into_iter().flat_map(|map| map.keys());
                keys.all(|key| property(schema, key).is_some())
            }
            other => panic!("`{other}` is not known to this test"),
        };
        if !fine {
            found.push(format!("{at}: {word} {says}"));
        }
    }
}

fn property<'a>(schema: &'a Value, key: &str) -> Option<&'a Value> {
    let named = schema.get("properties").and_then(|known| known.get(key));
    named.or_else(|| {
        let patterns = schema.get("patternProperties")?.as_object()?;
        Some(
            patterns
                .iter()
                .find(|(pattern, _)| matches(pattern, key))?
                .1,
        )
    })
}

/// The patterns that our schemas have.
fn matches(pattern: &str, text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match pattern {
        "^P[0-9]+$" => text.strip_prefix('P').is_some_and(digits),
        "^P[0-9]+ *:" => text
            .split_once(':')
            .and_then(|(who, _)| who.trim_end().strip_prefix('P'))
            .is_some_and(digits),
        "^-?[0-9]+$" => digits(text.strip_prefix('-').unwrap_or(text)),
        "^[0-9]+$" => digits(text),
        "^P?[0-9]+$" => digits(text.strip_prefix('P').unwrap_or(text)),
        "^[0-9]+ per player$" => text.strip_suffix(" per player").is_some_and(digits),
        "^last [1-9][0-9]*$" => text
            .strip_prefix("last ")
            .is_some_and(|count| digits(count) && !count.starts_with('0')),
        "^." => !text.is_empty(),
        "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$" => {
            let hex = |text: &str| text.chars().all(|one| one.is_ascii_hexdigit());
            let digits = text.strip_prefix('#');
            digits.is_some_and(|text| [3, 6].contains(&text.len()) && hex(text))
        }
        "\\.svg$" => text.ends_with(".svg"),
        "\\..*\\." => text.matches('.').count() > 1,
        "^.*$" => true,
        _ => panic!("`{pattern}` is not known to this test"),
    }
}

fn is_of_type(types: &Value, value: &Value) -> bool {
    let one = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("`{other}` is no type"),
    };
    match types.as_array() {
        Some(several) => several.iter().any(one),
        None => one(types),
    }
}

fn faults(schema: &Value, text: &str) -> Vec<String> {
    let value: serde_yaml::Value = serde_yaml::from_str(text).unwrap();
    let mut found = Vec::new();
    wrong(schema, &as_json(value), "", &mut found);
    found
}

/// YAML as an editor sees it: every key is a text.
fn as_json(value: serde_yaml::Value) -> Value {
    use serde_yaml::Value as Yaml;
    match value {
        Yaml::Null => Value::Null,
        Yaml::Bool(flag) => flag.into(),
        Yaml::Number(number) => number
            .as_i64()
            .map_or_else(|| json!(number.as_f64()), Value::from),
        Yaml::String(text) => text.into(),
        Yaml::Sequence(items) => items.into_iter().map(as_json).collect(),
        Yaml::Mapping(map) => map
            .into_iter()
            .map(|(key, value)| {
                let key = as_json(key);
                let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                (key, as_json(value))
            })
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Yaml::Tagged(_) => panic!("no tags here"),
    }
}

fn outline(game: &Path) -> Outline {
    let text = GameText {
        name: "game".to_owned(),
        files: texts(game),
    };
    Outline::read(&text, &mut Sources::new())
}

fn name(game: &Path) -> String {
    game.file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn what_is_sound_is_valid() {
    let mut count = 0;
    for game in ["games", "examples", "tests/data/accepted", "benches/games"]
        .map(games_below)
        .concat()
    {
        let outline = outline(&game);
        let (tables, rulings) = (
            schema::tables(&name(&game), &outline),
            schema::rulings(&name(&game), &outline),
        );
        for path in files_below(&game) {
            let file = path.file_name().unwrap().to_str().unwrap();
            let schema = match file {
                "game.yaml" => &schema::manifest(),
                "view.yaml" => &schema::view(&name(&game), &outline),
                "look.yaml" => &schema::look(&name(&game), &outline),
                "statements.yaml" => &schema::statements(),
                // Words in another language have keys of the game's own; `check` knows them.
                _ if file.starts_with("words.") => continue,
                _ if file.ends_with(".ruling.yaml") => &rulings,
                _ if file.ends_with(".yaml") => &tables,
                _ => continue,
            };
            let text = fs::read_to_string(&path).unwrap();
            let found = faults(schema, &text);
            assert!(found.is_empty(), "{}\n{}", path.display(), found.join("\n"));
            count += 1;
        }
    }
    assert!(count > 150, "{count}");
}

/// A slip in a file of a game, and the word of the schema that it breaks.
const SLIPS: &[(&str, &str, &str, &str)] = &[
    (
        "noah/animals.yaml",
        "weight: 6",
        "wieght: 6",
        "additionalProperties",
    ),
    ("noah/animals.yaml", "weight: 6", "weight: 60", "maximum"),
    ("noah/animals.yaml", "weight: 6", "weight: heavy", "type"),
    ("noah/animals.yaml", "    weight: 6\n", "", "required"),
    (
        "noah/animals.yaml",
        "noah_stays: true",
        "noah_stays: 1",
        "type",
    ),
    (
        "noah/animals.yaml",
        "sexes: [male]",
        "sexes: [mail]",
        "enum",
    ),
    (
        "noah/animals.yaml",
        "sexes: [male]",
        "sexes: [male, male]",
        "uniqueItems",
    ),
    ("noah/animals.yaml", "species: cat", "species: dog", "enum"),
    ("noah/game.yaml", "title", "titel", "required"),
    ("noah/game.yaml", "min: 2", "min: 0", "minimum"),
    (
        "noah/rulings/powers/r15-snail-as-male.ruling.yaml",
        "players: ",
        "players: 1",
        "maximum",
    ),
    (
        "noah/rulings/powers/r15-snail-as-male.ruling.yaml",
        "says:",
        "sais:",
        "required",
    ),
    (
        "noah/rulings/powers/r15-snail-as-male.ruling.yaml",
        "vars:",
        "bars:",
        "additionalProperties",
    ),
    (
        "noah/rulings/powers/r15-snail-as-male.ruling.yaml",
        "\"P0: ",
        "\"0: ",
        "anyOf",
    ),
    (
        "ark_nova/statements.yaml",
        "statements:",
        "statement:",
        "additionalProperties",
    ),
    (
        "ark_nova/statements.yaml",
        "what each player has",
        "[what each player has]",
        "type",
    ),
];

#[test]
fn slips_are_not_valid() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let outline = outline(&games.join("noah"));
    for (file, old, new, word) in SLIPS {
        let text = fs::read_to_string(games.join(file)).unwrap();
        assert!(text.contains(old), "{file}: {old}");
        let text = text.replacen(old, new, 1);
        let schema = match file.rsplit('/').next() {
            Some("game.yaml") => schema::manifest(),
            Some("statements.yaml") => schema::statements(),
            _ if file.ends_with(".ruling.yaml") => schema::rulings("noah", &outline),
            _ => schema::tables("noah", &outline),
        };
        let found = faults(&schema, &text);
        let broken = found.iter().any(|one| one.contains(&format!(": {word} ")));
        assert!(broken, "{file}: {new}: {found:?}");
    }
}

/// A ruling that no game can begin so may be about the number of players.
#[test]
fn too_many_players_may_be_the_point() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/noah");
    let schema = schema::rulings("noah", &outline(&game));
    let ruling = "{ id: a, asks: b, says: c, given: { players: 9 } }";
    assert_eq!(
        faults(&schema, ruling).len(),
        1,
        "{:?}",
        faults(&schema, ruling)
    );
    let unplayable = "{ id: a, asks: b, says: c, given: { players: 9 }, unplayable: for 2 }";
    assert_eq!(faults(&schema, unplayable), Vec::<String>::new());
}

/// Numbers change by numbers, places stand bare, and players settle what comes first.
#[test]
fn changes_bare_places_and_settling() {
    let schema = schema::rulings("noah", &outline(Path::new("games/noah")));
    let fine = "{ id: a, asks: b, says: c, given: { players: 2, bare: [hand] }, \
                play: [{ settle: P0 }, { changes: {} }], changes: { P0.penalty: 2, others: none } }";
    assert_eq!(faults(&schema, fine), Vec::<String>::new());
    for (old, new) in [
        ("[hand]", "[dock]"),
        ("penalty: 2", "penalty: two"),
        ("others: none", "others: all"),
        ("settle: P0", "settle: Anna"),
    ] {
        let slip = fine.replace(old, new);
        assert_eq!(
            faults(&schema, &slip).len(),
            1,
            "{slip}: {:?}",
            faults(&schema, &slip)
        );
    }
}

#[test]
fn every_shape_of_table() {
    let rules = "enum icon { bird fish }\nrecord plan { form: shape\n way: direction of map\n }\n\
                 kind card { icons: bag icon\n home deck }\nplace deck: pile of card\n\
                 board map: hex from maps { /// How wet.\n water: int 0..2 }\nboard net: graph from nets\n\
                 table price: int -> int\ntable worth: icon -> int 0..9\nsetup { }\nplay { }\n";
    let files = [
        ("a.rules", rules),
        ("a.yaml", "plan: [{ id: 7 }, { id: x }]\n"),
    ];
    let text = GameText {
        name: "a".to_owned(),
        files: files
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .to_vec(),
    };
    let schema = schema::tables("a", &Outline::read(&text, &mut Sources::new()));
    let fine = "plan: [{ id: 7, form: [[0, 0], [1, 0]], way: south_west }]\ncard: [{ id: c, icons: [bird, bird] }, \
                { id: d, icons: { fish: 2 } }]\nmaps: [{ id: m, spaces: [{ at: [0, 0], water: 1 }] }]\n\
                nets: [{ id: n, spaces: [{ id: s, beside: [t] }] }]\nprice: { 0: 3, 12: 9 }\nworth: { bird: 1, fish: 2 }\n";
    assert_eq!(faults(&schema, fine), Vec::<String>::new());
    for (old, new) in [
        ("[1, 0]", "[1]"),
        ("south_west", "west"),
        ("bird, bird", "bear"),
        ("fish: 2", "fish: many"),
        ("water: 1", "water: 3"),
        ("at: [0, 0], ", ""),
        ("12: 9", "twelve: 9"),
        ("bird: 1, ", ""),
    ] {
        assert!(fine.contains(old), "{old}");
        assert!(
            !faults(&schema, &fine.replacen(old, new, 1)).is_empty(),
            "{new}"
        );
    }
    let water = schema.pointer("/properties/maps/items/properties/spaces/items/properties/water");
    assert_eq!(water.unwrap()["description"], "How wet.\n\nint 0..2");
}
