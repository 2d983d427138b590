//! A grid drawn with its edges: a space takes a line for its name and two for what it holds.

use std::collections::BTreeMap;

use crate::cli::play::board::geometry::{DrawnSpace, fits, lines_of, list};
use crate::cli::play::paper::{clipped, length, padded};

/// Characters between two edges.
const NARROWEST: usize = 4;
const WIDEST: usize = 14;

/// The grid, if it fits the width; what a space has no room for is told below.
pub(super) fn draw(cells: &[DrawnSpace], width: usize) -> Option<String> {
    let columns = cells.iter().map(|cell| cell.at.0).max()? + 1;
    let columns = usize::try_from(columns).ok()?;
    let room = (width.checked_sub(1)? / columns)
        .checked_sub(1)?
        .min(WIDEST);
    if room < NARROWEST {
        return None;
    }
    let wanted = cells
        .iter()
        .map(|cell| length(&cell.id).max(length(&cell.holds)) + 2);
    let room = wanted.max()?.clamp(NARROWEST, room);
    let mut rows: BTreeMap<i32, BTreeMap<i32, &DrawnSpace>> = BTreeMap::new();
    for cell in cells {
        rows.entry(cell.at.1).or_default().insert(cell.at.0, cell);
    }
    let edge = format!("+{}\n", format!("{}+", "-".repeat(room)).repeat(columns));
    let mut text = edge.clone();
    for row in rows.values() {
        text.push_str(&of_row(row, columns, room));
        text.push_str(&edge);
    }
    let told = cells.iter().filter(|cell| !fits(cell, room - 2, room - 2));
    Some(text + &list(told, width))
}

fn of_row(row: &BTreeMap<i32, &DrawnSpace>, columns: usize, room: usize) -> String {
    let tall = row.values().any(|cell| length(&cell.holds) + 2 > room);
    let cell = |column: usize| row.get(&(column as i32));
    let line = |text: &dyn Fn(&DrawnSpace) -> String| {
        let cells = (0..columns).map(|column| {
            let text = cell(column).map_or(String::new(), |cell| text(cell));
            padded(&text, room) + "|"
        });
        format!("|{}\n", cells.collect::<String>())
    };
    let held = |n: usize| {
        move |cell: &DrawnSpace| {
            let lines = lines_of(&cell.holds, room - 2);
            let text = clipped(lines.get(n).map_or("", String::as_str), room - 2);
            let left = (room - 2 - length(&text)) / 2;
            format!(" {}", padded(&(" ".repeat(left) + &text), room - 1))
        }
    };
    let name = |cell: &DrawnSpace| format!(" {}", clipped(&cell.id, room - 1));
    let second = if tall { line(&held(1)) } else { String::new() };
    line(&name) + &line(&held(0)) + &second
}
