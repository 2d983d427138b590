//! Tables that lowered code reads: copies of what a program says, which nobody changes or moves while they live.

use super::alike::{self, Alike};
use super::bitboard_tables::{AttributeBits, BoardBits, attribute_bits, cell_bits};
use super::depth::{Depth, depths};
use super::inline::inlinable;
use super::lookups::LookupList;
use crate::lir::ProgramTable;
use crate::lower::short::short;
use crate::state::State;
use crate::state::spots::Spot;
use ludex_program::Program;
use ludex_program::ids::{Address, SpotId};
use ludex_program::layout::{Board, BoardLayout, Kind, Layout, SlotColumn};
use ludex_rules::game::{BoardShape, Holder, NONE};
use ludex_rules::ids::{BoardId, KindId, PlaceId, QueryId, RoutineId, ShapeId};
use ludex_rules::table::{Table as Indexed, ids, widened};

/// The sentinel of a piece whose modifiers don't live where it lies.
pub(super) const ASLEEP: i32 = i32::MIN + 2;
/// The sentinel of a place whose owner only the engine can tell.
pub(super) const ASK: i32 = i32::MIN + 3;

/// Tables of a program.
#[derive(Default)]
pub struct Tables {
    rows: Box<[i32]>,
    pub(super) boards: Indexed<BoardId, BoardTables>,
    copies: Box<[i32]>,
    numbers: Box<[i32]>,
    /// `NONE` for nobody, or `ASK`.
    whose: Box<[i32]>,
    /// `NONE` for places that are on no space, or `ASK`.
    spaces: Box<[i32]>,
    /// For each placement on each copy of a board: where its spaces begin in `cells`; after the last, where they end.
    pub(super) cells_of: Box<[i32]>,
    cells: Box<[i32]>,
    /// `NONE` where a row has no text.
    effects: Vec<Box<[i32]>>,
    /// `NONE` where a row has no text.
    texts: Vec<Box<[i32]>>,
    /// The lookup tables, written out.
    pub(super) lookups: Vec<LookupList>,
    /// Bitboards of attributes of spaces, for each that some collection asks for at once.
    pub(super) attribute_bits: Vec<AttributeBits>,
    cell_bits: Box<[i64]>,
    cell_copies: Box<[i32]>,
    /// Rows by an attribute, for each that some collection asks for one value of.
    pub(super) alike: Vec<Alike>,
    /// `ASLEEP` where they don't live, or `ASK`.
    owners: Indexed<KindId, Box<[i32]>>,
    /// For each query: whether it is written where it is asked.
    pub(super) short: Indexed<QueryId, bool>,
    /// For each routine: whether machine code has it where it is called.
    pub(super) inlinable: Indexed<RoutineId, bool>,
    /// For each query: how its calls are counted.
    pub(super) depths: Indexed<QueryId, Depth>,
    /// True if code notes what a player can't know (`watch.rs`).
    pub(super) watched: bool,
}

/// The elements of a table.
#[derive(Debug, Clone, Copy)]
pub enum Slice<'a> {
    /// Numbers of 16 bits, read as ints.
    Short(&'a [i16]),
    /// Numbers of 32 bits.
    Int(&'a [i32]),
    /// Numbers of 64 bits.
    Long(&'a [i64]),
}

/// A board: tables with so many places for each layout, one after the other.
pub(super) struct BoardTables {
    /// The first space and the only layout, of a board that always looks the same.
    pub(super) only: Option<i32>,
    pub(super) first: i32,
    /// Spaces of one copy.
    pub(super) capacity: usize,
    /// Spaces of all copies.
    pub(super) spaces: usize,
    pub(super) layout_at: Address,
    /// True of a ring, whose rays come back to where they began.
    pub(super) is_round: bool,
    pub(super) directions: usize,
    pub(super) layouts: usize,
    /// For each layout, space and direction: the number of the space beside, or -1.
    beside: Box<[i16]>,
    /// For each layout and space: where the numbers of its neighbours begin; after the last, where they end.
    sides: Box<[i32]>,
    neighbours: Box<[i16]>,
    /// For each layout and two spaces.
    distance: Box<[i16]>,
    /// For each shape, layout and space: where the placements that begin there begin in `beginning`; after the last, where they
    /// end.
    pub(super) beginning_at: Box<[i32]>,
    beginning: Box<[i32]>,
    /// For each column, layout and space.
    attributes: Box<[i32]>,
    /// The bitboards of neighbours and rays; none of a board with too many spaces.
    pub(super) bits: Option<BoardBits>,
}

impl Tables {
    pub(crate) fn new(
        program: &Program,
        spots: &ludex_rules::table::Table<SpotId, Spot>,
        watched: bool,
    ) -> Tables {
        let layout = &program.layout;
        let spaces = 0..layout.space_board.len() as i32;
        let on_board = spaces.map(|space| State::on_board(program, space));
        let (cells_of, cells) = cells(layout);
        let (cell_copies, cell_bits) = cell_bits(layout);
        let columns =
            |columns: &[SlotColumn]| columns.iter().map(|c| c.rows.clone().into()).collect();
        Tables {
            rows: layout.rows.clone().into(),
            boards: (layout.boards.iter())
                .map(|board| BoardTables::new(layout, board))
                .collect(),
            copies: on_board.clone().map(|(_, copy, _)| copy as i32).collect(),
            numbers: on_board.map(|(_, _, number)| number as i32).collect(),
            whose: (spots.iter())
                .map(|spot| spot.known_owner().unwrap_or(ASK))
                .collect(),
            spaces: (layout.place_of.iter())
                .map(|(declared, holder)| space_of(program, *declared, *holder))
                .collect(),
            cells_of,
            cells,
            effects: columns(&layout.effect_columns),
            texts: columns(&layout.value_columns),
            lookups: layout
                .tables
                .iter()
                .map(|rows| LookupList::of(rows))
                .collect(),
            attribute_bits: attribute_bits(program),
            cell_bits,
            cell_copies,
            alike: alike::all(program),
            owners: layout
                .kinds
                .iter()
                .map(|kind| owners(kind, spots))
                .collect(),
            short: short(program),
            inlinable: inlinable(program),
            depths: depths(program),
            watched,
        }
    }

    /// The elements of a table.
    pub fn slice(&self, table: ProgramTable) -> Slice<'_> {
        let board = |board: BoardId| &self.boards[board];
        match table {
            ProgramTable::Rows => Slice::Int(&self.rows),
            ProgramTable::Copies => Slice::Int(&self.copies),
            ProgramTable::Numbers => Slice::Int(&self.numbers),
            ProgramTable::Whose => Slice::Int(&self.whose),
            ProgramTable::Spaces => Slice::Int(&self.spaces),
            ProgramTable::CellsOf => Slice::Int(&self.cells_of),
            ProgramTable::Cells => Slice::Int(&self.cells),
            ProgramTable::BeginningAt(n) => Slice::Int(&board(n).beginning_at),
            ProgramTable::Beginning(n) => Slice::Int(&board(n).beginning),
            ProgramTable::Effects(column) => Slice::Int(&self.effects[usize::from(column)]),
            ProgramTable::Texts(column) => Slice::Int(&self.texts[usize::from(column)]),
            ProgramTable::Lookup(table) => Slice::Int(&self.lookups[usize::from(table)].values),
            ProgramTable::AlikeAt(n) => Slice::Int(&self.alike[usize::from(n)].begins),
            ProgramTable::Alike(n) => Slice::Int(&self.alike[usize::from(n)].rows),
            ProgramTable::Owners(kind) => Slice::Int(&self.owners[kind]),
            ProgramTable::Beside(n) => Slice::Short(&board(n).beside),
            ProgramTable::Sides(n) => Slice::Int(&board(n).sides),
            ProgramTable::Neighbours(n) => Slice::Short(&board(n).neighbours),
            ProgramTable::Distance(n) => Slice::Short(&board(n).distance),
            ProgramTable::Attributes(n) => Slice::Int(&board(n).attributes),
            ProgramTable::AttributeBits(n) => {
                Slice::Long(&self.attribute_bits[usize::from(n)].longs)
            }
            ProgramTable::NeighbourBits(n) => {
                Slice::Long(board(n).bits.as_ref().map_or(&[], |bits| &bits.neighbours))
            }
            ProgramTable::RayBits(n) => {
                Slice::Long(board(n).bits.as_ref().map_or(&[], |bits| &bits.rays))
            }
            ProgramTable::CellBits => Slice::Long(&self.cell_bits),
            ProgramTable::CellCopies => Slice::Int(&self.cell_copies),
        }
    }
}

/// Lists one after the other: where each begins, and all of them.
fn joined<'a>(lists: impl Iterator<Item = &'a [i16]>) -> (Box<[i32]>, Box<[i16]>) {
    let (mut begin, mut all) = (vec![0], Vec::new());
    for list in lists {
        all.extend_from_slice(list);
        begin.push(all.len() as i32);
    }
    (begin.into(), all.into())
}

/// Spaces of placements on all copies of boards, in order, and for each placement where its own begin.
fn cells(layout: &Layout) -> (Box<[i32]>, Box<[i32]>) {
    let copies = layout.boards.iter().map(|board| board.copies).max();
    let (mut begins, mut all) = (Vec::new(), Vec::new());
    for copy in 0..copies.unwrap_or(0) {
        for (placement, laid) in layout.placements.entries() {
            begins.push(all.len() as i32);
            let board = &layout.boards[laid.board];
            let first = (board.first + copy * board.capacity) as i32;
            let cells = layout.cells.of(placement.index()).iter();
            all.extend(cells.map(|space| first + i32::from(*space)));
        }
    }
    begins.push(all.len() as i32);
    (begins.into(), all.into())
}

/// For each shape, layout and space of a board: the placements that begin there, in order, and where they begin.
fn beginning(layout: &Layout, board: &Board) -> (Box<[i32]>, Box<[i32]>) {
    let (mut begins, mut all) = (Vec::new(), Vec::new());
    for shape in (0..layout.shapes).map(ShapeId::new) {
        for number in board.layouts.ids() {
            let mut at = vec![Vec::new(); widened(board.capacity)];
            for placement in ids(layout.placements_on(board, number, shape)) {
                let cells = layout.cells.of(placement.index());
                let lowest = cells.first().map_or(0, |cell| cell.cast_unsigned());
                at[usize::from(lowest)].push(placement.value());
            }
            for placements in at {
                begins.push(all.len() as i32);
                all.extend(placements);
            }
        }
    }
    begins.push(all.len() as i32);
    (begins.into(), all.into())
}

/// For each single place: for whom modifiers of a kind's pieces live there.
fn owners(kind: &Kind, spots: &ludex_rules::table::Table<SpotId, Spot>) -> Box<[i32]> {
    let lives = |spot: &Spot| kind.active.contains(&spot.declared);
    let owner = |spot: &Spot| {
        if lives(spot) {
            spot.known_owner().unwrap_or(ASK)
        } else {
            ASLEEP
        }
    };
    spots.iter().map(owner).collect()
}

/// The space a place is on.
fn space_of(program: &Program, declared: PlaceId, holder: u32) -> i32 {
    match program.layout.places[declared].holder {
        Holder::Space(_) => holder as i32,
        Holder::Piece(_) => ASK,
        Holder::Table | Holder::Player => NONE,
    }
}

impl BoardTables {
    fn new(layout: &Layout, board: &Board) -> BoardTables {
        let (beginning_at, beginning) = beginning(layout, board);
        let capacity = widened(board.capacity);
        let layouts = &board.layouts;
        let directions = layouts.iter().map(|l| l.directions).max().unwrap_or(0);
        let all = || {
            layouts
                .iter()
                .flat_map(|l| (0..capacity).map(move |space| (l, space)))
        };
        let beside = all().flat_map(|(l, space)| {
            (0..directions).map(move |d| {
                if d < l.directions {
                    l.beside
                        .get(space * l.directions + d)
                        .copied()
                        .unwrap_or(-1)
                } else {
                    -1
                }
            })
        });
        let is_measured = layouts.iter().any(|layout| !layout.distance.is_empty());
        let measured = all().filter(|_| is_measured);
        let distance = measured.flat_map(|(l, a)| (0..capacity).map(move |b| distance(l, a, b)));
        let attributes = (0..board.attributes.len()).flat_map(|column| {
            all().map(move |(l, space)| {
                if space < l.ids.len() {
                    l.attributes[column * l.ids.len() + space]
                } else {
                    NONE
                }
            })
        });
        let (sides, neighbours) = joined(all().map(|(l, space)| l.neighbours.of(space)));
        let beside: Box<[i16]> = beside.collect();
        let bits = BoardBits::from_adjacency(board, directions, &beside);
        BoardTables {
            only: (layouts.len() == 1 && board.copies == 1).then_some(board.first as i32),
            first: board.first as i32,
            capacity,
            spaces: capacity * widened(board.copies),
            layout_at: board.layout_at,
            is_round: board.shape == BoardShape::Ring,
            directions,
            layouts: layouts.len(),
            beside,
            sides,
            neighbours,
            beginning_at,
            beginning,
            distance: distance.collect(),
            attributes: attributes.collect(),
            bits,
        }
    }
}

/// Steps between two spaces of a layout, or -1.
fn distance(layout: &BoardLayout, a: usize, b: usize) -> i16 {
    let spaces = layout.ids.len();
    if a < spaces && b < spaces {
        layout.distance[a * spaces + b]
    } else {
        -1
    }
}

const _: () = assert!(NONE < ASLEEP && ASLEEP < ASK, "no player has such a number");
