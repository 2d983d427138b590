//! The walk through a position that fills an observation: that of `play::state_json::view`. What the view shows is written, and
//! nothing else is looked at.

use crate::observation::{ObservationLayout, PieceSlots};
use crate::position::SeatPosition;
use crate::question::OpenQuestion;
use ludex_engine::knowledge::view;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId, SpotId};
use ludex_program::layout::Board;
use ludex_rules::game::{Holder, NONE, Seen};
use ludex_rules::ids::{BoardId, PlaceId, PlayerId, VarId};
use ludex_rules::table::widened;

impl ObservationLayout {
    /// Writes what a seat may know of a position, and of the open question if that seat is asked.
    ///
    /// # Panics
    /// There are not as many numbers as slots.
    pub fn write(
        &self,
        program: &Program,
        state: &State,
        seat: PlayerId,
        question: &OpenQuestion,
        out: &mut [f32],
    ) {
        assert_eq!(out.len(), self.len(), "a number for each slot");
        out.fill(0.0);
        let of = SeatPosition {
            program,
            state,
            seat,
        };
        let mut writer = ViewWalk {
            layout: self,
            of,
            out,
        };
        writer.position();
        self.question.write(of, question, out, None);
    }
}

/// A walk through a position on behalf of a seat.
pub(super) struct ViewWalk<'a> {
    pub(super) layout: &'a ObservationLayout,
    pub(super) of: SeatPosition<'a>,
    pub(super) out: &'a mut [f32],
}

impl ViewWalk<'_> {
    /// Writes a position into a row of zeros.
    pub(super) fn position(&mut self) {
        let (program, state) = (self.of.program, self.of.state);
        self.head();
        self.held(Holder::Table, 0);
        for player in PlayerId::first(state.players) {
            self.held(Holder::Player, player.number());
        }
        for (id, board) in program.layout.boards.entries() {
            (0..self.copies(board)).for_each(|copy| self.board(id, copy));
        }
    }

    /// Writes who reads and plays, the options, and the layouts in use: what no step changes but for the reader.
    pub(super) fn head(&mut self) {
        let (layout, program, state) = (self.layout, self.of.program, self.of.state);
        self.out[layout.seat_at + self.of.seat.index()] = 1.0;
        for player in PlayerId::first(state.players) {
            self.out[layout.players_at + player.index()] = 1.0;
        }
        self.out[layout.over_at] = f32::from(u8::from(state.over));
        for (n, (at, cell)) in layout.options.iter().enumerate() {
            let value = state.memory[program.layout.options(n).end];
            cell.write(&mut self.out[*at..], value, true);
        }
        for (id, board) in program.layout.boards.entries() {
            if let Some((at, cell)) = &layout.layouts[id] {
                for copy in 0..self.copies(board) {
                    let used = state.layout_in_use(board, copy);
                    let value = used.map_or(NONE, |layout| layout.value());
                    let at = at + widened(copy) * cell.width();
                    cell.write(&mut self.out[at..], value, true);
                }
            }
        }
    }

    /// Returns the number of copies of a board that are played on.
    fn copies(&self, board: &Board) -> u32 {
        if board.per_player {
            u32::from(self.of.state.players)
        } else {
            1
        }
    }

    /// The variables and places of the table or of a player.
    fn held(&mut self, holder: Holder, number: u32) {
        let layout = &self.of.program.layout;
        for (id, var) in layout.vars.entries() {
            if var.holder == holder {
                self.var(id, number);
            }
        }
        for (id, place) in layout.places.entries() {
            if place.holder == holder {
                self.place(id, number);
            }
        }
    }

    /// The spaces of a copy of a board that are in use.
    fn board(&mut self, id: BoardId, copy: u32) {
        let (program, state) = (self.of.program, self.of.state);
        let board = &program.layout.boards[id];
        let used = state.layout_in_use(board, copy);
        let Some(used) = used else {
            return;
        };
        for n in 0..board.layouts[used].ids.len() as u32 {
            let space = board.first + copy * board.capacity + n;
            self.holds(&board.fields, &board.places, space);
        }
    }

    /// The fields and places of a space or piece.
    fn holds(&mut self, fields: &[VarId], places: &[PlaceId], holder: u32) {
        fields.iter().for_each(|id| self.var(*id, holder));
        places.iter().for_each(|id| self.place(*id, holder));
    }

    /// Writes the values of a variable of a holder over whatever stands there; 0 where the seat does not see them.
    pub(super) fn var(&mut self, id: VarId, holder: u32) {
        let var = &self.of.program.layout.vars[id];
        for address in var.numbers_of(holder).start.number()..var.numbers_of(holder).end.number() {
            self.value(id, Address::numbered(address));
        }
    }

    /// Writes the value at an address of a variable over whatever stands there; 0 where the seat does not see it.
    pub(super) fn value(&mut self, id: VarId, address: Address) {
        let (program, state) = (self.of.program, self.of.state);
        let var = &program.layout.vars[id];
        let (at, cell) = &self.layout.vars[id];
        let at = at + (address.index() - var.base.index()) * cell.width();
        let slots = &mut self.out[at..at + cell.width()];
        match cell.width() {
            1 => slots[0] = 0.0,
            _ => slots.fill(0.0),
        }
        let is_seen =
            var.seen == Seen::All || view::sees_var(program, state, id, address).has(self.of.seat);
        if is_seen {
            let value = state.memory[address];
            let is_known = self.of.knows(&var.ty, value);
            cell.write(slots, value, is_known);
        }
    }

    /// The pieces of a place in the order that the seat sees: where it tells more than they saw, those known come first.
    fn place(&mut self, id: PlaceId, holder: u32) {
        let place = &self.of.program.layout.places[id];
        let spot = place.spot(holder);
        let slots = &self.layout.places[id];
        let chain = self.of.state.places[spot].count;
        self.out[slots.size_at + widened(holder - place.first)] = chain as f32;
        if chain == 0 {
            return;
        }
        if State::is_mixed(self.of.program, spot) {
            let known = self.pieces(spot, 1, Some(true));
            self.pieces(spot, known, Some(false));
        } else {
            self.pieces(spot, 1, None);
        }
    }

    /// Writes the pieces of a place, those known or those unknown alone if that is wanted, from a position on; returns the next
    /// position.
    fn pieces(&mut self, spot: SpotId, from: usize, wanted: Option<bool>) -> usize {
        let mut position = from;
        let state = self.of.state;
        for piece in state.pieces_in(spot) {
            let is_known = view::knows(self.of.program, state, self.of.seat, piece);
            if wanted.is_some_and(|wanted| wanted != is_known) {
                continue;
            }
            if is_known {
                self.known(spot, piece, position)
            } else {
                self.hidden(spot, piece, position)
            }
            position += 1;
        }
        position
    }

    /// Returns the place that is declared for a single one.
    fn declared(&self, spot: SpotId) -> PlaceId {
        self.of.program.layout.place_of[spot].0
    }

    fn known(&mut self, spot: SpotId, piece: PieceId, position: usize) {
        self.lies(spot, piece, position);
        let kind = &self.of.program.layout.kinds[self.of.program.layout.piece_kind[piece]];
        self.holds(&kind.fields, &kind.places, piece.number());
    }

    /// Writes 0 for the values of a variable of a holder.
    pub(super) fn erase_var(&mut self, id: VarId, holder: u32) {
        let var = &self.of.program.layout.vars[id];
        let (at, cell) = &self.layout.vars[id];
        let width = widened(var.width) * cell.width();
        let at = at + widened(holder - var.first) * width;
        self.out[at..at + width].fill(0.0);
    }

    /// Writes 0 for the marks of all pieces of a place.
    pub(super) fn erase_marks(&mut self, spot: SpotId) {
        let id = self.declared(spot);
        if let Some(slots) = &self.layout.places[id].marks {
            let holder = spot.index() - self.of.program.layout.places[id].base.index();
            let width = slots.positions * slots.width;
            self.out[slots.at + holder * width..][..width].fill(0.0);
        }
    }

    /// Writes that a piece lies at a position of a place, from 1; 0 takes back that it lies there.
    pub(super) fn lies(&mut self, spot: SpotId, piece: PieceId, position: usize) {
        let id = self.declared(spot);
        let slots = &self.layout.places[id];
        let nth = piece.index() - slots.first.index();
        let holder = spot.index() - self.of.program.layout.places[id].base.index();
        match slots.pieces {
            PieceSlots::Each(at) => {
                self.out[at + holder * widened(slots.count) + nth] = position as f32;
            }
            PieceSlots::Of {
                holders_at,
                positions_at,
            } => {
                self.out[holders_at + nth] = if position == 0 {
                    0.0
                } else {
                    (holder + 1) as f32
                };
                if let Some(at) = positions_at {
                    self.out[at + nth] = position as f32;
                }
            }
        }
    }

    /// Writes the marks on a piece that the seat does not know, where nothing stands yet.
    pub(super) fn hidden(&mut self, spot: SpotId, piece: PieceId, position: usize) {
        let id = self.declared(spot);
        let Some(slots) = &self.layout.places[id].marks else {
            return;
        };
        if position > slots.positions {
            return;
        }
        let layout = &self.of.program.layout;
        let holder = spot.index() - layout.places[id].base.index();
        let at = slots.at + (holder * slots.positions + position - 1) * slots.width;
        for (mark, offset, cell) in &slots.marks {
            let var = &layout.vars[*mark];
            if var.holder != Holder::Piece(layout.piece_kind[piece]) {
                continue;
            }
            let numbers = var.numbers_of(piece.number());
            if !view::sees_var(self.of.program, self.of.state, *mark, numbers.start)
                .has(self.of.seat)
            {
                continue;
            }
            for (n, value) in self.of.state.memory.range(numbers).iter().enumerate() {
                let is_known = self.of.knows(&var.ty, *value);
                let at = at + offset + n * cell.width();
                cell.write(&mut self.out[at..], *value, is_known);
            }
        }
    }
}
