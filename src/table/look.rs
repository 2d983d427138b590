//! The look of a game for a page: icons, colours, drawn cards, spaces and positions of panels, as `look.yaml` says them.
//!
//! Cards are drawn by `sheets`, once for paper and screens: a page gets each face as the SVG that `ludex sheets` prints, so
//! that one layout decides what stands where, and text is measured where it is broken into lines. Spaces and values come as
//! data, since what lies on them moves.

use ludex_check::env::Env;
use ludex_program::ids::PieceId;
use ludex_program::layout::Kind;
use ludex_rules::ids::{BoardId, EnumId, KindId};
use ludex_rules::look::{BoardLook, CardShape, Colour, LookSubject};
use ludex_sheets::{ComponentGroup, SheetGame, SpaceLook};
use ludex_tools::manual::Manual;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The look of a game; empty without `look.yaml`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LookText {
    /// The drawings: faces use number N as `#icon-N`.
    pub drawings: Vec<DrawingText>,
    /// Colours of the seats, in their order.
    pub seats: Vec<String>,
    /// The enums by their numbers: the paint of each value.
    pub values: Vec<Vec<ThingPaint>>,
    /// Variables and tracks that have paint, by name.
    pub variables: Vec<(String, ThingPaint)>,
    /// The boards by their numbers.
    pub boards: Vec<BoardPaint>,
    /// The number of columns of the page.
    pub columns: Option<u32>,
    /// The panels that have a position on the page.
    pub panels: Vec<PanelCell>,
}

/// A drawing without scripts and without anything outside of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DrawingText {
    /// The part of the plane that it shows: left, top, width and height.
    pub view_box: [f32; 4],
    /// The elements inside of `svg`.
    pub body: String,
}

/// The icon and colour of a thing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ThingPaint {
    /// The number of the drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<u32>,
    /// The colour of the thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// Black or white, whichever is read on that colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ink: Option<String>,
}

/// The outline of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaceShape {
    /// A rectangle with round corners.
    Card,
    /// A hexagon with a corner on the left and on the right.
    Hex,
    /// An ellipse, as tokens have.
    Round,
}

/// A side of a card as a picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FaceText {
    /// The outline of the card.
    pub shape: FaceShape,
    /// Width and height in millimetres, the unit of the picture.
    pub size: (f32, f32),
    /// The elements of the picture, as SVG.
    pub svg: String,
}

/// The look of a board.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardPaint {
    /// The colour behind the spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// The kinds whose pieces are drawn as tiles over all spaces that they cover.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<u32>,
    /// The spaces of each layout, by their numbers.
    pub layouts: Vec<Vec<SpacePaint>>,
}

/// The look of a space.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpacePaint {
    /// The colour of the space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<String>,
    /// Black or white, whichever is read on that colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ink: Option<String>,
    /// The values that the layout gives it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<PaintedWord>,
}

/// A value with its icon and colour.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PaintedWord {
    /// The value in words.
    pub word: String,
    /// The icon and colour of the value.
    pub paint: ThingPaint,
}

/// The position of a panel on the page, in cells of a grid, from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PanelCell {
    /// The title of the panel, or the name of a board that it shows.
    pub panel: String,
    /// The first of its columns.
    pub column: u32,
    /// The first of its rows.
    pub row: u32,
    /// The number of columns.
    pub wide: u32,
    /// The number of rows.
    pub high: u32,
}

/// Looks things up in a checked game.
pub(super) struct LookBook<'a> {
    sheets: SheetGame<'a>,
    /// The groups of components that `look.yaml` lays out, and where each row's component is.
    groups: Vec<ComponentGroup>,
    places: BTreeMap<(KindId, String), (usize, usize)>,
}

impl<'a> LookBook<'a> {
    pub(super) fn new(names: &'a Env, manual: &'a Manual) -> LookBook<'a> {
        let sheets = SheetGame { names, manual };
        let mut groups = if names.game.look.cards.is_empty() {
            Vec::new()
        } else {
            sheets.groups()
        };
        groups.retain(|group| group.has_layout);
        let mut places = BTreeMap::new();
        for (nth, group) in groups.iter().enumerate() {
            for (at, one) in group.components.iter().enumerate() {
                places.insert((group.kind, one.id.clone()), (nth, at));
            }
        }
        LookBook {
            sheets,
            groups,
            places,
        }
    }

    /// The front of a row's card.
    pub(super) fn front(&self, kind: KindId, id: &str) -> Option<FaceText> {
        let (group, at) = *self.places.get(&(kind, id.to_owned()))?;
        let group = &self.groups[group];
        Some(face(group, &group.components[at].front))
    }

    /// The back of a kind's cards; none where they have several, since who sees a back does not know the sort.
    pub(super) fn back(&self, kind: KindId) -> Option<FaceText> {
        let mut groups = self.groups.iter().filter(|group| group.kind == kind);
        let first = groups.next()?;
        let is_one = groups.all(|group| group.back == first.back && group.size == first.size);
        is_one.then(|| face(first, &first.back))
    }

    /// The paint of a record's row.
    pub(super) fn row(&self, kind: KindId, row: u32) -> Option<ThingPaint> {
        self.paint(&LookSubject::Row(kind, row))
    }

    /// The paint of a piece.
    pub(super) fn piece(&self, id: KindId, kind: &Kind, piece: PieceId) -> Option<ThingPaint> {
        let row = piece.number() - kind.pieces().start.number();
        self.row(id, row)
    }

    fn paint(&self, subject: &LookSubject) -> Option<ThingPaint> {
        let game = &self.sheets.names.game;
        let around = game.look.around(game, subject);
        let icon = around.iter().find_map(|one| game.look.icon_number(one));
        let colour = around.iter().find_map(|one| game.look.colour(one));
        (icon.is_some() || colour.is_some()).then(|| paint(icon, colour))
    }

    pub(super) fn look(&self) -> LookText {
        let game = &self.sheets.names.game;
        let look = &game.look;
        let drawings = look.drawings.iter().map(|drawing| DrawingText {
            view_box: drawing.view_box,
            body: drawing.body.clone(),
        });
        let is_plain = look.icons.is_empty() && look.colours.is_empty();
        let enums = game.enums.iter().enumerate().filter(|_| !is_plain);
        let values = enums.map(|(nth, declared)| {
            let values = (0..).zip(&declared.values);
            let paints =
                values.map(|(value, _)| self.paint(&LookSubject::Value(EnumId::new(nth), value)));
            paints.map(Option::unwrap_or_default).collect()
        });
        let all = look.colours.iter().map(|(one, _)| one);
        let all = all.chain(look.icons.iter().map(|(one, _)| one));
        let mut variables: BTreeMap<String, ThingPaint> = BTreeMap::new();
        for subject in all {
            if let (LookSubject::Var(var), Some(paint)) = (subject, self.paint(subject)) {
                variables.insert(game.vars[var.index()].name.clone(), paint);
            }
        }
        LookText {
            drawings: drawings.collect(),
            seats: look.seats.iter().map(Colour::to_string).collect(),
            values: values.collect(),
            variables: variables.into_iter().collect(),
            boards: self.boards(),
            columns: look.columns,
            panels: look
                .panels
                .iter()
                .map(|panel| PanelCell {
                    panel: panel.panel.clone(),
                    column: panel.column,
                    row: panel.row,
                    wide: panel.wide,
                    high: panel.high,
                })
                .collect(),
        }
    }

    /// The boards; none of a game that says nothing of its looks, which are plain.
    fn boards(&self) -> Vec<BoardPaint> {
        let game = &self.sheets.names.game;
        if game.look.boards.is_empty() && game.look.colours.is_empty() {
            return Vec::new();
        }
        let boards = game.boards.iter().enumerate().map(|(nth, board)| {
            let id = BoardId::new(nth);
            let own = game.look.boards.iter().find(|look| look.board == id);
            let colour = own.and_then(|look| look.colour);
            let colour = colour.or_else(|| game.look.colour(&LookSubject::Board(id)));
            let layouts = (0..board.layouts.len()).map(|layout| {
                let spaces = self.sheets.space_looks(id, layout);
                spaces.into_iter().map(space).collect()
            });
            BoardPaint {
                colour: colour.map(|colour| colour.to_string()),
                tiles: own.map(tiles).unwrap_or_default(),
                layouts: layouts.collect(),
            }
        });
        boards.collect()
    }
}

/// The numbers of the kinds that a board draws as tiles.
fn tiles(look: &BoardLook) -> Vec<u32> {
    let numbers = look.tiles.iter().map(|kind| u32::try_from(kind.index()));
    numbers.filter_map(Result::ok).collect()
}

fn space(look: SpaceLook) -> SpacePaint {
    let marks = look.marks.into_iter().map(|mark| PaintedWord {
        word: mark.word,
        paint: paint(mark.icon, mark.colour),
    });
    SpacePaint {
        fill: look.fill.map(|fill| fill.to_string()),
        ink: look.fill.map(|fill| fill.ink().to_string()),
        marks: marks.collect(),
    }
}

fn paint(icon: Option<usize>, colour: Option<Colour>) -> ThingPaint {
    ThingPaint {
        icon: icon.and_then(|icon| u32::try_from(icon).ok()),
        colour: colour.map(|colour| colour.to_string()),
        ink: colour.map(|colour| colour.ink().to_string()),
    }
}

fn face(group: &ComponentGroup, svg: &str) -> FaceText {
    FaceText {
        shape: match group.shape {
            CardShape::Card => FaceShape::Card,
            CardShape::Hex => FaceShape::Hex,
            CardShape::Round => FaceShape::Round,
        },
        size: group.size,
        svg: svg.to_owned(),
    }
}
