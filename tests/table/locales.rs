//! Tables in other locales: the same position and the same options, in other words.

use crate::table::named;
use ludex::play::start::Start;
use ludex::table::{Access, Description, Table};
use std::sync::Arc;

#[test]
fn a_table_is_told_in_each_locale() {
    let game = named("noah");
    let start = Start::new(game.program(), 2, 1);
    let mut table = Table::new(Arc::clone(&game), start).unwrap();
    let asked = table.position().state().pending.unwrap();
    let seat = Access::Seat(asked.player.number());
    let (first, other) = (
        table.snapshot(seat, 0),
        table.in_locale("ja").snapshot(seat, 0),
    );
    let (english, japanese) = (first.question.unwrap(), other.question.unwrap());
    assert_eq!(first.version, other.version);
    assert_eq!(english.options.len(), japanese.options.len());
    let words = serde_json::to_string(&japanese).unwrap();
    assert!(words.contains("動物を乗せる"), "{words}");
    assert!(!words.contains("load an"), "{words}");
    // What is done at the table itself is seen in every locale.
    table.choose(seat, first.version, 0).unwrap();
    let after = table.in_locale("ja").snapshot(seat, 0);
    assert_eq!(after.version, table.version());
}

#[test]
fn a_description_has_the_words_of_a_locale() {
    let game = named("noah");
    let japanese = Description::new(&game.in_locale("ja"));
    assert_eq!(Description::new(&game).title, "Noah");
    assert_eq!(japanese.title, "ノア");
    assert_eq!(japanese.rules, game.program().hash);
    // A locale without words is told as the rules have it.
    assert!(Arc::ptr_eq(&game.in_locale("xx"), &game));
}
