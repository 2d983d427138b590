//! Values in words: names of pieces, spaces, places and players. `read_words` reads them back; `labels` has options.
//!
//! A word never holds a blank, so that a label can be cut into its words again.

mod labels;
mod read_words;

use crate::sentences::Sentences;
use crate::vocabulary::{Vocabulary, piece_name, spaced};
use ludex_engine::knowledge::view;
use ludex_engine::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::{LayoutId, PieceId, PlacementId, SpaceId, SpotId};
use ludex_program::layout::BoardLayout;
use ludex_rules::game::{Holder, NONE};
use ludex_rules::ids::{BoardId, PlayerId, ShapeId, VarId};
use ludex_rules::table::{ids, widened};
use ludex_rules::types::Type;
use serde_json::{Value, json};
use std::fmt;

/// The words of a position, as a player may read them.
#[derive(Debug, Clone, Copy)]
pub struct ValueFormat<'a> {
    /// The compiled rules, with all names.
    pub program: &'a Program,
    /// The position that words are about.
    pub(crate) state: &'a State,
    /// The knowledge of whoever reads.
    pub(crate) sight: Sight,
    /// Words for people; none where values are read back by the names of the rules.
    pub(crate) vocabulary: Option<&'a Vocabulary>,
}

/// The knowledge of whoever reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Somebody who knows everything.
    All,
    /// A player: unknown pieces are `?`.
    Player(PlayerId),
    /// Somebody who knows what all players know.
    Common,
}

/// A value for people and for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Both {
    /// The value in words.
    pub word: String,
    /// As JSON: numbers and flags as such.
    pub json: Value,
}

impl fmt::Display for Both {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)
    }
}

/// The word for an unknown piece.
pub const UNKNOWN: &str = "?";

/// A value in words that `value` reads back: `owl_1`, `P0`, `3`, `red`, `none`.
#[must_use]
pub fn word(program: &Program, state: &State, ty: &Type, value: i32) -> String {
    ValueFormat::of(program, state).word(ty, value)
}

/// The value that a word stands for.
#[must_use]
pub fn value(program: &Program, state: &State, ty: &Type, word: &str) -> Option<i32> {
    ValueFormat::of(program, state).value(ty, word)
}

impl<'a> ValueFormat<'a> {
    /// The words of one who knows everything.
    #[must_use]
    pub fn of(program: &'a Program, state: &'a State) -> ValueFormat<'a> {
        ValueFormat {
            program,
            state,
            sight: Sight::All,
            vocabulary: None,
        }
    }

    /// The words of a player.
    #[must_use]
    pub fn to(program: &'a Program, state: &'a State, player: PlayerId) -> ValueFormat<'a> {
        ValueFormat {
            program,
            state,
            sight: Sight::Player(player),
            vocabulary: None,
        }
    }

    /// The words of somebody with this knowledge.
    #[must_use]
    pub fn with_sight(program: &'a Program, state: &'a State, sight: Sight) -> ValueFormat<'a> {
        ValueFormat {
            program,
            state,
            sight,
            vocabulary: None,
        }
    }

    /// Returns the compiled rules.
    #[must_use]
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// Returns the position that words are about, with everything hidden in it.
    #[must_use]
    pub fn state(&self) -> &'a State {
        self.state
    }

    /// The same knowledge in words for people.
    #[must_use]
    pub fn in_words(self, vocabulary: &'a Vocabulary) -> ValueFormat<'a> {
        ValueFormat {
            vocabulary: Some(vocabulary),
            ..self
        }
    }

    /// A value in words; a piece the reader doesn't know is `?`.
    #[must_use]
    pub fn word(&self, ty: &Type, value: i32) -> String {
        let identifier = self.identifier(ty, value);
        match self.vocabulary {
            Some(_) if value == NONE => self.sentences().none().to_owned(),
            Some(vocabulary) if identifier != UNKNOWN => {
                let word = vocabulary.of_value(ty, value).map(str::to_owned);
                word.unwrap_or_else(|| self.plain_words(ty, value, identifier))
            }
            Some(_) | None => identifier,
        }
    }

    /// A value for which `view.yaml` has no word, as people read it.
    fn plain_words(&self, ty: &Type, value: i32, identifier: String) -> String {
        match ty.required() {
            Type::Bool => self.sentences().yes_or_no(value != 0).to_owned(),
            Type::Piece(_) => piece_name(self.program, PieceId::from_value(value)),
            Type::Place(_) => place_phrase(self, SpotId::from_value(value)),
            Type::Space(_) => self.numbered_space(value).unwrap_or(identifier),
            Type::Set(_) => self.set_words(ty, value).join(", "),
            Type::Enum(_) | Type::Row(_) | Type::Direction(_) => spaced(&identifier),
            Type::Int
            | Type::Player
            | Type::Shape
            | Type::Placement(_)
            | Type::Text
            | Type::Bag(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => identifier,
        }
    }

    /// The sentences in the reader's language.
    pub(crate) fn sentences(&self) -> Sentences {
        let language = self.vocabulary.map(|words| words.language);
        Sentences(language.unwrap_or_default())
    }

    /// A name of the rules as the reader reads it.
    pub(crate) fn name(&self, name: &str) -> String {
        match self.vocabulary {
            Some(words) => words.noun(name).map_or_else(|| spaced(name), str::to_owned),
            None => name.to_owned(),
        }
    }

    /// A value by the name that `value` reads back.
    fn identifier(&self, ty: &Type, value: i32) -> String {
        if value == NONE {
            return "none".into();
        }
        let names = &self.program.names;
        let known = |word: Option<&String>| word.map_or_else(|| value.to_string(), String::clone);
        let n = widened(value as u32);
        match ty.required() {
            Type::Bool => (value != 0).to_string(),
            Type::Enum(e) => known(names.enums.get(*e).and_then(|(_, values)| values.get(n))),
            Type::Player => format!("P{value}"),
            Type::Piece(_) => self.piece(value),
            Type::Row(k) => known(names.rows.get(*k).and_then(|rows| rows.get(n))),
            Type::Space(_) => self.space(value),
            Type::Place(_) => self.place(value),
            Type::Set(_) => self.set_words(ty, value).join("+"),
            Type::Shape => format!("shape{value}"),
            Type::Direction(b) => known(
                self.program
                    .layout
                    .boards
                    .get(*b)
                    .and_then(|b| b.direction_names.get(n)),
            ),
            Type::Placement(_) => self.placement(value),
            Type::Int
            | Type::Text
            | Type::Bag(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => value.to_string(),
        }
    }

    fn piece(&self, piece: i32) -> String {
        let piece = PieceId::from_value(piece);
        match self.program.names.pieces.get(piece) {
            Some(name) if self.knows(piece) => name.clone(),
            _ => UNKNOWN.into(),
        }
    }

    /// Tells whether the reader knows which piece this is.
    #[must_use]
    pub fn knows(&self, piece: PieceId) -> bool {
        self.is_among(|| view::who_knows(self.program, self.state, piece))
    }

    /// Tells whether the reader sees the values of a variable of one holder.
    #[must_use]
    pub fn sees(&self, id: VarId, holder: u32) -> bool {
        let at = self.program.layout.vars[id].address(holder);
        self.is_among(|| view::sees_var(self.program, self.state, id, at))
    }

    /// Tells whether the reader is one of those who know something.
    fn is_among(&self, who: impl FnOnce() -> PlayerSet) -> bool {
        match self.sight {
            Sight::All => true,
            Sight::Player(player) => who().has(player),
            Sight::Common => {
                let who = who();
                PlayerId::first(self.state.players).all(|player| who.has(player))
            }
        }
    }

    /// A value as an option names it: a piece that the reader doesn't know by its position, `hand.2`, where that is seen.
    pub(crate) fn offered(&self, ty: &Type, value: i32) -> String {
        let word = self.word(ty, value);
        let unknown = PieceId::of(value)
            .filter(|_| word == UNKNOWN && matches!(ty.required(), Type::Piece(_)));
        let at = unknown.and_then(|piece| {
            let place = self.state.pieces.get(piece)?.place;
            (place != SpotId::NONE && State::is_row(self.program, place)).then_some((piece, place))
        });
        let Some((piece, place)) = at else {
            return word;
        };
        let (declared, _) = self.program.layout.place_of[place];
        let declared = &self.program.layout.places[declared];
        let place = match declared.holder {
            Holder::Player => declared.name.clone(),
            Holder::Table | Holder::Space(_) | Holder::Piece(_) => self.place(place.value()),
        };
        format!("{place}.{}", self.state.position_of(piece))
    }

    /// An offered value as JSON.
    fn offered_json(&self, ty: &Type, value: i32) -> Value {
        let json = self.json(ty, value);
        if json == UNKNOWN {
            json!(self.offered(ty, value))
        } else {
            json
        }
    }

    fn set_words(&self, ty: &Type, value: i32) -> Vec<String> {
        let Type::Set(e) = ty.required() else {
            return Vec::new();
        };
        (0..31)
            .filter(|n| value >> n & 1 != 0)
            .map(|n| self.word(&Type::Enum(*e), n))
            .collect()
    }

    /// A space: its id on a board of the table, `P1.id` on a player's board.
    #[must_use]
    pub fn space(&self, space: i32) -> String {
        let known = |space| self.program.layout.space_board.get(space).is_some();
        if !SpaceId::of(space).is_some_and(known) {
            return space.to_string();
        }
        let (board, copy, number) = State::on_board(self.program, space);
        let id = self
            .layout(board, copy)
            .and_then(|layout| layout.ids.get(widened(number)));
        let id = id.map_or_else(|| number.to_string(), |id| id.replace(' ', "_"));
        if self.program.layout.boards[board].per_player {
            format!("P{copy}.{id}")
        } else {
            id
        }
    }

    /// A space whose id is a number, with its board in words: `front row 3`; none for any other.
    #[must_use]
    pub fn numbered_space(&self, space: i32) -> Option<String> {
        let id = self.space(space);
        id.parse::<u32>().ok()?;
        let (board, ..) = State::on_board(self.program, space);
        let board = &self.program.layout.boards[board].name;
        Some(format!("{} {id}", self.name(board)))
    }

    /// The layout that a copy of a board uses.
    #[must_use]
    pub fn layout(&self, board: BoardId, copy: u32) -> Option<&'a BoardLayout> {
        let board = &self.program.layout.boards[board];
        let used = *self.state.memory.get(board.layout_of(copy))?;
        board.layouts.get(LayoutId::from_value(used))
    }

    /// A place: `deck`, `P0.hand`, `field.2.tiles`, `owl_1.under`.
    #[must_use]
    pub fn place(&self, place: i32) -> String {
        let Some((declared, holder)) = self.program.layout.place_of.get(SpotId::from_value(place))
        else {
            return place.to_string();
        };
        let declared = &self.program.layout.places[*declared];
        let name = &declared.name;
        match declared.holder {
            Holder::Table => name.clone(),
            Holder::Player => format!("P{holder}.{name}"),
            Holder::Space(board) => {
                let board = &self.program.layout.boards[board].name;
                format!("{board}.{}.{name}", self.space(*holder as i32))
            }
            Holder::Piece(_) => format!("{}.{name}", self.piece(*holder as i32)),
        }
    }

    /// A placement: its spaces, as `c4+c5+d4`; on a player's board after `P1.`.
    fn placement(&self, value: i32) -> String {
        let layout = &self.program.layout;
        let Some((placement, copy)) = layout.placement_of(value) else {
            return value.to_string();
        };
        let laid = &layout.placements[placement];
        let used = self.layout_of_placement(placement, laid.board);
        let cells = layout.cells.of(placement.index()).iter();
        let ids = cells.map(|n| {
            used.and_then(|l| l.ids.get(usize::from(n.cast_unsigned())))
                .map_or_else(|| n.to_string(), String::clone)
        });
        let spaces = ids.collect::<Vec<_>>().join("+").replace(' ', "_");
        if layout.boards[laid.board].per_player {
            format!("P{copy}.{spaces}")
        } else {
            spaces
        }
    }

    /// Placements on the layouts that the copies of a board use.
    fn placements(&self, board: BoardId) -> impl Iterator<Item = i32> + '_ {
        let layout = &self.program.layout;
        let board = &layout.boards[board];
        let copies = board.copies.min(u32::from(self.state.players).max(1));
        (0..copies).flat_map(move |copy| {
            let used = LayoutId::from_value(self.state.memory[board.layout_of(copy)]);
            let shapes = (0..layout.shapes).map(ShapeId::new);
            let all = shapes.flat_map(move |shape| ids(layout.placements_on(board, used, shape)));
            all.map(move |placement| layout.placement_on(placement, copy))
        })
    }

    fn layout_of_placement(
        &self,
        placement: PlacementId,
        board: BoardId,
    ) -> Option<&'a BoardLayout> {
        let (layout, board) = (&self.program.layout, &self.program.layout.boards[board]);
        let shape = layout.placements[placement].shape;
        let mut layouts = board.layouts.entries();
        let found = layouts.find(|(id, _)| {
            let range = layout.placements_on(board, *id, shape);
            range.contains(&placement)
        });
        found.map(|(_, layout)| layout)
    }

    /// A value in words and as JSON.
    #[must_use]
    pub fn both(&self, ty: &Type, value: i32) -> Both {
        Both {
            word: self.word(ty, value),
            json: self.json(ty, value),
        }
    }

    /// A value as JSON: numbers and flags as such, sets as arrays, `none` as null, the rest by words.
    #[must_use]
    pub fn json(&self, ty: &Type, value: i32) -> Value {
        let ty = ty.required();
        if value == NONE {
            Value::Null
        } else if *ty == Type::Int {
            json!(value)
        } else if *ty == Type::Bool {
            json!(value != 0)
        } else if matches!(ty, Type::Set(_)) {
            json!(self.set_words(ty, value))
        } else {
            json!(self.word(ty, value))
        }
    }
}

/// A place for people: `deck`, `hand of P0`, `tiles of field 2`, `under of owl_1`.
#[must_use]
pub fn place_phrase(words: &ValueFormat<'_>, place: SpotId) -> String {
    if place == SpotId::NONE {
        return words.sentences().nowhere().to_owned();
    }
    let (declared, holder) = words.program.layout.place_of[place];
    let declared = &words.program.layout.places[declared];
    with_holder(words, &words.name(&declared.name), declared.holder, holder)
}

/// A name of a place or variable with who has it: `hand of P0`.
pub(super) fn with_holder(
    words: &ValueFormat<'_>,
    name: &str,
    sort: Holder,
    holder: u32,
) -> String {
    let holder = match sort {
        Holder::Table => return name.to_owned(),
        Holder::Player => format!("P{holder}"),
        Holder::Space(board) => {
            let board = words.name(&words.program.layout.boards[board].name);
            format!("{board} {}", words.space(holder as i32))
        }
        Holder::Piece(k) => words.word(&Type::Piece(k), holder as i32),
    };
    words.sentences().held_by(name, &holder)
}
