//! Spots: facts about single places that are asked all the time, worked out once for each program.

use crate::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId, SpotId};
use ludex_rules::game::{Holder, NONE, Order, Seen};
use ludex_rules::ids::{PlaceId, PlayerId};
use ludex_rules::table::Table;

/// Facts about a single place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    /// The place it was declared as.
    pub(crate) declared: PlaceId,
    /// The most pieces that it holds.
    pub(crate) capacity: u32,
    /// True if nobody knows by position which piece is which.
    pub(crate) mixed: bool,
    /// True if it is a set into which not everybody sees: whoever does not see into it cannot follow a piece there.
    pub(crate) is_hidden_set: bool,
    /// True if it is plain who sees a piece come here, and who still knows it then.
    pub(crate) is_plain_to_enter: bool,
    /// True if everybody sees how its pieces lie, but its owner not which they are.
    pub(crate) is_row: bool,
    /// The dirty mask of a change of what lies there.
    pub(crate) stale: u64,
    /// The bit that says that it holds pieces, if it is on a space and has one: its number's address, and which it is.
    pub(crate) occupied: Option<(Address, i32)>,
    lasting: Lasting,
    seen: Viewers,
    owner: Owner,
}

/// Masks of the fading fields that last at a place, a bit for each; from the 65th on fields share the bits.
#[derive(Debug, Clone, Copy)]
struct Lasting {
    /// Some field of the bit lasts.
    some: u64,
    /// All fields of the bit last.
    all: u64,
}

impl Lasting {
    fn at(program: &Program, place: PlaceId) -> Lasting {
        let kinds = program.layout.kinds.iter();
        let fading = kinds.flat_map(|kind| &kind.fading).enumerate();
        let none = Lasting { some: 0, all: !0 };
        fading.fold(none, |masks, (n, (_, lasts))| {
            let bit = 1 << (n % 64);
            if lasts.contains(&place) {
                Lasting {
                    some: masks.some | bit,
                    ..masks
                }
            } else {
                Lasting {
                    all: masks.all & !bit,
                    ..masks
                }
            }
        })
    }
}

/// The players who see the pieces of a place: two sets, since a move asks it twice, and who plays differs from game to game.
#[derive(Debug, Clone, Copy)]
struct Viewers {
    /// Those who see them if they play.
    among: PlayerSet,
    /// Those who see them in any case.
    always: PlayerSet,
    /// True if all depends on where the holder lies or which way up the piece is.
    depends: bool,
}

impl Viewers {
    fn among(among: PlayerSet) -> Viewers {
        Viewers {
            among,
            always: PlayerSet::NOBODY,
            depends: false,
        }
    }

    fn of(always: PlayerSet) -> Viewers {
        Viewers {
            among: PlayerSet::NOBODY,
            always,
            depends: false,
        }
    }
}

/// The player to whom a place belongs.
#[derive(Debug, Clone, Copy)]
enum Owner {
    Nobody,
    Player(PlayerId),
    /// The owner of the piece that holds it.
    Depends,
}

/// Finds the facts about all single places of a program.
pub(crate) fn spots(program: &Program) -> Table<SpotId, Spot> {
    let places = program.layout.place_of.ids();
    places.map(|place| spot(program, place)).collect()
}

fn spot(program: &Program, place: SpotId) -> Spot {
    let layout = &program.layout;
    let (declared, holder) = layout.place_of[place];
    let rules = &layout.places[declared];
    let owner = match rules.holder {
        Holder::Table => Owner::Nobody,
        Holder::Player => Owner::Player(PlayerId::numbered(holder)),
        Holder::Space(board) => {
            let board = &layout.boards[board];
            if board.per_player {
                Owner::Player(PlayerId::numbered((holder - board.first) / board.capacity))
            } else {
                Owner::Nobody
            }
        }
        Holder::Piece(_) => Owner::Depends,
    };
    let seen = match (rules.seen, owner) {
        (Seen::All, _) | (Seen::Others, Owner::Nobody) => Viewers::among(PlayerSet::ANYBODY),
        (Seen::Others, Owner::Player(player)) => Viewers::among(PlayerSet::ANYBODY.without(player)),
        (Seen::Nobody, _) | (Seen::Owner, Owner::Nobody) => Viewers::of(PlayerSet::NOBODY),
        (Seen::Owner, Owner::Player(player)) => Viewers::of(PlayerSet::one(player)),
        (Seen::Owner | Seen::Others, Owner::Depends) | (Seen::Face(_), _) => Viewers {
            depends: true,
            ..Viewers::of(PlayerSet::NOBODY)
        },
    };
    let bit = |at: Address| {
        let (_, copy, number) = State::on_board(program, holder as i32);
        (at.plus(2 * copy + number / 32), 1 << (number % 32))
    };
    let is_hidden_set = rules.order == Order::Set
        && matches!(rules.seen, Seen::Owner | Seen::Others | Seen::Nobody);
    Spot {
        occupied: rules.occupied.map(bit),
        is_plain_to_enter: !is_hidden_set && !seen.depends,
        declared,
        capacity: rules.capacity,
        mixed: State::is_mixed(program, place),
        is_hidden_set,
        is_row: State::is_row(program, place),
        stale: program.stale.places[declared],
        lasting: Lasting::at(program, declared),
        seen,
        owner,
    }
}

impl Spot {
    /// Tells whether a field may fade when its piece moves from here to another place: never false when one does.
    #[inline]
    pub(crate) fn may_fade(&self, to: &Spot) -> bool {
        self.lasting.some & !to.lasting.all != 0
    }

    /// Tells whether somebody may not see what lies there.
    pub(crate) fn hides(&self) -> bool {
        self.seen.depends || self.seen.among != PlayerSet::ANYBODY
    }

    /// Returns the player to whom it belongs (`NONE` for a table's place); none when that depends on where its holder lies.
    pub(crate) fn known_owner(&self) -> Option<i32> {
        match self.owner {
            Owner::Nobody => Some(NONE),
            Owner::Player(player) => Some(player.value()),
            Owner::Depends => None,
        }
    }

    /// Returns the players who see a piece when it lies here.
    #[inline]
    pub(crate) fn sight(
        &self,
        program: &Program,
        state: &State,
        place: SpotId,
        piece: PieceId,
    ) -> PlayerSet {
        if self.is_seen_by_piece() {
            state.sees(program, place, piece)
        } else {
            self.watchers(state)
        }
    }

    /// Returns true if it depends on the piece, or on where the holder lies, who sees a piece here.
    #[inline]
    pub(crate) fn is_seen_by_piece(&self) -> bool {
        self.seen.depends
    }

    /// Returns the players who see whatever lies here, if that depends on nothing else.
    #[inline]
    pub(crate) fn watchers(&self, state: &State) -> PlayerSet {
        state.everybody() & self.seen.among | self.seen.always
    }

    /// Returns the player to whom it belongs while a piece lies in it (`NONE` for a table's place).
    #[inline]
    pub(crate) fn owner(&self, program: &Program, state: &State, piece: PieceId) -> i32 {
        match self.owner {
            Owner::Nobody => NONE,
            Owner::Player(player) => player.value(),
            Owner::Depends => {
                let owner = state.owner_of_piece(program, piece);
                owner.map_or(NONE, PlayerId::value)
            }
        }
    }
}
