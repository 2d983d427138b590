//! A running game as one flat value: cloned, compared, saved and undone as a whole.
//!
//! `Layout` (`program/layout.rs`) says at which index of these rows each variable, place and piece stands. The pieces of a
//! place are a doubly linked list; frames, loops and pools are stacks, so that a game can be stopped and saved within any
//! statement.

mod bitboards;
pub mod bytes;
pub mod delta;
pub mod later;
mod players;
mod repetition;
pub mod snapshot;
pub mod sound;
pub(crate) mod spaces;
pub(crate) mod spots;
pub mod stack;

use self::stack::Stack;
use ludex_program::Program;
use ludex_program::ids::{
    Address, LayoutId, ListIndex, Pc, PieceId, PoolIndex, SiteId, SpaceId, SpotId, StackIndex,
};
use ludex_program::layout::{Board, BoardLayout};
use ludex_rules::game::{Holder, Seen};
use ludex_rules::ids::{BoardId, PlayerId, RoutineId};
use ludex_rules::table::{Table, widened};
use serde::{Deserialize, Serialize};

pub use self::players::PlayerSet;

/// A position of a game with all that is being done in it. No strings, maps or references in it.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The number of players.
    pub players: u8,
    /// True if the game is over.
    pub over: bool,
    /// The seed of all chance.
    pub seed: u64,
    /// The high half of a seed of 128 bits; 0 of any other.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub salt: u64,
    /// Options, counters of chance, boards in use, and all variables, by address.
    pub memory: Table<Address, i32>,
    /// For each piece: its links in the list of its place, and who knows it.
    pub pieces: Table<PieceId, Piece>,
    /// For each single place: the ends and the length of its list of pieces.
    pub places: Table<SpotId, Chain>,
    /// The call stack, the innermost frame last.
    pub frames: Stack<Frame>,
    /// The slots of all frames: slot `s` of a frame is `stack[base + s]`.
    pub stack: Stack<i32>,
    /// Members of open loops and choices made of several, for the cursors in slots; each frame drops its own when it leaves.
    pub lists: Stack<i32>,
    /// The waiting entries of all pools, each `ENTRY` numbers long.
    pub pool: Vec<i32>,
    /// The stack of open pools: the position in `pool` where each begins, and the player who orders it.
    pub pools: Vec<(PoolIndex, PlayerId)>,
    /// Effects put off to moments, in rows: see `engine/state/later.rs`.
    pub later: Vec<i32>,
    /// The first free row of `later`; then, for each moment, the first and the last row of its queue.
    pub queues: Vec<i32>,
    /// The positions that stood before, in a game whose rules ask how often one did: see `state/repetition.rs`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stood: Vec<i32>,
    /// The decision that is open; none while statements run and after the end.
    pub pending: Option<Pending>,
}

/// Calls a macro with the names of all rows of a state, in the order in which they are written: first those that tell how
/// everything stands, then those that tell what is being done. Whoever copies or packs states reads this one list.
macro_rules! rows_of_state {
    ($call:ident) => {
        $call!([memory pieces places] [frames stack lists pool pools later queues stood])
    };
}
pub(crate) use rows_of_state;

/// A piece's links in the list of its place, and who knows the piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The single place that it lies in, or `NONE`.
    pub place: SpotId,
    /// The piece above it, or `NONE`; of an unplaced piece it means nothing.
    pub next: PieceId,
    /// The piece below it, or `NONE`; of an unplaced piece it means nothing.
    pub previous: PieceId,
    /// The players who know which piece this is.
    pub known: PlayerSet,
}

/// The head of a place's list of pieces: its ends and its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chain {
    /// The piece at the bottom or front, or `NONE`.
    pub first: PieceId,
    /// The piece at the top or end, or `NONE`.
    pub last: PieceId,
    /// The number of pieces in the list.
    pub count: u32,
}

impl Piece {
    /// A piece that lies nowhere.
    pub(crate) const UNPLACED: Piece = Piece {
        place: SpotId::NONE,
        next: PieceId::NONE,
        previous: PieceId::NONE,
        known: PlayerSet::NOBODY,
    };
}

impl Chain {
    /// A place without pieces.
    pub(crate) const EMPTY: Chain = Chain {
        first: PieceId::NONE,
        last: PieceId::NONE,
        count: 0,
    };
}

/// A stack frame: a routine being run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The program counter: the instruction to go on with.
    pub pc: Pc,
    /// The position in `State::stack` of slot 0.
    pub base: StackIndex,
    /// The routine that is run.
    pub routine: RoutineId,
    /// The length of `State::lists` when it began.
    pub lists: ListIndex,
}

impl Frame {
    /// Gives the position of its first slot in the stack.
    #[must_use]
    #[inline]
    pub fn slots(&self) -> usize {
        self.base.index()
    }
}

/// An open decision, answered by `Machine::choose`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pending {
    /// The player who is asked.
    pub player: PlayerId,
    /// The site that asks, in `Program::sites`.
    pub site: SiteId,
}

// Written out, because the derived `clone_from` would give up the buffers of the old value.
impl Clone for State {
    fn clone(&self) -> State {
        let mut copy = State::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &State) {
        macro_rules! copy {
            ([$($standing:ident)*] [$($doing:ident)*]) => {
                // Without `..`, so that a new field can't be forgotten.
                let State { players, over, seed, salt, pending, $($standing,)* $($doing,)* } = from;
                (self.players, self.over, self.seed, self.salt) = (*players, *over, *seed, *salt);
                self.pending = *pending;
                $(self.$standing.clone_from($standing);)*
                $(self.$doing.clone_from($doing);)*
            };
        }
        rows_of_state!(copy);
    }
}

fn is_zero(salt: &u64) -> bool {
    *salt == 0
}

/// The most arguments of a routine that can wait in a pool or for a moment.
pub const MOST_ARGS: usize = 8;
/// The length of a waiting entry: hook or routine, `you`, `this`, number of arguments, arguments.
pub const ENTRY: usize = 4 + MOST_ARGS;

/// Returns the arguments of a waiting entry.
pub fn arguments(entry: &[i32]) -> &[i32] {
    let count = usize::try_from(entry[3]).unwrap_or(0);
    &entry[4..4 + count]
}

impl State {
    /// Returns how many bytes a copy takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        macro_rules! sum {
            ([$($standing:ident)*] [$($doing:ident)*]) => {
                size_of::<State>()
                    $(+ size_of_val(self.$standing.as_slice()))*
                    $(+ size_of_val(self.$doing.as_slice()))*
            };
        }
        rows_of_state!(sum)
    }

    /// Makes the seed of all chance longer.
    #[must_use]
    pub fn salted(self, salt: u64) -> State {
        State { salt, ..self }
    }

    /// Makes the state of a game before its set-up: every piece at home, every variable at its default.
    #[must_use]
    pub fn before_setup(program: &Program, players: u8, seed: u64, options: &[i32]) -> State {
        let layout = &program.layout;
        let mut memory = layout.memory.clone();
        (memory.range_mut(layout.options(options.len()))).copy_from_slice(options);
        let mut state = State {
            players,
            seed,
            memory,
            pieces: Table::filled(layout.piece_kind.len(), Piece::UNPLACED),
            places: Table::filled(layout.place_of.len(), Chain::EMPTY),
            ..State::default()
        };
        for piece in state.pieces.ids() {
            let made_for = layout.piece_for[piece];
            if made_for.is_none_or(|player| player.is_among(players)) {
                state.link(piece, layout.home[piece], PieceId::NONE);
                state.pieces[piece].known = state.sees(program, layout.home[piece], piece);
            }
        }
        state.fill_bitboards(program);
        state
    }

    /// Returns the set of all who play.
    #[must_use]
    pub fn everybody(&self) -> PlayerSet {
        PlayerSet::first(self.players)
    }

    /// Pushes the slots of a frame, the first with values and the others 0; returns where they begin.
    #[inline]
    pub(crate) fn push_slots(&mut self, slots: u16, first: &[i32]) -> usize {
        let base = self.stack.len();
        self.stack.extend_from_slice(first);
        let end = base + usize::from(slots).max(first.len());
        self.stack.resize(end, 0);
        base
    }

    /// Puts an unplaced piece before another of a place, or at its end.
    #[inline]
    pub fn link(&mut self, piece: PieceId, place: SpotId, before: PieceId) {
        let (pieces, chain) = (self.pieces.as_mut_slice(), &mut self.places[place]);
        chain.count += 1;
        // No piece has the number of `PieceId::NONE`.
        let behind = match pieces.get_mut(before.index()) {
            Some(next) => &mut next.previous,
            None => &mut chain.last,
        };
        let previous = std::mem::replace(behind, piece);
        match pieces.get_mut(previous.index()) {
            Some(previous) => previous.next = piece,
            None => chain.first = piece,
        }
        let at = &mut pieces[piece.index()];
        (at.place, at.next, at.previous) = (place, before, previous);
    }

    /// Moves a piece that lies in a place to the end of one: `unlink` and `link` in one go.
    #[inline]
    pub fn move_to_end(&mut self, piece: PieceId, to: SpotId) {
        let (pieces, places) = (self.pieces.as_mut_slice(), self.places.as_mut_slice());
        let Piece {
            place: from,
            next,
            previous,
            known,
        } = pieces[piece.index()];
        let chain = &mut places[from.index()];
        chain.count -= 1;
        match pieces.get_mut(previous.index()) {
            Some(before) => before.next = next,
            None => chain.first = next,
        }
        match pieces.get_mut(next.index()) {
            Some(after) => after.previous = previous,
            None => chain.last = previous,
        }
        let chain = &mut places[to.index()];
        chain.count += 1;
        let last = std::mem::replace(&mut chain.last, piece);
        match pieces.get_mut(last.index()) {
            Some(last) => last.next = piece,
            None => chain.first = piece,
        }
        pieces[piece.index()] = Piece {
            place: to,
            next: PieceId::NONE,
            previous: last,
            known,
        };
    }

    /// Puts the list of a place's pieces behind that of another place; whoever asks writes where they lie now.
    #[inline]
    pub(crate) fn move_all_to_end(&mut self, from: SpotId, to: SpotId) {
        let (pieces, places) = (self.pieces.as_mut_slice(), self.places.as_mut_slice());
        let left = std::mem::replace(&mut places[from.index()], Chain::EMPTY);
        let chain = &mut places[to.index()];
        chain.count += left.count;
        match pieces.get_mut(chain.last.index()) {
            Some(last) => last.next = left.first,
            None => chain.first = left.first,
        }
        if let Some(first) = pieces.get_mut(left.first.index()) {
            first.previous = chain.last;
            chain.last = left.last;
        }
    }

    /// Links the pieces of a place in another order, which names each of them once.
    pub(crate) fn relink(&mut self, place: SpotId, order: &[i32]) {
        let of = |piece: Option<&i32>| piece.map_or(PieceId::NONE, |n| PieceId::from_value(*n));
        let chain = &mut self.places[place];
        (chain.first, chain.last) = (of(order.first()), of(order.last()));
        let mut previous = PieceId::NONE;
        for (n, piece) in order.iter().enumerate() {
            let piece = PieceId::from_value(*piece);
            let at = &mut self.pieces[piece];
            (at.previous, at.next) = (previous, of(order.get(n + 1)));
            previous = piece;
        }
    }

    /// Takes a piece out of its place.
    #[inline]
    pub fn unlink(&mut self, piece: PieceId) {
        let pieces = self.pieces.as_mut_slice();
        let at = &mut pieces[piece.index()];
        let (next, previous) = (at.next, at.previous);
        let place = std::mem::replace(&mut at.place, SpotId::NONE);
        let Some(chain) = self.places.get_mut(place) else {
            return;
        };
        chain.count -= 1;
        match pieces.get_mut(previous.index()) {
            Some(previous) => previous.next = next,
            None => chain.first = next,
        }
        match pieces.get_mut(next.index()) {
            Some(next) => next.previous = previous,
            None => chain.last = previous,
        }
    }

    /// Returns the n-th piece of a place, counted from 0 at the bottom or front.
    pub fn nth_piece(&self, place: SpotId, n: u32) -> Option<PieceId> {
        let mut numbered = self.pieces_in(place).zip(0..);
        numbered.find_map(|(piece, number)| (number == n).then_some(piece))
    }

    /// Returns the index in `pool` of the first entry of the innermost open pool.
    pub(crate) fn innermost_pool(&self) -> usize {
        self.pools.last().map_or(0, |(start, _)| start.index())
    }

    /// Iterates over the pieces of a place, bottom or front first.
    pub fn pieces_in(&self, place: SpotId) -> impl Iterator<Item = PieceId> + '_ {
        let mut at = self.places[place].first;
        std::iter::from_fn(move || {
            (at != PieceId::NONE).then(|| {
                let piece = at;
                at = self.pieces[at].next;
                piece
            })
        })
    }

    /// Returns the players who see a piece when it lies in a place.
    #[must_use]
    pub fn sees(&self, program: &Program, place: SpotId, piece: PieceId) -> PlayerSet {
        let (declared, holder) = program.layout.place_of[place];
        let declared = &program.layout.places[declared];
        let everybody = self.everybody();
        match declared.seen {
            Seen::All => everybody,
            Seen::Nobody => PlayerSet::NOBODY,
            Seen::Owner => self
                .owner_of_holder(program, declared.holder, holder)
                .map_or(PlayerSet::NOBODY, PlayerSet::one),
            Seen::Others => (self.owner_of_holder(program, declared.holder, holder))
                .map_or(everybody, |owner| everybody.without(owner)),
            Seen::Face(var) => {
                let var = &program.layout.vars[var];
                let shown = self.memory[var.address(piece.number())];
                if shown != 0 {
                    everybody
                } else {
                    PlayerSet::NOBODY
                }
            }
        }
    }

    /// Returns the player to whom a holder belongs; none of the table and of boards that all share.
    #[must_use]
    pub fn owner_of_holder(
        &self,
        program: &Program,
        holder: Holder,
        number: u32,
    ) -> Option<PlayerId> {
        match holder {
            Holder::Table => None,
            Holder::Player => Some(PlayerId::numbered(number)),
            Holder::Space(board) => {
                let board = &program.layout.boards[board];
                board
                    .per_player
                    .then(|| PlayerId::numbered((number - board.first) / board.capacity))
            }
            Holder::Piece(_) => self.owner_of_piece(program, PieceId::numbered(number)),
        }
    }

    /// Returns the player in whose place or on whose board a piece lies.
    #[must_use]
    pub fn owner_of_piece(&self, program: &Program, piece: PieceId) -> Option<PlayerId> {
        let place = self.pieces[piece].place;
        if place == SpotId::NONE {
            return None;
        }
        let (declared, holder) = program.layout.place_of[place];
        self.owner_of_holder(program, program.layout.places[declared].holder, holder)
    }

    /// Splits the number of a space: its board, the copy of the board it is on, and its number within the board.
    #[must_use]
    pub fn on_board(program: &Program, space: i32) -> (BoardId, u32, u32) {
        let id = program.layout.space_board[SpaceId::from_value(space)];
        let board = &program.layout.boards[id];
        let offset = space as u32 - board.first;
        if board.copies == 1 {
            (id, 0, offset)
        } else {
            (id, offset / board.capacity, offset % board.capacity)
        }
    }

    /// Tells whether a place is a row of which everybody sees how it lies, and all but its owner what lies there.
    #[must_use]
    pub fn is_row(program: &Program, place: SpotId) -> bool {
        program.layout.places[program.layout.place_of[place].0].is_row()
    }

    /// Returns the position of a piece in its place, from 1.
    #[must_use]
    pub fn position_of(&self, piece: PieceId) -> u32 {
        let mut before = self.pieces[piece].previous;
        let mut position = 1;
        while before != PieceId::NONE {
            before = self.pieces[before].previous;
            position += 1;
        }
        position
    }

    /// Returns true if a piece lies somewhere without lying inside itself, or nowhere.
    #[must_use]
    pub fn is_founded(&self, program: &Program, piece: PieceId) -> bool {
        let mut at = piece;
        for _ in 0..=self.pieces.len() {
            let Some((declared, holder)) = program.layout.place_of.get(self.pieces[at].place)
            else {
                return true;
            };
            match program.layout.places[*declared].holder {
                Holder::Piece(_) => at = PieceId::numbered(*holder),
                Holder::Table | Holder::Player | Holder::Space(_) => return true,
            }
        }
        false
    }

    /// Tells whether the order of a place's pieces is known to nobody by position alone.
    #[must_use]
    pub fn is_mixed(program: &Program, place: SpotId) -> bool {
        program.layout.places[program.layout.place_of[place].0].is_mixed()
    }

    /// Gives one copy of a board a layout.
    pub fn use_layout(&mut self, board: &Board, copy: u32, chosen: LayoutId) {
        self.memory[board.layout_of(copy)] = chosen.value();
        self.memory[board.size_of(copy)] = board.layouts[chosen].ids.len() as i32;
    }

    /// Returns the number of the layout of one copy of a board; none while it has no spaces.
    pub fn layout_in_use(&self, board: &Board, copy: u32) -> Option<LayoutId> {
        let spaces = self.memory[board.size_of(copy)];
        let layout = self.memory[board.layout_of(copy)];
        (spaces > 0).then_some(LayoutId::from_value(layout))
    }

    /// Returns the layout a space is part of, the board's first space, and the space's number.
    pub(crate) fn layout_of<'p>(
        &self,
        program: &'p Program,
        space: i32,
    ) -> (&'p BoardLayout, i32, usize) {
        let (board, copy, number) = State::on_board(program, space);
        let board = &program.layout.boards[board];
        let layout = self.memory[board.layout_of(copy)];
        (
            &board.layouts[LayoutId::from_value(layout)],
            (board.first + copy * board.capacity) as i32,
            widened(number),
        )
    }
}
