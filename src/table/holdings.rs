//! The holdings of the table and of each player, as far as a viewer may know: numbers, places with their pieces, boards.
//!
//! It tells what `play::state_json` tells, in numbers that a page can point at.

use crate::things::ValueText;
use ludex_engine::state::State;
use ludex_play::format::ValueFormat;
use ludex_play::state_json::in_order_seen;
use ludex_play::vocabulary::Vocabulary;
use ludex_program::ids::{PieceId, SpotId};
use ludex_program::layout::{Layout, Var};
use ludex_rules::game::{Holder, NONE};
use ludex_rules::ids::{BoardId, PlaceId, PlayerId, VarId};
use ludex_rules::types::Type;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The holdings of the table or of one player.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Holdings {
    /// Variables and tracks with their values.
    pub numbers: Vec<NumberSeen>,
    /// Places with their pieces, empty ones too.
    pub places: Vec<PlaceSeen>,
    /// Boards that are laid out.
    pub boards: Vec<BoardSeen>,
}

/// A variable or track that the viewer sees.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NumberSeen {
    /// The name that the rules use.
    pub name: String,
    /// The name that people read.
    pub words: String,
    /// True of a track.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_track: bool,
    /// Its value, or one for each value of the enum that indexes it.
    pub values: Vec<IndexedValue>,
}

/// A value of a variable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct IndexedValue {
    /// The index, of a variable that has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    /// The value in words.
    pub value: ValueText,
}

/// A place with its pieces.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceSeen {
    /// The number of the declaration in `Description::places`.
    pub declared: u32,
    /// The number of this place, by which options name it.
    pub place: u32,
    /// Its pieces in order, null for one that the viewer does not know.
    pub pieces: Vec<Option<u32>>,
    /// Marks on pieces that the viewer does not know, by their position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarksSeen>,
}

/// Marks on an unknown piece.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MarksSeen {
    /// The position of the piece in its place, from 0.
    pub at: u32,
    /// The marks with their values.
    pub fields: Vec<NumberSeen>,
}

/// A board that is laid out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardSeen {
    /// The number of the declaration in `Description::boards`.
    pub board: u32,
    /// The number of its layout there.
    pub layout: u32,
    /// The number of its first space; the others count up from it.
    pub first: u32,
    /// The number of its spaces.
    pub count: u32,
    /// Spaces that hold something, or whose fields are not as at the beginning.
    pub spaces: Vec<SpaceSeen>,
}

/// A space that holds something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpaceSeen {
    /// The number by which others name it.
    pub space: u32,
    /// Its fields that are not as at the beginning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<NumberSeen>,
    /// Its places that are not empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceSeen>,
}

/// A known piece that holds something, or whose fields are not as at the beginning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PieceSeen {
    /// The number by which others name it.
    pub piece: u32,
    /// Its fields that are not as at the beginning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<NumberSeen>,
    /// Its places that are not empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceSeen>,
}

/// All that is held at a table.
#[derive(Debug, Clone, Default)]
pub(super) struct AllHoldings {
    pub(super) table: Holdings,
    pub(super) players: Vec<Holdings>,
    pub(super) pieces: Vec<PieceSeen>,
}

/// Lists what is held, as its reader may know it.
pub(super) fn all(values: ValueFormat<'_>, vocabulary: &Vocabulary) -> AllHoldings {
    let mut lister = Lister {
        values,
        words: values.in_words(vocabulary),
        vocabulary,
        pieces: Vec::new(),
    };
    let table = lister.of(Holder::Table, 0);
    let players = PlayerId::first(values.state().players);
    let players = players.map(|player| lister.of(Holder::Player, player.number()));
    let players = players.collect();
    AllHoldings {
        table,
        players,
        pieces: lister.pieces,
    }
}

struct Lister<'a> {
    values: ValueFormat<'a>,
    /// The same knowledge in words for people.
    words: ValueFormat<'a>,
    vocabulary: &'a Vocabulary,
    /// Known pieces that have something to tell.
    pieces: Vec<PieceSeen>,
}

/// The values that are listed: all, or those that changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    All,
    Changed,
}

impl<'a> Lister<'a> {
    fn layout(&self) -> &'a Layout {
        &self.values.program().layout
    }

    fn of(&mut self, holder: Holder, number: u32) -> Holdings {
        let layout = self.layout();
        let vars = layout
            .vars
            .entries()
            .filter(|(_, var)| var.holder == holder);
        let numbers = vars.filter_map(|(id, var)| self.number(id, var, number, Which::All));
        let numbers = numbers.collect();
        let places = layout
            .places
            .entries()
            .filter(|(_, place)| place.holder == holder);
        let places: Vec<PlaceId> = places.map(|(id, _)| id).collect();
        let places = places
            .into_iter()
            .map(|id| self.place(id, number))
            .collect();
        let is_own = |per_player: bool| per_player == (holder == Holder::Player);
        let boards = layout
            .boards
            .entries()
            .filter(|(_, board)| is_own(board.per_player));
        let boards: Vec<BoardId> = boards.map(|(id, _)| id).collect();
        let boards = boards
            .into_iter()
            .filter_map(|id| self.board(id, number))
            .collect();
        Holdings {
            numbers,
            places,
            boards,
        }
    }

    /// A variable of a holder; none if its reader does not see it, if nobody declared it and it stands at its default, or if it
    /// is as at the beginning and only changes are wanted.
    fn number(&self, id: VarId, var: &Var, holder: u32, which: Which) -> Option<NumberSeen> {
        if !self.values.sees(id, holder) {
            return None;
        }
        let at = var.numbers_of(holder);
        let values = self.values.state().memory.range(at.clone());
        let is_at_first = values == self.layout().memory.range(at);
        if is_at_first && (which == Which::Changed || var.name.contains('.')) {
            return None;
        }
        let value = |value: &i32| ValueText::new(&self.words, &var.ty, *value);
        let indexed = values.iter().enumerate().map(|(n, number)| IndexedValue {
            index: var
                .index
                .map(|index| self.words.word(&Type::Enum(index), n as i32)),
            value: value(number),
        });
        Some(NumberSeen {
            name: var.name.clone(),
            words: self.vocabulary.of_variable(&var.name),
            is_track: var.track.is_some(),
            values: indexed.collect(),
        })
    }

    fn place(&mut self, id: PlaceId, holder: u32) -> PlaceSeen {
        let place = self.layout().places[id].spot(holder);
        let lying = in_order_seen(&self.values, place);
        let (mut pieces, mut marks) = (Vec::new(), Vec::new());
        for (at, piece) in (0..).zip(lying) {
            if self.values.knows(piece) {
                pieces.push(Some(piece.number()));
                self.piece(piece);
                continue;
            }
            pieces.push(None);
            let fields = self.marks(piece);
            if !fields.is_empty() {
                marks.push(MarksSeen { at, fields });
            }
        }
        PlaceSeen {
            declared: id.number(),
            place: place.number(),
            pieces,
            marks,
        }
    }

    /// The marks on a piece that the reader does not know.
    fn marks(&self, piece: PieceId) -> Vec<NumberSeen> {
        let layout = self.layout();
        let kind = &layout.kinds[layout.piece_kind[piece]];
        let marks = kind.fields.iter().filter(|id| layout.vars[**id].is_mark);
        marks
            .filter_map(|id| self.number(*id, &layout.vars[*id], piece.number(), Which::Changed))
            .collect()
    }

    /// Notes what a known piece has to tell.
    fn piece(&mut self, piece: PieceId) {
        let layout = self.layout();
        let kind = &layout.kinds[layout.piece_kind[piece]];
        let (fields, places) = self.held(&kind.fields, &kind.places, piece.number());
        if !fields.is_empty() || !places.is_empty() {
            self.pieces.push(PieceSeen {
                piece: piece.number(),
                fields,
                places,
            });
        }
    }

    /// The fields that changed, and the places that are not empty.
    fn held(
        &mut self,
        fields: &[VarId],
        places: &[PlaceId],
        holder: u32,
    ) -> (Vec<NumberSeen>, Vec<PlaceSeen>) {
        let layout = self.layout();
        let fields = fields
            .iter()
            .filter_map(|id| self.number(*id, &layout.vars[*id], holder, Which::Changed));
        let fields = fields.collect();
        let is_full =
            |id: &PlaceId| !is_empty(self.values.state(), layout.places[*id].spot(holder));
        let full: Vec<PlaceId> = places.iter().copied().filter(is_full).collect();
        let places = full.into_iter().map(|id| self.place(id, holder)).collect();
        (fields, places)
    }

    fn board(&mut self, id: BoardId, copy: u32) -> Option<BoardSeen> {
        let board = &self.layout().boards[id];
        let used = self.values.layout(id, copy)?;
        let count = used.ids.len() as u32;
        let first = board.first + copy * board.capacity;
        let mut spaces = Vec::new();
        for space in first..first + count {
            let (fields, places) = self.held(&board.fields, &board.places, space);
            if !fields.is_empty() || !places.is_empty() {
                spaces.push(SpaceSeen {
                    space,
                    fields,
                    places,
                });
            }
        }
        let layout = self.values.state().memory[board.layout_of(copy)];
        (count > 0).then_some(BoardSeen {
            board: id.number(),
            layout: if layout == NONE {
                0
            } else {
                layout.cast_unsigned()
            },
            first,
            count,
            spaces,
        })
    }
}

fn is_empty(state: &State, place: SpotId) -> bool {
    state.places[place].count == 0
}
