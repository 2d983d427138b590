//! Changes of the position: moves, shuffles, knowledge of pieces, variables.

use crate::fault::FaultKind;
use crate::knowledge::event::{MarkedPiece, What};
use crate::knowledge::view;
use crate::machine::record::KnownBefore;
use crate::machine::{Fits, Machine};
use crate::redo::Told;
use crate::state::spots::Spot;
use crate::state::{PlayerSet, State};
use ludex_program::ids::{Address, PieceId, SpotId, TargetId, TrackId};
use ludex_program::node::{NodeId, SourceId};
use ludex_rules::game::{NONE, RoutineKind, TrackOften};
use ludex_rules::ids::{MomentId, RoutineId, VarId};
use ludex_rules::table::{ids, widened};

/// The position in a place at which a piece is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Put {
    /// The top or end.
    Top,
    /// The bottom or front.
    Bottom,
    /// A position, counted from 1.
    At(i32),
}

impl Machine<'_> {
    #[inline(never)]
    pub(crate) fn random_piece(&mut self, place: SpotId, id: NodeId) -> i32 {
        if place == SpotId::NONE || self.state.places[place].count == 0 {
            return self.fail_node(FaultKind::RandomOfNothing, id);
        }
        let count = self.state.places[place].count;
        self.take_steps(u64::from(count));
        let n = self
            .chance(Some(self.program.layout.place_of[place].0))
            .below(count);
        let inside: Vec<PieceId> = if self.is_told() {
            self.state.pieces_in(place).collect()
        } else {
            Vec::new()
        };
        let told = self.comes_out(|told| match told {
            Told::Piece(piece) if inside.contains(piece) => Some(piece.value()),
            Told::Piece(_) | Told::Top(_) | Told::Number(_) | Told::Member(_) => None,
        });
        if let Some(piece) = told {
            return piece;
        }
        self.state.nth_piece(place, n).map_or(NONE, |n| n.value())
    }

    /// A chance pick from what the scratch buffer holds from some number on, which is then dropped.
    pub(crate) fn random_listed(&mut self, start: usize, id: NodeId) -> i32 {
        let count = self.work.scratch.len() - start;
        if count == 0 {
            return self.fail_node(FaultKind::RandomOfNothing, id);
        }
        let n = widened(self.draw(count as u32));
        let members: Vec<i32> = if self.is_told() {
            self.work.scratch[start..].to_vec()
        } else {
            Vec::new()
        };
        let told = self.comes_out(|told| match told {
            Told::Piece(piece) => members.contains(&piece.value()).then_some(piece.value()),
            Told::Number(number) => members.contains(number).then_some(*number),
            Told::Member(any) => any.iter().copied().find(|one| members.contains(one)),
            Told::Top(_) => None,
        });
        if let Some(member) = told {
            self.work.scratch.truncate(start);
            return member;
        }
        let member = self.work.scratch[start + n];
        self.work.scratch.truncate(start);
        member
    }

    /// Moves a piece; its fading fields fall back, and everybody knows of it what they saw.
    pub(crate) fn relocate(&mut self, piece: i32, to: i32, put: Put) {
        let is_quiet = self.work.events.is_none() && matches!(put, Put::Top);
        if !(is_quiet && self.relocate_quietly(piece, to)) {
            self.relocate_any(piece, to, put);
        }
    }

    /// As `relocate`, of a move to the top that nobody is told of, where it is plain who sees the piece; false where it is not.
    #[inline]
    fn relocate_quietly(&mut self, piece: i32, to: i32) -> bool {
        let (piece, to) = (PieceId::from_value(piece), SpotId::from_value(to));
        let spots = &self.executable.spots;
        let (Some(at), Some(target)) = (self.state.pieces.get(piece), spots.get(to)) else {
            return false;
        };
        let from = at.place;
        let Some(source) = spots.get(from) else {
            return false;
        };
        let is_full = self.state.places[to].count >= target.capacity;
        if is_full || source.is_seen_by_piece() || !target.is_plain_to_enter {
            return false;
        }
        let (fades, mixed) = (from != to && source.may_fade(target), source.mixed);
        let has_bit = source.occupied.is_some() | target.occupied.is_some();
        let saw = source.watchers(self.state) | target.watchers(self.state);
        self.change(target.stale | source.stale);
        self.state.move_to_end(piece, to);
        if has_bit {
            self.occupy([from, to]);
        }
        if fades {
            self.fade(piece, source, target);
        }
        if mixed {
            self.learn_of_mixed(piece, from, saw);
        } else {
            self.state.pieces[piece].known |= saw;
        }
        true
    }

    /// Keeps the bitboards of places that a piece has left or come to.
    #[inline(never)]
    fn occupy(&mut self, places: [SpotId; 2]) {
        for place in places {
            if let Some((at, bit)) = self.executable.spots[place].occupied {
                let half = &mut self.state.memory[at];
                let is_held = self.state.places[place].count > 0;
                *half = if is_held { *half | bit } else { *half & !bit };
            }
        }
    }

    fn relocate_any(&mut self, piece: i32, to: i32, put: Put) {
        let spots = &self.executable.spots;
        let (at, target) = (
            self.state.pieces.get(PieceId::from_value(piece)),
            spots.get(SpotId::from_value(to)),
        );
        let (Some(at), Some(target)) = (at, target) else {
            self.fail_to_move(piece, to);
            return;
        };
        let (piece, to, from) = (PieceId::from_value(piece), SpotId::from_value(to), at.place);
        let is_full = from != to && self.state.places[to].count >= target.capacity;
        if is_full && !self.state.changes_at_once(self.program) {
            self.fail_here(FaultKind::Full(target.capacity));
            return;
        }
        // Most moves are not told: what an event needs is asked for only then.
        let is_told = self.work.events.is_some();
        let Some(source) = spots.get(from) else {
            self.change(target.stale);
            let before = self.before(to, put);
            self.state.link(piece, to, before);
            self.occupy([to, to]);
            let sees = self.sight(target, to, piece);
            self.state.pieces[piece].known |= sees;
            if is_told {
                self.record_move(piece, [from, to], 0, PlayerSet::NOBODY);
            }
            return;
        };
        let saw_before = self.sight(source, from, piece);
        self.change(target.stale | source.stale);
        let (left, mixed) = if is_told {
            (
                self.position_seen(source, piece),
                source.mixed.then(|| self.known_before(from)).flatten(),
            )
        } else {
            (0, None)
        };
        self.state.unlink(piece);
        let before = self.before(to, put);
        self.state.link(piece, to, before);
        self.occupy([from, to]);
        if from != to && source.may_fade(target) {
            self.fade(piece, source, target);
        }
        let saw = saw_before | self.sight(target, to, piece);
        if source.mixed {
            self.learn_of_mixed(piece, from, saw);
        } else {
            self.state.pieces[piece].known |= saw;
        }
        let set_before = if target.is_hidden_set {
            self.forget_in_set(piece, to)
        } else {
            None
        };
        if is_told {
            self.record_move(piece, [from, to], left, saw);
            self.trace_mixed(mixed);
            self.trace_mixed(set_before);
        }
    }

    /// Makes a piece unknown that came into a hidden set to whoever does not see into it; gives who knew the pieces there
    /// before, if that must be followed.
    #[cold]
    fn forget_in_set(&mut self, piece: PieceId, set: SpotId) -> KnownBefore {
        let before = self.known_before(set);
        let sees = self.sees(set, piece);
        self.state.pieces[piece].known &= sees;
        before
    }

    #[cold]
    fn fail_to_move(&mut self, piece: i32, to: i32) {
        self.fail_here(if piece == NONE || to == NONE {
            FaultKind::OfNone
        } else {
            FaultKind::BadReference(piece)
        });
    }

    /// Records a move for those who know the piece, where it lay at a position, and for those who saw it.
    #[cold]
    fn record_move(&mut self, piece: PieceId, [from, to]: [SpotId; 2], left: u32, saw: PlayerSet) {
        let seen = self.state.pieces[piece].known | saw;
        let at = [left, self.position_seen(&self.executable.spots[to], piece)];
        self.record(
            What::Moved {
                piece,
                from,
                to,
                at,
            },
            seen,
        );
    }

    /// Moves all pieces of a place to the top of another. From one place without a known order to another they go as a set: who
    /// knew that some of them are among them still does.
    pub(crate) fn move_whole(&mut self, place: SpotId, to: i32) {
        if self.work.events.is_none() && self.move_whole_quietly(place, SpotId::from_value(to)) {
            return;
        }
        let spots = &self.executable.spots;
        let (from, into) = (spots.get(place), spots.get(SpotId::from_value(to)));
        let is_set = |spot: Option<&Spot>| spot.is_some_and(|spot| spot.mixed && spot.hides());
        let start = self.work.scratch.len();
        if is_set(from) && is_set(into) && place != SpotId::from_value(to) {
            let mut at = self.state.places[place].first;
            while let Some(piece) = self.state.pieces.get(at) {
                let known = piece.known.bits() as i32;
                self.work.scratch.extend([at.value(), known]);
                at = piece.next;
            }
        }
        for _ in 0..self.state.places[place].count {
            self.relocate(self.state.places[place].first.value(), to, Put::Top);
            if self.fault.is_some() {
                break;
            }
        }
        for known in self.work.scratch[start..].chunks_exact(2) {
            let piece = PieceId::from_value(known[0]);
            self.state.pieces[piece].known |= PlayerSet::of_bits(known[1] as u32);
        }
        self.work.scratch.truncate(start);
    }

    /// As `move_whole`, of pieces whose move nobody is told of, where it is plain who sees them: their links stay, and the list
    /// is put behind the other one. False where it is not plain.
    fn move_whole_quietly(&mut self, from: SpotId, to: SpotId) -> bool {
        let spots = &self.executable.spots;
        let (Some(source), Some(target)) = (spots.get(from), spots.get(to)) else {
            return false;
        };
        let (left, there) = (self.state.places[from], self.state.places[to]);
        let room = target.capacity.saturating_sub(there.count);
        let is_plain = !source.is_seen_by_piece() && target.is_plain_to_enter;
        if from == to || left.count > room || !is_plain {
            return false;
        }
        if left.count == 0 {
            return true;
        }
        let (fades, mixed) = (source.may_fade(target), source.mixed);
        let is_set = |spot: &Spot| spot.mixed && spot.hides();
        // As a set they go to another: who knew them still does.
        let forgets = mixed && !(is_set(source) && is_set(target));
        let saw = source.watchers(self.state) | target.watchers(self.state);
        self.change(target.stale | source.stale);
        self.state.move_all_to_end(from, to);
        self.occupy([from, to]);
        let mut at = left.first;
        while let Some(piece) = self.state.pieces.get_mut(at) {
            (piece.place, piece.known) = (to, if forgets { saw } else { piece.known | saw });
            let next = piece.next;
            if fades {
                self.fade(at, source, target);
            }
            at = next;
        }
        if mixed && saw != self.everybody() {
            // As many as are looked at when they go one by one (`learn_of_mixed`).
            let count = u64::from(left.count);
            self.take_steps(count * (count - 1) / 2);
        }
        true
    }

    /// The position of a piece that lies where everybody sees positions, for an event; otherwise 0.
    fn position_seen(&self, spot: &Spot, piece: PieceId) -> u32 {
        if spot.is_row {
            self.state.position_of(piece)
        } else {
            0
        }
    }

    /// The piece of a place before which another is put; none at its end.
    #[inline(always)]
    fn before(&mut self, place: SpotId, put: Put) -> PieceId {
        match put {
            Put::Top => PieceId::NONE,
            Put::Bottom => self.state.places[place].first,
            Put::At(n) => self.piece_before(place, n),
        }
    }

    /// The piece before which one is put to stand at a position, counted from 1.
    #[inline(never)]
    fn piece_before(&mut self, place: SpotId, n: i32) -> PieceId {
        let before = (n.max(1) - 1) as u32;
        let passed = before.min(self.state.places[place].count);
        self.take_steps(u64::from(passed));
        let piece = self.state.nth_piece(place, before);
        piece.unwrap_or(PieceId::NONE)
    }

    /// Updates who knows a piece after it left a mixed place before the eyes of some. Whoever did not see which piece left no
    /// longer knows for sure any piece that lay there.
    fn learn_of_mixed(&mut self, piece: PieceId, from: SpotId, saw: PlayerSet) {
        self.state.pieces[piece].known = saw;
        if saw == self.everybody() {
            return;
        }
        let left = self.state.places[from];
        self.take_steps(u64::from(left.count));
        // After the last one comes `PieceId::NONE`, which is no piece.
        let mut at = left.first;
        while let Some(other) = self.state.pieces.get_mut(at) {
            other.known &= saw;
            at = other.next;
        }
    }

    /// Puts a piece at a position among others. Unless the rules name the position, nobody can tell where that is but who
    /// does it and who looks on: the others no longer know any piece there, for each may have moved on.
    pub(crate) fn insert(&mut self, piece: i32, to: i32, at: i32, is_named: bool) {
        self.relocate(piece, to, Put::At(at));
        let to = SpotId::from_value(to);
        if is_named || self.fault.is_some() || State::is_mixed(self.program, to) {
            return;
        }
        let you = self.state.stack.get(self.base).copied().unwrap_or(NONE);
        let does = PlayerSet::of(you);
        let mixed = self.known_before(to);
        let start = self.list_place(to);
        self.take_steps((self.work.scratch.len() - start) as u64);
        for n in start..self.work.scratch.len() {
            let piece = PieceId::from_value(self.work.scratch[n]);
            let sees = self.sees(to, piece);
            self.state.pieces[piece].known &= does | sees;
        }
        self.work.scratch.truncate(start);
        self.change(self.program.stale.known);
        self.trace_mixed(mixed);
    }

    /// Fields of a piece that has moved fall back where they no longer last.
    fn fade(&mut self, piece: PieceId, from: &Spot, to: &Spot) {
        let (layout, was, is) = (&self.program.layout, from.declared, to.declared);
        for (var, lasts) in &layout.kinds[layout.piece_kind[piece]].fading {
            if lasts.contains(&was) && !lasts.contains(&is) {
                let placed = &layout.vars[*var];
                for at in ids(placed.numbers_of(piece.number())) {
                    let default = layout.memory[at];
                    if self.state.memory[at] != default {
                        self.write(*var, at, default);
                    }
                }
            }
        }
    }

    /// Puts a place into another order, given by the pieces listed in the scratch buffer from `start` on.
    fn relink(&mut self, place: SpotId, start: usize) {
        self.change(self.executable.spots[place].stale);
        self.take_steps((self.work.scratch.len() - start) as u64);
        self.state.relink(place, &self.work.scratch[start..]);
        self.work.scratch.truncate(start);
    }

    fn list_place(&mut self, place: SpotId) -> usize {
        let start = self.work.scratch.len();
        let mut at = self.state.places[place].first;
        while at != PieceId::NONE {
            self.work.scratch.push(at.value());
            at = self.state.pieces[at].next;
        }
        start
    }

    pub(crate) fn shuffle(&mut self, place: SpotId) {
        if place == SpotId::NONE {
            self.fail_here(FaultKind::OfNone);
            return;
        }
        let mixed = self.known_before(place);
        let start = self.list_place(place);
        let mut stream = self.chance(Some(self.program.layout.place_of[place].0));
        stream.shuffle(&mut self.work.scratch[start..]);
        self.tell_order(start);
        for n in start..self.work.scratch.len() {
            let piece = PieceId::from_value(self.work.scratch[n]);
            let sees = self.sees(place, piece);
            self.state.pieces[piece].known &= sees;
        }
        self.relink(place, start);
        self.record(What::Shuffled(place), self.everybody());
        self.trace_mixed(mixed);
    }

    /// Puts the pieces on top that were told to come there; the order of the others stays as chance has it.
    fn tell_order(&mut self, start: usize) {
        if !self.is_told() {
            return;
        }
        let listed = self.work.scratch[start..].to_vec();
        let all_there = |pieces: &[PieceId]| {
            let there = |piece: &PieceId| listed.contains(&piece.value());
            pieces.iter().all(there).then(|| pieces.to_vec())
        };
        let told = self.comes_out(|told| match told {
            Told::Top(pieces) => all_there(pieces),
            Told::Piece(piece) => all_there(&[*piece]),
            Told::Number(_) | Told::Member(_) => None,
        });
        let Some(top) = told else { return };
        let is_top = |piece: &i32| top.iter().any(|one| one.value() == *piece);
        let rest = listed.iter().copied().filter(|piece| !is_top(piece));
        let ordered: Vec<i32> = rest
            .chain(top.iter().rev().map(|piece| piece.value()))
            .collect();
        self.work.scratch.truncate(start);
        self.work.scratch.extend(ordered);
    }

    pub(crate) fn turn_over(&mut self, place: SpotId) {
        if place == SpotId::NONE {
            self.fail_here(FaultKind::OfNone);
            return;
        }
        let start = self.list_place(place);
        self.work.scratch[start..].reverse();
        self.relink(place, start);
        self.record(What::Turned(place), self.everybody());
    }

    /// Lets players see pieces now.
    pub(crate) fn show(&mut self, source: SourceId, to: PlayerSet) {
        let start = self.work.scratch.len();
        self.list(source);
        for n in start..self.work.scratch.len() {
            let piece = PieceId::from_value(self.work.scratch[n]);
            let known = &mut self.state.pieces[piece].known;
            if !known.has_all(to) {
                *known |= to;
                let seen = *known;
                self.record(What::Shown { piece, to }, seen);
            }
        }
        self.work.scratch.truncate(start);
        self.change(self.program.stale.known);
    }

    /// Puts pieces below all others of a place, the last of them first, so that they keep their order.
    pub(crate) fn tuck_all(&mut self, source: SourceId, to: i32) {
        let start = self.work.scratch.len();
        self.list(source);
        for n in (start..self.work.scratch.len()).rev() {
            if self.fault.is_none() {
                self.relocate(self.work.scratch[n], to, Put::Bottom);
            }
        }
        self.work.scratch.truncate(start);
    }

    /// Adds the members of a collection to the scratch buffer.
    fn list(&mut self, source: SourceId) {
        self.in_frame(|m, f| m.list_in(f, source));
    }

    /// The address of a target, or a fault.
    pub(crate) fn address(&mut self, target: TargetId) -> Option<(VarId, Address, i32)> {
        self.in_frame(|m, f| m.address_in(f, target))
    }

    /// As `address`, with the slots of any frame.
    pub(crate) fn address_in(
        &mut self,
        f: &mut [i32],
        target: TargetId,
    ) -> Option<(VarId, Address, i32)> {
        let target = self.program.targets[target];
        let (of, at) = (self.ask_in(f, target.of), self.ask_in(f, target.at));
        self.address_of(target.var, of, at)
            .map(|address| (target.var, address, of))
    }

    /// The address of a variable of a holder, or a fault.
    pub(crate) fn address_of(&mut self, var: VarId, of: i32, at: i32) -> Option<Address> {
        let var = &self.program.layout.vars[var];
        if of == NONE || at == NONE {
            self.fail_here(FaultKind::OfNone);
            return None;
        }
        let holder = if var.holders == 1 && var.first == 0 {
            0
        } else {
            (of as u32).wrapping_sub(var.first)
        };
        if holder >= var.holders || at as u32 >= var.width {
            self.fail_here(FaultKind::BadReference(of));
            return None;
        }
        Some(var.nth(holder).plus(at as u32))
    }

    /// Writes a number and records the change.
    pub(crate) fn write(&mut self, var: VarId, address: Address, new: i32) {
        let old = std::mem::replace(&mut self.state.memory[address], new);
        // A write of the value that is there makes no answer worthless.
        if old != new {
            self.state.move_bit(self.program, var, address, [old, new]);
            self.change(self.program.stale.vars[var]);
            if self.work.events.is_some() {
                let seen = view::sees_change(self.program, self.state, var, address, [old, new]);
                let on = self.marked_piece(var, address);
                self.record(
                    What::Changed {
                        var,
                        address,
                        old,
                        new,
                        on,
                    },
                    seen,
                );
            }
            self.turn_face(var, address, new);
        }
    }

    /// The piece whose mark is changed, as the table sees it; none for any other variable.
    fn marked_piece(&self, var: VarId, address: Address) -> Option<MarkedPiece> {
        let rules = &self.program.layout.vars[var];
        let piece = PieceId::numbered(rules.holder_at(address).0);
        rules.is_mark.then(|| {
            let place = self.state.pieces[piece].place;
            MarkedPiece {
                place,
                at: (self.executable.spots.get(place))
                    .map_or(0, |spot| self.position_seen(spot, piece)),
                known: view::who_knows(self.program, self.state, piece),
            }
        })
    }

    /// A piece that is turned face up is known to all from then on; turned down, to those who saw it.
    fn turn_face(&mut self, var: VarId, address: Address, new: i32) {
        let placed = &self.program.layout.vars[var];
        if new == 0 || !placed.is_face {
            return;
        }
        let piece = PieceId::numbered(placed.holder_at(address).0);
        let place = self.state.pieces[piece].place;
        if place != SpotId::NONE {
            let sees = self.sees(place, piece);
            self.state.pieces[piece].known |= sees;
        }
    }

    /// `gain`: up to the bounds; a track's gates hold it back and its spaces take effect.
    pub(crate) fn gain(&mut self, target: TargetId, by: i32) {
        let Some((var, address, of)) = self.address(target) else {
            return;
        };
        let rules = &self.program.layout.vars[var];
        let (low, high) = rules.bounds;
        let old = self.state.memory[address];
        let wanted = i64::from(old) + i64::from(by);
        let Some(track) = rules.track else {
            self.write(
                var,
                address,
                wanted.clamp(i64::from(low), i64::from(high)) as i32,
            );
            return;
        };
        self.step_track(
            track,
            var,
            address,
            of,
            old,
            wanted.clamp(i64::from(low), i64::MAX),
        );
    }

    fn step_track(
        &mut self,
        track: TrackId,
        var: VarId,
        address: Address,
        of: i32,
        old: i32,
        wanted: i64,
    ) {
        let program = self.program;
        let rules = &program.tracks[track];
        let you = if matches!(
            program.layout.vars[var].holder,
            ludex_rules::game::Holder::Player
        ) {
            of
        } else {
            self.state.stack[self.base]
        };
        let mut top = program.layout.vars[var].bounds.1;
        for (gate, cond) in &rules.gates {
            if *gate >= old && self.eval_as(you, *cond, rules.slots) != 0 {
                top = top.min(*gate);
            }
        }
        let new = wanted.min(i64::from(top)) as i32;
        let lost = wanted - i64::from(new);
        self.write(var, address, new);
        // From the last to the first: the overflow, then the spaces from the highest to the lowest.
        let mut bonuses = std::mem::take(&mut self.work.bonuses);
        bonuses.clear();
        let overflows = lost > 0 && new == program.layout.vars[var].bounds.1;
        let lost = lost.min(i64::from(i32::MAX)) as i32;
        bonuses.extend(
            rules
                .beyond
                .filter(|_| overflows)
                .map(|text| (text, Some(lost))),
        );
        for (space, how, flag, routine) in rules.spaces.iter().rev() {
            if old < *space && *space <= new && self.first_time(*how, *flag, you) {
                bonuses.push((*routine, None));
            }
        }
        if !bonuses.is_empty() {
            self.begin_bonuses(you, &bonuses);
        }
        self.work.bonuses = bonuses;
    }

    /// Begins bonuses of a track, given from the last to the first, each with the steps that were lost if it is about these.
    /// Those that a bonus brings wait until it is done, with all that were reached together with it.
    fn begin_bonuses(&mut self, you: i32, bonuses: &[(RoutineId, Option<i32>)]) {
        if let Some((moment, under)) = self.bonuses_at_work() {
            for (text, lost) in bonuses.iter().rev() {
                self.put_off_bonus(moment, under, *text, you, *lost);
            }
            return;
        }
        if let Some(queue) = self.program.bonuses {
            self.enter(queue.routine, NONE, &[]);
        }
        // Frames pushed last run first.
        for (text, lost) in bonuses {
            self.enter(*text, you, lost.as_slice());
        }
    }

    /// The moment for which bonuses wait while others are at work, and the number of frames up to the text that will do them.
    /// What an action brings that is taken meanwhile does not wait.
    fn bonuses_at_work(&self) -> Option<(MomentId, i32)> {
        let queue = self.program.bonuses?;
        for (below, frame) in self.state.frames.iter().enumerate().rev() {
            if frame.routine == queue.routine {
                return Some((queue.moment, below as i32 + 1));
            }
            if self.program.routines[frame.routine].kind == RoutineKind::Action {
                return None;
            }
        }
        None
    }

    fn first_time(&mut self, how: TrackOften, flag: Option<VarId>, you: i32) -> bool {
        let Some(flag) = flag else { return true };
        let placed = &self.program.layout.vars[flag];
        let at = if how == TrackOften::Once && you != NONE {
            placed.nth(you as u32)
        } else {
            placed.base
        };
        let first = self.state.memory[at] == 0;
        self.write(flag, at, 1);
        first
    }

    /// A question asked for another player, in a frame of its own.
    pub fn eval_as(&mut self, you: i32, node: NodeId, slots: u16) -> i32 {
        let known = self
            .native
            .and_then(|native| native.question(self, you, node, Fits::SURE));
        known.unwrap_or_else(|| {
            self.with_slots(slots.max(1), |m, f| {
                f[0] = you;
                m.ask_in(f, node)
            })
        })
    }
}
