//! A state packed into few bytes, for positions that wait: a tenth of what the engine works on.
//!
//! Pieces are written place by place, as a shuffled pile is hardly more than a list of numbers; the rest as what differs from
//! a game before its set-up.

use crate::state::bytes::{Reader, Writer};
use crate::state::{Chain, Piece, PlayerSet, State, delta, rows_of_state};
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::table::Table;
use std::sync::Arc;

/// A state of a program that is known, packed; copies share it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot(Arc<[u8]>);

impl Snapshot {
    /// Packs a state into bytes.
    #[must_use]
    pub fn of(program: &Program, state: &State) -> Snapshot {
        let mut out = Writer::default();
        delta::head(state, &mut out);
        delta::rows(
            program.layout.memory.as_slice(),
            state.memory.as_slice(),
            &mut out,
        );
        write_places(state, &mut out);
        write_known(state.pieces.as_slice(), &mut out);
        write_unplaced(&state.pieces, &mut out);
        // Another row that tells how everything stands would have to be written above.
        macro_rules! write {
            ([memory pieces places] [$($doing:ident)*]) => {
                $(delta::rows(&[], &state.$doing, &mut out);)*
            };
        }
        rows_of_state!(write);
        Snapshot(out.0.into())
    }

    /// Unpacks the state; the program is the one it was packed with.
    #[must_use]
    pub fn restore(&self, program: &Program) -> State {
        let mut bytes = Reader::new(&self.0);
        let mut state = State {
            memory: program.layout.memory.clone(),
            pieces: Table::filled(program.layout.piece_kind.len(), Piece::UNPLACED),
            places: Table::filled(program.layout.place_of.len(), Chain::EMPTY),
            ..State::default()
        };
        delta::read_head(&mut state, &mut bytes);
        delta::read_table(&mut state.memory, &mut bytes);
        read_places(&mut state, &mut bytes);
        read_known(state.pieces.as_mut_slice(), &mut bytes);
        read_unplaced(&mut state.pieces, &mut bytes);
        macro_rules! read {
            ([memory pieces places] [$($doing:ident)*]) => {
                $(delta::read_rows(&mut state.$doing, &mut bytes);)*
            };
        }
        rows_of_state!(read);
        state
    }

    /// Returns how many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// Writes each place that holds pieces: how far it is from the one before, how many it holds, and which.
fn write_places(state: &State, out: &mut Writer) {
    let mut gap = 0;
    for (place, chain) in state.places.entries() {
        gap += 1;
        if chain.count == 0 {
            continue;
        }
        out.count(gap);
        out.number(chain.count.into());
        let mut last = 0;
        for piece in state.pieces_in(place) {
            out.signed(piece.value() - last);
            last = piece.value();
        }
        gap = 0;
    }
    out.count(0);
}

fn read_places(state: &mut State, bytes: &mut Reader<'_>) {
    let mut next = 0;
    loop {
        let gap = bytes.count();
        if gap == 0 {
            return;
        }
        next += gap;
        let mut piece = 0;
        for _ in 0..bytes.count() {
            piece += bytes.signed();
            let place = SpotId::new(next - 1);
            state.link(PieceId::from_value(piece), place, PieceId::NONE);
        }
    }
}

/// Writes who knows each piece, as runs of those that the same players know.
fn write_known(pieces: &[Piece], out: &mut Writer) {
    for run in pieces.chunk_by(|one, next| one.known == next.known) {
        out.count(run.len());
        out.number(run[0].known.bits().into());
    }
    out.count(0);
}

fn read_known(pieces: &mut [Piece], bytes: &mut Reader<'_>) {
    let mut pieces = pieces.iter_mut();
    loop {
        let run = bytes.count();
        if run == 0 {
            return;
        }
        let known = PlayerSet::of_bits(bytes.number() as u32);
        pieces
            .by_ref()
            .take(run)
            .for_each(|piece| piece.known = known);
    }
}

/// Writes the links of pieces that lie nowhere: they mean nothing, but equal states have equal ones.
fn write_unplaced(pieces: &Table<PieceId, Piece>, out: &mut Writer) {
    let linked = |piece: &Piece| (piece.next, piece.previous) != (PieceId::NONE, PieceId::NONE);
    let unplaced = pieces.entries();
    let unplaced: Vec<_> = unplaced
        .filter(|(_, piece)| piece.place == SpotId::NONE && linked(piece))
        .collect();
    out.count(unplaced.len());
    for (number, piece) in unplaced {
        out.count(number.index());
        out.number(piece.next.number().into());
        out.number(piece.previous.number().into());
    }
}

fn read_unplaced(pieces: &mut Table<PieceId, Piece>, bytes: &mut Reader<'_>) {
    for _ in 0..bytes.count() {
        let (number, next, previous) = (bytes.count(), bytes.number(), bytes.number());
        if let Some(piece) = pieces.get_mut(PieceId::new(number)) {
            piece.next = PieceId::numbered(next as u32);
            piece.previous = PieceId::numbered(previous as u32);
        }
    }
}
