//! Tables in other locales: the same position and the same options, in other words.

use crate::table::named;
use ludex::play::interrupt::Interrupt;
use ludex::play::start::Start;
use ludex::table::{Access, Description, Reply, Request, Table};
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

/// Names of games by locale, without reading a whole game in it.
#[test]
fn a_game_has_a_title_in_each_locale() {
    let titles = named("noah").titles();
    let titles: Vec<(&str, &str)> = titles
        .iter()
        .map(|(tag, title)| (&**tag, &**title))
        .collect();
    assert_eq!(titles, [("en", "Noah"), ("ja", "ノア")]);
}

/// Answers in a locale: what is changed is changed at the table, what is read is read in other words, records are the same.
#[test]
fn requests_are_answered_in_a_locale() {
    let game = named("noah");
    let mut table = Table::new(Arc::clone(&game), Start::new(game.program(), 2, 3)).unwrap();
    let mut same = table.clone();
    for _ in 0..12 {
        let seat = Access::Seat(table.position().state().pending.unwrap().player.number());
        let version = table.version();
        let choose = Request::Choose { version, option: 0 };
        let Reply::Snapshot(seen) = table.handle_in(Some("ja"), seat, &choose).unwrap() else {
            panic!("a choice is answered by a snapshot");
        };
        let Reply::Snapshot(english) = same.handle(seat, &choose).unwrap() else {
            panic!("a choice is answered by a snapshot");
        };
        assert_eq!(seen.version, english.version);
        assert_eq!(*seen, table.in_locale("ja").snapshot(seat, version));
    }
    assert_eq!(table.record(), same.record());
    let full = |table: &mut Table, locale| {
        let Reply::Snapshot(seen) = table
            .handle_in(locale, Access::Full, &Request::Look { since: 0 })
            .unwrap()
        else {
            panic!("a look is answered by a snapshot");
        };
        serde_json::to_string(&seen.log).unwrap()
    };
    let (japanese, english) = (full(&mut table, Some("ja")), full(&mut same, None));
    assert!(
        english.contains("hand of P0") && english.contains("is shuffled"),
        "{english}"
    );
    assert!(
        japanese.contains("P0の手札") && japanese.contains("をシャッフル"),
        "{japanese}"
    );
    // A locale that the game has no words in is that of the rules.
    assert_eq!(full(&mut same, Some("fr")), english);
}

/// A table that was saved is the same table elsewhere: bots think of it as they do of the first.
#[test]
fn a_saved_table_is_thought_about_as_the_first() {
    let game = named("noah");
    let mut table = Table::new(Arc::clone(&game), Start::new(game.program(), 3, 5)).unwrap();
    for _ in 0..20 {
        let seat = Access::Seat(table.position().state().pending.unwrap().player.number());
        table.choose(seat, table.version(), 0).unwrap();
    }
    let again = Table::load(Arc::clone(&game), &table.save().unwrap()).unwrap();
    let seat = Access::Seat(table.position().state().pending.unwrap().player.number());
    let advise = |table: &Table| {
        table
            .advise(seat, "ismcts:40", &Interrupt::default())
            .unwrap()
    };
    let (first, other) = (advise(&table), advise(&again));
    assert_eq!(
        (first.option, &first.thoughts),
        (other.option, &other.thoughts)
    );
    assert_eq!(again.record(), table.record());
    let look_back = |table: &Table| {
        let mut table = table.clone();
        let Reply::Snapshot(seen) = table
            .handle(Access::Full, &Request::LookBack { at: 7 })
            .unwrap()
        else {
            panic!("a look back is answered by a snapshot");
        };
        (seen.moves, seen.players)
    };
    assert_eq!(look_back(&again), look_back(&table));
    assert!(Table::load(game, &serde_json::json!({ "game": "noah" })).is_err());
}

/// Answers that are a word and values that are not there are told in the reader's language, too.
#[test]
fn no_built_in_word_is_left_in_another_language() {
    let game = named("jump_gate");
    let mut table = Table::new(Arc::clone(&game), Start::new(game.program(), 2, 5)).unwrap();
    let mut chance = 5_u32;
    while table.position().state().pending.is_some() {
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let options = u32::try_from(table.position().options()).unwrap();
        let option = (chance >> 8) % options;
        table.choose(Access::Full, table.version(), option).unwrap();
    }
    let texts = |locale| {
        let seen = table.snapshot_in(locale, Access::Full, 0);
        let lines = seen.log.moves.into_iter().flat_map(|one| one.lines);
        lines.map(|line| line.text).collect::<Vec<_>>()
    };
    let (english, japanese) = (texts(None), texts(Some("ja")));
    let has = |texts: &[String], end: &str| texts.iter().any(|text| text.ends_with(end));
    assert!(has(&english, ": done") && !has(&japanese, ": done"));
    assert!(has(&japanese, ": 終了"));
    let none = |texts: &[String], word: &str| texts.iter().any(|text| text.contains(word));
    assert!(none(&english, ": none → ") && !none(&japanese, "none"));
    assert!(none(&japanese, ": なし → "));
}
