//! Things that values point at: a piece, a space, a player or another thing that a page can draw and let people click.

use ludex_engine::state::State;
use ludex_play::format::ValueFormat;
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::game::{Holder, NONE};
use ludex_rules::types::Type;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A thing of a game, by the numbers that descriptions and snapshots use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Thing {
    /// A piece that the viewer knows, by its number in `Description::pieces`.
    Piece(u32),
    /// A piece that the viewer does not know, by where it lies.
    Hidden {
        /// The number of the place.
        place: u32,
        /// Its position there, from 0.
        at: u32,
    },
    /// A space of a board: those of a board in a snapshot count up from its `first`.
    Space(u32),
    /// Several spaces, on which a shape is laid.
    Spaces(Vec<u32>),
    /// A place, by its number in snapshots.
    Place(u32),
    /// A player, by seat.
    Player(u32),
    /// A plain number, as it is.
    Number(i32),
    /// A flag: yes or no.
    Flag(bool),
    /// A row of a record.
    Row {
        /// The number of the record in `Description::kinds`.
        kind: u32,
        /// The number of the row.
        row: u32,
    },
    /// A value of an enum.
    Value {
        /// The number of the enum.
        of: u32,
        /// The number of the value.
        value: u32,
    },
    /// An action of the rules, by its name.
    Action(String),
    /// `done`, `pass` or a text that waits in a pool, by its words.
    Answer(String),
}

/// A value as people read it, with what it points at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ValueText {
    /// The value in words.
    pub text: String,
    /// The full wording, where there is more to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full: Option<String>,
    /// The thing that it points at; none of a value that the viewer does not know, or that is nothing to click.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thing: Option<Thing>,
}

impl ValueText {
    /// Renders a value for a viewer.
    pub(super) fn new(words: &ValueFormat<'_>, ty: &Type, value: i32) -> ValueText {
        ValueText {
            text: words.word(ty, value),
            full: None,
            thing: thing(words, ty, value),
        }
    }
}

/// Returns what a value points at, as far as its reader may know.
pub(super) fn thing(words: &ValueFormat<'_>, ty: &Type, value: i32) -> Option<Thing> {
    if value == NONE {
        return None;
    }
    let number = value.cast_unsigned();
    match ty.required() {
        Type::Int => Some(Thing::Number(value)),
        Type::Bool => Some(Thing::Flag(value != 0)),
        Type::Player => Some(Thing::Player(number)),
        Type::Space(_) => Some(Thing::Space(number)),
        Type::Piece(_) => piece(words, PieceId::of(value)?),
        Type::Row(kind) => Some(Thing::Row {
            kind: kind.number(),
            row: number,
        }),
        Type::Enum(of) => Some(Thing::Value {
            of: of.number(),
            value: number,
        }),
        Type::Place(_) => place(words, SpotId::of(value)?),
        Type::Placement(_) => spaces(words.program(), value).map(Thing::Spaces),
        Type::Text
        | Type::Set(_)
        | Type::Bag(_)
        | Type::Shape
        | Type::Direction(_)
        | Type::All(_)
        | Type::Optional(_)
        | Type::None
        | Type::Wrong => None,
    }
}

/// Returns a piece, or, of one that the reader does not know, where it lies, if everybody sees how the pieces there lie.
fn piece(words: &ValueFormat<'_>, piece: PieceId) -> Option<Thing> {
    if words.knows(piece) {
        return Some(Thing::Piece(piece.number()));
    }
    let place = words.state().pieces.get(piece)?.place;
    let is_row = place != SpotId::NONE && State::is_row(words.program(), place);
    is_row.then(|| Thing::Hidden {
        place: place.number(),
        // Positions are counted from 1.
        at: words.state().position_of(piece).saturating_sub(1),
    })
}

/// Returns a place, unless a piece has it that the reader does not know.
fn place(words: &ValueFormat<'_>, place: SpotId) -> Option<Thing> {
    let layout = &words.program().layout;
    let (declared, holder) = *layout.place_of.get(place)?;
    let is_known = match layout.places[declared].holder {
        Holder::Piece(_) => words.knows(PieceId::numbered(holder)),
        Holder::Table | Holder::Player | Holder::Space(_) => true,
    };
    is_known.then(|| Thing::Place(place.number()))
}

/// Returns the spaces of a placement.
fn spaces(program: &Program, value: i32) -> Option<Vec<u32>> {
    let (placement, first) = program.layout.placed(value)?;
    let cells = program.layout.cells.of(placement.index()).iter();
    Some(
        cells
            .map(|cell| (first + i32::from(*cell)).cast_unsigned())
            .collect(),
    )
}
