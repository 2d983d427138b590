//! Our own formats: what is said of keys and values that do not fit the draft.

use crate::text::{page, snapshot};
use ludex::report::Report;
use ludex::source::Sources;
use ludex::tables::draft;
use std::collections::BTreeMap;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only read by its derived Debug")]
struct GameDraft {
    name: String,
    players: Players,
    #[serde(default)]
    modes: Vec<Mode>,
    #[serde(default)]
    options: BTreeMap<String, Option<bool>>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only read by its derived Debug")]
struct Players {
    min: u8,
    max: u8,
}

#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mode {
    Solo,
    Together,
}

const CASES: [(&str, &str); 16] = [
    (
        "fine",
        "name: Mill\nplayers: { min: 2, max: 4 }\nmodes: [solo, together]\noptions: {a: true, b: }\n",
    ),
    (
        "unknown_keys",
        "nmae: x\nname: Mill\nextra: |\n  a\n  b\nplayers:\n  mx: 3\n  min: 2\n  max: 4\n",
    ),
    (
        "unknown_key_flow",
        "name: Mill\nplayers: { min: 2, mx: 4 }\n",
    ),
    ("unknown_key_alone", "name: Mill\nplayers:\n  mim: 2\n"),
    ("missing", "name: Mill\nplayers:\n  min: 2\n"),
    ("missing_top", "players: {min: 1, max: 2}\n"),
    ("wrong_type", "name: Mill\nplayers:\n  min: two\n  max: 4\n"),
    ("too_large", "name: Mill\nplayers: {min: 2, max: 400}\n"),
    ("negative", "name: Mill\nplayers: {min: -2, max: 4}\n"),
    ("list_for_map", "name: Mill\nplayers: [2, 4]\n"),
    ("block_for_map", "name: Mill\nplayers: |\n  2 to 4\n"),
    (
        "unknown_word",
        "name: Mill\nplayers: {min: 2, max: 4}\nmodes: [solo, togther]\n",
    ),
    ("list_at_top", "- name: Mill\n"),
    ("nothing", "# nothing\n"),
    ("no_value", "name: Mill\nplayers:\n"),
    (
        "not_a_flag",
        "name: Mill\nplayers: {min: 2, max: 4}\noptions:\n  quick: maybe\n",
    ),
];

#[test]
fn drafts() {
    for (name, text) in CASES {
        let mut sources = Sources::new();
        let file = sources.add("game.yaml", text);
        let mut report = Report::new();
        let read = draft::<GameDraft>(file, &sources, &mut report);
        assert_eq!(read.is_some(), name == "fine", "{name}");
        assert_eq!(report.is_empty(), name == "fine", "{name}");
        let answer = page(text, &report, &sources);
        let read = read
            .map(|draft| format!("{draft:#?}\n"))
            .unwrap_or_default();
        snapshot(&format!("draft@{name}"), &(answer + &read));
    }
}
