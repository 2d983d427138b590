//! Duplicate deals: hidden hands are handed on around the table, so that on the same seed each seat begins with each hand.
//!
//! So duplicate bridge compares: what a hand is worth shows when others play it under equal conditions. Hands change places
//! position by position, so a place holds as many pieces of the same kind as before. Where all seats begin with an empty hand,
//! each is dealt a few pieces first, by the lab's own chance, from the largest hidden pile of their kind.

use ludex_engine::chance::{Stream, purpose};
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_program::layout::{Place, Var};
use ludex_rules::game::{Holder, Order, Seen};
use ludex_rules::ids::{PlaceId, PlayerId, VarId};
use ludex_rules::table::Table;
use ludex_rules::types::Type;

/// Pieces that a seat is dealt where hands begin empty.
const DEALT: u32 = 3;

/// Positions that are handed on, for each of a seat's hidden places as many as every seat has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// For each position: the piece of each seat.
    rings: Vec<Vec<PieceId>>,
}

impl Hands {
    /// Finds what each seat holds unseen by the others, and deals to hands that are empty; nothing of a game that asks
    /// somebody during set-up, or of one for a single seat.
    #[must_use]
    pub fn deal(program: &Program, state: &mut State) -> Hands {
        let mut hands = Hands::default();
        if state.players < 2 || state.pending.is_some() || state.over {
            return hands;
        }
        for place in program.layout.places.iter().filter(|place| is_hand(place)) {
            if held(state, place).iter().all(|chain| *chain == 0) {
                deal_from_pile(program, state, place);
            }
        }
        let named = named(program, state);
        for place in program.layout.places.iter().filter(|place| is_hand(place)) {
            hands.add_place(program, state, &named, place);
        }
        hands
    }

    fn add_place(
        &mut self,
        program: &Program,
        state: &State,
        named: &Table<PieceId, bool>,
        place: &Place,
    ) {
        let held: Vec<Vec<PieceId>> = (0..u32::from(state.players))
            .map(|seat| {
                let pieces = state.pieces_in(place.spot(seat));
                let free = |piece: &PieceId| !named[*piece] && is_plain(program, state, *piece);
                pieces.filter(free).collect()
            })
            .collect();
        let each = held.iter().map(Vec::len).min().unwrap_or(0);
        let ring = |at: usize| held.iter().map(|pieces| pieces[at]).collect();
        self.rings.extend((0..each).map(ring));
    }

    /// Tells whether nothing is handed on.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rings.is_empty()
    }

    /// Hands all on by so many seats.
    pub fn hand_on(&self, program: &Program, state: &mut State, seats: usize) {
        for ring in &self.rings {
            let spots: Vec<(SpotId, PieceId)> = ring
                .iter()
                .map(|piece| {
                    let at = state.pieces[*piece];
                    (at.place, at.next)
                })
                .collect();
            for piece in ring {
                state.unlink(*piece);
            }
            for (seat, piece) in ring.iter().enumerate() {
                let (place, before) = spots[(seat + seats) % ring.len()];
                put(program, state, *piece, place, before);
            }
        }
    }

    /// The pieces that are handed on, each with the seat that holds it.
    #[must_use]
    pub fn holders(&self, state: &State, program: &Program) -> Vec<(PieceId, PlayerId)> {
        let pieces = self.rings.iter().flatten();
        pieces
            .filter_map(|piece| Some((*piece, state.owner_of_piece(program, *piece)?)))
            .collect()
    }
}

/// Two pieces of a kind that change places: one that a player has, and one that nobody has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSwap {
    pieces: [PieceId; 2],
}

impl PieceSwap {
    /// Finds another piece for one, any of those of other rows that lie where nobody sees them; none where there is none, or
    /// where a variable names the piece.
    #[must_use]
    pub fn draw(
        program: &Program,
        state: &State,
        piece: PieceId,
        chance: &mut Stream,
    ) -> Option<PieceSwap> {
        let layout = &program.layout;
        let named = named(program, state);
        let is_hidden = |other: PieceId| {
            let place = state.pieces[other].place;
            let declared = layout.place_of.get(place);
            declared.is_some_and(|(place, _)| layout.places[*place].seen == Seen::Nobody)
        };
        let fits = |other: &PieceId| {
            layout.piece_kind[*other] == layout.piece_kind[piece]
                && !layout.are_alike(*other, piece)
                && !named[*other]
                && is_hidden(*other)
                && is_plain(program, state, *other)
        };
        if named[piece] || layout.piece_for[piece].is_some() {
            return None;
        }
        let others: Vec<PieceId> = state.pieces.ids().filter(fits).collect();
        (!others.is_empty()).then(|| PieceSwap {
            pieces: [piece, others[chance.pick(others.len())]],
        })
    }

    /// Lets both change places in a position.
    pub fn apply(self, program: &Program, state: &mut State) {
        let spots = self.pieces.map(|piece| {
            let at = state.pieces[piece];
            (at.place, at.next)
        });
        self.pieces.iter().for_each(|piece| state.unlink(*piece));
        for (piece, (place, before)) in self.pieces.into_iter().zip(spots.into_iter().rev()) {
            put(program, state, piece, place, before);
        }
    }
}

/// A place of each seat whose pieces the seat alone sees.
fn is_hand(place: &Place) -> bool {
    place.holder == Holder::Player && place.seen == Seen::Owner
}

/// The number of pieces that each seat has in a place.
fn held(state: &State, place: &Place) -> Vec<u32> {
    let seats = 0..u32::from(state.players);
    seats
        .map(|seat| state.places[place.spot(seat)].count)
        .collect()
}

/// Gives each seat a few pieces of the largest hidden pile of their kind, which keeps at least half of its own.
fn deal_from_pile(program: &Program, state: &mut State, hand: &Place) {
    let is_pile = |place: &&Place| {
        place.holder == Holder::Table
            && place.seen == Seen::Nobody
            && place.order == Order::Pile
            && place.holds == hand.holds
    };
    let piles = program.layout.places.iter().filter(is_pile);
    let size = |place: &&Place| state.places[place.base].count;
    let Some(pile) = piles.max_by_key(size) else {
        return;
    };
    let wanted = u32::from(state.players) * DEALT;
    if size(&pile) < 2 * wanted || hand.capacity < DEALT {
        return;
    }
    let mut chance = Stream::new(state.seed, purpose("lab deal"), pile.base.number());
    for number in 0..wanted {
        let at = chance.below(state.places[pile.base].count);
        let Some(piece) = state.nth_piece(pile.base, at) else {
            return;
        };
        state.unlink(piece);
        let seat = number % u32::from(state.players);
        put(program, state, piece, hand.spot(seat), PieceId::NONE);
    }
}

/// Puts an unplaced piece before another of a place, or at its end, and shows it to those who see it there.
fn put(program: &Program, state: &mut State, piece: PieceId, place: SpotId, before: PieceId) {
    state.link(piece, place, before);
    state.pieces[piece].known = state.sees(program, place, piece);
}

/// Tells whether a piece is as all of its kind begin: its fields untouched, nothing on it, known to its holder alone.
fn is_plain(program: &Program, state: &State, piece: PieceId) -> bool {
    let layout = &program.layout;
    let kind = &layout.kinds[layout.piece_kind[piece]];
    let at = state.pieces[piece];
    let untouched = |id: &VarId| {
        let var = &layout.vars[*id];
        let own = var.numbers_of(piece.number());
        state.memory.range(own.clone()) == layout.memory.range(own)
    };
    let bare = |id: &PlaceId| {
        let place = &layout.places[*id];
        state.places[place.spot(piece.number())].first == PieceId::NONE
    };
    layout.piece_for[piece].is_none()
        && at.known == state.sees(program, at.place, piece)
        && kind.fields.iter().all(untouched)
        && kind.places.iter().all(bare)
}

/// For each piece: whether a variable names it, so that it means something where it lies.
fn named(program: &Program, state: &State) -> Table<PieceId, bool> {
    let mut named = Table::filled(state.pieces.len(), false);
    let holds_pieces = |var: &&Var| matches!(var.ty.required(), Type::Piece(_));
    for var in program.layout.vars.iter().filter(holds_pieces) {
        for value in state.memory.range(var.addresses()) {
            if let Some(named) = named.get_mut(PieceId::from_value(*value)) {
                *named = true;
            }
        }
    }
    named
}
