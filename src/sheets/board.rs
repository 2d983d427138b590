//! Boards as pictures, a picture for each of their layouts.

use crate::card::{bounds, hex_middle, hexagon};
use crate::game::SheetGame;
use crate::metrics::Weight;
use crate::svg::{Area, SvgWriter};
use crate::text::{Paragraph, lay};
use crate::words::{CardToken, capital, spaced};
use ludex_rules::game::{Board, BoardShape, Layout};
use ludex_rules::ids::BoardId;
use ludex_rules::look::{BoardLook, Colour, Length, LookSubject};
use std::f32::consts::TAU;

/// The width of a space of which nothing is said, in millimetres.
const SPACE: Length = Length(260);
/// Air around a board, as a part of a space.
const AIR: f32 = 0.35;
const BEHIND: Colour = Colour {
    channels: [0xd9, 0xd3, 0xc3],
};
const PLAIN: Colour = Colour {
    channels: [0xf3, 0xee, 0xdf],
};
const RIM: Colour = Colour {
    channels: [0x6b, 0x66, 0x59],
};
/// A space shows so many things at most.
const MOST: usize = 3;

/// A board in one of its layouts.
#[derive(Debug, Clone)]
pub(crate) struct DrawnBoard {
    pub(crate) title: String,
    /// Width and height in millimetres.
    pub(crate) size: (f32, f32),
    pub(crate) svg: String,
}

/// Draws all boards that are printed.
pub(crate) fn boards(game: &SheetGame<'_>) -> Vec<DrawnBoard> {
    let boards = game.game().boards.iter().enumerate();
    let drawn = boards.flat_map(|(nth, board)| {
        let id = BoardId::new(nth);
        let look = game.game().look.boards.iter().find(|look| look.board == id);
        let is_printed = look.is_none_or(|look| look.print);
        let layouts = board.layouts.iter().filter(move |_| is_printed);
        layouts.map(move |layout| draw(game, id, board, layout, look))
    });
    drawn.filter(|board| board.size.0 > 0.0).collect()
}

fn draw(
    game: &SheetGame<'_>,
    id: BoardId,
    board: &Board,
    layout: &Layout,
    look: Option<&BoardLook>,
) -> DrawnBoard {
    let wide = look.and_then(|look| look.space).unwrap_or(SPACE);
    let wide = wide.millimetres();
    let middles = middles(board.shape, layout, wide);
    let (left, right) = bounds(middles.iter().map(|(x, _)| *x));
    let (top, bottom) = bounds(middles.iter().map(|(_, y)| *y));
    let around = wide * (0.5 + AIR);
    let colour = look.and_then(|look| look.colour);
    let colour = colour.or_else(|| game.words().colour(&LookSubject::Board(id)));
    let mut drawer = BoardPainter {
        spaces: SpaceReader {
            game,
            board,
            layout,
            look,
        },
        board,
        layout,
        wide,
        out: SvgWriter::default(),
    };
    let size = (right - left + 2.0 * around, bottom - top + 2.0 * around);
    let whole = Area {
        x: 0.0,
        y: 0.0,
        width: size.0,
        height: size.1,
    };
    drawer.out.rect(whole, wide * 0.2, colour.unwrap_or(BEHIND));
    let moved: Vec<(f32, f32)> = middles
        .iter()
        .map(|(x, y)| (x - left + around, y - top + around))
        .collect();
    if board.shape == BoardShape::Graph {
        drawer.ways(&moved);
    }
    for (nth, middle) in moved.iter().enumerate() {
        drawer.space(nth, *middle);
    }
    let name = capital(&game.words().noun(&[&board.name]));
    let title = match board.layouts.len() {
        1 => name,
        _ => format!("{name} {}", spaced(&layout.id)),
    };
    DrawnBoard {
        title,
        size,
        svg: drawer.out.finish(),
    }
}

/// Returns where the middles of spaces are, in millimetres.
fn middles(shape: BoardShape, layout: &Layout, wide: f32) -> Vec<(f32, f32)> {
    let count = layout.spaces.len() as f32;
    let spaces = layout.spaces.iter().enumerate();
    let middle = |(nth, space): (usize, &ludex_rules::game::LayoutSpace)| match shape {
        BoardShape::Hex => {
            let (x, y) = hex_middle(space.at);
            (x * wide / 2.0, y * wide / 2.0)
        }
        BoardShape::Grid | BoardShape::Row => {
            let (column, row) = (space.at.0 as f32, space.at.1 as f32);
            (column * wide, row * wide)
        }
        BoardShape::Ring | BoardShape::Graph => {
            // Neighbours on the circle stand a space and a quarter apart.
            let radius = (wide * 1.25 * count / TAU).max(wide);
            let angle = nth as f32 / count * TAU - TAU / 4.0;
            (radius * angle.cos(), radius * angle.sin())
        }
    };
    spaces.map(middle).collect()
}

/// The drawing of a space by `look.yaml`, whatever lies there.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SpaceLook {
    /// The colour of the space.
    pub fill: Option<Colour>,
    /// The values that the layout gives it, by their icons, colours and words.
    pub marks: Vec<SpaceMark>,
}

/// A value on a space.
#[derive(Debug, Clone, PartialEq)]
pub struct SpaceMark {
    /// The number of the drawing.
    pub icon: Option<usize>,
    /// The colour of the value.
    pub colour: Option<Colour>,
    /// The value in words.
    pub word: String,
}

impl SheetGame<'_> {
    /// Returns what is drawn on the spaces of a board's layout, by their numbers.
    #[must_use]
    pub fn space_looks(&self, id: BoardId, layout: usize) -> Vec<SpaceLook> {
        let board = &self.game().boards[id.index()];
        let Some(layout) = board.layouts.get(layout) else {
            return Vec::new();
        };
        let look = self.game().look.boards.iter().find(|look| look.board == id);
        let spaces = SpaceReader {
            game: self,
            board,
            layout,
            look,
        };
        let looks = (0..layout.spaces.len()).map(|nth| SpaceLook {
            fill: spaces.fill(nth),
            marks: spaces.things(nth).iter().map(SpaceMark::new).collect(),
        });
        looks.collect()
    }
}

impl SpaceMark {
    fn new(token: &CardToken) -> SpaceMark {
        let (icon, colour) = match token {
            CardToken::Thing { icon, colour, .. } => (*icon, *colour),
            CardToken::Number(_) | CardToken::Shape(_) => (None, None),
        };
        SpaceMark {
            icon,
            colour,
            word: crate::content::in_words(token),
        }
    }
}

/// Reads what a layout gives its spaces.
#[derive(Clone, Copy)]
struct SpaceReader<'a, 'g> {
    game: &'a SheetGame<'g>,
    board: &'a Board,
    layout: &'a Layout,
    look: Option<&'a BoardLook>,
}

impl SpaceReader<'_, '_> {
    /// The colour of the first attribute that has one.
    fn fill(&self, nth: usize) -> Option<Colour> {
        let all: Vec<usize> = (0..self.board.attributes.len()).collect();
        let named = self.look.map(|look| &look.fill);
        let named = named.filter(|fill| !fill.is_empty()).unwrap_or(&all);
        named.iter().find_map(|attribute| {
            let tokens = self.tokens(nth, *attribute).into_iter();
            let mut colours = tokens.filter_map(|token| match token {
                CardToken::Thing { colour, .. } => colour,
                CardToken::Number(_) | CardToken::Shape(_) => None,
            });
            colours.next()
        })
    }

    fn tokens(&self, nth: usize, attribute: usize) -> Vec<CardToken> {
        let declared = &self.board.attributes[attribute];
        let value = &self.layout.spaces[nth].attributes[attribute];
        let label = (self.game.words()).noun(&[&self.board.name, &declared.name]);
        self.game.words().tokens(&declared.ty, value, &label)
    }

    /// The values that the layout gives a space, of the attributes that are drawn.
    fn things(&self, nth: usize) -> Vec<CardToken> {
        let written = self.layout.written.get(nth);
        let is_written = |attribute: &usize| {
            let name = &self.board.attributes[*attribute].name;
            written.is_some_and(|written| written.iter().any(|(one, _)| one == name))
        };
        let named = self.look.and_then(|look| look.icons.clone());
        let named = named.unwrap_or_else(|| {
            let filled = |one: &usize| self.look.is_some_and(|look| look.fill.contains(one));
            let all = 0..self.board.attributes.len();
            all.filter(|one| !filled(one)).collect()
        });
        let things = named.into_iter().filter(is_written);
        things
            .flat_map(|attribute| self.tokens(nth, attribute))
            .collect()
    }
}

/// A board that is being drawn.
struct BoardPainter<'a, 'g> {
    spaces: SpaceReader<'a, 'g>,
    board: &'a Board,
    layout: &'a Layout,
    wide: f32,
    out: SvgWriter,
}

impl BoardPainter<'_, '_> {
    /// Draws the ways between neighbours of a graph.
    fn ways(&mut self, middles: &[(f32, f32)]) {
        for (nth, space) in self.layout.spaces.iter().enumerate() {
            for other in space.beside.iter().flatten() {
                let to = middles.get(ludex_rules::table::widened(*other));
                if let Some(to) = to {
                    self.out.line(middles[nth], *to, RIM, 1.2);
                }
            }
        }
    }

    fn space(&mut self, nth: usize, middle: (f32, f32)) {
        let fill = self.spaces.fill(nth).unwrap_or(PLAIN);
        let half = self.wide / 2.0;
        let (x, y) = middle;
        let area = Area {
            x: x - half,
            y: y - half,
            width: self.wide,
            height: self.wide,
        };
        match self.board.shape {
            BoardShape::Hex => {
                let points = hexagon(middle, half * 0.98);
                self.out.polygon(&points, fill, Some(RIM));
            }
            BoardShape::Grid | BoardShape::Row => {
                let area = area.inset(self.wide * 0.02);
                self.out.rect(area, self.wide * 0.08, RIM);
                self.out.rect(area.inset(0.3), self.wide * 0.07, fill);
            }
            BoardShape::Ring | BoardShape::Graph => self.out.disc(middle, half, fill, RIM),
        }
        self.things(nth, middle, fill.ink());
        self.id(nth, middle, fill.ink());
    }

    fn id(&mut self, nth: usize, middle: (f32, f32), ink: Colour) {
        let (x, y) = middle;
        let id = &self.layout.spaces[nth].id;
        let size = (self.wide * 0.1).min(2.4);
        let wide = crate::metrics::width(id, Weight::Regular) * size;
        let at = (x - wide / 2.0, y + self.wide * 0.36);
        self.out.text(at, id, size, Weight::Regular, wide, ink);
    }

    /// Draws the values that the layout gives a space.
    fn things(&mut self, nth: usize, middle: (f32, f32), ink: Colour) {
        let tokens: Vec<CardToken> = self.spaces.things(nth).into_iter().take(MOST).collect();
        let high = self.wide * 0.62 / tokens.len().max(1) as f32;
        let high = high.min(self.wide * 0.42);
        let mut y = middle.1 - high * tokens.len() as f32 / 2.0;
        for token in &tokens {
            let area = Area {
                x: middle.0 - self.wide * 0.36,
                y,
                width: self.wide * 0.72,
                height: high,
            };
            self.thing(token, area, ink);
            y += high;
        }
    }

    fn thing(&mut self, token: &CardToken, area: Area, ink: Colour) {
        let words = match token {
            CardToken::Thing {
                icon: Some(icon),
                colour,
                ..
            } => {
                let radius = area.height.min(area.width) * 0.46;
                let (x, y) = area.middle();
                let part = match colour {
                    Some(colour) => {
                        self.out.disc((x, y), radius, *colour, RIM);
                        0.7
                    }
                    None => 1.0,
                };
                let half = radius * part;
                return self.out.icon(
                    *icon,
                    Area {
                        x: x - half,
                        y: y - half,
                        width: 2.0 * half,
                        height: 2.0 * half,
                    },
                );
            }
            CardToken::Number(_) | CardToken::Thing { .. } | CardToken::Shape(_) => {
                crate::content::in_words(token)
            }
        };
        let paragraph = Paragraph {
            head: words,
            body: String::new(),
        };
        let laid = lay(&[paragraph], area, (self.wide * 0.15, 1.2));
        let area = Area {
            y: area.y + (area.height - laid.height()).max(0.0) / 2.0,
            ..area
        };
        laid.draw(&mut self.out, area, ink, true);
    }
}
