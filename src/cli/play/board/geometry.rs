//! Spaces set on lines of text as their board lies: knows coordinates, nothing of games.

mod grid;
mod hexes;

use std::collections::BTreeMap;

use crate::cli::play::paper::{length, wrapped};
use crate::rules::game::BoardShape;

/// A space to be drawn.
pub(crate) struct DrawnSpace {
    /// Its name, by which a player may choose it.
    pub(crate) id: String,
    /// The coordinates: column and row of a grid, axial `q` and `r` of hexes.
    pub(crate) at: (i32, i32),
    /// The words on it; empty for a space without any.
    pub(crate) holds: String,
    /// Cells side by side with the same number here are drawn as one, where the drawing has edges.
    pub(crate) joined: Option<i32>,
}

/// A cell wider than this shows a mark, and what it holds is told below.
const WIDEST: usize = 14;

/// The spaces by their geometry, on lines of this width where that is possible.
pub(crate) fn draw(shape: BoardShape, cells: &[DrawnSpace], width: usize) -> String {
    match shape {
        BoardShape::Ring => line(cells, width, " - (around)"),
        BoardShape::Row => line(cells, width, ""),
        BoardShape::Grid => {
            grid::draw(cells, width).unwrap_or_else(|| map(cells, |(x, y)| (x, y), width))
        }
        // North is up: a hex stands half a row lower than its neighbours to the west and east.
        BoardShape::Hex => {
            hexes::draw(cells, width).unwrap_or_else(|| map(cells, |(q, r)| (q, 2 * r + q), width))
        }
        BoardShape::Graph => list(cells.iter(), width),
    }
}

/// One line, or a line for each space if that is too long.
fn line(cells: &[DrawnSpace], width: usize, end: &str) -> String {
    let words: Vec<String> = cells.iter().map(DrawnSpace::words).collect();
    let line = words.join(" - ") + end;
    if length(&line) <= width {
        line + "\n"
    } else {
        list(cells.iter(), width)
    }
}

fn list<'a>(cells: impl Iterator<Item = &'a DrawnSpace>, width: usize) -> String {
    let line = |cell: &DrawnSpace| match cell.holds.as_str() {
        "" => format!("{}: -", cell.id),
        holds => format!("{}: {holds}", cell.id),
    };
    cells
        .map(|cell| wrapped(&line(cell), 0, 2, width))
        .collect()
}

/// Tells whether a cell has room for its name and, on at most two lines, for its contents.
fn fits(cell: &DrawnSpace, name: usize, line: usize) -> bool {
    let held = lines_of(&cell.holds, line);
    let wide = held.iter().any(|held| length(held) > line);
    length(&cell.id) <= name && held.len() <= 2 && !wide
}

/// A text cut into lines between its words.
fn lines_of(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A table of rows and columns; what is too wide for it is told below.
fn map(cells: &[DrawnSpace], place: impl Fn((i32, i32)) -> (i32, i32), width: usize) -> String {
    let columns = cells.iter().map(|cell| place(cell.at).0);
    let (first, last) = (
        columns.clone().min().unwrap_or(0),
        columns.max().unwrap_or(0),
    );
    let count = usize::try_from(last - first).unwrap_or(0) + 1;
    let widest = WIDEST.min(width / count);
    let is_wide = |cell: &&DrawnSpace| length(&cell.words()) + 2 > widest;
    let any_wide = cells.iter().any(|cell| is_wide(&cell));
    let shown = |cell: &DrawnSpace| {
        if any_wide {
            cell.marked()
        } else {
            cell.words()
        }
    };
    let column = cells
        .iter()
        .map(|cell| length(&shown(cell)))
        .max()
        .unwrap_or(0)
        + 2;
    let mut rows: BTreeMap<i32, BTreeMap<i32, String>> = BTreeMap::new();
    for cell in cells {
        let (x, y) = place(cell.at);
        rows.entry(y).or_default().insert(x - first, shown(cell));
    }
    let text: String = rows.values().map(|row| table_row(row, column)).collect();
    if any_wide {
        text + &list(cells.iter().filter(|cell| !cell.holds.is_empty()), width)
    } else {
        text
    }
}

fn table_row(row: &BTreeMap<i32, String>, column: usize) -> String {
    let mut line = String::new();
    for (x, words) in row {
        let start = usize::try_from(*x).unwrap_or(0) * column;
        let gap = start.saturating_sub(length(&line));
        line.push_str(&" ".repeat(gap));
        line.push_str(words);
    }
    line + "\n"
}

impl DrawnSpace {
    fn words(&self) -> String {
        if self.holds.is_empty() {
            self.id.clone()
        } else {
            format!("{}:{}", self.id, self.holds)
        }
    }

    fn marked(&self) -> String {
        if self.holds.is_empty() {
            self.id.clone()
        } else {
            format!("{}*", self.id)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DrawnSpace, draw};
    use crate::rules::game::BoardShape;

    fn cell(id: &str, at: (i32, i32), holds: &str) -> DrawnSpace {
        DrawnSpace {
            id: id.to_owned(),
            at,
            holds: holds.to_owned(),
            joined: None,
        }
    }

    #[test]
    fn a_ring_on_a_line() {
        let cells = [cell("0", (0, 0), "boat"), cell("1", (1, 0), "")];
        assert_eq!(
            draw(BoardShape::Ring, &cells, 80),
            "0:boat - 1 - (around)\n"
        );
        assert_eq!(draw(BoardShape::Ring, &cells, 8), "0: boat\n1: -\n");
    }

    #[test]
    fn a_grid_shows_its_pieces() {
        let cells = [
            cell("a1", (0, 0), ""),
            cell("b1", (1, 0), "king"),
            cell("a2", (0, 1), ""),
            cell("b2", (1, 1), "a knight, a rook and a queen"),
        ];
        let drawn = [
            "+--------------+--------------+",
            "| a1           | b1           |",
            "|              |     king     |",
            "+--------------+--------------+",
            "| a2           | b2           |",
            "|              | a knight, a  |",
            "|              |  rook and a  |",
            "+--------------+--------------+",
            "b2: a knight, a rook and a queen",
        ];
        let lines = draw(BoardShape::Grid, &cells, 80);
        assert_eq!(lines.lines().collect::<Vec<_>>(), drawn);
        // Too narrow for edges.
        assert_eq!(
            draw(BoardShape::Grid, &cells[..3], 8),
            "a1   b1*\na2\nb1: king\n"
        );
    }

    /// Cells side by side with the same `joined` are drawn without edges between them.
    #[test]
    fn hexes_as_one() {
        let mut cells = [
            cell("a", (0, 0), "barn"),
            cell("b", (1, 0), "barn"),
            cell("c", (0, 1), "barn"),
            cell("d", (1, 1), "barn"),
        ];
        for (at, joined) in [(0, 7), (1, 7), (2, 7), (3, 8)] {
            cells[at].joined = Some(joined);
        }
        let drawn = [
            r"  ____________",
            r" /     a      \",
            r"/     barn     \____________",
            r"\                    b      \",
            r" \                  barn     \",
            r" /     c                     /",
            r"/     barn      ____________/",
            r"\              /     d      \",
            r" \____________/     barn     \",
            r"              \              /",
            r"               \____________/",
        ];
        let lines = draw(BoardShape::Hex, &cells, 80);
        assert_eq!(lines.lines().collect::<Vec<_>>(), drawn);
    }

    #[test]
    fn hexes_staggered() {
        let cells = [
            cell("a", (0, 0), ""),
            cell("b", (1, 0), "a long word, too wide"),
            cell("c", (2, -1), ""),
            cell("d", (0, 1), ""),
        ];
        let drawn = [
            r"  ____________                ____________",
            r" /     a      \              /     c      \",
            r"/              \____________/              \",
            r"\              /     b      \              /",
            r" \____________/ a long word, \____________/",
            r" /     d      \   too wide   /",
            r"/              \____________/",
            r"\              /",
            r" \____________/",
        ];
        assert_eq!(
            draw(BoardShape::Hex, &cells, 80)
                .lines()
                .collect::<Vec<_>>(),
            drawn
        );
    }
}
