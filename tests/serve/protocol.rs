//! docs/serve.md and the schema of the messages are what the server speaks.

use crate::support::root;
use ludex_serve::wire::{self, ClientMessage};
use serde_json::Value;

/// The schema that the page's types are made of; `LUDEX_WRITE_SCHEMA=1` writes it anew.
#[test]
fn the_schema_is_current() {
    let path = root().join("web/schema/serve.schema.json");
    let text = serde_json::to_string_pretty(&wire::schema()).unwrap() + "\n";
    if std::env::var_os("LUDEX_WRITE_SCHEMA").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "{} is old: LUDEX_WRITE_SCHEMA=1 cargo test -p ludex-serve the_schema",
        path.display()
    );
}

/// Each message of a client in docs/serve.md is one, and each verb stands there.
#[test]
fn the_messages_of_the_page_are_right() {
    let page = std::fs::read_to_string(root().join("docs/serve.md")).unwrap();
    let mut verbs = Vec::new();
    for line in page.lines().filter_map(|line| line.strip_prefix("> ")) {
        let message: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        verbs.push(message["request"]["do"].as_str().unwrap().to_owned());
        serde_json::from_value::<ClientMessage>(message)
            .unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    for verb in [
        "join",
        "look_from",
        "new_link",
        "set_bot",
        "take_name",
        "cancel",
        "speak",
        "look",
        "choose",
        "undo",
        "redo",
        "look_back",
        "why_not",
        "hint",
        "evaluate",
        "review",
        "record",
        "ruling",
    ] {
        assert!(
            verbs.iter().any(|one| one == verb),
            "docs/serve.md shows no `{verb}`"
        );
    }
}
