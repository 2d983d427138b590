//! Words as values: what people, rulings and positions write for a piece, a space or a value.

use crate::format::ValueFormat;
use ludex_program::ids::PieceId;
use ludex_rules::game::NONE;
use ludex_rules::ids::{BoardId, PlayerId};
use ludex_rules::types::Type;

impl ValueFormat<'_> {
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
    pub fn candidates(&self, ty: &Type) -> Vec<String> {
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
}
