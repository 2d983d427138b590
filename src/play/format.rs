//! Values in words and back: names of pieces, spaces, players; labels and JSON of options.
//!
//! A word never holds a blank, so that a label can be cut into its words again.

use crate::engine::option::{Answer, Choice};
use crate::engine::state::State;
use crate::engine::view;
use crate::play::vocabulary::{Vocabulary, action_name, piece_name, spaced};
use crate::program::Program;
use crate::program::code::Ask;
use crate::program::ids::{LayoutId, PieceId, PlacementId, SiteId, SpaceId, SpotId};
use crate::program::layout::BoardLayout;
use crate::rules::game::{Holder, NONE};
use crate::rules::ids::HookId;
use crate::rules::ids::{ActionId, BoardId, PlayerId, ShapeId};
use crate::rules::table::{ids, widened};
use crate::rules::types::Type;
use serde_json::{Map, Value, json};
use std::fmt;

/// The words of a position, as a player may read them.
#[derive(Debug, Clone, Copy)]
pub struct ValueFormat<'a> {
    /// The compiled rules, with all names.
    pub(crate) program: &'a Program,
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
            Some(vocabulary) if identifier != UNKNOWN && value != NONE => {
                let word = vocabulary.of_value(ty, value).map(str::to_owned);
                word.unwrap_or_else(|| self.plain_words(ty, value, identifier))
            }
            Some(_) | None => identifier,
        }
    }

    /// A value for which `view.yaml` has no word, as people read it.
    fn plain_words(&self, ty: &Type, value: i32, identifier: String) -> String {
        match ty.required() {
            Type::Bool if value == 0 => "no".to_owned(),
            Type::Bool => "yes".to_owned(),
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

    /// A name of the rules as the reader reads it.
    pub(crate) fn name(&self, name: &str) -> String {
        match self.vocabulary {
            Some(_) => spaced(name),
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
    pub(crate) fn knows(&self, piece: PieceId) -> bool {
        match self.sight {
            Sight::All => true,
            Sight::Player(player) => view::knows(self.program, self.state, player, piece),
        }
    }

    /// A value as an option names it: a piece that the reader doesn't know by its position, `hand.2`, where that is seen.
    fn offered(&self, ty: &Type, value: i32) -> String {
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
        match json == UNKNOWN {
            true => json!(self.offered(ty, value)),
            false => json,
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

    /// A space whose id is a number, with the name of its board: `field 3`; none for any other.
    pub(crate) fn numbered_space(&self, space: i32) -> Option<String> {
        let id = self.space(space);
        id.parse::<u32>().ok()?;
        let (board, ..) = State::on_board(self.program, space);
        Some(format!("{} {id}", self.program.layout.boards[board].name))
    }

    /// The layout that a copy of a board uses.
    pub(crate) fn layout(&self, board: BoardId, copy: u32) -> Option<&'a BoardLayout> {
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
        match layout.boards[laid.board].per_player {
            true => format!("P{copy}.{spaces}"),
            false => spaces,
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

    /// The value that a word stands for.
    #[must_use]
    pub fn value(&self, ty: &Type, word: &str) -> Option<i32> {
        if word == "none" && matches!(ty, Type::Optional(_) | Type::None) {
            return Some(NONE);
        }
        let position = |words: &[String]| words.iter().position(|w| w == word).map(|n| n as i32);
        let names = &self.program.names;
        let layout = &self.program.layout;
        match ty.required() {
            Type::Int => word.parse().ok(),
            Type::Bool => word.parse::<bool>().ok().map(i32::from),
            Type::Enum(e) => position(&names.enums[*e].1),
            Type::Player => word
                .strip_prefix('P')?
                .parse()
                .ok()
                .filter(|p| (0..i32::from(self.state.players)).contains(p)),
            Type::Piece(k) if layout.kinds[*k].is_any => position(names.pieces.as_slice()),
            Type::Piece(k) => {
                let kind = &layout.kinds[*k];
                let pieces = names.pieces.range(kind.pieces());
                position(pieces).map(|n| n + kind.first.value())
            }
            Type::Row(k) => position(&names.rows[*k]),
            Type::Space(b) => self.space_value(*b, word),
            Type::Place(_) => (0..layout.place_of.len() as i32).find(|p| self.place(*p) == word),
            Type::Set(e) => {
                let words = word.split('+').filter(|w| !w.is_empty());
                words
                    .map(|w| self.value(&Type::Enum(*e), w))
                    .try_fold(0, |set, n| Some(set | 1 << n?))
            }
            Type::Shape => word
                .strip_prefix("shape")?
                .parse()
                .ok()
                .filter(|n| (0..layout.shapes as i32).contains(n)),
            Type::Direction(b) => position(&layout.boards[*b].direction_names),
            Type::Placement(b) => self.placements(*b).find(|p| self.placement(*p) == word),
            Type::Text
            | Type::Bag(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => None,
        }
    }

    /// The values that a word may stand for when a row with copies means any of them, those of the player who asks first.
    pub(crate) fn values_called(&self, ty: &Type, word: &str, asker: Option<PlayerId>) -> Vec<i32> {
        match self.value(ty, word) {
            Some(value) => vec![value],
            None => {
                let copies = self.copies_called(word, asker).into_iter();
                let copies = copies.map(PieceId::value);
                copies.filter(|piece| self.is_of(ty, *piece)).collect()
            }
        }
    }

    /// Returns the id of the copy that a row means to a player.
    pub fn copy_called(&self, row: &str, asker: Option<PlayerId>) -> Option<String> {
        let copy = *self.copies_called(row, asker).first()?;
        Some(self.program.names.pieces[copy].clone())
    }

    /// The copies of a row among those who play, those of one player first.
    fn copies_called(&self, row: &str, asker: Option<PlayerId>) -> Vec<PieceId> {
        let (names, made_for) = (&self.program.names, &self.program.layout.piece_for);
        let is_copy = |piece: &PieceId| {
            let of = names.copies.get(&names.pieces[*piece]);
            let plays = made_for[*piece].is_none_or(|player| player.is_among(self.state.players));
            plays && of.is_some_and(|of| of == row)
        };
        let mut copies: Vec<PieceId> = names.pieces.ids().filter(is_copy).collect();
        copies.sort_by_key(|piece| asker.is_none() || made_for[*piece] != asker);
        copies
    }

    fn is_of(&self, ty: &Type, piece: i32) -> bool {
        let Type::Piece(kind) = ty.required() else {
            return false;
        };
        let kind = &self.program.layout.kinds[*kind];
        kind.is_any || kind.pieces().contains(&PieceId::from_value(piece))
    }

    /// A space by its id or number; on a player's board after `P1.`.
    fn space_value(&self, board: BoardId, word: &str) -> Option<i32> {
        let (copy, id) = match word.split_once('.') {
            Some((seat, id)) if self.program.layout.boards[board].per_player => {
                (self.value(&Type::Player, seat)? as u32, id)
            }
            _ if self.program.layout.boards[board].per_player => return None,
            _ => (0, word),
        };
        self.space_on(board, copy, id)
    }

    /// A space of one copy of a board, by its id or its number.
    pub(crate) fn space_on(&self, board: BoardId, copy: u32, id: &str) -> Option<i32> {
        let layout = self.layout(board, copy)?;
        let by_id = layout
            .ids
            .iter()
            .position(|i| i == id || i.replace(' ', "_") == id);
        let number = by_id.or_else(|| id.parse().ok().filter(|n: &usize| *n < layout.ids.len()))?;
        let board = &self.program.layout.boards[board];
        Some((board.first + copy * board.capacity) as i32 + number as i32)
    }

    /// All words that a value of a type can have, for "did you mean".
    pub(crate) fn candidates(&self, ty: &Type) -> Vec<String> {
        let names = &self.program.names;
        let layout = &self.program.layout;
        match ty.required() {
            Type::Enum(e) | Type::Set(e) => names.enums[*e].1.clone(),
            Type::Piece(k) if layout.kinds[*k].is_any => names.pieces.as_slice().to_vec(),
            Type::Piece(k) => {
                let kind = &layout.kinds[*k];
                names.pieces.range(kind.pieces()).to_vec()
            }
            Type::Row(k) => names.rows[*k].clone(),
            Type::Player => PlayerId::first(self.state.players)
                .map(|p| p.to_string())
                .collect(),
            Type::Bool => vec!["true".into(), "false".into()],
            Type::Direction(b) => layout.boards[*b].direction_names.clone(),
            Type::Space(b) => {
                let board = &layout.boards[*b];
                let used = board.capacity * board.copies.min(u32::from(self.state.players).max(1));
                (board.first..board.first + used)
                    .map(|s| self.space(s as i32))
                    .collect()
            }
            Type::Place(_) => (0..layout.place_of.len() as i32)
                .map(|p| self.place(p))
                .collect(),
            Type::Int
            | Type::Text
            | Type::Bag(_)
            | Type::Shape
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => Vec::new(),
        }
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

    /// An option's label: `play owl_1 red 2`, `owl_1 P2`, `done`, `yes`.
    #[must_use]
    pub fn label(&self, site: SiteId, answer: Answer, values: &[i32]) -> String {
        self.label_parts(site, answer, values).join(" ")
    }

    /// The parts of an option's label: the action or the word, then each value.
    pub(crate) fn label_parts(&self, site: SiteId, answer: Answer, values: &[i32]) -> Vec<String> {
        let (mut words, typed) = self.parts_of_label(site, answer);
        words.extend(typed.iter().zip(values).map(|(ty, v)| self.offered(ty, *v)));
        if let Answer::Entry(_) = answer {
            words.extend(self.entry_words(values));
        }
        words
    }

    /// A label of which only some parts are told: the action's name or the word, unless values are all, then each value.
    /// None when the reader is told nothing by it.
    #[must_use]
    pub fn told_label(
        &self,
        site: SiteId,
        answer: Answer,
        values: &[i32],
        told: &[bool],
    ) -> Option<String> {
        let (name, typed) = self.parts_of_label(site, answer);
        let is_word = !matches!(answer, Answer::Values);
        let of_values = told.get(usize::from(is_word)..).unwrap_or_default();
        let hidden = match is_word {
            true => !told.first().copied().unwrap_or(false),
            false => !of_values.contains(&true),
        };
        if hidden {
            return None;
        }
        // Who is told of a piece may read its name.
        let all = ValueFormat {
            sight: Sight::All,
            ..*self
        };
        let word = |((n, ty), value): ((usize, &Type), &i32)| {
            let told = of_values.get(n).copied().unwrap_or(false);
            match (told, matches!(ty.required(), Type::Piece(_))) {
                (false, _) => UNKNOWN.into(),
                (true, true) => all.word(ty, *value),
                (true, false) => self.word(ty, *value),
            }
        };
        let mut words = name;
        words.extend(typed.iter().enumerate().zip(values).map(word));
        if let Answer::Entry(_) = answer {
            words.extend(self.entry_words(values));
        }
        Some(words.join(" "))
    }

    /// The types of the values of an answer.
    pub(crate) fn types_of_answer(&self, site: SiteId, answer: Answer) -> Vec<Type> {
        self.parts_of_label(site, answer).1
    }

    /// The words of a label before its values, and the types of these.
    fn parts_of_label(&self, site: SiteId, answer: Answer) -> (Vec<String>, Vec<Type>) {
        let word = |word: &str| (vec![word.to_owned()], Vec::new());
        match answer {
            Answer::Action(action) => {
                let types = self.program.actions[action].params.iter();
                let types: Vec<Type> = types.map(|(_, ty)| ty.clone()).collect();
                (vec![self.action(action, !types.is_empty())], types)
            }
            Answer::Values => (Vec::new(), self.types(site).to_vec()),
            Answer::Done => word("done"),
            Answer::Yes => word("yes"),
            Answer::No => word("no"),
            Answer::Pass => word("pass"),
            Answer::Entry(_) => (Vec::new(), Vec::new()),
        }
    }

    /// An action's name, or for people what it asks, with a colon before its values.
    fn action(&self, action: ActionId, has_values: bool) -> String {
        if self.vocabulary.is_none() {
            return self.program.actions[action].name.clone();
        }
        let name = action_name(self.program, action);
        let colon = if has_values { ":" } else { "" };
        format!("{name}{colon}")
    }

    /// A waiting entry in words.
    fn entry_words(&self, values: &[i32]) -> Vec<String> {
        let (name, this, args) = self.entry(values);
        let mut words: Vec<String> = match self.vocabulary {
            Some(_) => vec![self.text_name(&name)],
            None => waiting(&name),
        };
        words.extend(this);
        words.extend(args.into_iter().map(|(_, ty, v)| self.word(&ty, v)));
        words
    }

    fn types(&self, site: SiteId) -> &'a [Type] {
        match &self.program.sites[site].ask {
            Ask::Choose { types, .. } => types,
            Ask::May | Ask::Offer { .. } | Ask::Pool(_) => &[],
        }
    }

    /// A text of the rules by its row and slot, `card.owl.when_arrived`, or by its hook, `game.when_arrived`, in words for
    /// people.
    pub(crate) fn text_name(&self, name: &str) -> String {
        let parts: Vec<&str> = name.splitn(3, '.').collect();
        let slot = |slot: &str| spaced(&timed_words(slot).unwrap_or_else(|| slot.to_owned()));
        match parts[..] {
            [kind, row, text] => format!("{} ({})", self.row_name(kind, row), slot(text)),
            [_, text] => slot(text),
            _ => spaced(name),
        }
    }

    /// A row of a kind, as people call it.
    pub(crate) fn row_name(&self, kind: &str, row: &str) -> String {
        let names = &self.program.names;
        if let Some(piece) = names.pieces.ids().find(|piece| names.pieces[*piece] == row) {
            return self.word(
                &Type::Piece(self.program.layout.piece_kind[piece]),
                piece.value(),
            );
        }
        let kinds = self.program.layout.kinds.entries();
        let of_kind = kinds.filter(|(_, one)| one.name == kind);
        let found = of_kind.filter_map(|(id, _)| {
            let row = names.rows[id].iter().position(|one| one == row)?;
            Some(self.word(&Type::Row(id), row as i32))
        });
        let mut found = found;
        found.next().unwrap_or_else(|| spaced(row))
    }

    /// A waiting entry: its text's name, its piece when the name doesn't say it, its arguments.
    fn entry(&self, values: &[i32]) -> (String, Option<String>, Vec<(String, Type, i32)>) {
        let [hook, _, this, _, args @ ..] = values else {
            return (UNKNOWN.into(), None, Vec::new());
        };
        let body = self.program.hooks[HookId::from_value(*hook)].body;
        let routine = &self.program.routines[body];
        let ty = routine.locals.get(1).map_or(&Type::None, |(_, ty)| ty);
        let piece = matches!(ty.required(), Type::Piece(_)) && *this != NONE;
        if piece && self.piece(*this) == UNKNOWN {
            return (UNKNOWN.into(), None, Vec::new());
        }
        let this = (*this != NONE)
            .then(|| self.word(ty, *this))
            .filter(|this| {
                let said = routine.name.split('.').any(|part| part == this);
                !said
            });
        let args = routine
            .locals
            .iter()
            .skip(2)
            .zip(args)
            .map(|((name, ty), v)| (name.clone(), ty.clone(), *v));
        (routine.name.clone(), this, args.collect())
    }

    /// An option as JSON: `{"action":"play","args":{"card":"owl_1"}}`, `{"choice":{"receiver":"P1"}}`, `{"answer":"yes"}`,
    /// `{"entry":{"effect":"…","this":"…","args":{…}}}`.
    #[must_use]
    pub fn option_json(&self, site: SiteId, choice: &Choice) -> Value {
        let named = |pairs: Vec<(String, Type, i32)>| {
            Value::Object(
                pairs
                    .into_iter()
                    .map(|(name, ty, v)| (name, self.offered_json(&ty, v)))
                    .collect::<Map<_, _>>(),
            )
        };
        match choice.answer {
            Answer::Action(action) => {
                let action = &self.program.actions[action];
                let args = action
                    .params
                    .iter()
                    .zip(&choice.values)
                    .map(|((name, ty), v)| (name.clone(), ty.clone(), *v));
                json!({ "action": action.name, "args": named(args.collect()) })
            }
            Answer::Values => {
                let names: &[String] = match &self.program.sites[site].ask {
                    Ask::Choose { names, .. } => names,
                    Ask::May | Ask::Offer { .. } | Ask::Pool(_) => &[],
                };
                let values = names.iter().zip(self.types(site)).zip(&choice.values);
                json!({ "choice": named(values.map(|((name, ty), v)| (name.clone(), ty.clone(), *v)).collect()) })
            }
            Answer::Done => json!({ "answer": "done" }),
            Answer::Yes => json!({ "answer": "yes" }),
            Answer::No => json!({ "answer": "no" }),
            Answer::Pass => json!({ "answer": "pass" }),
            Answer::Entry(_) => {
                let (effect, this, args) = self.entry(&choice.values);
                json!({ "entry": { "effect": effect, "this": this, "args": named(args) } })
            }
        }
    }
}

/// Returns words for a waiting text: `owl arrived` of the row's text `card.owl.when_arrived`, `arrived` of the whole game's,
/// `owl instead of fall` of what replaces an effect.
fn waiting(name: &str) -> Vec<String> {
    let mut parts: Vec<&str> = name.split('.').collect();
    let timed = parts.pop().unwrap_or(name);
    // The first part is the kind, or the game.
    let of = parts.into_iter().skip(1).map(str::to_owned);
    of.chain(timed_words(timed)).collect()
}

/// Returns words for the time at which a text runs: `before fall` of `before_fall`; none for a slot of a row.
fn timed_words(text: &str) -> Option<String> {
    let words = [
        ("when_", ""),
        ("before_", "before "),
        ("instead_of_", "instead of "),
    ];
    words.iter().find_map(|(prefix, word)| {
        let effect = text.strip_prefix(prefix)?;
        Some(format!("{word}{effect}"))
    })
}

/// A place for people: `deck`, `hand of P0`, `tiles of field 2`, `under of owl_1`.
#[must_use]
pub fn place_phrase(words: &ValueFormat<'_>, place: SpotId) -> String {
    if place == SpotId::NONE {
        return "nowhere".into();
    }
    let (declared, holder) = words.program.layout.place_of[place];
    let declared = &words.program.layout.places[declared];
    with_holder(
        words,
        &words.name(&declared.name),
        (declared.holder, holder),
    )
}

/// A name of a place or variable with who has it: `hand of P0`.
pub(super) fn with_holder(
    words: &ValueFormat<'_>,
    name: &str,
    (sort, holder): (Holder, u32),
) -> String {
    match sort {
        Holder::Table => name.to_owned(),
        Holder::Player => format!("{name} of P{holder}"),
        Holder::Space(board) => {
            format!(
                "{name} of {} {}",
                words.name(&words.program.layout.boards[board].name),
                words.space(holder as i32)
            )
        }
        Holder::Piece(k) => format!("{name} of {}", words.word(&Type::Piece(k), holder as i32)),
    }
}
