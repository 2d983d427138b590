//! What a player may know, decided once: which pieces and variables, and positions that look the same to them.

use crate::engine::chance::{Stream, purpose};
use crate::engine::later::{NO_ROW, ROW};
use crate::engine::machine::{Machine, Work};
use crate::engine::option::Answer;
use crate::engine::state::{Chain, ENTRY, Frame, NOWHERE, Piece, PlayerSet, State};
use crate::program::Program;
use crate::program::code::Ask;
use crate::rules::game::{Holder, NONE, RoutineKind, Seen};
use crate::rules::types::Type;

/// Whether a player can tell which piece this is.
#[must_use]
pub fn knows(program: &Program, state: &State, player: u8, piece: u32) -> bool {
    who_knows(program, state, piece) >> player & 1 != 0
}

/// A bit for each player who can tell which piece this is.
#[must_use]
pub fn who_knows(program: &Program, state: &State, piece: u32) -> PlayerSet {
    let Some(at) = state.pieces.get(piece as usize) else {
        return 0;
    };
    at.known
        | if at.place == NOWHERE {
            0
        } else {
            state.sees(program, at.place, piece)
        }
}

/// A bit for each player who sees the value at an address of a variable.
#[must_use]
pub fn sees_var(program: &Program, state: &State, var: u32, address: usize) -> PlayerSet {
    let var = &program.layout.vars[var as usize];
    let holder = var.first + (address as u32 - var.base) / var.width;
    match var.seen {
        Seen::All | Seen::Face(_) => everybody(state),
        Seen::Nobody => 0,
        Seen::Owner => state
            .owner_of_holder(program, var.holder, holder)
            .map_or(0, |p| 1 << p),
    }
}

/// A bit for each player who may be told that a variable went from one value to another: who sees it, knows the piece
/// that holds it, and knows the pieces it names.
#[must_use]
pub fn sees_change(
    program: &Program,
    state: &State,
    var: u32,
    address: usize,
    values: [i32; 2],
) -> PlayerSet {
    let rules = &program.layout.vars[var as usize];
    let mut seen = sees_var(program, state, var, address);
    if let Holder::Piece(_) = rules.holder {
        let holder = rules.first + (address as u32 - rules.base) / rules.width;
        seen &= who_knows(program, state, holder);
    }
    if let Type::Piece(_) = rules.ty.required() {
        for piece in values.into_iter().filter(|v| *v != NONE) {
            seen &= who_knows(program, state, piece as u32);
        }
    }
    seen
}

/// Whether a piece lies somewhere without lying inside itself, or nowhere.
#[must_use]
pub fn is_founded(program: &Program, state: &State, piece: u32) -> bool {
    let mut at = piece;
    for _ in 0..=state.pieces.len() {
        let Some((declared, holder)) = program
            .layout
            .place_of
            .get(state.pieces[at as usize].place as usize)
        else {
            return true;
        };
        match program.layout.places[*declared as usize].holder {
            Holder::Piece(_) => at = *holder,
            Holder::Table | Holder::Player | Holder::Space(_) => return true,
        }
    }
    false
}

fn everybody(state: &State) -> PlayerSet {
    state.everybody()
}

/// Deals tried before a position is left as it is.
const TRIES: u32 = 16;

/// Deals anew what a player can't know; the result looks the same to that player and has chance of its own.
///
/// Pieces that the player can't identify change places among those of their kind. Where rules let hidden pieces decide
/// what the player may do now, only deals that leave the player the same options are taken.
#[must_use]
pub fn determinize(program: &Program, state: &State, player: u8, seed: u64) -> State {
    let asked = state.pending.is_some_and(|p| p.player == player);
    let options = asked.then(|| seen_options(program, state, player));
    for count in 0..TRIES {
        let mut stream = Stream::new(seed, purpose("determinize"), count);
        let dealt = deal(program, state, player, seed, &mut stream);
        if options.is_none() || options == Some(seen_options(program, &dealt, player)) {
            return dealt;
        }
    }
    State {
        seed,
        ..state.clone()
    }
}

/// The options as the player sees them: unknown pieces all alike.
fn seen_options(program: &Program, state: &State, player: u8) -> Vec<(Answer, Vec<i32>)> {
    let (mut state, mut work) = (state.clone(), Work::lent(program));
    let Some(pending) = state.pending else {
        return Vec::new();
    };
    Machine::new(program, &mut state, &mut work).pending_options();
    let seen = |ty: &Type, value: i32| {
        let piece = matches!(ty.required(), Type::Piece(_)) && value != NONE;
        if piece && !knows(program, &state, player, value as u32) {
            -1
        } else {
            value
        }
    };
    let options = (0..work.options.len()).map(|n| {
        let (answer, values) = work.options.get(n);
        let mut values = values.to_vec();
        let types: Vec<&Type> = match (&program.sites[pending.site as usize].ask, answer) {
            (Ask::Choose { types, .. }, Answer::Values) => types.iter().collect(),
            (_, Answer::Action(a)) => program.actions[a as usize]
                .params
                .iter()
                .map(|(_, ty)| ty)
                .collect(),
            _ => Vec::new(),
        };
        for (value, ty) in values.iter_mut().zip(types) {
            *value = seen(ty, *value);
        }
        (answer, values)
    });
    options.collect()
}

/// Which piece stands for which.
struct Deal<'a> {
    program: &'a Program,
    /// For each piece: the one that takes its part.
    pieces: Vec<u32>,
}

fn deal(program: &Program, state: &State, player: u8, seed: u64, stream: &mut Stream) -> State {
    let deal = Deal {
        program,
        pieces: permutation(program, state, player, stream),
    };
    let mut dealt = State {
        seed,
        ..state.clone()
    };
    for (piece, at) in state.pieces.iter().enumerate() {
        dealt.pieces[deal.pieces[piece] as usize] = Piece {
            place: deal.place(at.place),
            next: deal.piece(at.next),
            previous: deal.piece(at.previous),
            known: at.known,
        };
    }
    for (place, chain) in state.places.iter().enumerate() {
        let (first, last) = (deal.piece(chain.first), deal.piece(chain.last));
        dealt.places[deal.place(place as u32) as usize] = Chain {
            first,
            last,
            count: chain.count,
        };
    }
    deal.memory(state, &mut dealt);
    deal.frames(&mut dealt);
    deal.waiting(&mut dealt);
    dealt
}

/// A random exchange of the pieces that a player can't identify: within a kind, and among those made for one player.
fn permutation(program: &Program, state: &State, player: u8, stream: &mut Stream) -> Vec<u32> {
    let fixed = at_work(program, state);
    let layout = &program.layout;
    let mut pieces: Vec<u32> = (0..state.pieces.len() as u32).collect();
    let free = |piece: &u32| {
        let at = &state.pieces[*piece as usize];
        at.place != NOWHERE
            && !knows(program, state, player, *piece)
            && !fixed.contains(&(*piece as i32))
    };
    let sort = |piece: &u32| {
        (
            layout.piece_kind[*piece as usize],
            layout.piece_for[*piece as usize],
        )
    };
    let mut unknown: Vec<u32> = pieces.iter().copied().filter(free).collect();
    unknown.sort_by_key(|piece| (sort(piece), *piece));
    for alike in unknown.chunk_by(|a, b| sort(a) == sort(b)) {
        let mut dealt = alike.to_vec();
        stream.shuffle(&mut dealt);
        for (piece, other) in alike.iter().zip(dealt) {
            pieces[*piece as usize] = other;
        }
    }
    pieces
}

/// Pieces whose own text is being done or waits: they can't be other pieces.
fn at_work(program: &Program, state: &State) -> Vec<i32> {
    let frames = state.frames.iter().filter_map(|frame| {
        let routine = &program.routines[frame.routine as usize];
        let has_this = matches!(routine.kind, RoutineKind::Hook | RoutineKind::Slot);
        let is_piece = matches!(routine.locals.get(1), Some((_, Type::Piece(_))));
        (has_this && is_piece).then(|| state.stack[frame.base as usize + 1])
    });
    let pool = state
        .pool
        .chunks_exact(ENTRY)
        .filter_map(|e| program.hooks[e[0] as usize].piece.map(|p| p as i32));
    frames.chain(pool).collect()
}

impl Deal<'_> {
    fn piece(&self, piece: u32) -> u32 {
        self.pieces.get(piece as usize).copied().unwrap_or(piece)
    }

    /// A place held by a piece goes with it.
    fn place(&self, place: u32) -> u32 {
        let Some((declared, holder)) = self.program.layout.place_of.get(place as usize) else {
            return place;
        };
        let declared = &self.program.layout.places[*declared as usize];
        match declared.holder {
            Holder::Piece(_) => declared.base + self.piece(*holder) - declared.first,
            Holder::Table | Holder::Player | Holder::Space(_) => place,
        }
    }

    fn value(&self, ty: &Type, value: i32) -> i32 {
        if let Type::Piece(k) = ty.required()
            // A slot not yet in use holds 0, which need not be a piece of its kind.
            && self.is_of_kind(k.index(), value)
        {
            return self.piece(value as u32) as i32;
        }
        let is_place = (0..self.program.layout.place_of.len() as i32).contains(&value);
        if matches!(ty.required(), Type::Place(_)) && is_place {
            return self.place(value as u32) as i32;
        }
        value
    }

    fn is_of_kind(&self, kind: usize, value: i32) -> bool {
        let kind = &self.program.layout.kinds[kind];
        if kind.is_any {
            return (0..self.pieces.len() as i32).contains(&value);
        }
        (kind.first as i32..(kind.first + kind.count) as i32).contains(&value)
    }

    fn memory(&self, state: &State, dealt: &mut State) {
        let layout = &self.program.layout;
        for var in &layout.vars {
            for n in 0..var.holders {
                let to = match var.holder {
                    Holder::Piece(_) => self.piece(var.first + n) - var.first,
                    Holder::Table | Holder::Player | Holder::Space(_) => n,
                };
                for at in 0..var.width {
                    let (old, new) = (
                        var.base + n * var.width + at,
                        var.base + to * var.width + at,
                    );
                    let value = state.memory[old as usize];
                    // What was never changed is the piece's own.
                    let own = to != n && value == layout.memory[old as usize];
                    dealt.memory[new as usize] = if own {
                        layout.memory[new as usize]
                    } else {
                        self.value(&var.ty, value)
                    };
                }
            }
        }
    }

    fn frames(&self, dealt: &mut State) {
        for n in 0..dealt.frames.len() {
            let Frame { base, routine, .. } = dealt.frames[n];
            let routine = &self.program.routines[routine as usize];
            for (slot, (_, ty)) in routine.locals.iter().enumerate() {
                if let Some(value) = dealt.stack.get_mut(base as usize + slot) {
                    *value = self.value(ty, *value);
                }
            }
            for cursor in &routine.piece_cursors {
                let at = base as usize + usize::from(cursor.slot);
                for listed in dealt.stack[at]..dealt.stack[at + 2] {
                    let Some(value) = dealt.lists.get_mut(listed as usize) else {
                        break;
                    };
                    if let Some(piece) = self.pieces.get(*value as usize) {
                        *value = *piece as i32;
                    }
                }
            }
        }
    }

    fn waiting(&self, dealt: &mut State) {
        for entry in dealt.pool.chunks_exact_mut(ENTRY) {
            let body = self.program.hooks[entry[0] as usize].body;
            self.entry(body, 2, entry);
        }
        let rows = dealt.later.chunks_exact_mut(ROW);
        for row in rows.filter(|row| row[0] != NO_ROW) {
            self.entry(row[2] as u32, 1, &mut row[2..]);
        }
    }

    /// Arguments of a waiting routine: the first of them stands in its slot `first`.
    fn entry(&self, routine: u32, first: usize, entry: &mut [i32]) {
        let locals = self.program.routines[routine as usize]
            .locals
            .iter()
            .skip(first);
        let count = entry[3] as usize;
        for ((_, ty), value) in locals.zip(&mut entry[4..4 + count]) {
            *value = self.value(ty, *value);
        }
    }
}
