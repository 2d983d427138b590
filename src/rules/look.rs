//! The looks of a game on a page and on paper, as `look.yaml` says them. Nothing in them changes play.
//!
//! A page and a printer read the same model: colours and icons of things that the rules name, layouts of cards, drawings of
//! boards, and where panels stand. Whatever is left out is drawn plainly.

use crate::ids::{BoardId, EnumId, KindId, VarId};
use crate::types::Type;
use ludex_source::Span;
use std::fmt;
use std::ops::Range;

/// The looks of a game; empty without `look.yaml`.
#[derive(Debug, Clone, Default)]
pub struct GameLook {
    /// The colours of things, by subject.
    pub colours: Vec<(LookSubject, Colour)>,
    /// Colours of the seats, in their order.
    pub seats: Vec<Colour>,
    /// Icons of things, as indices of `drawings`.
    pub icons: Vec<(LookSubject, usize)>,
    /// The drawings that icons name, each once.
    pub drawings: Vec<Drawing>,
    /// Layouts of cards, one at most for each kind and each sort of one.
    pub cards: Vec<CardLook>,
    /// Drawings of boards, one at most for each.
    pub boards: Vec<BoardLook>,
    /// The number of columns of the page; none leaves it to whoever draws.
    pub columns: Option<u32>,
    /// The panels that have a position on the page.
    pub panels: Vec<PanelPosition>,
}

/// A thing that can have a colour and an icon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LookSubject {
    /// A value of an enum.
    Value(EnumId, i32),
    /// A row of a kind or record; of equal rows, the first.
    Row(KindId, u32),
    /// A kind or record.
    Kind(KindId),
    /// A sort of a kind, by the rows that are of it.
    Sort(KindId, Range<u32>),
    /// An attribute of a kind or record, by its number.
    Attribute(KindId, usize),
    /// A variable or track.
    Var(VarId),
    /// A board, whatever its layout.
    Board(BoardId),
}

/// An opaque colour in sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour {
    /// The three channels, red first.
    pub channels: [u8; 3],
}

impl Colour {
    /// Parses `#rgb` or `#rrggbb`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Colour> {
        let digits = text.strip_prefix('#')?;
        let digits: Vec<u8> = digits
            .chars()
            .map(|digit| digit.to_digit(16).and_then(|one| u8::try_from(one).ok()))
            .collect::<Option<_>>()?;
        let channels = match digits.as_slice() {
            [r, g, b] => [r * 17, g * 17, b * 17],
            [r, s, g, h, b, c] => [r * 16 + s, g * 16 + h, b * 16 + c],
            _ => return None,
        };
        Some(Colour { channels })
    }

    /// Mixes it with another colour, of which it takes so many hundredths.
    #[must_use]
    pub fn mixed(self, other: Colour, hundredths: u16) -> Colour {
        let part = hundredths.min(100);
        let mix = |nth: usize| {
            let (own, new) = (
                u16::from(self.channels[nth]),
                u16::from(other.channels[nth]),
            );
            let sum = (own * (100 - part) + new * part) / 100;
            u8::try_from(sum).unwrap_or(u8::MAX)
        };
        Colour {
            channels: [mix(0), mix(1), mix(2)],
        }
    }

    /// Returns the relative luminance, from 0 (black) to 1 (white), as WCAG 2 defines it.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        let [r, g, b] = self.channels.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Returns black or white, whichever has the higher contrast with it (WCAG 2).
    #[must_use]
    pub fn ink(self) -> Colour {
        // Contrast is (light + 0.05) / (dark + 0.05): both are equal at the square root of 1.05 times 0.05, less 0.05.
        let grey = if self.luminance() > 0.179 { 0x1c } else { 0xff };
        Colour {
            channels: [grey; 3],
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.channels;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// An SVG picture without scripts and without anything outside of it. Its ids begin with its own prefix, so that several
/// drawings can stand in one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The path of its file below the game's folder.
    pub path: String,
    /// The part of the plane that it shows: left, top, width and height.
    pub view_box: [f32; 4],
    /// The elements inside of `svg`, as SVG.
    pub body: String,
}

/// A length in tenths of a millimetre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Length(pub u32);

impl Length {
    /// Returns the length in millimetres.
    #[must_use]
    pub fn millimetres(self) -> f32 {
        // Lengths are at most some metres: exact in 32 bits.
        self.0 as f32 / 10.0
    }
}

/// The layout of the cards of a kind, or of a sort of it.
#[derive(Debug, Clone)]
pub struct CardLook {
    /// The name of the kind or sort.
    pub name: String,
    /// The kind whose cards they are.
    pub kind: KindId,
    /// The rows that it is for; none for all of the kind.
    pub rows: Option<Range<u32>>,
    /// False for what is no component, so that nobody prints it.
    pub print: bool,
    /// The outline of the card.
    pub shape: CardShape,
    /// Width and height, across the whole shape.
    pub size: (Length, Length),
    /// The colour of its frame.
    pub colour: Option<Tint>,
    /// The heading; else the name that the row has, or its id.
    pub title: Option<LookField>,
    /// The values in the corners: top left, top right, bottom left, bottom right.
    pub corners: [Option<LookField>; 4],
    /// The values that are rows of icons.
    pub icons: Vec<LookField>,
    /// The picture, if there is one.
    pub art: Option<Art>,
    /// The values and rules told in words; none for all that stand nowhere else.
    pub text: Option<Vec<LookField>>,
    /// Small print at the bottom.
    pub foot: Vec<LookField>,
    /// The other side of the card.
    pub back: BackLook,
    /// The place of the layout in `look.yaml`.
    pub span: Span,
}

/// The outline of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CardShape {
    /// A rectangle with round corners.
    #[default]
    Card,
    /// A hexagon with a corner on the left and on the right.
    Hex,
    /// An ellipse, as tokens have.
    Round,
}

/// The colour of a frame.
#[derive(Debug, Clone)]
pub enum Tint {
    /// The same on all cards.
    Fixed(Colour),
    /// That of a value.
    By(LookField),
}

/// The picture of a card: the icon of a value, large.
#[derive(Debug, Clone)]
pub struct Art {
    /// The value whose icon is shown; of several, the first.
    pub field: LookField,
    /// Its height; none for what is left.
    pub height: Option<Length>,
    /// True if the area behind it has the colour of the value, on which a white icon shows.
    pub filled: bool,
}

/// The back of a card.
#[derive(Debug, Clone, Default)]
pub struct BackLook {
    /// The words on it; else the game's title.
    pub title: Option<String>,
    /// Its colour; else that of the kind.
    pub colour: Option<Colour>,
    /// The drawing on it; else the icon of the kind.
    pub icon: Option<usize>,
}

/// An attribute of a row, or of a row that it names: `grain.price`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookField {
    /// The names, as they are written.
    pub path: Vec<String>,
    /// The attributes that lead from row to row.
    pub through: Vec<usize>,
    /// The kind that has the last attribute.
    pub kind: KindId,
    /// The attribute at the end.
    pub last: FieldEnd,
}

/// The end of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldEnd {
    /// The id of the row, as words.
    Id,
    /// An attribute with a value.
    Attribute(usize),
    /// A text of the rules, of which people read the words.
    Rules,
}

/// The drawing of a board.
#[derive(Debug, Clone)]
pub struct BoardLook {
    /// The board that is drawn.
    pub board: BoardId,
    /// False for a board that nobody prints.
    pub print: bool,
    /// The width of a space on paper, before the board is made to fit.
    pub space: Option<Length>,
    /// The colour behind the spaces.
    pub colour: Option<Colour>,
    /// The attributes of spaces whose colours fill them, the first that has one.
    pub fill: Vec<usize>,
    /// The attributes of spaces that are drawn on them as icons or words; none for all.
    pub icons: Option<Vec<usize>>,
    /// The kinds of pieces that are drawn as tiles over all spaces that they cover.
    pub tiles: Vec<KindId>,
    /// The place of the entry in `look.yaml`.
    pub span: Span,
}

/// The position of a panel on a page, in cells of a grid, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PanelPosition {
    /// The title of the panel in `view.yaml`, or the name of a board that it shows.
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

impl GameLook {
    /// Returns the colour of a thing.
    #[must_use]
    pub fn colour(&self, subject: &LookSubject) -> Option<Colour> {
        let mut all = self.colours.iter();
        all.find(|(one, _)| one == subject)
            .map(|(_, colour)| *colour)
    }

    /// Returns the icon of a thing.
    #[must_use]
    pub fn icon(&self, subject: &LookSubject) -> Option<&Drawing> {
        self.icon_number(subject).map(|nth| &self.drawings[nth])
    }

    /// Returns the number of the icon of a thing.
    #[must_use]
    pub fn icon_number(&self, subject: &LookSubject) -> Option<usize> {
        let mut all = self.icons.iter();
        all.find(|(one, _)| one == subject).map(|(_, icon)| *icon)
    }

    /// Returns the layout of a row's card: that of its sort before that of its kind.
    #[must_use]
    pub fn card(&self, kind: KindId, row: u32) -> Option<&CardLook> {
        let of_kind = || self.cards.iter().filter(|card| card.kind == kind);
        let of_sort = |card: &&CardLook| card.rows.as_ref().is_some_and(|rows| rows.contains(&row));
        let own = of_kind().find(of_sort);
        own.or_else(|| of_kind().find(|card| card.rows.is_none()))
    }
}

impl LookSubject {
    /// Returns the thing that a scalar of a type stands for, if it can have a colour and an icon.
    #[must_use]
    pub fn of_value(ty: &Type, value: i32) -> Option<LookSubject> {
        match ty.required() {
            Type::Enum(id) => Some(LookSubject::Value(*id, value)),
            Type::Row(kind) | Type::Piece(kind) => {
                Some(LookSubject::Row(*kind, u32::try_from(value).ok()?))
            }
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Player
            | Type::Space(_)
            | Type::Place(_)
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => None,
        }
    }
}
