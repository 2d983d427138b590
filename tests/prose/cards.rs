//! The words of the four games in Japanese: each card as people read it, with nothing that has no words.

use crate::support::{files, settings};
use ludex::pipeline::GameText;
use ludex::report::{Report, human};
use ludex::source::Sources;
use ludex::tools::manual::{EntrySort, Manual, ManualEntry};
use std::fmt::Write;
use std::path::Path;

/// Reads a game in Japanese.
fn manual(name: &str) -> Manual {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("games")
        .join(name);
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = GameText {
        name: name.to_owned(),
        files: files(&folder),
    };
    let parsed = text.parse(&mut sources, &mut report);
    // What does not fit the game, or is missing, is told of the game itself.
    parsed.check(&mut report);
    assert!(report.is_empty(), "{}", human(&report, &sources, false));
    let parsed = parsed.in_locale("ja");
    let checked = parsed.check(&mut report);
    assert!(checked.is_some(), "{}", human(&report, &sources, false));
    Manual::new(parsed.files(), &checked.unwrap().names, &sources, &[])
}

fn is_kind(entry: &&ManualEntry) -> bool {
    matches!(entry.sort, EntrySort::Kind | EntrySort::Record)
}

/// Writes each row with what it shows and does.
fn cards(manual: &Manual) -> String {
    let mut text = format!("{}\n{}\n", manual.title, manual.about);
    for entry in manual.entries.iter().filter(is_kind) {
        let _ = writeln!(text, "\n{}", entry.name);
        for row in &entry.rows {
            let cells = row.cells.iter().filter(|cell| !cell.told.is_empty());
            let told: Vec<&str> = cells.map(|cell| cell.told.as_str()).collect();
            let _ = writeln!(text, "  {}  {}", row.id, told.join(" | "));
        }
    }
    text
}

/// Writes what is done, required, asked and counted.
fn rules(manual: &Manual) -> String {
    let mut text = String::new();
    let does = manual.entries.iter().filter(|entry| !entry.does.is_empty());
    for entry in does {
        let _ = writeln!(text, "\n{}", entry.name);
        for line in &entry.does {
            let _ = writeln!(text, "  {}{}", "  ".repeat(line.depth), line.text);
        }
    }
    let ends: Vec<&str> = manual.ends.iter().map(|line| line.text.as_str()).collect();
    text + "\n" + &ends.join("\n") + "\n"
}

fn snapshot(name: &str, text: &str) {
    let unknown: Vec<&str> = text.lines().filter(|line| line.contains('⟨')).collect();
    assert!(unknown.is_empty(), "without words: {unknown:#?}");
    settings("prose").bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn noah_is_told_whole() {
    let manual = manual("noah");
    snapshot("noah-ja", &(cards(&manual) + &rules(&manual)));
}

#[test]
fn cards_of_jump_gate_are_told() {
    snapshot("jump_gate-ja", &cards(&manual("jump_gate")));
}

#[test]
fn cards_of_sanctuary_are_told() {
    snapshot("sanctuary-ja", &cards(&manual("sanctuary")));
}

#[test]
fn cards_of_ark_nova_are_told() {
    snapshot("ark_nova-ja", &cards(&manual("ark_nova")));
}
