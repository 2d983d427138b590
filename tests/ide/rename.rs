//! Renaming reaches every file in which a name stands, words in another language among them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ludex::check::semantics::Symbol;
use ludex::ide::GameSnapshot;
use ludex::pipeline::GameText;

/// A shipped game with its words in Japanese.
fn shipped(name: &str) -> GameSnapshot {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let folder = games.join(name);
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<(String, String)> = paths
        .filter(|path| {
            path.extension()
                .is_some_and(|end| end == "yaml" || end == "rules")
        })
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    GameSnapshot::new(GameText {
        name: name.to_owned(),
        files,
    })
}

/// The name that is defined with some text, of a sort of symbols.
fn defined(game: &GameSnapshot, name: &str, is: impl Fn(Symbol) -> bool) -> Symbol {
    let mut all = game.semantics().definitions();
    let found = all.find(|(symbol, one)| one.name == name && is(*symbol));
    found.unwrap_or_else(|| panic!("no {name}")).0
}

#[test]
fn words_in_another_language_are_renamed_too() {
    let game = shipped("noah");
    let words = game.sources.find("words.ja.yaml").unwrap();
    let declared = |symbol: Symbol| matches!(symbol, Symbol::Declared(_));
    let member = |symbol: Symbol| matches!(symbol, Symbol::KindMember(..));
    let cases = [
        // The words of a row.
        (
            defined(&game, "lion", |one| matches!(one, Symbol::Row(..))),
            "lion",
            1,
        ),
        // A kind: its words and noun, its members', and its list of rows; not the attribute of that name.
        (defined(&game, "species", declared), "species", 15),
        // A value of an enum, and the enum before it.
        (
            defined(&game, "male", |one| matches!(one, Symbol::EnumValue(..))),
            "male",
            1,
        ),
        (defined(&game, "sex", declared), "sex", 4),
        // An attribute in two sets of words, and its value in braces.
        (defined(&game, "stretches_to", member), "stretches_to", 3),
        (defined(&game, "first_seat", declared), "first_seat", 1),
    ];
    for (symbol, old, expected) in cases {
        let span = game.semantics().definition(symbol).unwrap().span;
        let spans = game.rename(span.file, span.start, "raccoon");
        let spans = spans.unwrap_or_else(|refused| panic!("{old}: {}", refused.0));
        let there = spans.iter().filter(|span| span.file == words);
        assert_eq!(there.count(), expected, "{old}");
    }
}

/// No rename is refused because a table, a look or words still have the old name. Of larger games, every so many names is tried.
fn hold_no_name(game: &str, step: usize) {
    let game = shipped(game);
    let all = game.semantics().definitions();
    let spans: BTreeSet<_> = all
        .filter(|(symbol, _)| !matches!(symbol, Symbol::Local(_) | Symbol::BuiltIn(_)))
        .map(|(_, one)| one.span)
        .filter(|span| game.renamable(span.file, span.start).is_ok())
        .collect();
    assert!(spans.len() > 100, "{}", spans.len());
    for span in spans.into_iter().step_by(step) {
        if let Err(refused) = game.rename(span.file, span.start, "raccoon") {
            panic!("{}: {}", game.sources.slice(span), refused.0);
        }
    }
}

#[test]
fn every_name_of_noah_can_be_changed() {
    hold_no_name("noah", 1);
}

#[test]
fn every_name_of_jump_gate_can_be_changed() {
    hold_no_name("jump_gate", 1);
}

#[test]
fn names_of_sanctuary_can_be_changed() {
    hold_no_name("sanctuary", 10);
}

#[test]
fn names_of_ark_nova_can_be_changed() {
    hold_no_name("ark_nova", 40);
}
