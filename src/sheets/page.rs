//! Sheets of paper: components in rows and columns with marks where to cut, boards, and player aids, as one HTML file.

use crate::aid;
use crate::board::{DrawnBoard, boards};
use crate::card::BLEED;
use crate::deck::{Component, ComponentGroup};
use crate::frame::{CardFrame, UsedParts};
use crate::game::SheetGame;
use crate::metrics::{Weight, width};
use crate::svg::{FONTS, SvgWriter, mm, symbols};
use crate::words::heading;
use ludex_markup::escaped;
use ludex_rules::look::{CardShape, Colour};
use std::fmt::Write;

/// The margin that no printer reaches, in millimetres.
const MARGIN: f32 = 4.5;
/// The air around a board, in which its title stands.
const BOARD_MARGIN: f32 = 9.0;
/// A page has so many columns or rows at most.
const MOST: u16 = 60;
/// The length of the marks that tell where to cut.
const MARK: f32 = 3.2;
const GREY: Colour = Colour {
    channels: [0x80; 3],
};

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetPaper {
    /// 210 mm by 297 mm.
    A4,
    /// 8.5 in by 11 in.
    Letter,
}

impl SheetPaper {
    /// Returns width and height in millimetres.
    #[must_use]
    pub fn size(self) -> (f32, f32) {
        match self {
            SheetPaper::A4 => (210.0, 297.0),
            SheetPaper::Letter => (215.9, 279.4),
        }
    }
}

/// The pages that are made.
#[derive(Debug, Clone, Copy)]
pub struct PageOptions {
    /// The size of the paper.
    pub paper: SheetPaper,
    /// The distance by which a component reaches beyond where it is cut, in millimetres; 3 at most.
    pub bleed: f32,
    /// A page of backs behind each page of fronts, mirrored so that both meet when a printer turns the long edge.
    pub backs: bool,
    /// Boards and player aids behind the components.
    pub boards: bool,
}

/// Returns the pages of components, boards and player aids as an HTML file.
#[must_use]
pub fn html(game: &SheetGame<'_>, groups: &[ComponentGroup], options: PageOptions) -> String {
    let mut pages = PageWriter {
        options,
        size: options.paper.size(),
        game: game.manual.title.clone(),
        body: String::new(),
        count: 0,
    };
    for group in groups {
        pages.group(group);
    }
    if options.boards {
        for board in boards(game) {
            pages.board(&board);
        }
        pages.body.push_str(&aid::section(game));
    }
    document(game, &pages)
}

fn document(game: &SheetGame<'_>, pages: &PageWriter) -> String {
    let (wide, high) = pages.size;
    let (wide, high) = (mm(wide), mm(high));
    let symbols = symbols(&game.names.game.look, &pages.body);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
         @page {{ size: {wide}mm {high}mm; margin: 0 }}\n\
         @page aid {{ size: {wide}mm {high}mm; margin: 13mm }}\n\
         {STYLE}\
         .page {{ width: {wide}mm; height: {high}mm }}\n\
         </style>\n</head>\n<body>\n\
         <svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>{symbols}</defs></svg>\n\
         {body}</body>\n</html>\n",
        title = escaped(&format!("{}: sheets", game.manual.title)),
        body = pages.body,
    )
}

/// The looks of the file on paper and on a screen.
const STYLE: &str = include_str!("page.css");

/// Writes pages, one after the other.
struct PageWriter {
    options: PageOptions,
    size: (f32, f32),
    game: String,
    body: String,
    count: usize,
}

/// The rows and columns of a page.
#[derive(Debug, Clone, Copy)]
struct Grid {
    columns: usize,
    rows: usize,
    /// The left top of the first cell.
    begin: (f32, f32),
    /// The size of a cell, bleed included.
    cell: (f32, f32),
    /// Components that are larger than the paper are made smaller.
    scale: f32,
}

impl Grid {
    fn new(size: (f32, f32), paper: (f32, f32), bleed: f32) -> Grid {
        let room = (paper.0 - 2.0 * MARGIN, paper.1 - 2.0 * MARGIN);
        let cell = (size.0 + 2.0 * bleed, size.1 + 2.0 * bleed);
        let scale = (room.0 / cell.0).min(room.1 / cell.1).min(1.0);
        let cell = (cell.0 * scale, cell.1 * scale);
        // A hair of tolerance, since the scale is rounded.
        let fit = |room: f32, cell: f32| {
            let counts = 1_u16..=MOST;
            let fitting = counts.take_while(|count| f32::from(*count) * cell <= room + 0.05);
            fitting.count().max(1)
        };
        let (columns, rows) = (fit(room.0, cell.0), fit(room.1, cell.1));
        let begin = (
            (paper.0 - columns as f32 * cell.0) / 2.0,
            (paper.1 - rows as f32 * cell.1) / 2.0,
        );
        Grid {
            columns,
            rows,
            begin,
            cell,
            scale,
        }
    }

    fn place(&self, column: usize, row: usize) -> (f32, f32) {
        (
            self.begin.0 + column as f32 * self.cell.0,
            self.begin.1 + row as f32 * self.cell.1,
        )
    }
}

impl PageWriter {
    /// Puts the components of a group on pages, each as often as it is there.
    fn group(&mut self, group: &ComponentGroup) {
        let grid = Grid::new(group.size, self.size, self.options.bleed);
        let all = group.components.iter();
        let all = all.flat_map(|one| (0..one.count).map(move |_| one));
        let all: Vec<&Component> = all.collect();
        for page in all.chunks(grid.columns * grid.rows) {
            let mut fronts = String::new();
            let mut backs = String::new();
            for (nth, one) in page.iter().enumerate() {
                let (column, row) = (nth % grid.columns, nth / grid.columns);
                let at = grid.place(column, row);
                fronts.push_str(&self.side(group, grid, at, &one.front, Some(one)));
                let at = grid.place(grid.columns - 1 - column, row);
                backs.push_str(&self.side(group, grid, at, &group.back, None));
            }
            let title = heading(&group.name);
            let marks = self.marks(grid);
            self.page(&title, &format!("{fronts}{marks}"));
            if self.options.backs {
                self.page(&format!("{title}, backs"), &format!("{backs}{marks}"));
            }
        }
    }

    /// Returns a side of a component at a place of the page.
    fn side(
        &self,
        group: &ComponentGroup,
        grid: Grid,
        at: (f32, f32),
        svg: &str,
        of: Option<&Component>,
    ) -> String {
        let (x, y) = at;
        let bleed = self.options.bleed.min(BLEED);
        let (wide, high) = (group.size.0 + 2.0 * bleed, group.size.1 + 2.0 * bleed);
        let label = of.map(|one| {
            format!(
                " class=\"card\" data-id=\"{}\" role=\"img\" aria-label=\"{}\"",
                escaped(&one.id),
                escaped(&format!("{}\n{}", one.title, one.words))
            )
        });
        format!(
            "<svg{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\">{svg}{}</svg>\n",
            label.unwrap_or_else(|| " class=\"back\"".to_owned()),
            mm(x),
            mm(y),
            mm(grid.cell.0),
            mm(grid.cell.1),
            mm(-bleed),
            mm(-bleed),
            mm(wide),
            mm(high),
            outline(group)
        )
    }

    /// Draws marks in the margin, at each line that is cut.
    fn marks(&self, grid: Grid) -> String {
        let mut out = SvgWriter::default();
        let bleed = self.options.bleed * grid.scale;
        let mut mark = |from, to| out.line(from, to, GREY, 0.12);
        let (left, top) = grid.begin;
        let (right, bottom) = grid.place(grid.columns, grid.rows);
        for column in 0..grid.columns {
            let (x, _) = grid.place(column, 0);
            for x in [x + bleed, x + grid.cell.0 - bleed] {
                mark((x, top - 0.6), (x, top - 0.6 - MARK));
                mark((x, bottom + 0.6), (x, bottom + 0.6 + MARK));
            }
        }
        for row in 0..grid.rows {
            let (_, y) = grid.place(0, row);
            for y in [y + bleed, y + grid.cell.1 - bleed] {
                mark((left - 0.6, y), (left - 0.6 - MARK, y));
                mark((right + 0.6, y), (right + 0.6 + MARK, y));
            }
        }
        out.finish()
    }

    /// Puts a board on a page of its own, turned if it is larger so.
    fn board(&mut self, board: &DrawnBoard) {
        let (wide, high) = self.size;
        let room = (wide - 2.0 * BOARD_MARGIN, high - 2.0 * BOARD_MARGIN);
        let fit = |size: (f32, f32)| (room.0 / size.0).min(room.1 / size.1).min(1.0);
        let (across, along) = (fit(board.size), fit((board.size.1, board.size.0)));
        let is_turned = along > across;
        let scale = across.max(along);
        let drawn = (board.size.0 * scale, board.size.1 * scale);
        let turn = if is_turned { " rotate(90)" } else { "" };
        let inside = format!(
            "<g transform=\"translate({} {}){turn} scale({scale:.4}) translate({} {})\">{}</g>",
            mm(wide / 2.0),
            mm(high / 2.0),
            mm(-drawn.0 / scale / 2.0),
            mm(-drawn.1 / scale / 2.0),
            board.svg
        );
        self.page(&board.title, &inside);
    }

    fn page(&mut self, title: &str, inside: &str) {
        self.count += 1;
        let (wide, high) = self.size;
        let note = format!("{} · {title} · {}", self.game, self.count);
        let mut out = SvgWriter::default();
        let size = 2.0;
        let length = width(&note, Weight::Regular) * size;
        let at = ((wide - length) / 2.0, high - 1.3);
        out.text(at, &note, size, Weight::Regular, length, GREY);
        let _ = writeln!(
            self.body,
            "<svg class=\"page\" viewBox=\"0 0 {} {}\" font-family=\"{FONTS}\" aria-label=\"{}\">\n{inside}{}</svg>",
            mm(wide),
            mm(high),
            escaped(&note),
            out.finish()
        );
    }
}

/// A thin line where a component is cut that has no straight sides.
fn outline(group: &ComponentGroup) -> String {
    let frame = CardFrame::new(group.shape, group.size, UsedParts::default());
    let shape = match group.shape {
        CardShape::Card => return String::new(),
        CardShape::Hex => {
            let points = frame.hexagon(0.0);
            let points: Vec<String> = points
                .iter()
                .map(|(x, y)| format!("{},{}", mm(*x), mm(*y)))
                .collect();
            format!("<polygon points=\"{}\"", points.join(" "))
        }
        CardShape::Round => {
            let (x, y) = frame.whole(0.0).middle();
            format!(
                "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"",
                mm(x),
                mm(y),
                mm(x),
                mm(y)
            )
        }
    };
    format!("{shape} fill=\"none\" stroke=\"{GREY}\" stroke-width=\"0.12\"/>")
}

#[cfg(test)]
mod tests {
    use super::{Grid, SheetPaper};

    #[test]
    fn nine_poker_cards_stand_on_either_paper() {
        for paper in [SheetPaper::A4, SheetPaper::Letter] {
            let grid = Grid::new((63.0, 88.0), paper.size(), 1.0);
            assert_eq!(
                (grid.columns, grid.rows, grid.scale),
                (3, 3, 1.0),
                "{paper:?}"
            );
            let middle = grid.begin.0 + 1.5 * grid.cell.0;
            assert!(
                (middle - paper.size().0 / 2.0).abs() < 0.01,
                "a turned page meets its fronts"
            );
        }
    }

    #[test]
    fn what_is_larger_than_the_paper_is_made_smaller() {
        let grid = Grid::new((400.0, 100.0), SheetPaper::A4.size(), 0.0);
        assert_eq!((grid.columns, grid.scale), (1, 0.5025));
        assert!(grid.rows >= 5, "{grid:?}");
    }
}
