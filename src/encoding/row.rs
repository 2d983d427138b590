//! Rows that follow a game: an observation and a mask of which each step writes what changed.
//!
//! `ObservationLayout::write` visits every declared thing of a position, which takes longer than the step that led there. An
//! `ObservedRow` keeps the numbers of the state that it was last written from. The next update compares them with the state's,
//! 64 bytes at a time. It writes the slots of those that differ, of places whose pieces moved or became known, and, where
//! another seat reads, of what may look different to it. What it leaves equals what `write` would leave, bit for bit, as long
//! as nobody else writes to the row.

use crate::observation::ObservationLayout;
use crate::position::SeatPosition;
use crate::question::OpenQuestion;
use crate::walk::ViewWalk;
use ludex_engine::state::{Piece, PlayerSet, State};
use ludex_program::ids::{Address, PieceId, SpotId};
use ludex_program::layout::Place;
use ludex_rules::game::{Holder, NONE, Seen};
use ludex_rules::ids::{PlayerId, VarId};
use ludex_rules::table::{Table, widened};

/// Numbers that are compared at once.
const CHUNK: usize = 16;

/// The last content of a row, with the state that it was written from.
#[derive(Debug, Clone, Default)]
pub struct ObservedRow {
    is_written: bool,
    is_mask_written: bool,
    seat: PlayerId,
    players: u8,
    memory: Table<Address, i32>,
    pieces: Table<PieceId, Piece>,
    /// The pieces that the reader knows where they lie, whose fields and places are written.
    shown: Table<PieceId, bool>,
    /// For each place into which some may not see: who knows all of its pieces, and who knows some.
    knowing: Vec<[PlayerSet; 2]>,
    /// The ids that may come after the next one, as they were written.
    later: Vec<u32>,
    /// The ids of the mask, as they were written.
    next: Vec<u32>,
}

/// Buffers of an update, one for each thread that makes some, of one program.
#[derive(Debug, Default)]
pub struct UpdateSpace {
    /// The addresses whose numbers changed.
    addresses: Vec<Address>,
    /// The places to write, each once.
    spots: Vec<SpotId>,
    is_listed: Table<SpotId, bool>,
    /// The pieces that left the place where they were shown.
    left: Vec<PieceId>,
    /// A state in which values of a question's words are found.
    copy: State,
}

impl ObservedRow {
    /// Forgets what was written: the next update writes all, whatever stands there.
    pub fn forget(&mut self) {
        (self.is_written, self.is_mask_written) = (false, false);
    }

    /// Writes 0 to a row, of which nobody sees anything.
    pub fn erase(&mut self, out: &mut [f32]) {
        out.fill(0.0);
        self.is_written = false;
    }

    /// Makes a row that this one wrote last say what a seat may know now, as `ObservationLayout::write` says it.
    ///
    /// # Panics
    /// There are not as many numbers as slots.
    pub fn update(
        &mut self,
        layout: &ObservationLayout,
        space: &mut UpdateSpace,
        of: SeatPosition<'_>,
        question: &OpenQuestion,
        out: &mut [f32],
    ) {
        let SeatPosition {
            program,
            state,
            seat,
        } = of;
        assert_eq!(out.len(), layout.len(), "a number for each slot");
        space.is_listed.resize(program.layout.place_of.len(), false);
        let is_continued = self.is_written && self.continues(layout, state);
        let walk = ViewWalk { layout, of, out };
        let mut update = Update {
            walk,
            row: self,
            space: &mut *space,
        };
        if is_continued {
            update.changes()
        } else {
            update.everything()
        }
        layout.question.erase(out, &mut self.later);
        let buffers = (&mut self.later, &mut space.copy);
        layout.question.write(of, question, out, Some(buffers));
        (self.seat, self.players, self.is_written) = (seat, state.players, true);
    }

    /// Makes a mask that this row wrote last that of a question.
    pub fn update_mask(&mut self, question: &OpenQuestion, mask: &mut [u8]) {
        if !std::mem::replace(&mut self.is_mask_written, true) {
            mask.fill(0);
            self.next.clear();
        }
        question.rewrite_mask(mask, &mut self.next);
    }

    /// Returns true if a state is of the game that was written, with the same options and boards.
    fn continues(&self, layout: &ObservationLayout, state: &State) -> bool {
        let mut fixed = layout.plan.fixed.iter();
        self.players == state.players
            && self.memory.len() == state.memory.len()
            && self.pieces.len() == state.pieces.len()
            && fixed
                .all(|range| self.memory.range(range.clone()) == state.memory.range(range.clone()))
    }
}

/// An update in progress.
struct Update<'a> {
    walk: ViewWalk<'a>,
    row: &'a mut ObservedRow,
    space: &'a mut UpdateSpace,
}

impl Update<'_> {
    /// Writes all slots but those of the question.
    fn everything(&mut self) {
        let (program, state, plan) = (
            self.walk.of.program,
            self.walk.of.state,
            &self.walk.layout.plan,
        );
        self.walk.out.fill(0.0);
        self.walk.head();
        let row = &mut *self.row;
        row.memory.clone_from(&state.memory);
        row.pieces.clone_from(&state.pieces);
        row.shown = Table::filled(state.pieces.len(), false);
        row.knowing = vec![[PlayerSet::NOBODY; 2]; plan.secret_spots.len()];
        row.later.clear();
        for (id, var) in program.layout.vars.entries() {
            // Fields of pieces are written with their pieces.
            if !matches!(var.holder, Holder::Piece(_)) {
                self.var(id);
            }
        }
        program
            .layout
            .place_of
            .ids()
            .for_each(|spot| self.list(spot));
        self.spots();
    }

    /// Writes what changed but for the question.
    fn changes(&mut self) {
        let walk = &mut self.walk;
        let is_another = self.row.seat != walk.of.seat;
        walk.out[walk.layout.seat_at + self.row.seat.index()] = 0.0;
        walk.out[walk.layout.seat_at + walk.of.seat.index()] = 1.0;
        walk.out[walk.layout.over_at] = f32::from(u8::from(walk.of.state.over));
        let mut is_known_otherwise = self.find_values();
        is_known_otherwise |= self.find_pieces();
        if is_another {
            self.find_secrets();
        }
        self.spots();
        let mut addresses = std::mem::take(&mut self.space.addresses);
        for address in addresses.drain(..) {
            self.value(address);
        }
        self.space.addresses = addresses;
        let plan = &self.walk.layout.plan;
        if is_another {
            plan.secret.iter().for_each(|id| self.var(*id));
        }
        if is_another || is_known_otherwise {
            for (id, may_hide) in &plan.naming {
                if is_known_otherwise || *may_hide {
                    self.names(*id);
                }
            }
        }
    }

    /// Lists the addresses whose numbers changed; returns true if one of them may show or hide a piece.
    fn find_values(&mut self) -> bool {
        let (program, state, plan) = (
            self.walk.of.program,
            self.walk.of.state,
            &self.walk.layout.plan,
        );
        let addresses = &mut self.space.addresses;
        each_difference(
            self.row.memory.as_mut_slice(),
            state.memory.as_slice(),
            |n| {
                let address = Address::new(n);
                if plan.variables[address].is_some() {
                    addresses.push(address);
                }
            },
        );
        let mut turns_pieces = false;
        for n in 0..self.space.addresses.len() {
            let address = self.space.addresses[n];
            let Some(id) = plan.variables[address] else {
                continue;
            };
            let var = &program.layout.vars[id];
            if !var.is_face && !var.is_mark {
                continue;
            }
            turns_pieces |= var.is_face;
            if let Some(piece) = state
                .pieces
                .get(PieceId::numbered(var.holder_at(address).0))
            {
                self.list(piece.place);
            }
        }
        turns_pieces
    }

    /// Lists the places whose pieces moved or became known, and takes back those that left; returns true if some may be known
    /// to others than before.
    fn find_pieces(&mut self) -> bool {
        let state = self.walk.of.state;
        let mut is_known_otherwise = false;
        let chunks = state.pieces.as_slice().chunks(CHUNK / 4).enumerate();
        for (n, new) in chunks {
            let first = n * (CHUNK / 4);
            let old = &self.row.pieces.as_slice()[first..first + new.len()];
            let both = old.iter().zip(new);
            if both.fold(0, |bits, (old, new)| bits | difference(old, new)) == 0 {
                continue;
            }
            for (n, new) in new.iter().enumerate() {
                let piece = PieceId::new(first + n);
                let old = std::mem::replace(&mut self.row.pieces[piece], *new);
                if old != *new {
                    is_known_otherwise |= old.known != new.known
                        || old.place != new.place
                            && (self.is_secret(old.place) || self.is_secret(new.place));
                    self.moved(piece, [old.place, new.place]);
                }
            }
        }
        is_known_otherwise
    }

    /// Returns true if some may not see what lies in a place, or it is none.
    fn is_secret(&self, spot: SpotId) -> bool {
        let number = self.walk.layout.plan.secret_number.get(spot);
        number.is_none_or(Option::is_some)
    }

    /// A piece changed, and perhaps lies elsewhere.
    fn moved(&mut self, piece: PieceId, [from, to]: [SpotId; 2]) {
        self.list(from);
        if from == to {
            return;
        }
        self.list(to);
        if std::mem::replace(&mut self.row.shown[piece], false) {
            self.walk.lies(from, piece, 0);
            self.space.left.push(piece);
        }
        // Whose they are, and so who sees into them, may depend on where their holder lies.
        self.list_places_on(piece);
    }

    fn list_places_on(&mut self, piece: PieceId) {
        let layout = &self.walk.of.program.layout;
        for place in &layout.kinds[layout.piece_kind[piece]].places {
            let spot = layout.places[*place].spot(piece.number());
            self.list(spot);
            if layout.places[*place].seen != Seen::All {
                let held = self.walk.of.state.pieces_in(spot);
                held.for_each(|piece| self.list_places_on(piece));
            }
        }
    }

    /// Lists the places that may look different to another seat than to the one that read last.
    fn find_secrets(&mut self) {
        for (n, spot) in self.walk.layout.plan.secret_spots.iter().enumerate() {
            if self.may_differ(n, *spot) {
                self.list(*spot);
            }
        }
    }

    /// Returns true unless both seats know all pieces of a place, or neither knows any.
    fn may_differ(&self, number: usize, spot: SpotId) -> bool {
        if self.walk.of.state.places[spot].count == 0 {
            return false;
        }
        let (declared, _) = self.walk.of.program.layout.place_of[spot];
        let [all, some] = self.row.knowing[number];
        let both =
            |players: PlayerSet| players.has(self.row.seat) && players.has(self.walk.of.seat);
        let either = some.has(self.row.seat) || some.has(self.walk.of.seat);
        self.walk.layout.places[declared].marks.is_some() || either && !both(all)
    }

    fn list(&mut self, spot: SpotId) {
        if let Some(is_listed) = self.space.is_listed.get_mut(spot)
            && !std::mem::replace(is_listed, true)
        {
            self.space.spots.push(spot);
        }
    }

    /// Writes the places that are listed, and takes back what was on pieces that are no longer shown.
    fn spots(&mut self) {
        while let Some(spot) = self.space.spots.pop() {
            self.space.is_listed[spot] = false;
            self.spot(spot);
        }
        while let Some(piece) = self.space.left.pop() {
            if !self.row.shown[piece] {
                self.erase_parts(piece);
            }
        }
    }

    /// Writes a place with the pieces that lie there.
    fn spot(&mut self, spot: SpotId) {
        let (program, state, layout) = (self.walk.of.program, self.walk.of.state, self.walk.layout);
        let (id, holder) = program.layout.place_of[spot];
        let place = &program.layout.places[id];
        if !self.is_visited(place.holder, holder) {
            self.erase_place(spot);
            return;
        }
        let chain = state.places[spot];
        let size_at = layout.places[id].size_at + widened(holder - place.first);
        self.walk.out[size_at] = chain.count as f32;
        let watchers = self.watchers(place, spot);
        let is_mixed = place.is_mixed();
        let (mut knowing, mut position) = ([PlayerSet::ANYBODY, PlayerSet::NOBODY], 0);
        for piece in state.pieces_in(spot) {
            let seen = watchers.unwrap_or_else(|| state.sees(program, spot, piece));
            let known = state.pieces[piece].known | seen;
            knowing = [knowing[0] & known, knowing[1] | known];
            let is_known = known.has(self.walk.of.seat);
            position += usize::from(is_known || !is_mixed);
            if is_known {
                self.show(spot, position, piece)
            } else {
                self.hide(piece)
            }
        }
        if let Some(number) = layout.plan.secret_index(spot) {
            self.row.knowing[number] = knowing;
        }
        let hidden_from = if is_mixed { position } else { 0 };
        self.marks(spot, hidden_from);
    }

    /// Returns who sees the pieces of a place if that is the same for all of them.
    fn watchers(&self, place: &Place, spot: SpotId) -> Option<PlayerSet> {
        let first = self.walk.of.state.places[spot].first;
        let is_same = first != PieceId::NONE && !matches!(place.seen, Seen::Face(_));
        is_same.then(|| self.walk.of.state.sees(self.walk.of.program, spot, first))
    }

    /// Writes the marks of the pieces of a place that the seat does not know; where such come last, after so many positions.
    fn marks(&mut self, spot: SpotId, before: usize) {
        let (program, state) = (self.walk.of.program, self.walk.of.state);
        let (id, _) = program.layout.place_of[spot];
        if self.walk.layout.places[id].marks.is_none() {
            return;
        }
        self.walk.erase_marks(spot);
        let is_mixed = program.layout.places[id].is_mixed();
        let mut position = before;
        for piece in state.pieces_in(spot) {
            let is_known = self.row.shown[piece];
            position += usize::from(!(is_known && is_mixed));
            if !is_known {
                self.walk.hidden(spot, piece, position);
            }
        }
    }

    /// Writes where a piece lies, and what is on it unless that was written before.
    fn show(&mut self, spot: SpotId, position: usize, piece: PieceId) {
        let layout = &self.walk.of.program.layout;
        self.walk.lies(spot, piece, position);
        if std::mem::replace(&mut self.row.shown[piece], true) {
            return;
        }
        let kind = &layout.kinds[layout.piece_kind[piece]];
        for field in &kind.fields {
            self.walk.var(*field, piece.number());
        }
        for place in &kind.places {
            self.list(layout.places[*place].spot(piece.number()));
        }
    }

    /// Takes back where a piece lies and what is on it.
    fn hide(&mut self, piece: PieceId) {
        if !std::mem::replace(&mut self.row.shown[piece], false) {
            return;
        }
        let spot = self.walk.of.state.pieces[piece].place;
        self.walk.lies(spot, piece, 0);
        self.erase_parts(piece);
    }

    /// Takes back what is on a piece: its fields and its places.
    fn erase_parts(&mut self, piece: PieceId) {
        let layout = &self.walk.of.program.layout;
        let kind = &layout.kinds[layout.piece_kind[piece]];
        for field in &kind.fields {
            self.walk.erase_var(*field, piece.number());
        }
        for place in &kind.places {
            self.erase_place(layout.places[*place].spot(piece.number()));
        }
    }

    /// Takes back what lies in a place on a piece that is not shown.
    fn erase_place(&mut self, spot: SpotId) {
        let (program, state) = (self.walk.of.program, self.walk.of.state);
        let (id, holder) = program.layout.place_of[spot];
        let nth = widened(holder - program.layout.places[id].first);
        let size = &mut self.walk.out[self.walk.layout.places[id].size_at + nth];
        if std::mem::replace(size, 0.0) == 0.0 {
            return;
        }
        self.walk.erase_marks(spot);
        state.pieces_in(spot).for_each(|piece| self.hide(piece));
    }

    /// Writes all values of a variable that the walk visits.
    fn var(&mut self, id: VarId) {
        let var = &self.walk.of.program.layout.vars[id];
        for holder in var.first..var.first + var.holders {
            if self.is_visited(var.holder, holder) {
                self.walk.var(id, holder);
            }
        }
    }

    /// Writes the values of a variable that name something.
    fn names(&mut self, id: VarId) {
        let var = &self.walk.of.program.layout.vars[id];
        let values = self.walk.of.state.memory.range(var.addresses()).iter();
        for (n, value) in values.enumerate() {
            if *value != NONE {
                self.value(Address::new(var.base.index() + n));
            }
        }
    }

    /// Writes the value at an address, if the walk visits it.
    fn value(&mut self, address: Address) {
        let Some(id) = self.walk.layout.plan.variables[address] else {
            return;
        };
        let var = &self.walk.of.program.layout.vars[id];
        let holder = match (var.holder, var.width) {
            (Holder::Table, _) => 0,
            (_, 1) => var.first + (address.number() - var.base.number()),
            (_, _) => var.holder_at(address).0,
        };
        if self.is_visited(var.holder, holder) {
            self.walk.value(id, address);
        }
    }

    /// Returns true if the walk through the position comes to what a holder has.
    fn is_visited(&self, sort: Holder, holder: u32) -> bool {
        let (program, state) = (self.walk.of.program, self.walk.of.state);
        match sort {
            Holder::Table => true,
            Holder::Player => holder < u32::from(state.players),
            Holder::Space(board) => {
                let board = &program.layout.boards[board];
                let offset = holder - board.first;
                let (copy, number) = match board.copies {
                    1 => (0, offset),
                    _ => (offset / board.capacity, offset % board.capacity),
                };
                let has_owner = !board.per_player || copy < u32::from(state.players);
                let used = state.layout_in_use(board, copy).filter(|_| has_owner);
                used.is_some_and(|used| widened(number) < board.layouts[used].ids.len())
            }
            Holder::Piece(kind) => {
                !program.layout.kinds[kind].is_record && self.row.shown[PieceId::numbered(holder)]
            }
        }
    }
}

/// Returns the bits in which two pieces differ.
#[inline]
fn difference(old: &Piece, new: &Piece) -> u32 {
    (old.place.number() ^ new.place.number())
        | (old.next.number() ^ new.next.number())
        | (old.previous.number() ^ new.previous.number())
        | (old.known.bits() ^ new.known.bits())
}

/// Takes over the numbers that differ, and visits their positions.
fn each_difference(old: &mut [i32], new: &[i32], mut visit: impl FnMut(usize)) {
    let (old_chunks, old_rest) = old.as_chunks_mut::<CHUNK>();
    let (new_chunks, new_rest) = new.as_chunks::<CHUNK>();
    let rest = new_chunks.len() * CHUNK;
    let mut take = |from: usize, old: &mut [i32], new: &[i32]| {
        for (n, (old, new)) in old.iter_mut().zip(new).enumerate() {
            if *old != *new {
                *old = *new;
                visit(from + n);
            }
        }
    };
    for (n, (old, new)) in old_chunks.iter_mut().zip(new_chunks).enumerate() {
        // Without a branch for each number, so that the processor compares many at once.
        let differing = old
            .iter()
            .zip(new)
            .fold(0, |bits, (old, new)| bits | (old ^ new));
        if differing != 0 {
            take(n * CHUNK, old, new);
        }
    }
    take(rest, old_rest, new_rest);
}
