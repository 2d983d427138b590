//! Numbers of rows, written anew where they stand.

use super::{program, text};
use ludex::lab::tune::{Number, TuneError};
use ludex::pipeline::GameText;

fn changed(text: &GameText, what: &str, value: i64) -> Result<GameText, TuneError> {
    what.parse::<Number>()?.changed(text, value)
}

/// The lines of a game that hold a word.
fn lines(text: &GameText, word: &str) -> String {
    let lines = text.files.iter().flat_map(|(_, text)| text.lines());
    lines
        .filter(|line| line.contains(word))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A number is written over, or behind the id where the row leaves it to the default; the game is checked as any other.
#[test]
fn numbers_in_tables() {
    let old = text("noah");
    let new = changed(&old, "ferry_1.capacity", 13).unwrap();
    assert!(lines(&new, "id: ferry_1,").contains("capacity: 13 }"));
    let new = changed(&old, "animal/snail_1.mark", 3).unwrap();
    assert!(lines(&new, "id: snail_1,").contains("{ id: snail_1, mark: 3, species"));
    let new = changed(&old, "snail.carries_at_most", 12).unwrap();
    assert!(lines(&new, "carries_at_most: 12").starts_with("    carries_at_most"));
    program(new);
    // A number that is written as it is changes nothing.
    assert_eq!(changed(&old, "panda.tears", 4).unwrap().files, old.files);
}

#[test]
fn no_numbers() {
    let old = text("noah");
    let no = |what: &str| changed(&old, what, 1).unwrap_err();
    assert_eq!(no("ferry_1"), TuneError::NoName("ferry_1".into()));
    assert_eq!(no(".capacity"), TuneError::NoName(".capacity".into()));
    assert_eq!(no("ferry_1.id"), TuneError::NoName("ferry_1.id".into()));
    assert_eq!(no("boat.capacity"), TuneError::NoRow("boat".into()));
    assert_eq!(no("ferry/snail_1.mark"), TuneError::NoRow("snail_1".into()));
    assert_eq!(no("snail_1.species"), TuneError::NoNumber("snail".into()));
}

/// A row of this name in two tables is asked for with its kind.
#[test]
fn rows_of_one_name() {
    let mut old = text("noah");
    let (path, ferries) = old
        .files
        .iter()
        .find(|(path, _)| path.ends_with("ferries.yaml"))
        .cloned()
        .unwrap();
    let path = path.replace("ferries.yaml", "more.yaml");
    let more = ferries.replace("ferry:", "animal:");
    old.files.push((path, more));
    let what = "ferry_1.capacity";
    let wrong = changed(&old, what, 13).unwrap_err();
    assert_eq!(wrong, TuneError::Ambiguous("ferry_1".into()));
    let new = changed(&old, "ferry/ferry_1.capacity", 13).unwrap();
    assert_eq!(
        lines(&new, "id: ferry_1,").matches("capacity: 13").count(),
        1
    );
}
