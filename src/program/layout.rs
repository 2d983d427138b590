//! Where everything stands: addresses of variables, numbers of places and pieces, rows, boards.

use crate::program::node::NodeId;
use crate::rules::game::{BoardShape, Holder, Order, Seen};
use crate::rules::types::Type;

/// The fixed layout of a game.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// Most players; per-player things are set aside for so many.
    pub players: u32,
    /// First values of all variables.
    pub memory: Vec<i32>,
    /// Variables.
    pub vars: Vec<Var>,
    /// Declared places.
    pub places: Vec<Place>,
    /// For each single place: its declaration and holder number.
    pub place_of: Vec<(u32, u32)>,
    /// Kinds.
    pub kinds: Vec<Kind>,
    /// For each piece: its kind.
    pub piece_kind: Vec<u32>,
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
    pub boards: Vec<Board>,
    /// For each single space: its board.
    pub space_board: Vec<u32>,
    /// Lookup tables.
    pub tables: Vec<Vec<(i32, i32)>>,
    /// Placements of shapes: for each, its shape, its board's layout, and its spaces as bits.
    pub placements: Vec<Placement>,
    /// For each board and layout and shape: the first placement and how many.
    pub placement_ranges: Vec<(u32, u32)>,
    /// Number of shapes.
    pub shapes: u32,
    /// For each moment: variables set back.
    pub resets: Vec<Vec<u32>>,
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
    pub index: Option<u32>,
    /// Number of holders.
    pub holders: u32,
    /// The first holder's number.
    pub first: u32,
    /// Lowest and highest.
    pub bounds: (i32, i32),
    /// Who sees it.
    pub seen: Seen,
    /// Its track rules.
    pub track: Option<u32>,
    /// Some place shows its pieces by this flag.
    pub is_face: bool,
}

impl Var {
    /// Gives the address that a holder 0 would have. See `origin`.
    #[must_use]
    pub fn origin(&self) -> i32 {
        origin(self.base, self.first, self.width)
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
    pub holds: u32,
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
    pub when_empty: Option<u32>,
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
    pub active: Vec<bool>,
    /// Variables of the piece that fall back: the variable, and for each declared place whether it lasts there.
    pub fading: Vec<(u32, Vec<bool>)>,
    /// Fields.
    pub fields: Vec<u32>,
    /// Declared places held by its pieces.
    pub places: Vec<u32>,
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
    pub places: Vec<u32>,
    /// Fields of its spaces.
    pub fields: Vec<u32>,
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
    /// Neighbours as bits.
    pub neighbours: Vec<u128>,
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
    pub shape: u32,
    /// Its board.
    pub board: u32,
    /// Its spaces, as bits.
    pub cells: u128,
}

impl Board {
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
        self.draws_at as usize + self.purposes.len() - 1
    }

    /// The value of a placement on one copy of its board: a player's own map has its own.
    #[must_use]
    pub fn placement_on(&self, placement: u32, copy: u32) -> i32 {
        (copy * self.placements.len() as u32 + placement) as i32
    }

    /// The placement of a value, and the first space of the board it lies on.
    #[must_use]
    pub fn placed(&self, value: i32) -> (Placement, i32) {
        let (total, value) = (self.placements.len() as u32, value as u32);
        let laid = self.placements[(value % total) as usize];
        let board = &self.boards[laid.board as usize];
        (laid, (board.first + value / total * board.capacity) as i32)
    }
}
