//! `ludex play --locale`: the same game in other words.

use super::{mill, run};
use std::fs;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/games");

/// A game of Noah for two that keeps its record.
const NOAH: [&str; 10] = [
    "play",
    "noah",
    "--games",
    GAMES,
    "--seed",
    "3",
    "--players",
    "2",
    "--record",
    "game.json",
];

fn has_kana(text: &str) -> bool {
    text.chars()
        .any(|letter| ('\u{3040}'..='\u{30ff}').contains(&letter))
}

/// Plays Noah by numbers; returns what was shown, and the record.
fn played(name: &str, locale: &[&str]) -> (String, String) {
    let folder = mill(name);
    let script = "1\n1\n2\n1\n1\nlog\nwhy not load lion\nundo\n1\nsave kept.json\n";
    let ran = run(&[&NOAH[..], locale].concat(), &folder, script);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let record = fs::read_to_string(folder.join("game.json")).unwrap();
    assert_eq!(
        fs::read_to_string(folder.join("kept.json")).unwrap(),
        record
    );
    let verified = run(
        &["replay", "game.json", "--games", GAMES, "--verify"],
        &folder,
        "",
    );
    // The game is not over: what was chosen can be chosen again, and that is all there is to verify.
    assert!(
        !verified.err.contains("not offered"),
        "{}{}",
        verified.out,
        verified.err
    );
    (ran.out, record)
}

#[test]
fn a_game_in_japanese_is_the_same_game() {
    let (english, record) = played("play_english", &[]);
    let (japanese, same) = played("play_japanese", &["--locale", "ja"]);
    assert_eq!(record, same, "a record is in the words of the rules");
    assert!(!has_kana(&english));
    for words in ["動物", "渡し舟", "の手札"] {
        assert!(japanese.contains(words), "no `{words}` in:\n{japanese}");
    }
    for words in ["hand of", "load an animal", "aboard", "dock"] {
        assert!(english.contains(words), "no `{words}` in:\n{english}");
        assert!(!japanese.contains(words), "`{words}` in:\n{japanese}");
    }
}

#[test]
fn a_game_goes_on_in_other_words() {
    let folder = mill("play_resumed_in_japanese");
    run(&NOAH, &folder, "1\n1\n");
    let next = [
        "play",
        "--games",
        GAMES,
        "--resume",
        "game.json",
        "--locale",
        "ja",
    ];
    let ran = run(&next, &folder, "");
    assert!(
        ran.code == 0 && has_kana(&ran.out),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[test]
fn a_locale_without_words_is_told() {
    let ran = run(
        &["play", "noah", "--games", GAMES, "--locale", "fr"],
        &mill("play_french"),
        "",
    );
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("no words in `fr`"), "{}", ran.err);
}
