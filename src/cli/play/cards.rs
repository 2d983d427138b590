//! Descriptions of pieces in words, made of their rows: for people who play, whatever the game.

use crate::play::vocabulary::piece_name;
use crate::program::Program;
use crate::program::ids::PieceId;
use crate::tools::manual::{Card, Manual};

/// The piece of a word in an option's label.
fn piece(program: &Program, word: &str) -> Option<PieceId> {
    let names = &program.names.pieces;
    names.ids().find(|piece| names[*piece] == word)
}

/// A piece by its id and the name that people have for it; none for a word that is no piece with a name.
pub(crate) fn titled(program: &Program, word: &str) -> Option<String> {
    let piece = piece(program, word)?;
    program.names.titles.get(piece)?.as_ref()?;
    Some(piece_name(program, piece))
}

/// The name that people have for a piece, without its id.
pub(crate) fn title<'a>(program: &'a Program, word: &str) -> Option<&'a str> {
    program.names.titles.get(piece(program, word)?)?.as_deref()
}

/// A piece by its row, or the layout of a board.
fn card(program: &Program, manual: &Manual, word: &str) -> Option<Card> {
    match piece(program, word) {
        Some(_) => manual.card(program.names.row_of(word)),
        None => manual.layout(word),
    }
}

/// Returns what a piece or layout shows, each with its label; none for a word that is neither.
pub(crate) fn shows(program: &Program, manual: &Manual, word: &str) -> Option<Vec<String>> {
    Some(card(program, manual, word)?.shows)
}

/// Returns the effect texts of a piece or layout in words; empty for any other word, or one without effects.
pub(crate) fn does(program: &Program, manual: &Manual, word: &str) -> Vec<String> {
    let card = card(program, manual, word);
    card.map(|card| card.does).unwrap_or_default()
}

/// Returns the words printed on a space: flags by their names, words as they are, numbers with their names.
pub(crate) fn printed(written: &[(String, String)]) -> Vec<String> {
    let parts = written
        .iter()
        .filter(|(key, value)| !["at", "beside"].contains(&key.as_str()) && value != "false");
    let is_number = |value: &str| value.parse::<i64>().is_ok();
    parts
        .map(|(key, value)| match value.as_str() {
            "true" => key.clone(),
            number if is_number(number) => format!("{key} {number}"),
            word => word.to_owned(),
        })
        .collect()
}
