//! A map of hexes with flat tops, drawn with its edges.
//!
//! A hex takes four lines; each column stands half a hex lower than the one before:
//!
//! ```text
//!   ______
//!  /  a   \\
//! /        \\______
//! \\  owl   /  b   \\
//!  \\______/
//! ```

use crate::cli::play::board::geometry::Cell;
use crate::cli::play::board::geometry::list;

/// Characters between the edges of a hex at its widest: fewer can't be read, more are a waste.
const NARROWEST: usize = 8;
const WIDEST: usize = 14;
/// Lines from the top of a hex to the next one below it.
const HEIGHT: usize = 4;

/// The hexes, if they fit the width; what a hex has no room for is told below.
pub(super) fn draw(cells: &[Cell], width: usize) -> Option<String> {
    let column = |cell: &Cell| cell.at.0;
    let row = |cell: &Cell| 2 * cell.at.1 + cell.at.0;
    let (west, east) = bounds(cells.iter().map(column))?;
    let (north, south) = bounds(cells.iter().map(row))?;
    let columns = usize::try_from(east - west + 1).ok()?;
    let pitch = WIDEST.min(width.saturating_sub(2) / columns);
    if pitch < NARROWEST {
        return None;
    }
    let lines = usize::try_from(south - north).ok()? * HEIGHT / 2 + HEIGHT + 1;
    let mut canvas = vec![vec![' '; columns * pitch + 2]; lines];
    let mut told = Vec::new();
    for cell in cells {
        let left = usize::try_from(column(cell) - west).ok()? * pitch;
        let top = usize::try_from(row(cell) - north).ok()? * HEIGHT / 2 + 1;
        edges(&mut canvas, left, top, pitch);
        if !fill(&mut canvas, left, top, pitch, cell) {
            told.push(cell);
        }
    }
    let lines = canvas.iter().map(|line| {
        let line: String = line.iter().collect();
        format!("{}\n", line.trim_end())
    });
    Some(lines.collect::<String>() + &list(told.into_iter()))
}

fn bounds(numbers: impl Iterator<Item = i32> + Clone) -> Option<(i32, i32)> {
    Some((numbers.clone().min()?, numbers.max()?))
}

fn edges(canvas: &mut [Vec<char>], left: usize, top: usize, pitch: usize) {
    for line in [top - 1, top + 3] {
        canvas[line][left + 2..left + pitch].fill('_');
    }
    let (right, wide) = (left + pitch, left + pitch + 1);
    for (line, west, east) in [
        (top, left + 1, right),
        (top + 3, right, left + 1),
        (top + 1, left, wide),
        (top + 2, wide, left),
    ] {
        canvas[line][west] = '/';
        canvas[line][east] = '\\';
    }
}

/// Writes the name of a space and what it holds; false when there was no room for all of it.
fn fill(canvas: &mut [Vec<char>], left: usize, top: usize, pitch: usize, cell: &Cell) -> bool {
    let held = lines_of(&cell.holds, pitch);
    let fits = held.len() <= 2 && cell.id.chars().count() <= pitch - 2;
    centred(&mut canvas[top], left + 2, pitch - 2, &cell.id);
    for (line, text) in (top + 1..=top + 2).zip(&held) {
        centred(&mut canvas[line], left + 1, pitch, text);
    }
    fits && held.iter().all(|line| line.chars().count() <= pitch)
}

/// A text cut into lines between its words.
fn lines_of(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn centred(line: &mut [char], from: usize, width: usize, text: &str) {
    let count = text.chars().count().min(width);
    let start = from + (width - count) / 2;
    for (at, symbol) in text.chars().take(width).enumerate() {
        line[start + at] = symbol;
    }
}
