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

use crate::cli::play::board::geometry::{DrawnSpace, fits, lines_of, list};
use crate::cli::play::paper::length;

/// Characters between the edges of a hex at its widest: fewer can't be read, more are a waste.
const NARROWEST: usize = 6;
const WIDEST: usize = 14;
/// The cell of the canvas behind a character of two columns.
const COVERED: char = '\0';
/// Lines from the top of a hex to the next one below it.
const HEIGHT: usize = 4;

/// The hexes, if they fit the width; what a hex has no room for is told below.
pub(super) fn draw(cells: &[DrawnSpace], width: usize) -> Option<String> {
    let column = |cell: &DrawnSpace| cell.at.0;
    let row = |cell: &DrawnSpace| 2 * cell.at.1 + cell.at.0;
    let (west, east) = bounds(cells.iter().map(column))?;
    let (north, south) = bounds(cells.iter().map(row))?;
    let columns = usize::try_from(east - west + 1).ok()?;
    let pitch = WIDEST.min(width.saturating_sub(2) / columns);
    if pitch < NARROWEST {
        return None;
    }
    let lines = usize::try_from(south - north).ok()? * HEIGHT / 2 + HEIGHT + 1;
    let mut canvas = vec![vec![' '; columns * pitch + 2]; lines];
    let at = |cell: &DrawnSpace| {
        let left = usize::try_from(column(cell) - west).ok()? * pitch;
        let top = usize::try_from(row(cell) - north).ok()? * HEIGHT / 2 + 1;
        Some((left, top))
    };
    for cell in cells {
        let (left, top) = at(cell)?;
        edges(&mut canvas, left, top, pitch);
    }
    for cell in cells {
        let (left, top) = at(cell)?;
        for line in erased(cells, cell, left, top, pitch) {
            for (line, column) in line {
                canvas[line][column] = ' ';
            }
        }
    }
    for cell in cells {
        let (left, top) = at(cell)?;
        fill(&mut canvas, left, top, pitch, cell);
    }
    let told = cells.iter().filter(|cell| !fits(cell, pitch - 2, pitch));
    let lines = canvas.iter().map(|line| {
        let line: String = line.iter().filter(|symbol| **symbol != COVERED).collect();
        format!("{}\n", line.trim_end())
    });
    Some(lines.collect::<String>() + &list(told, width))
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

/// Returns the edges to erase between a cell and those below and to the east joined to it: (line, column) pairs by edge.
fn erased(
    cells: &[DrawnSpace],
    cell: &DrawnSpace,
    left: usize,
    top: usize,
    pitch: usize,
) -> Vec<Vec<(usize, usize)>> {
    let is_one = |step: (i32, i32)| {
        let at = (cell.at.0 + step.0, cell.at.1 + step.1);
        let mut beside = cells.iter().filter(|other| other.at == at);
        cell.joined.is_some() && beside.any(|other| other.joined == cell.joined)
    };
    let south = (left + 2..left + pitch).map(|column| (top + 3, column));
    let north_east = vec![(top, left + pitch), (top + 1, left + pitch + 1)];
    let south_east = vec![(top + 2, left + pitch + 1), (top + 3, left + pitch)];
    let sides = [
        ((0, 1), south.collect()),
        ((1, -1), north_east),
        ((1, 0), south_east),
    ];
    let sides = sides.into_iter();
    sides
        .filter(|(step, _)| is_one(*step))
        .map(|(_, edge)| edge)
        .collect()
}

/// Writes the name of a space and what it holds, as far as there is room.
fn fill(canvas: &mut [Vec<char>], left: usize, top: usize, pitch: usize, cell: &DrawnSpace) {
    let held = lines_of(&cell.holds, pitch);
    centred(&mut canvas[top], left + 2, pitch - 2, &cell.id);
    for (line, text) in (top + 1..=top + 2).zip(&held) {
        centred(&mut canvas[line], left + 1, pitch, text);
    }
}

fn centred(line: &mut [char], from: usize, width: usize, text: &str) {
    let mut at = from + (width - length(text).min(width)) / 2;
    for symbol in text.chars() {
        let columns = length(symbol.encode_utf8(&mut [0; 4]));
        if columns == 0 || at + columns > from + width {
            continue;
        }
        line[at] = symbol;
        line[at + 1..at + columns].fill(COVERED);
        at += columns;
    }
}
