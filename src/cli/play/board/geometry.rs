//! Spaces set on lines of text as their board lies: knows coordinates, nothing of games.

mod hexes;

use std::collections::BTreeMap;

use crate::rules::game::BoardShape;

/// A space.
pub(crate) struct Cell {
    /// Its name, by which a player may choose it.
    pub(crate) id: String,
    /// Its coordinates.
    pub(crate) at: (i32, i32),
    /// What is there, in words; empty for nothing.
    pub(crate) holds: String,
}

/// A cell wider than this shows a mark, and what it holds is told below.
const WIDEST: usize = 14;

/// The spaces by their geometry, on lines of this width where that is possible.
pub(crate) fn draw(shape: BoardShape, cells: &[Cell], width: usize) -> String {
    match shape {
        BoardShape::Ring => line(cells, width, " - (around)"),
        BoardShape::Row => line(cells, width, ""),
        BoardShape::Grid => map(cells, |(x, y)| (x, y), width),
        // North is up: a hex stands half a row lower than its neighbours to the west and east.
        BoardShape::Hex => {
            hexes::draw(cells, width).unwrap_or_else(|| map(cells, |(q, r)| (q, 2 * r + q), width))
        }
        BoardShape::Graph => list(cells.iter()),
    }
}

/// One line, or a line for each space if that is too long.
fn line(cells: &[Cell], width: usize, end: &str) -> String {
    let words: Vec<String> = cells.iter().map(Cell::words).collect();
    let line = words.join(" - ") + end;
    if line.chars().count() <= width {
        line + "\n"
    } else {
        list(cells.iter())
    }
}

fn list<'a>(cells: impl Iterator<Item = &'a Cell>) -> String {
    cells
        .map(|cell| {
            format!(
                "{}: {}\n",
                cell.id,
                if cell.holds.is_empty() {
                    "-"
                } else {
                    &cell.holds
                }
            )
        })
        .collect()
}

/// A table of rows and columns; what is too wide for it is told below.
fn map(cells: &[Cell], place: impl Fn((i32, i32)) -> (i32, i32), width: usize) -> String {
    let columns = cells.iter().map(|cell| place(cell.at).0);
    let (first, last) = (
        columns.clone().min().unwrap_or(0),
        columns.max().unwrap_or(0),
    );
    let count = usize::try_from(last - first).unwrap_or(0) + 1;
    let widest = WIDEST.min(width / count);
    let is_wide = |cell: &&Cell| cell.words().chars().count() + 2 > widest;
    let any_wide = cells.iter().any(|cell| is_wide(&cell));
    let shown = |cell: &Cell| {
        if any_wide {
            cell.marked()
        } else {
            cell.words()
        }
    };
    let column = cells
        .iter()
        .map(|cell| shown(cell).chars().count())
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
        text + &list(cells.iter().filter(|cell| !cell.holds.is_empty()))
    } else {
        text
    }
}

fn table_row(row: &BTreeMap<i32, String>, column: usize) -> String {
    let mut line = String::new();
    for (x, words) in row {
        let start = usize::try_from(*x).unwrap_or(0) * column;
        let gap = start.saturating_sub(line.chars().count());
        line.push_str(&" ".repeat(gap));
        line.push_str(words);
    }
    line + "\n"
}

impl Cell {
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
    use super::Cell;
    use super::draw;
    use crate::rules::game::BoardShape;

    fn cell(id: &str, at: (i32, i32), holds: &str) -> Cell {
        Cell {
            id: id.to_owned(),
            at,
            holds: holds.to_owned(),
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
    fn a_grid_as_a_table() {
        let cells = [
            cell("a1", (0, 0), ""),
            cell("b1", (1, 0), "x"),
            cell("b2", (1, 1), ""),
        ];
        assert_eq!(draw(BoardShape::Grid, &cells, 80), "a1    b1:x\n      b2\n");
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
