//! What a piece says, as its row is written: for people who play, whatever the game.

use crate::program::Program;

/// The piece of a word in an option's label.
fn piece(program: &Program, word: &str) -> Option<usize> {
    program.names.pieces.iter().position(|name| name == word)
}

/// A piece by its id and the name that people have for it; none for a word that is no piece with a name.
pub(crate) fn titled(program: &Program, word: &str) -> Option<String> {
    let title = program.names.titles.get(piece(program, word)?)?.as_ref()?;
    Some(format!("{word} {title}"))
}

/// A piece with all its row says; none for a word that is no piece.
pub(crate) fn described(program: &Program, word: &str) -> Option<String> {
    let title = titled(program, word).unwrap_or_else(|| word.to_owned());
    let parts: Vec<String> = std::iter::once(title)
        .chain(says(program, piece(program, word)?))
        .collect();
    Some(parts.join(" · "))
}

/// The attributes that a row gives, its name apart.
fn says(program: &Program, piece: usize) -> Vec<String> {
    let kind = program.layout.piece_kind[piece] as usize;
    let row = piece - program.layout.kinds[kind].first as usize;
    let written = program.names.written[kind].get(row).into_iter().flatten();
    let parts = written.filter(|(key, _)| key != "name");
    parts.map(|(key, value)| said(key, value)).collect()
}

/// An attribute in words: a flag by its name, everything else with its name before it.
fn said(key: &str, value: &str) -> String {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    if value == "true" {
        key.to_owned()
    } else {
        format!("{key} {value}")
    }
}

/// What is printed on a space: flags by their names, words as they are, numbers with their names.
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
