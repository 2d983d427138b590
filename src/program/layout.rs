//! Where everything stands: addresses of variables, numbers of places and pieces, rows, boards.

use crate::program::ids::{NodeId, SpaceId, TrackId};
use crate::rules::game::{BoardShape, Holder, Order, Seen};
use crate::rules::ids::{BoardId, EnumId, KindId, MomentId, PlaceId, RoutineId, ShapeId, VarId};
use crate::rules::table::Table;
use crate::rules::types::Type;
use std::ops::Range;

/// The fixed layout of a game.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// Most players; per-player things are set aside for so many.
    pub players: u32,
    /// First values of all variables.
    pub memory: Vec<i32>,
    /// Variables.
    pub vars: Table<VarId, Var>,
    /// Declared places.
    pub places: Table<PlaceId, Place>,
    /// For each single place: its declaration and holder number.
    pub place_of: Vec<(PlaceId, u32)>,
    /// Kinds.
    pub kinds: Table<KindId, Kind>,
    /// For each piece: its kind.
    pub piece_kind: Vec<KindId>,
    /// For each piece: the player it was made for, or `NONE`.
    pub piece_for: Vec<i32>,
    /// For each piece: the single place it begins in.
    pub home: Vec<u32>,
    /// All attributes of all rows.
    pub rows: Vec<i32>,
    /// Effect texts: a column for each slot of a kind; routine or `NONE` for each row.
    pub effect_columns: Vec<SlotColumn>,
    /// Expression texts: query number or `NONE` for each row.
    pub value_columns: Vec<SlotColumn>,
    /// Boards.
    pub boards: Table<BoardId, Board>,
    /// For each single space: its board.
    pub space_board: Table<SpaceId, BoardId>,
    /// Lookup tables.
    pub tables: Vec<Vec<(i32, i32)>>,
    /// All placements of shapes on boards.
    pub placements: Vec<Placement>,
    /// For each placement: the numbers of its spaces on their board, ascending.
    pub cells: Lists,
    /// For each board and layout and shape: the first placement and how many.
    pub placement_ranges: Vec<(u32, u32)>,
    /// Number of shapes.
    pub shapes: u32,
    /// For each moment: variables set back.
    pub resets: Table<MomentId, Vec<VarId>>,
    /// Names of the purposes of chance: one for each declared place, the last for everything else. How often each
    /// was used stands in memory from `draws_at` on, in this order.
    pub purposes: Vec<String>,
    /// See `purposes`.
    pub draws_at: u32,
    /// Address of the first option's value; the others follow.
    pub options_at: u32,
}

/// A variable.
#[derive(Debug, Clone)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// Who holds it.
    pub holder: Holder,
    /// Its type.
    pub ty: Type,
    /// Address of the first.
    pub base: u32,
    /// Numbers for each holder: 1, or the values of the enum it is indexed by.
    pub width: u32,
    /// The enum it is indexed by.
    pub index: Option<EnumId>,
    /// Number of holders.
    pub holders: u32,
    /// The first holder's number.
    pub first: u32,
    /// Lowest and highest.
    pub bounds: (i32, i32),
    /// Who sees it.
    pub seen: Seen,
    /// Its track rules.
    pub track: Option<TrackId>,
    /// Some place shows its pieces by this flag.
    pub is_face: bool,
}

impl Var {
    /// Gives the address that a holder 0 would have. See `origin`.
    #[must_use]
    pub fn origin(&self) -> i32 {
        origin(self.base, self.first, self.width)
    }

    /// Gives the address of the first number of a holder: `base + (holder - first) * width`.
    #[must_use]
    pub fn address(&self, holder: u32) -> usize {
        self.nth(holder - self.first)
    }

    /// Gives the address of the first number of the n-th holder: `base + n * width`.
    #[must_use]
    pub fn nth(&self, n: u32) -> usize {
        index(self.base + n * self.width)
    }

    /// Gives the addresses of all its numbers.
    #[must_use]
    pub fn addresses(&self) -> Range<usize> {
        self.nth(0)..self.nth(self.holders)
    }

    /// Counts the numbers of a holder.
    #[must_use]
    pub fn numbers(&self) -> usize {
        index(self.width)
    }

    /// Tells whether it is no field of pieces, and its value is a piece.
    pub(crate) fn names_piece(&self) -> bool {
        !matches!(self.holder, Holder::Piece(_)) && matches!(self.ty.required(), Type::Piece(_))
    }
}

/// Gives the address that a holder 0 would have, from that of the first holder and the numbers of each. It may lie before all
/// addresses; so far before them that 32 bits wrap, when holders come after many pieces: every sum with it wraps back.
#[must_use]
pub fn origin(base: u32, first: u32, width: u32) -> i32 {
    base.wrapping_sub(first.wrapping_mul(width)) as i32
}

/// A declared place.
#[derive(Debug, Clone)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Who holds it.
    pub holder: Holder,
    /// What it holds.
    pub holds: KindId,
    /// Number of the first single place.
    pub base: u32,
    /// How many single places.
    pub holders: u32,
    /// The first holder's number.
    pub first: u32,
    /// Its order.
    pub order: Order,
    /// At most so many.
    pub capacity: u32,
    /// Who sees inside.
    pub seen: Seen,
    /// Fills it.
    pub when_empty: Option<RoutineId>,
}

impl Place {
    /// Gives the single place of a holder: `base + holder - first`.
    #[must_use]
    pub fn spot(&self, holder: u32) -> u32 {
        self.base + holder - self.first
    }
}

/// A kind of pieces, or a record.
#[derive(Debug, Clone)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// A record.
    pub is_record: bool,
    /// Stands for any kind of pieces: a value of it may be every piece.
    pub is_any: bool,
    /// Number of the first piece.
    pub first: u32,
    /// Pieces, or rows of a record.
    pub count: u32,
    /// For each declared place: whether hooks live there.
    pub active: Table<PlaceId, bool>,
    /// Variables of the piece that fall back: the variable, and for each declared place whether it lasts there.
    pub fading: Vec<(VarId, Table<PlaceId, bool>)>,
    /// Fields.
    pub fields: Vec<VarId>,
    /// Declared places held by its pieces.
    pub places: Vec<PlaceId>,
    /// Attributes: name, type, where the column begins in `rows`.
    pub attributes: Vec<(String, Type, u32)>,
}

/// A column of texts of a kind's rows.
#[derive(Debug, Clone)]
pub struct SlotColumn {
    /// The first piece of the kind, or 0.
    pub first: u32,
    /// For each row: routine or query, or `NONE`.
    pub rows: Vec<i32>,
}

/// A board.
#[derive(Debug, Clone)]
pub struct Board {
    /// Its name.
    pub name: String,
    /// One for each player.
    pub per_player: bool,
    /// Its form.
    pub shape: BoardShape,
    /// Number of the first single space.
    pub first: u32,
    /// Single spaces of one board.
    pub capacity: u32,
    /// How many boards: players or 1.
    pub copies: u32,
    /// Addresses: the layout in use of each copy, then the number of spaces in use of each copy.
    pub layout_at: u32,
    /// See `layout_at`.
    pub size_at: u32,
    /// Asked at set-up.
    pub size: Option<NodeId>,
    /// Asked at set-up and by `lay_out`.
    pub layout: Option<NodeId>,
    /// Its last layout has no spaces and stands for a board that is not laid out yet.
    pub waits: bool,
    /// Slots those need.
    pub slots: u16,
    /// Number of directions.
    pub directions: u32,
    /// Names of directions.
    pub direction_names: Vec<String>,
    /// Layouts.
    pub layouts: Vec<BoardLayout>,
    /// Attributes: name and type.
    pub attributes: Vec<(String, Type)>,
    /// Number of this board among the placement ranges.
    pub ranges_at: u32,
    /// Declared places held by its spaces.
    pub places: Vec<PlaceId>,
    /// Fields of its spaces.
    pub fields: Vec<VarId>,
}

/// One layout of a board. Spaces are numbered from 0 within it.
#[derive(Debug, Clone)]
pub struct BoardLayout {
    /// Its id.
    pub id: String,
    /// Ids of spaces.
    pub ids: Vec<String>,
    /// Coordinates.
    pub at: Vec<(i32, i32)>,
    /// Directions of each space in `beside`; 0 for a graph.
    pub directions: usize,
    /// For each space and direction: the space beside, or -1. Of a graph: empty.
    pub beside: Vec<i16>,
    /// For each space and direction, where the spaces beyond begin in `beyond`; and the end.
    pub rays: Vec<u32>,
    /// The spaces beyond each space in each direction, the nearest first; once around where a board is round.
    pub beyond: Vec<i16>,
    /// For each space: its neighbours, ascending.
    pub neighbours: Lists,
    /// Steps between spaces, or -1: `distance[a * n + b]`.
    pub distance: Vec<i16>,
    /// On the edge.
    pub edge: Vec<bool>,
    /// What the file gives for each space, word for word; empty when no file lists them.
    pub written: Vec<Vec<(String, String)>>,
    /// Attributes: `attributes[column * n + space]`.
    pub attributes: Vec<i32>,
}

/// A shape turned and laid somewhere.
#[derive(Debug, Clone, Copy)]
pub struct Placement {
    /// Its shape.
    pub shape: ShapeId,
    /// Its board.
    pub board: BoardId,
}

/// Lists of numbers of spaces, one after the other.
#[derive(Debug, Clone)]
pub struct Lists {
    /// The position in `all` of each list's first number; and the end.
    begin: Vec<u32>,
    all: Vec<i16>,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists {
            begin: vec![0],
            all: Vec::new(),
        }
    }
}

impl Lists {
    /// Adds a list of numbers.
    pub(crate) fn push(&mut self, numbers: impl IntoIterator<Item = i16>) {
        self.all.extend(numbers);
        self.begin.push(self.all.len() as u32);
    }

    /// The n-th list; an empty one where there is none.
    pub(crate) fn of(&self, n: usize) -> &[i16] {
        match self.begin.get(n..n + 2) {
            Some([begin, end]) => &self.all[index(*begin)..index(*end)],
            _ => &[],
        }
    }

    /// Returns all lists in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[i16]> {
        (0..self.begin.len() - 1).map(|n| self.of(n))
    }
}

/// The position that a number of 32 bits in a table stands for.
fn index(number: u32) -> usize {
    // Lossless: `usize` has at least 32 bits wherever this runs.
    number as usize
}

impl Board {
    /// Gives the address of the number of the layout that a copy uses.
    #[must_use]
    pub fn layout_of(&self, copy: u32) -> usize {
        index(self.layout_at + copy)
    }

    /// Gives the address of the number of spaces that a copy uses.
    #[must_use]
    pub fn size_of(&self, copy: u32) -> usize {
        index(self.size_at + copy)
    }

    /// Tells whether rules may name a layout by this number.
    #[must_use]
    pub fn offers(&self, layout: i32) -> bool {
        let real = self.layouts.len() - usize::from(self.waits);
        (0..real as i32).contains(&layout)
    }

    /// The direction that leads back.
    #[must_use]
    pub fn opposite(&self, direction: i32) -> i32 {
        let half = self.directions as i32 / 2;
        if self.directions == 2 {
            1 - direction
        } else {
            (direction + half) % (2 * half).max(1)
        }
    }
}

impl Layout {
    /// Tells whether pieces may lie where not everybody sees them.
    pub(crate) fn hides_pieces(&self) -> bool {
        self.places.iter().any(|place| place.seen != Seen::All)
    }

    /// Tells whether the value of one of some variables may be seen by some alone.
    pub(crate) fn hides_value(&self, is: impl Fn(&Var) -> bool) -> bool {
        self.vars.iter().filter(|var| is(var)).any(|var| {
            var.seen != Seen::All || matches!(var.holder, Holder::Piece(_)) && self.hides_pieces()
        })
    }

    /// Returns the address of the counter of random numbers that belong to no place.
    pub(crate) fn random_at(&self) -> usize {
        self.counters().end - 1
    }

    /// Returns the addresses of the counters of all purposes of chance.
    #[must_use]
    pub fn counters(&self) -> Range<usize> {
        let first = index(self.draws_at);
        first..first + self.purposes.len()
    }

    /// Returns the addresses of the values of so many options.
    #[must_use]
    pub fn options(&self, count: usize) -> Range<usize> {
        let first = index(self.options_at);
        first..first + count
    }

    /// The value of a placement on one copy of its board: a player's own map has its own.
    #[must_use]
    pub fn placement_on(&self, placement: u32, copy: u32) -> i32 {
        (copy * self.placements.len() as u32 + placement) as i32
    }

    /// The number of the placement of a value, and the first space of the board it lies on.
    #[must_use]
    pub fn placed(&self, value: i32) -> (usize, i32) {
        let (total, value) = (self.placements.len() as u32, value as u32);
        let number = index(value % total);
        let board = &self.boards[self.placements[number].board];
        (
            number,
            (board.first + value / total * board.capacity) as i32,
        )
    }
}
