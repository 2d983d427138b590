//! A running game as one flat value: cloned, compared, saved and undone as a whole.

use crate::program::Program;
use crate::program::ids::{SiteId, SpaceId};
use crate::rules::game::{Holder, NONE, Order, Seen};
use crate::rules::ids::{BoardId, RoutineId};
use crate::rules::table::Id;
use serde::{Deserialize, Serialize};

/// No piece, no place.
pub const NOWHERE: u32 = NONE as u32;

pub use crate::engine::players::PlayerSet;

/// A running game. No strings, maps or references in it.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// How many play.
    pub players: u8,
    /// Whether the game is over.
    pub over: bool,
    /// The seed of all chance.
    pub seed: u64,
    /// Options, counters of chance, boards in use, and all variables.
    pub memory: Vec<i32>,
    /// Where each piece lies and who knows it.
    pub pieces: Vec<Piece>,
    /// The ends of each place's chain of pieces.
    pub places: Vec<Chain>,
    /// What is being done, the innermost last.
    pub frames: Vec<Frame>,
    /// Slots of all frames.
    pub stack: Vec<i32>,
    /// Members of open loops, choices made of several.
    pub lists: Vec<i32>,
    /// Waiting entries of pools, each `ENTRY` numbers long.
    pub pool: Vec<i32>,
    /// Open pools: where each begins in `pool`, and who orders it.
    pub pools: Vec<(u32, u8)>,
    /// Effects put off to moments, in rows: see `engine/later.rs`.
    pub later: Vec<i32>,
    /// The first free row of `later`; then, for each moment, the first and the last row of its queue.
    pub queues: Vec<i32>,
    /// The question that is open.
    pub pending: Option<Pending>,
}

/// Calls a macro with the names of all rows of a state, in the order in which they are written: first those that tell how
/// everything stands, then those that tell what is being done. Whoever copies or packs states reads this one list.
macro_rules! rows_of_state {
    ($call:ident) => {
        $call!([memory pieces places] [frames stack lists pool pools later queues])
    };
}
pub(crate) use rows_of_state;

/// Where a piece lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Its place.
    pub place: u32,
    /// The piece above it.
    pub next: u32,
    /// The piece below it.
    pub previous: u32,
    /// A bit for each player who knows which piece this is.
    pub known: PlayerSet,
}

/// A place's pieces: first, last, how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chain {
    /// Bottom or front.
    pub first: u32,
    /// Top or end.
    pub last: u32,
    /// How many.
    pub count: u32,
}

impl Piece {
    /// A piece that lies nowhere.
    pub(crate) const UNPLACED: Piece = Piece {
        place: NOWHERE,
        next: NOWHERE,
        previous: NOWHERE,
        known: PlayerSet::NOBODY,
    };
}

impl Chain {
    /// A place without pieces.
    pub(crate) const EMPTY: Chain = Chain {
        first: NOWHERE,
        last: NOWHERE,
        count: 0,
    };
}

/// A routine being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The next instruction.
    pub pc: u32,
    /// Where its slots begin.
    pub base: u32,
    /// Which routine.
    pub routine: RoutineId,
    /// Length of `lists` when it began.
    pub lists: u32,
}

impl Frame {
    /// Gives the position of its first slot in the stack.
    #[must_use]
    #[inline]
    pub fn slots(&self) -> usize {
        Id::index(self.base)
    }
}

/// An open question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pending {
    /// Who is asked.
    pub player: u8,
    /// What is asked: a number of `Program::sites`.
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
                let State { players, over, seed, pending, $($standing,)* $($doing,)* } = from;
                (self.players, self.over, self.seed) = (*players, *over, *seed);
                self.pending = *pending;
                $(self.$standing.clone_from($standing);)*
                $(self.$doing.clone_from($doing);)*
            };
        }
        rows_of_state!(copy);
    }
}

/// Most arguments of a routine that can wait in a pool or for a moment.
pub const MOST_ARGS: usize = 8;
/// Numbers of a waiting entry: what (hook or routine), `you`, `this`, how many arguments, arguments.
pub const ENTRY: usize = 4 + MOST_ARGS;

impl State {
    /// A game before its set-up: every piece at home, every variable at its default.
    #[must_use]
    pub fn before_setup(program: &Program, players: u8, seed: u64, options: &[i32]) -> State {
        let layout = &program.layout;
        let mut memory = layout.memory.clone();
        memory[layout.options(options.len())].copy_from_slice(options);
        let mut state = State {
            players,
            seed,
            memory,
            pieces: vec![Piece::UNPLACED; layout.piece_kind.len()],
            places: vec![Chain::EMPTY; layout.place_of.len()],
            ..State::default()
        };
        for piece in 0..state.pieces.len() {
            let made_for = layout.piece_for[piece];
            if made_for < i32::from(players) {
                state.link(piece as u32, layout.home[piece], NOWHERE);
                state.pieces[piece].known = state.sees(program, layout.home[piece], piece as u32);
            }
        }
        state
    }

    /// All who play.
    #[must_use]
    pub fn everybody(&self) -> PlayerSet {
        PlayerSet::first(self.players)
    }

    /// Puts an unplaced piece before another of a place, or at its end.
    #[inline]
    pub(crate) fn link(&mut self, piece: u32, place: u32, before: u32) {
        let chain = &mut self.places[place as usize];
        chain.count += 1;
        let previous = if before == NOWHERE {
            chain.last
        } else {
            self.pieces[before as usize].previous
        };
        match before {
            NOWHERE => chain.last = piece,
            _ => self.pieces[before as usize].previous = piece,
        }
        match previous {
            NOWHERE => chain.first = piece,
            _ => self.pieces[previous as usize].next = piece,
        }
        let at = &mut self.pieces[piece as usize];
        (at.place, at.next, at.previous) = (place, before, previous);
    }

    /// Takes a piece out of its place.
    #[inline]
    pub(crate) fn unlink(&mut self, piece: u32) {
        let Piece {
            place,
            next,
            previous,
            ..
        } = self.pieces[piece as usize];
        if place == NOWHERE {
            return;
        }
        let chain = &mut self.places[place as usize];
        chain.count -= 1;
        match previous {
            NOWHERE => chain.first = next,
            _ => self.pieces[previous as usize].next = next,
        }
        match next {
            NOWHERE => self.places[place as usize].last = previous,
            _ => self.pieces[next as usize].previous = previous,
        }
        self.pieces[piece as usize].place = NOWHERE;
    }

    /// The pieces of a place, bottom or front first.
    pub fn pieces_in(&self, place: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.places[place as usize].first;
        std::iter::from_fn(move || {
            (at != NOWHERE).then(|| {
                let piece = at;
                at = self.pieces[at as usize].next;
                piece
            })
        })
    }

    /// A bit for each player who sees a piece when it lies in a place.
    #[must_use]
    pub fn sees(&self, program: &Program, place: u32, piece: u32) -> PlayerSet {
        let (declared, holder) = program.layout.place_of[place as usize];
        let declared = &program.layout.places[declared];
        let everybody = self.everybody();
        match declared.seen {
            Seen::All => everybody,
            Seen::Nobody => PlayerSet::NOBODY,
            Seen::Owner => self
                .owner_of_holder(program, declared.holder, holder)
                .map_or(PlayerSet::NOBODY, PlayerSet::one),
            Seen::Face(var) => {
                let var = &program.layout.vars[var];
                let shown = self.memory[var.address(piece)];
                if shown != 0 {
                    everybody
                } else {
                    PlayerSet::NOBODY
                }
            }
        }
    }

    /// The player to whom a holder belongs.
    #[must_use]
    pub fn owner_of_holder(&self, program: &Program, holder: Holder, number: u32) -> Option<u8> {
        match holder {
            Holder::Table => None,
            Holder::Player => Some(number as u8),
            Holder::Space(board) => {
                let board = &program.layout.boards[board];
                board
                    .per_player
                    .then(|| ((number - board.first) / board.capacity) as u8)
            }
            Holder::Piece(_) => self.owner_of_piece(program, number),
        }
    }

    /// The player in whose place or on whose board a piece lies.
    #[must_use]
    pub fn owner_of_piece(&self, program: &Program, piece: u32) -> Option<u8> {
        let place = self.pieces[piece as usize].place;
        if place == NOWHERE {
            return None;
        }
        let (declared, holder) = program.layout.place_of[place as usize];
        self.owner_of_holder(program, program.layout.places[declared].holder, holder)
    }

    /// The space number within its board, and which copy of the board it is on.
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

    /// Tells whether the order of a place's pieces is known to nobody by position alone: a hand, a set.
    #[must_use]
    pub fn is_mixed(program: &Program, place: u32) -> bool {
        let declared = &program.layout.places[program.layout.place_of[place as usize].0];
        !matches!(declared.order, Order::Pile) || matches!(declared.seen, Seen::Owner)
    }
}
