//! No game's word stands in `src`: the engine knows no game, so that the next one needs no line of Rust.

use super::{crates, none, sources};
use crate::support::games_in;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// What the four games that ship are about: not even a comment may lean on these.
const KEY_WORDS: &[&str] = &[
    "noah",
    "ferry",
    "ferries",
    "dock",
    "docks",
    "giraffe",
    "woodpecker",
    "animal",
    "animals",
    "jump_gate",
    "planet",
    "planets",
    "wormhole",
    "black_hole",
    "navcomp",
    "gel",
    "sanctuary",
    "ark_nova",
    "zoo",
    "appeal",
    "enclosure",
    "kiosk",
    "sponsor",
    "sponsors",
    "reputation",
];

/// Words of a game that the language or plain English needs too, each with what it means in `src`.
const COMMON: &[(&str, &str)] = &[
    (
        "support",
        "what a client can do, in the Language Server Protocol",
    ),
    (
        "supported",
        "what a client can do, in the Language Server Protocol",
    ),
    ("size_of", "how many bytes a type takes, in Rust"),
    ("a", "the article"),
    ("active", "`active in` of the language"),
    ("again", "said of a mistake made twice"),
    ("alone", "a word that stands by itself"),
    ("arrow", "`->` of the language"),
    ("base", "an address others are counted from"),
    ("beside", "`beside` of a graph's spaces"),
    ("build", "makers of trees"),
    ("capacity", "`capacity` of the language"),
    ("covered", "what tests have seen at work"),
    ("corner", "where two sides of a card meet"),
    ("icon", "a small picture that stands for a thing"),
    ("icons", "small pictures, an entry of `look.yaml`"),
    ("dark", "the colours of a page at night"),
    ("closing", "the second bracket or quote of a pair"),
    ("collect", "what makes a list of an iterator, in Rust"),
    ("connected", "spaces that touch"),
    ("deck", "examples: the place every card game has"),
    ("discard", "a verb of other languages, in advice"),
    ("discards", "examples: the place every card game has"),
    ("display", "how Rust prints a value"),
    ("draws", "asks chance"),
    ("empty", "`when empty` of the language"),
    ("fits", "a value to a type, a text to a line"),
    ("gives", "a row, a query: what comes of it"),
    ("goal", "the command that tells who wins"),
    ("hand", "examples: the place every card game has"),
    ("holder", "whose variable it is"),
    ("hidden", "what a player may not see"),
    ("i", "a counter"),
    (
        "is",
        "`is` of the language, and of every name of a question",
    ),
    ("jump", "from one instruction to another"),
    ("light", "the colours of a page by day"),
    ("large", "numbers, texts"),
    ("lay", "a shape, on a board"),
    ("level", "of precedence, of a severity"),
    ("load", "reading a save, a value"),
    ("lost", "games that were broken off; knowledge"),
    ("map", "of keys to values"),
    ("mark", "examples: a field of a space; a sign in a text"),
    ("marker", "a sign in a YAML text"),
    ("missing", "what was not written"),
    ("name", "what everything that is declared has"),
    ("needed", "slots of a frame"),
    ("needs", "as `needed`"),
    ("north", "a direction of the language"),
    ("north_east", "a direction of the language"),
    ("north_west", "a direction of the language"),
    ("number", "what numbers are"),
    ("open", "a bracket, a frame, a file"),
    ("pile", "`pile` of the language"),
    ("plays", "several `play` blocks"),
    ("points", "what an error speaks of"),
    ("position", "of a game, in a place"),
    ("red", "examples: a value of an enum"),
    ("relocate", "a piece to another place, whatever moves it"),
    ("reserve", "room kept in a list"),
    ("ring", "`ring` of the language"),
    ("room", "examples: what is left of a place"),
    ("round", "rounding; round brackets"),
    ("scan", "going through a text once"),
    ("set", "`set` of the language"),
    ("shape", "`shape` of the language"),
    ("shown", "what is shown to somebody"),
    ("side", "of a comparison"),
    ("site", "where a decision stands in the text"),
    ("size", "`size(…)` of the language"),
    ("slot", "`slot` of the language; of a frame"),
    ("sort", "what sort of thing a name is; sorting"),
    ("south", "a direction of the language"),
    ("south_east", "a direction of the language"),
    ("south_west", "a direction of the language"),
    ("space", "of a board"),
    ("stands", "where something is written"),
    ("take", "the next of a list"),
    ("target", "what is written to"),
    ("task", "what an asynchronous runtime runs"),
    ("tile", "examples: a piece"),
    ("total", "how many together"),
    ("type", "a type of the language, or of Rust"),
    ("upgrade", "of a weak pointer to a strong one, in Rust"),
    ("use", "imports of Rust"),
    ("used", "names that something reads"),
    ("value", "`value(…)` of the language"),
    ("variant", "an alternative of an enum of Rust, of a game"),
    ("wanted", "the type that is asked for"),
    ("way", "a path to something"),
    ("act", "to do something with what is given"),
    ("asks", "the question of a ruling"),
    ("at_end", "where a text is over"),
    ("border", "of a page"),
    ("borrow", "of Rust"),
    ("building", "making something"),
    ("built", "what was made"),
    ("card", "the key of a piece in a state"),
    ("cards", "examples: a kind of pieces"),
    ("condition", "of the language"),
    ("cost", "of a search, of a replay"),
    ("counts", "how many; a set of numbers"),
    ("does", "what a text does"),
    ("done", "the answer that ends a choice"),
    ("edge", "of a graph; `on_edge` of the language"),
    ("folder", "of files"),
    ("free", "not taken; not bound"),
    ("gate", "`gate` of the language"),
    ("go_on", "to the next decision, line or file"),
    ("gone", "what is no longer there"),
    ("host", "functions that machine code calls"),
    ("is_empty", "whether a list is empty, in Rust"),
    ("is_open", "not decided yet"),
    ("left", "a side of an operator; what remains"),
    ("lent", "buffers that are borrowed"),
    ("marked", "visited by a search; noted as reached"),
    ("middle", "between two ends"),
    ("money", "examples: a variable"),
    ("moves", "of pieces, of code"),
    ("neither", "of two"),
    ("occupied", "what is taken"),
    ("opened", "a bracket, a file"),
    ("part_of", "what something belongs to"),
    ("plain", "a text without marks"),
    ("played", "a game that was played"),
    ("reaches", "a call graph; `reach` of the language"),
    ("repeated", "`repeat` of the language"),
    ("resource", "what a page loads, in a header of HTTP"),
    ("right", "a side of an operator"),
    ("secrets", "what others chose unseen"),
    ("small", "numbers, texts"),
    ("snap", "the ending of a snapshot"),
    ("standard", "input and output"),
    ("target_of", "what is written to"),
    ("tokens", "the smallest parts of a text"),
    ("touched", "what a change reaches"),
    ("touches", "what a change reaches"),
    ("value_of", "what something is worth, in code"),
    ("whenever", "when a hook fires, in words"),
    ("yes", "an answer"),
    ("weight", "how much a number counts in a mean"),
    ("worth", "what a row changes in a result"),
];

#[test]
fn the_code_knows_no_game() {
    let games = declared();
    let mut found = Vec::new();
    for file in sources().into_iter().chain(crates()) {
        for (at, line) in file.code() {
            for word in words(line) {
                let common = COMMON.iter().any(|(common, _)| *common == word);
                if let Some(game) = games.get(&word).filter(|_| !common) {
                    found.push(format!(
                        "src/{}:{at}: `{word}` is a word of {game}",
                        file.path
                    ));
                }
            }
        }
    }
    none(&found, "a game's word in the code");
}

#[test]
fn comments_lean_on_no_game() {
    let mut found = Vec::new();
    for file in sources().into_iter().chain(crates()) {
        for (at, line) in file.text.lines().enumerate() {
            let words = words(line);
            let key = KEY_WORDS.iter().find(|key| words.contains(**key));
            found.extend(key.map(|key| format!("src/{}:{}: `{key}`", file.path, at + 1)));
        }
    }
    none(&found, "a game's word in a comment");
}

fn words(line: &str) -> BTreeSet<String> {
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.map(str::to_lowercase).collect()
}

/// Every name that a shipped game declares, and the id of every row, with the game.
fn declared() -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for game in games_in("games") {
        let title = game.file_name().unwrap().to_string_lossy().into_owned();
        let mut add = |word: &str| {
            names
                .entry(word.to_lowercase())
                .or_insert_with(|| title.clone());
        };
        add(&title);
        for path in fs::read_dir(&game)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let Some(ending) = path.extension() else {
                continue;
            };
            let text = fs::read_to_string(&path).unwrap();
            if ending == "rules" {
                text.lines().for_each(|line| of_rules(line, &mut add));
            } else if ending == "yaml" {
                text.match_indices("id: ").for_each(|(at, id)| {
                    add(first_word(&text[at + id.len()..]));
                });
            }
        }
    }
    assert!(names.contains_key("noah") && names.len() > 100, "{names:?}");
    names.extend(
        KEY_WORDS
            .iter()
            .map(|word| ((*word).to_owned(), "a shipped game".to_owned())),
    );
    names
}

/// The names a line of rules declares: `place NAME`, an attribute `NAME: …`, the values of an enum.
fn of_rules(line: &str, add: &mut impl FnMut(&str)) {
    const HEADS: &[&str] = &[
        "enum", "option", "kind", "record", "place", "board", "var", "track", "table", "moment",
        "effect", "query", "action",
    ];
    // Texts in quotes and comments declare nothing.
    let line: String = line.split('"').step_by(2).collect();
    let line = line.split("//").next().unwrap_or_default().trim();
    if line.is_empty() {
        return;
    }
    let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
    if HEADS.contains(&head) {
        add(first_word(rest));
    } else if let Some(attribute) = head.strip_suffix(':') {
        add(first_word(attribute));
    }
    if head == "enum"
        && let Some((_, values)) = rest.split_once('{')
    {
        values
            .split(' ')
            .map(first_word)
            .filter(|value| !value.is_empty())
            .for_each(add);
    }
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}
