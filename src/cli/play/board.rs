//! A position as a page of text, whatever the game: drawn from what one player may know.

mod geometry;

use serde_json::Map;
use serde_json::Value;

use crate::cli::play::board::geometry::Cell;
use crate::engine::state::State;
use crate::play::state_json;
use crate::program::Program;
use crate::program::layout::Board;

/// Characters of a line.
const WIDTH: usize = 96;

/// The position as a player sees it.
pub(crate) fn draw(program: &Program, state: &State, seat: u8) -> String {
    let view = state_json::view(program, state, seat);
    let mut text = String::from("\n");
    text.push_str(&holder(&view, "", &Boards { program, state, copy: 0 }));
    for (player, part) in view["players"].as_array().into_iter().flatten().enumerate() {
        let you = if player == usize::from(seat) { " (you)" } else { "" };
        text.push_str(&format!("P{player}{you}\n"));
        text.push_str(&holder(part, "  ", &Boards { program, state, copy: player as u32 }));
    }
    text
}

/// Where to find the geometry of boards.
struct Boards<'a> {
    program: &'a Program,
    state: &'a State,
    /// Whose board, of those that each player has.
    copy: u32,
}

/// What the table or a player has: numbers, places, boards.
fn holder(view: &Value, indent: &str, boards: &Boards<'_>) -> String {
    let mut text = String::new();
    let numbers: Vec<String> = ["vars", "tracks"].iter().flat_map(|part| members(&view[part])).map(named).collect();
    text.push_str(&wrapped(indent, &numbers));
    for (name, pieces) in members(&view["places"]) {
        text.push_str(&wrapped(indent, &[format!("{name}: {}", contents(pieces))]));
    }
    for (name, spaces) in members(&view["boards"]) {
        text.push_str(&board(name, spaces, indent, boards));
    }
    text
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

fn named((name, value): (&String, &Value)) -> String {
    format!("{name} {}", word(value))
}

/// A value in a word or a few.
fn word(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(word) => word.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(values) => format!("[{}]", values.iter().map(word).collect::<Vec<_>>().join(" ")),
        Value::Object(parts) if parts.contains_key("board") || parts.contains_key("hidden") || is_piece(parts) => piece(parts),
        Value::Object(parts) => format!("({})", parts.iter().map(named).collect::<Vec<_>>().join(", ")),
    }
}

fn is_piece(parts: &Map<String, Value>) -> bool {
    ["card", "kind", "space"].iter().any(|key| parts.contains_key(*key))
}

/// A piece by its name with what is marked on it; a space by its name.
fn piece(parts: &Map<String, Value>) -> String {
    if parts.get("hidden").is_some_and(|hidden| hidden == &Value::Bool(true)) {
        return "?".to_owned();
    }
    let name = ["card", "space", "kind"].iter().find_map(|key| parts.get(*key)).map(word).unwrap_or_default();
    let marks = parts.iter().filter(|(key, value)| !["card", "space", "kind", "id", "board"].contains(&key.as_str()) && is_mark(value));
    let marks: Vec<String> = marks.map(|(key, value)| mark(key, value)).collect();
    if marks.is_empty() { name } else { format!("{name}({})", marks.join(" ")) }
}

/// Whether a value is worth a word: what is none, no, 0 or empty is not.
fn is_mark(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(values) => !values.is_empty(),
        Value::Number(number) => number.as_i64() != Some(0),
        Value::Object(parts) => !parts.is_empty(),
        Value::Bool(true) | Value::String(_) => true,
    }
}

fn mark(name: &str, value: &Value) -> String {
    match value {
        Value::Bool(true) => name.to_owned(),
        Value::Array(pieces) => format!("{name}: {}", pieces.iter().map(word).collect::<Vec<_>>().join(" ")),
        value => format!("{name} {}", word(value)),
    }
}

/// The pieces of a place; those that nobody here knows are only counted.
fn contents(pieces: &Value) -> String {
    let Some(pieces) = pieces.as_array() else { return word(pieces) };
    let words: Vec<String> = pieces.iter().map(word).collect();
    match words.iter().filter(|word| *word == "?").count() {
        _ if words.is_empty() => "-".to_owned(),
        unknown if unknown == words.len() => format!("{unknown} hidden"),
        _ => words.join(" "),
    }
}

/// A board by its geometry: a ring or row as a line, a grid as a table, hexes as staggered rows.
fn board(name: &str, spaces: &Value, indent: &str, boards: &Boards<'_>) -> String {
    let program = boards.program;
    let Some(board) = program.layout.boards.iter().find(|board| board.name == name) else {
        return wrapped(indent, &[format!("{name}: {}", word(spaces))]);
    };
    let layout = layout(board, boards);
    let spaces = spaces.as_array().map(Vec::as_slice).unwrap_or_default();
    let at = |space: usize| layout.at.get(space).copied().unwrap_or_default();
    let id = |space: usize| layout.ids.get(space).cloned().unwrap_or_else(|| space.to_string());
    let cells = spaces.iter().enumerate().map(|(space, holds)| Cell { id: id(space), at: at(space), holds: on_space(holds) });
    let drawn = geometry::draw(board.shape, &cells.collect::<Vec<_>>(), WIDTH - indent.len());
    let lines: String = drawn.lines().map(|line| format!("{indent}  {line}\n")).collect();
    format!("{indent}{name}:\n{lines}")
}

/// The layout that a board uses now.
fn layout<'a>(board: &'a Board, boards: &Boards<'_>) -> &'a crate::program::layout::BoardLayout {
    let copy = if board.per_player { boards.copy } else { 0 };
    let number = boards.state.memory[(board.layout_at + copy) as usize];
    // INVARIANT: a state of these rules names a layout of its board.
    &board.layouts[number as usize]
}

/// What lies on a space or is marked on it.
fn on_space(holds: &Value) -> String {
    let parts = members(holds).filter(|(key, value)| *key != "space" && *key != "id" && is_mark(value));
    let words = parts.map(|(key, value)| match value {
        Value::Array(_) => contents(value),
        value => mark(key, value),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Some words on as few lines as they need.
fn wrapped(indent: &str, words: &[String]) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for word in words.iter().enumerate().flat_map(|(at, words)| pieces_of(words, at + 1 < words.len())) {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH - indent.len() {
            text.push_str(&format!("{indent}{line}\n"));
            line = String::from("  ");
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    if line.is_empty() { text } else { text + &format!("{indent}{line}\n") }
}

fn pieces_of(words: &str, more: bool) -> Vec<String> {
    let mut words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    if let Some(last) = words.last_mut().filter(|_| more) {
        last.push_str(",");
    }
    words
}
