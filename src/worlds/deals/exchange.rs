//! An exchange: a position in which each piece is taken for another, wherever it is spoken of.

use ludex_engine::state::later::{NO_ROW, ROW};
use ludex_engine::state::{Chain, ENTRY, Piece, State, arguments};
use ludex_program::Program;
use ludex_program::ids::{ListIndex, PieceId, SpotId};
use ludex_rules::game::Holder;
use ludex_rules::ids::{HookId, KindId, RoutineId};
use ludex_rules::table::Table;
use ludex_rules::types::Type;

/// A permutation of the pieces, to be applied to a whole state.
pub(super) struct Exchange<'a> {
    pub(super) program: &'a Program,
    /// For each piece: the one that takes its part.
    pub(super) pieces: Table<PieceId, PieceId>,
}

impl Exchange<'_> {
    /// Exchanges all but variables: where pieces lie, who knows which position, what is being done and what waits.
    pub(super) fn make(&self, state: &State, world: &mut State) {
        for (piece, at) in state.pieces.entries() {
            world.pieces[self.pieces[piece]] = Piece {
                place: self.place(at.place),
                next: self.piece(at.next),
                previous: self.piece(at.previous),
                known: at.known,
            };
        }
        for (place, chain) in state.places.entries() {
            let (first, last) = (self.piece(chain.first), self.piece(chain.last));
            world.places[self.place(place)] = Chain {
                first,
                last,
                count: chain.count,
            };
        }
        self.frames(world);
        self.waiting(world);
    }

    pub(super) fn piece(&self, piece: PieceId) -> PieceId {
        let other = self.pieces.get(piece);
        other.copied().unwrap_or(piece)
    }

    /// A place held by a piece goes with it: what lies on an unknown piece stays where it is.
    pub(super) fn place(&self, place: SpotId) -> SpotId {
        let Some((declared, holder)) = self.program.layout.place_of.get(place) else {
            return place;
        };
        let declared = &self.program.layout.places[*declared];
        match declared.holder {
            Holder::Piece(_) => declared.spot(self.piece(PieceId::numbered(*holder)).number()),
            Holder::Table | Holder::Player | Holder::Space(_) => place,
        }
    }

    pub(super) fn value(&self, ty: &Type, value: i32) -> i32 {
        if let Type::Piece(k) = ty.required()
            // A slot not yet in use holds 0, which need not be a piece of its kind.
            && self.is_of_kind(*k, value)
        {
            return self.piece(PieceId::from_value(value)).value();
        }
        let is_place = (0..self.program.layout.place_of.len() as i32).contains(&value);
        if matches!(ty.required(), Type::Place(_)) && is_place {
            return self.place(SpotId::from_value(value)).value();
        }
        value
    }

    fn is_of_kind(&self, kind: KindId, value: i32) -> bool {
        let kind = &self.program.layout.kinds[kind];
        if kind.is_any {
            return self.pieces.get(PieceId::from_value(value)).is_some();
        }
        kind.pieces().contains(&PieceId::from_value(value))
    }

    fn frames(&self, world: &mut State) {
        for n in 0..world.frames.len() {
            let frame = world.frames[n];
            let (base, routine) = (frame.slots(), &self.program.routines[frame.routine]);
            for (slot, (_, ty)) in routine.locals.iter().enumerate() {
                if let Some(value) = world.stack.get_mut(base + slot) {
                    *value = self.value(ty, *value);
                }
            }
            for cursor in &routine.piece_cursors {
                let at = base + usize::from(cursor.slot);
                for listed in world.stack[at]..world.stack[at + 2] {
                    let Some(value) = world.lists.get_mut(ListIndex::from_value(listed).index())
                    else {
                        break;
                    };
                    if let Some(piece) = self.pieces.get(PieceId::from_value(*value)) {
                        *value = piece.value();
                    }
                }
            }
        }
    }

    fn waiting(&self, world: &mut State) {
        for entry in world.pool.chunks_exact_mut(ENTRY) {
            let body = self.program.hooks[HookId::from_value(entry[0])].body;
            self.entry(body, 2, entry);
        }
        let rows = world.later.chunks_exact_mut(ROW);
        for row in rows.filter(|row| row[0] != NO_ROW) {
            self.entry(RoutineId::from_value(row[2]), 1, &mut row[2..]);
        }
    }

    /// Arguments of a waiting routine: the first of them stands in its slot `first`.
    fn entry(&self, routine: RoutineId, first: usize, entry: &mut [i32]) {
        let locals = self.program.routines[routine].locals.iter().skip(first);
        let count = arguments(entry).len();
        for ((_, ty), value) in locals.zip(&mut entry[4..4 + count]) {
            *value = self.value(ty, *value);
        }
    }
}
