//! Positions that stood before: what `repetitions` counts.
//!
//! A position is remembered as a hash of what everybody sees of it, and of who decides: so what is counted tells nobody
//! anything hidden, and a world that a player can't tell from the true one has the same past. Copies of a row are the same to
//! it. Only games whose rules ask remember anything, and nothing from before the moments that they ask about.

use crate::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_program::layout::{Place, Var};
use ludex_rules::game::{Holder, Order, Seen};
use ludex_rules::ids::{MomentId, PlaceId, PlayerId, VarId};
use ludex_rules::types::Type;

/// The numbers that a remembered position takes in `State::stood`: a hash of 64 bits in halves.
const HALVES: usize = 2;

/// The positions in `State::stood`: first, for each moment that the rules ask about, how many positions stood when it came
/// last; then the positions, the oldest first.
struct Stood<'a> {
    since: &'a [i32],
    positions: &'a [i32],
}

impl State {
    /// Returns how often a position stood before with a player to decide, since a moment; none of a moment that no rule of the
    /// game asks about. With it, how many positions were looked at.
    pub(crate) fn repetitions(
        &self,
        program: &Program,
        player: PlayerId,
        moment: MomentId,
    ) -> Option<(i32, u64)> {
        let nth = program.repeats.iter().position(|one| *one == moment)?;
        let Some(stood) = self.stood(program) else {
            return Some((0, 0));
        };
        let key = self.key(program, player);
        let since = stood.since.get(nth).copied().unwrap_or(0);
        let all = stood.positions.chunks_exact(HALVES);
        let all = all.skip(usize::try_from(since).unwrap_or(0));
        let looked_at = all.len() as u64;
        // The last one is that which stands, while nothing changes.
        let now = all.clone().next_back().is_some_and(|one| one == key);
        let count = all.filter(|one| *one == key).count() as i32;
        Some((count - i32::from(now), looked_at))
    }

    /// Notes that a position stands in which a player decides. One that stands for several questions on end counts once.
    pub(crate) fn note_position(&mut self, program: &Program, player: PlayerId) {
        let moments = program.repeats.len();
        if moments == 0 {
            return;
        }
        if self.stood.is_empty() {
            self.stood.resize(moments, 0);
        }
        let key = self.key(program, player);
        let positions = (self.stood.len() - moments) / HALVES;
        if self.stood.len() >= moments + HALVES && self.stood.ends_with(&key) {
            // It stands on after a moment that came meanwhile.
            let last = positions as i32 - 1;
            let since = self.stood[..moments].iter_mut();
            since.for_each(|since| *since = (*since).min(last));
        } else {
            self.stood.extend(key);
        }
    }

    /// Begins to count anew from a moment that has come, and forgets what no rule asks about any more.
    pub(crate) fn count_positions_from(&mut self, program: &Program, moment: MomentId) {
        let moments = program.repeats.len();
        let nth = program.repeats.iter().position(|one| *one == moment);
        let (Some(nth), false) = (nth, self.stood.is_empty()) else {
            return;
        };
        self.stood[nth] = ((self.stood.len() - moments) / HALVES) as i32;
        let oldest = self.stood[..moments].iter().copied().min().unwrap_or(0);
        // The position that stands may stand on.
        let Some(over) = usize::try_from(oldest - 1).ok().filter(|over| *over > 0) else {
            return;
        };
        self.stood.drain(moments..moments + over * HALVES);
        let since = self.stood[..moments].iter_mut();
        since.for_each(|since| *since -= over as i32);
    }

    /// Returns true if what is remembered of positions holds together.
    pub(crate) fn has_sound_positions(&self, program: &Program) -> bool {
        let moments = program.repeats.len();
        let Some(numbers) = self.stood.len().checked_sub(moments) else {
            return self.stood.is_empty();
        };
        let positions = (numbers / HALVES) as i32;
        let mut since = self.stood.iter().take(moments);
        (moments > 0 || self.stood.is_empty())
            && numbers.is_multiple_of(HALVES)
            && since.all(|since| (0..=positions).contains(since))
    }

    fn stood(&self, program: &Program) -> Option<Stood<'_>> {
        let (since, positions) = self.stood.split_at_checked(program.repeats.len())?;
        Some(Stood { since, positions })
    }

    fn key(&self, program: &Program, player: PlayerId) -> [i32; HALVES] {
        let view = PublicView {
            program,
            state: self,
            everybody: self.everybody(),
        };
        let hash = view.hash(player);
        [hash as i32, (hash >> 32) as i32]
    }
}

/// A hash of what everybody sees of a position.
struct PublicView<'a> {
    program: &'a Program,
    state: &'a State,
    everybody: PlayerSet,
}

/// Stands for a piece that somebody does not know.
const HIDDEN: u64 = 1;
/// Stands before a piece that all know.
const KNOWN: u64 = 2;

impl PublicView<'_> {
    fn hash(&self, player: PlayerId) -> u64 {
        let layout = &self.program.layout;
        let mut hash = mix(0, u64::from(player.number()));
        for board in &layout.boards {
            for copy in 0..board.copies {
                hash = mix(hash, word(self.state.memory[board.layout_at.plus(copy)]));
            }
        }
        for (id, var) in layout.vars.entries() {
            if !matches!(var.holder, Holder::Piece(_)) && self.is_compared(var) {
                for holder in 0..var.holders {
                    hash = mix(hash, self.numbers(id, var.first + holder));
                }
            }
        }
        for (_, place) in layout.places.entries() {
            if !matches!(place.holder, Holder::Piece(_)) {
                for holder in 0..place.holders {
                    hash = mix(hash, self.contents(place, place.first + holder));
                }
            }
        }
        hash
    }

    fn is_compared(&self, var: &Var) -> bool {
        var.seen == Seen::All && !var.uncompared
    }

    /// The numbers of a variable of one holder.
    fn numbers(&self, var: VarId, holder: u32) -> u64 {
        let var = &self.program.layout.vars[var];
        let of_pieces = matches!(var.ty.required(), Type::Piece(_));
        let values = self.state.memory.range(var.numbers_of(holder)).iter();
        values.fold(0, |hash, value| {
            let named = PieceId::of(*value).filter(|_| of_pieces);
            mix(
                hash,
                named.map_or(word(*value), |piece| self.reference(piece)),
            )
        })
    }

    /// The pieces that lie in the place of a holder: in their order, where it means something.
    fn contents(&self, place: &Place, holder: u32) -> u64 {
        let pieces = self.state.pieces_in(place.spot(holder));
        let pieces = pieces.map(|piece| self.piece(piece));
        match place.order {
            Order::Set => pieces.fold(0, |sum, piece| sum.wrapping_add(mix(0, piece))),
            Order::Pile | Order::List | Order::Slot => pieces.fold(0, mix),
        }
    }

    /// A piece with its fields and with what lies on it; only that there is one, and its marks, when somebody does not know it.
    fn piece(&self, piece: PieceId) -> u64 {
        let layout = &self.program.layout;
        let kind = &layout.kinds[layout.piece_kind[piece]];
        let is_known = self.is_known(piece);
        let mut hash = if is_known {
            mix(KNOWN, self.identity(piece))
        } else {
            HIDDEN
        };
        for field in &kind.fields {
            let var = &layout.vars[*field];
            if self.is_compared(var) && (is_known || var.is_mark) {
                hash = mix(hash, self.numbers(*field, piece.number()));
            }
        }
        for place in &kind.places {
            hash = mix(hash, self.contents(&layout.places[*place], piece.number()));
        }
        hash
    }

    fn is_known(&self, piece: PieceId) -> bool {
        self.state.pieces[piece].known.has_all(self.everybody)
    }

    /// The row of a piece, the same of all its copies, and for whom it was made.
    fn identity(&self, piece: PieceId) -> u64 {
        let layout = &self.program.layout;
        let row = layout.rows.get(layout.alike_at + piece.index());
        let row = row.copied().unwrap_or(piece.value());
        let made_for = layout.piece_for[piece].map_or(0, |player| player.number() + 1);
        let of_kind = mix(u64::from(layout.piece_kind[piece].number()), word(row));
        mix(of_kind, u64::from(made_for))
    }

    /// A piece that a variable names: by its row and where it lies, as far as everybody sees that.
    fn reference(&self, piece: PieceId) -> u64 {
        let at = self.state.pieces[piece].place;
        if self.is_known(piece) && at != SpotId::NONE {
            mix(self.identity(piece), self.location(at, piece))
        } else {
            word(piece.value())
        }
    }

    /// Hashes where a piece lies: the place, and the position in it.
    fn location(&self, at: SpotId, piece: PieceId) -> u64 {
        let layout = &self.program.layout;
        let (id, holder): (PlaceId, u32) = layout.place_of[at];
        let place = &layout.places[id];
        let here = match place.holder {
            Holder::Piece(_) => mix(
                u64::from(id.number()),
                self.reference(PieceId::numbered(holder)),
            ),
            Holder::Table | Holder::Player | Holder::Space(_) => mix(0, u64::from(at.number())),
        };
        let before = self.state.pieces_in(at).take_while(|one| *one != piece);
        match place.order {
            Order::Set | Order::Slot => here,
            Order::Pile | Order::List => mix(here, before.count() as u64),
        }
    }
}

fn word(value: i32) -> u64 {
    u64::from(value as u32)
}

/// Mixes a number into a hash: by the finalizer of SplitMix64, after a product that tells the two apart, so that what is nested
/// in one order is not what is nested in another.
fn mix(hash: u64, value: u64) -> u64 {
    const ODD: u64 = 0xd134_2543_de82_ef95;
    let mut mixed = (hash.wrapping_mul(ODD) ^ value).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
