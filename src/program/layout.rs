//! The layout of a game: addresses of variables in a state's memory, numbers of places, pieces and spaces, tables of rows and
//! boards.
//!
//! Everything that a game has one of for each player, space or piece (its *holder*) is a run of equal parts, and each formula
//! here gives a part by its holder. Holders are numbered over the whole game: players by seat, pieces over all kinds (a
//! record's rows from 0), spaces over all boards. `compile/layout.rs` gives the numbers out in the order of the declarations.

use crate::bitboards::Bitboards;
use crate::ids::{Address, LayoutId, NodeId, PieceId, PlacementId, SpaceId, SpotId, TrackId};
use ludex_rules::game::{BoardShape, Holder, JoinedSpaces, Order, Seen};
use ludex_rules::ids::{
    BoardId, EnumId, KindId, MomentId, OptionId, PlaceId, PlayerId, RoutineId, ShapeId, VarId,
};
use ludex_rules::table::Table;
use ludex_rules::types::Type;
use std::ops::Range;

/// The fixed layout of a game, the same in every state.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// The most players `p`; things of players are set aside for so many.
    pub players: u32,
    /// The first values of a state's memory, by address: options, draws, then layout and size in use of each copy of each
    /// board, then variables, then their bitboards.
    pub memory: Table<Address, i32>,
    /// The variables, fields and tracks.
    pub vars: Table<VarId, Var>,
    /// The declared places. The single place (spot) of holder `h` is `places[id].base + h - places[id].first`.
    pub places: Table<PlaceId, Place>,
    /// For each single place: its declaration and holder, the inverse of `Place::spot`.
    pub place_of: Table<SpotId, (PlaceId, u32)>,
    /// The kinds and records. Piece `n` of a kind is `kinds[id].first + n`.
    pub kinds: Table<KindId, Kind>,
    /// For each piece: its kind.
    pub piece_kind: Table<PieceId, KindId>,
    /// The position in `rows` of a number for each piece: its first copy, or itself. See `are_alike`.
    pub alike_at: usize,
    /// Marks a game in which pieces are copies of each other; see `are_alike`.
    pub has_copies: bool,
    /// The pieces that attributes of rows name, in the order of their numbers: no copy is like these. Empty without copies.
    pub named_by_rows: Vec<PieceId>,
    /// For each piece: the player it was made for, if it was made for one.
    pub piece_for: Table<PieceId, Option<PlayerId>>,
    /// For each piece: the single place that it begins in.
    pub home: Table<PieceId, SpotId>,
    /// All attributes of all rows, column after column; see `AttributeColumn`. The count of value `v` in a bag is the `v`-th of
    /// its numbers.
    pub rows: Vec<i32>,
    /// The effect texts: a column for each effect slot of each kind; a routine or `NONE` for each row.
    pub effect_columns: Vec<SlotColumn>,
    /// The expression texts: a column for each expression slot of each kind; a query of the program or `NONE` for each row.
    pub value_columns: Vec<SlotColumn>,
    /// The boards. Space `n` of copy `k` of a board is `boards[id].first + k * boards[id].capacity + n`.
    pub boards: Table<BoardId, Board>,
    /// For each single space: its board.
    pub space_board: Table<SpaceId, BoardId>,
    /// The lookup tables: keys, ascending, with their values.
    pub tables: Vec<Vec<(i32, i32)>>,
    /// All placements of shapes on boards, layout after layout. A value of play names one on a copy of its board:
    /// `k * placements.len() + n` for placement `n` on copy `k`.
    pub placements: Table<PlacementId, Placement>,
    /// For each placement: the numbers of its spaces on their board, ascending.
    pub cells: Lists,
    /// The first placement and the number of placements of shape `s` on layout `l` of a board:
    /// `placement_ranges[boards[id].ranges_at + l * shapes + s]`.
    pub placement_ranges: Vec<Range<PlacementId>>,
    /// The number of shapes.
    pub shapes: usize,
    /// For each moment: the variables that it sets back.
    pub resets: Table<MomentId, Vec<VarId>>,
    /// Names of the purposes of chance: one for each declared place, the last for everything else. Purpose `n` has had
    /// `memory[draws_at + n]` random events, each with a stream of its own (`engine/chance.rs`).
    pub purposes: Vec<String>,
    /// The address of the first purpose's counter; see `purposes`.
    pub draws_at: Address,
    /// The address of the first option's value; that of option `n` is `options_at + n`.
    pub options_at: Address,
    /// The address behind all variables, where their bitboards begin.
    pub bitboards_at: Address,
}

/// A variable, field or track: value `v` of holder `h` has the address `base + (h - first) * width + v`.
#[derive(Debug, Clone)]
pub struct Var {
    /// The name that rules and players use.
    pub name: String,
    /// The holder: table, player, space or piece.
    pub holder: Holder,
    /// The type of its values.
    pub ty: Type,
    /// The address of the first holder's first value.
    pub base: Address,
    /// The stride: values of each holder, 1 or the number of the indexing enum's values.
    pub width: u32,
    /// The enum that indexes it, if one does.
    pub index: Option<EnumId>,
    /// The number of holders.
    pub holders: u32,
    /// The number of the first holder.
    pub first: u32,
    /// The lowest and the highest number that it holds.
    pub bounds: (i32, i32),
    /// The players who see its value.
    pub seen: Seen,
    /// The rules along it, if it is a track.
    pub track: Option<TrackId>,
    /// Marks a flag by which some place shows its pieces.
    pub is_face: bool,
    /// Marks a field that everybody sees although its piece is hidden; it ends where pieces can be mixed up.
    pub is_mark: bool,
    /// Marks one that positions are compared without.
    pub uncompared: bool,
    /// The bitboards of its values, if it is one of spaces for which collections ask at once.
    pub bitboards: Option<Bitboards>,
}

impl Var {
    /// Gives the address that a holder 0 would have. See `origin`.
    #[must_use]
    pub fn origin(&self) -> i32 {
        origin(self.base.number(), self.first, self.width)
    }

    /// Gives the address of the first number of a holder: `base + (holder - first) * width`.
    #[must_use]
    pub fn address(&self, holder: u32) -> Address {
        self.nth(holder - self.first)
    }

    /// Gives the address of the first number of the n-th holder: `base + n * width`.
    #[must_use]
    pub fn nth(&self, n: u32) -> Address {
        self.base.plus(n * self.width)
    }

    /// Gives the addresses of all its numbers.
    #[must_use]
    pub fn addresses(&self) -> Range<Address> {
        self.nth(0)..self.nth(self.holders)
    }

    /// Gives the addresses of the numbers of a holder.
    #[must_use]
    pub fn numbers_of(&self, holder: u32) -> Range<Address> {
        let first = self.address(holder);
        first..first.plus(self.width)
    }

    /// Gives the holder and the index of the number at an address.
    #[must_use]
    pub fn holder_at(&self, address: Address) -> (u32, u32) {
        let n = address.number() - self.base.number();
        (self.first + n / self.width, n % self.width)
    }

    /// Tells whether it is no field of pieces, and its value is a piece.
    pub fn names_piece(&self) -> bool {
        !matches!(self.holder, Holder::Piece(_)) && matches!(self.ty.required(), Type::Piece(_))
    }
}

/// Gives the address that a holder 0 would have, from that of the first holder and the numbers of each. It may lie before all
/// addresses; so far before them that 32 bits wrap, when holders come after many pieces: every sum with it wraps back.
#[must_use]
pub fn origin(base: u32, first: u32, width: u32) -> i32 {
    base.wrapping_sub(first.wrapping_mul(width)) as i32
}

/// A declared place: its single places are numbered from `base` on, one for each holder.
#[derive(Debug, Clone)]
pub struct Place {
    /// The name that rules and players use.
    pub name: String,
    /// The holder: table, player, space or piece.
    pub holder: Holder,
    /// The kind of its pieces.
    pub holds: KindId,
    /// The number of the first single place.
    pub base: SpotId,
    /// The number of single places, one for each holder.
    pub holders: u32,
    /// The number of the first holder.
    pub first: u32,
    /// The data structure: stack, sequence, set or cell.
    pub order: Order,
    /// The most pieces that it holds; `u32::MAX` for no bound.
    pub capacity: u32,
    /// The players who see its pieces.
    pub seen: Seen,
    /// The effect that fills it when it is empty.
    pub when_empty: Option<RoutineId>,
    /// The address of the bitboards of the spaces where it holds pieces, one for each copy of the board, if some collection
    /// asks for them at once.
    pub occupied: Option<Address>,
}

impl Kind {
    /// Gives the position in `Layout::rows` that an attribute of a piece 0 would have. See `origin`.
    #[must_use]
    pub fn origin(&self, column: u16) -> i32 {
        let AttributeColumn { begins, width, .. } = self.attributes[usize::from(column)];
        origin(begins, self.first.number(), width)
    }

    /// Gives the range of its pieces.
    #[must_use]
    pub fn pieces(&self) -> Range<PieceId> {
        self.first..self.first.plus(self.count)
    }
}

impl Place {
    /// Tells whether the order of its pieces is known to nobody by position alone: a hand, a set. A row that all but its owner
    /// see lies before everybody, so each position in it is known.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        let is_pile = matches!(self.order, Order::Pile) && self.seen != Seen::Owner;
        !is_pile && !self.is_row()
    }

    /// Tells whether it is a row of which everybody sees how it lies, and all but its owner what lies there.
    #[must_use]
    pub fn is_row(&self) -> bool {
        self.seen == Seen::Others && self.order != Order::Set
    }

    /// Gives the range of its single places.
    #[must_use]
    pub fn spots(&self) -> Range<SpotId> {
        self.base..self.base.plus(self.holders)
    }

    /// Gives the number that the single place of a holder 0 would have: the holder is added to it. See `origin`.
    #[must_use]
    pub fn origin(&self) -> i32 {
        origin(self.base.number(), self.first, 1)
    }

    /// Gives the single place of a holder: `base + holder - first`.
    #[must_use]
    pub fn spot(&self, holder: u32) -> SpotId {
        self.base.plus(holder - self.first)
    }
}

/// A kind of pieces, numbered from `first` on, or a record, whose rows are numbered from 0.
#[derive(Debug, Clone)]
pub struct Kind {
    /// The name of the type.
    pub name: String,
    /// Marks a record: rows, but no pieces.
    pub is_record: bool,
    /// Marks the kind that stands for any kind of pieces: a value of it may be every piece.
    pub is_any: bool,
    /// The number of the first piece; 0 of a record.
    pub first: PieceId,
    /// The number of pieces, or of rows of a record.
    pub count: u32,
    /// Marks a kind whose pieces may lie where not everybody sees them.
    pub may_hide: bool,
    /// The declared places where hooks and modifiers of a piece are active.
    pub active: Vec<PlaceId>,
    /// The fields that fall back: the variable, and the declared places where it lasts.
    pub fading: Vec<(VarId, Vec<PlaceId>)>,
    /// The fields of its pieces.
    pub fields: Vec<VarId>,
    /// The declared places held by its pieces.
    pub places: Vec<PlaceId>,
    /// The attributes, each a column of `Layout::rows`.
    pub attributes: Vec<AttributeColumn>,
}

/// A column of `Layout::rows`: the value of row `r` of the kind begins at `begins + r * width`.
#[derive(Debug, Clone)]
pub struct AttributeColumn {
    /// The name of the attribute.
    pub name: String,
    /// The type of its values.
    pub ty: Type,
    /// The position where the first row's value begins.
    pub begins: u32,
    /// The numbers of each value: 1, or of a bag one for each value of its enum.
    pub width: u32,
}

/// A column of texts of a kind's rows: that of piece or row `r` is `rows[r - first]`.
#[derive(Debug, Clone)]
pub struct SlotColumn {
    /// The first piece of the kind; 0 of a record.
    pub first: PieceId,
    /// For each row: a routine or query, or `NONE`.
    pub rows: Vec<i32>,
}

/// A board of the table, or one for each player: its copies.
#[derive(Debug, Clone)]
pub struct Board {
    /// The name that rules and players use.
    pub name: String,
    /// Marks a board of which each player has a copy.
    pub per_player: bool,
    /// The topology: ring, row, grid, hex map or graph.
    pub shape: BoardShape,
    /// The number of the first single space of the first copy.
    pub first: u32,
    /// The number of single spaces of each copy, in use or not.
    pub capacity: u32,
    /// The number of copies: the most players, or 1.
    pub copies: u32,
    /// The address of the first copy's layout in use: that of copy `k` is `layout_at + k`.
    pub layout_at: Address,
    /// The address of the first copy's number of spaces in use: that of copy `k` is `size_at + k`.
    pub size_at: Address,
    /// The expression of the number of spaces in use, evaluated at set-up.
    pub size: Option<NodeId>,
    /// The expression of the layout in use, evaluated at set-up and by `lay_out`.
    pub layout: Option<NodeId>,
    /// Marks a board whose last layout has no spaces and stands for a board that is not laid out yet.
    pub waits: bool,
    /// The number of slots that the frame of `size` and `layout` needs.
    pub slots: u16,
    /// The number of directions.
    pub directions: usize,
    /// The names of the directions, in the order of their numbers.
    pub direction_names: Vec<String>,
    /// The layouts to choose from; of a board whose size is asked, layout `n - 1` has `n` spaces.
    pub layouts: Table<LayoutId, BoardLayout>,
    /// The attributes of its spaces: name and type.
    pub attributes: Vec<(String, Type)>,
    /// The position of its first layout's first shape in `Layout::placement_ranges`.
    pub ranges_at: usize,
    /// The declared places held by its spaces.
    pub places: Vec<PlaceId>,
    /// The fields of its spaces.
    pub fields: Vec<VarId>,
    /// The fields by which its spaces are joined, if any are.
    pub joined: Option<JoinedSpaces>,
}

/// One layout of a board: `n` spaces, numbered from 0 within it, and its adjacency as tables.
#[derive(Debug, Clone)]
pub struct BoardLayout {
    /// The layout's id in the YAML.
    pub id: String,
    /// The id of each space, shown to people.
    pub ids: Vec<String>,
    /// The coordinates of each space, as `rules::game::LayoutSpace` has them.
    pub at: Vec<(i32, i32)>,
    /// The number of directions in `beside`; 0 for a graph, whose edges have none.
    pub directions: usize,
    /// The adjacency table: `beside[space * directions + direction]` is the space beside, or -1. Of a graph: empty.
    pub beside: Vec<i16>,
    /// The neighbours of each space, ascending; of a grid those on its four sides.
    pub neighbours: Lists,
    /// The fewest steps from space `a` to `b`, or -1 without a way: `distance[a * n + b]`. Empty where nothing asks for them.
    pub distance: Vec<i16>,
    /// For each space: true if it has fewer neighbours than an inner space of such a board.
    pub edge: Vec<bool>,
    /// The attributes of each space as the file gives them, word for word; empty when no file lists the spaces.
    pub written: Vec<Vec<(String, String)>>,
    /// The attributes of spaces, column after column: `attributes[column * n + space]`.
    pub attributes: Vec<i32>,
}

/// A placement: a shape turned and laid on spaces of a board.
#[derive(Debug, Clone, Copy)]
pub struct Placement {
    /// The shape that is laid.
    pub shape: ShapeId,
    /// The board that it lies on.
    pub board: BoardId,
}

/// A jagged array of numbers of spaces: list `n` is `all[begin[n]..begin[n + 1]]`.
#[derive(Debug, Clone)]
pub struct Lists {
    /// The offset in `all` of each list's first number; and the end.
    begin: Vec<usize>,
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
    pub fn push(&mut self, numbers: impl IntoIterator<Item = i16>) {
        self.all.extend(numbers);
        self.begin.push(self.all.len());
    }

    /// Returns the n-th list; an empty one where there is none.
    #[must_use]
    pub fn of(&self, n: usize) -> &[i16] {
        match self.begin.get(n..n + 2) {
            Some([begin, end]) => &self.all[*begin..*end],
            _ => &[],
        }
    }

    /// Returns all lists in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i16]> {
        (0..self.begin.len() - 1).map(|n| self.of(n))
    }
}

impl Board {
    /// Gives the address of the number of the layout that a copy uses.
    #[must_use]
    pub fn layout_of(&self, copy: u32) -> Address {
        self.layout_at.plus(copy)
    }

    /// Gives the address of the number of spaces that a copy uses.
    #[must_use]
    pub fn size_of(&self, copy: u32) -> Address {
        self.size_at.plus(copy)
    }

    /// Tells whether rules may name a layout by this number.
    #[must_use]
    pub fn offers(&self, layout: i32) -> bool {
        let real = self.layouts.len() - usize::from(self.waits);
        (0..real as i32).contains(&layout)
    }

    /// Returns the direction that leads back.
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
    /// Tells whether two pieces are copies of one row, or equal pieces of a kind without rows.
    #[must_use]
    pub fn are_alike(&self, a: PieceId, b: PieceId) -> bool {
        let first = |piece: PieceId| self.rows.get(self.alike_at + piece.index());
        first(a) == first(b)
    }

    /// Tells whether pieces may lie where not everybody sees them.
    pub fn hides_pieces(&self) -> bool {
        self.places.iter().any(|place| place.seen != Seen::All)
    }

    /// Returns true if pieces of a kind may lie where not everybody sees them.
    pub fn may_hide(&self, kind: KindId) -> bool {
        self.kinds[kind].may_hide
    }

    /// Tells whether the value of a variable may be seen by some alone.
    pub fn may_hide_value(&self, var: &Var) -> bool {
        let by_piece = matches!(var.holder, Holder::Piece(_)) && !var.is_mark;
        var.seen != Seen::All || by_piece && self.hides_pieces()
    }

    /// Returns the address of the counter of random numbers that belong to no place.
    pub fn random_at(&self) -> Address {
        self.counter(self.purposes.len() - 1)
    }

    /// Returns the address of the value of an option.
    #[must_use]
    pub fn option_at(&self, option: OptionId) -> Address {
        self.options_at.plus(option.number())
    }

    /// Returns the address of the counter of a purpose of chance.
    pub fn counter(&self, purpose: usize) -> Address {
        Address::new(self.draws_at.index() + purpose)
    }

    /// Returns true if a place or variable is not seen by all.
    #[must_use]
    pub fn hides_anything(&self) -> bool {
        self.hides_pieces() || self.vars.iter().any(|var| var.seen != Seen::All)
    }

    /// Returns the addresses of the counters of all purposes of chance.
    #[must_use]
    pub fn counters(&self) -> Range<Address> {
        self.draws_at..self.counter(self.purposes.len())
    }

    /// Returns the addresses of the values of so many options.
    #[must_use]
    pub fn options(&self, count: usize) -> Range<Address> {
        self.options_at..Address::new(self.options_at.index() + count)
    }

    /// Returns the value of a placement on one copy of its board (a player's own map has its own): `copy * placements.len() +
    /// placement`.
    #[must_use]
    pub fn placement_on(&self, placement: PlacementId, copy: u32) -> i32 {
        (copy * self.placements.next().number() + placement.number()) as i32
    }

    /// Returns the number of the placement of a value, and the first space of the copy that it lies on: the inverse of
    /// `placement_on`.
    #[must_use]
    pub fn placed(&self, value: i32) -> Option<(PlacementId, i32)> {
        let (placement, copy) = self.placement_of(value)?;
        let board = &self.boards[self.placements[placement].board];
        Some((placement, (board.first + copy * board.capacity) as i32))
    }

    /// Returns the placement that a value stands for, and the copy of its board: the inverse of `placement_on`.
    #[must_use]
    pub fn placement_of(&self, value: i32) -> Option<(PlacementId, u32)> {
        let total = self.placements.next().number();
        let value = u32::try_from(value).ok()?;
        let placement = PlacementId::numbered(value.checked_rem(total)?);
        Some((placement, value / total))
    }

    /// Returns the placements of a shape on a layout of a board.
    #[must_use]
    pub fn placements_on(
        &self,
        board: &Board,
        layout: LayoutId,
        shape: ShapeId,
    ) -> Range<PlacementId> {
        let at = board.ranges_at + layout.index() * self.shapes + shape.index();
        self.placement_ranges[at].clone()
    }
}
