//! Boards: their spaces as numbers and bits, distances, and every way to lay a shape.

use crate::compiler::Compiler;
use crate::values::value;
use ludex_program::Program;
use ludex_program::ids::{Address, LayoutId};
use ludex_program::layout::{Board, BoardLayout, Lists, Placement};
use ludex_program::node::Node;
use ludex_rules::game::{self, BoardShape, Layout, NONE};
use ludex_rules::ids::{BoardId, ShapeId};
use ludex_rules::limits;
use ludex_rules::table::Table;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

/// Spaces of the largest board that may be.
const LARGEST: u32 = limits::SPACES;

/// Refuses boards that are too large; nothing can be given an address on them.
pub(super) fn refuse_large(c: &mut Compiler) {
    let large = |board: &&game::Board| board.capacity > LARGEST;
    for board in c.game.boards.iter().filter(large) {
        c.refuse(
            board.span,
            format!("board `{}` has more than {LARGEST} spaces", board.name),
            "split it into several boards",
        );
    }
    let pairs = |board: &&game::Board| {
        let capacity = u64::from(board.capacity);
        capacity * capacity * layouts(board) > limits::PAIRS
    };
    for board in c.game.boards.iter().filter(|b| !large(b)).filter(pairs) {
        let message = format!(
            "the layouts of board `{}` are too large together",
            board.name
        );
        let help = "lay out fewer or smaller ones";
        c.too_many(board.span, message, limits::PAIRS, help);
    }
}

/// Counts the layouts of a board in play: one of a size that is asked has one for each size.
fn layouts(board: &game::Board) -> u64 {
    match (board.shape, &board.size) {
        (BoardShape::Ring | BoardShape::Row, Some(_)) => u64::from(board.capacity),
        _ => board.layouts.len() as u64,
    }
}

pub(super) fn lay_out(c: &mut Compiler) {
    let mut first = 0;
    for board in &c.game.boards {
        let copies = if board.per_player {
            c.game.players.1
        } else {
            1
        };
        let id = c.program.layout.boards.push(Board {
            name: board.name.clone(),
            per_player: board.per_player,
            shape: board.shape,
            first,
            capacity: board.capacity,
            copies,
            layout_at: Address::default(),
            size_at: Address::default(),
            size: None,
            layout: None,
            waits: board.waits,
            slots: 0,
            directions: board.directions.len(),
            direction_names: board.directions.clone(),
            layouts: Table::new(),
            attributes: board
                .attributes
                .iter()
                .map(|a| (a.name.clone(), a.ty.clone()))
                .collect(),
            ranges_at: 0,
            places: Vec::new(),
            fields: Vec::new(),
            joined: board.joined,
        });
        first += board.capacity * copies;
        let spaces = 0..board.capacity * copies;
        (c.program.layout.space_board).extend(spaces.map(|_| id));
    }
    // Attributes may name pieces and spaces of any board, so layouts come when all have their numbers.
    for (id, board) in c.program.layout.boards.ids().zip(&c.game.boards) {
        let sized: Vec<Layout> = match (board.shape, &board.size, board.layouts.first()) {
            (BoardShape::Ring | BoardShape::Row, Some(_), Some(whole)) => (1..=board.capacity)
                .map(|n| cut(board.shape, whole, n))
                .collect(),
            _ => board.layouts.clone(),
        };
        let laid_out = sized.iter();
        let mut layouts: Vec<BoardLayout> = laid_out
            .map(|l| board_layout(c, board.shape, board.directions.len(), l, id))
            .collect();
        if board.waits {
            layouts.push(not_laid_out(board.capacity));
        }
        c.program.layout.boards[id].layouts = layouts.into();
    }
}

/// The layout of a board that is not laid out yet. It has no spaces; what is asked of one that a text names all the same
/// finds nothing beside it and nothing on it.
fn not_laid_out(capacity: u32) -> BoardLayout {
    BoardLayout {
        id: "none".into(),
        ids: Vec::new(),
        at: Vec::new(),
        directions: 0,
        beside: Vec::new(),
        neighbours: Lists::default(),
        distance: Vec::new(),
        edge: (0..capacity).map(|_| true).collect(),
        attributes: (0..capacity).map(|_| NONE).collect(),
        written: Vec::new(),
    }
}

/// A ring or row of the first `n` spaces: a board whose size is asked at set-up has a layout for each size.
fn cut(shape: BoardShape, whole: &Layout, n: u32) -> Layout {
    let closed = shape == BoardShape::Ring && n > 1;
    let spaces = whole.spaces.iter().zip(0..n).map(|(space, i)| {
        let mut space = space.clone();
        space.beside = vec![
            if closed {
                Some((i + 1) % n)
            } else {
                (i + 1 < n).then_some(i + 1)
            },
            if closed {
                Some((i + n - 1) % n)
            } else {
                i.checked_sub(1)
            },
        ];
        space
    });
    Layout {
        id: whole.id.clone(),
        spaces: spaces.collect(),
        span: whole.span,
        spans: whole.spans.clone(),
        written: whole.written.clone(),
    }
}

fn board_layout(
    c: &Compiler,
    shape: BoardShape,
    directions: usize,
    layout: &Layout,
    id: BoardId,
) -> BoardLayout {
    let n = layout.spaces.len();
    let mut beside = Vec::with_capacity(n * directions);
    let mut neighbours = Lists::default();
    for space in &layout.spaces {
        if shape != BoardShape::Graph {
            beside.extend(space.beside.iter().map(|b| b.map_or(-1, |b| b as i16)));
        }
        let sides = space
            .beside
            .iter()
            .enumerate()
            .filter(|(d, _)| shape != BoardShape::Grid || d % 2 == 0);
        // INVARIANT: a board has at most `limits::SPACES` spaces, which fit 16 bits.
        let sides: BTreeSet<i16> = sides.filter_map(|(_, b)| *b).map(|b| b as i16).collect();
        neighbours.push(sides);
    }
    let columns = c.game.boards[id.index()].attributes.iter().enumerate();
    let attributes = columns
        .flat_map(|(column, a)| {
            layout
                .spaces
                .iter()
                .flat_map(move |s| value(c, &s.attributes[column], &a.ty))
                .collect::<Vec<_>>()
        })
        .collect();
    BoardLayout {
        id: layout.id.clone(),
        ids: layout.spaces.iter().map(|s| s.id.clone()).collect(),
        at: layout.spaces.iter().map(|s| s.at).collect(),
        directions: if shape == BoardShape::Graph {
            0
        } else {
            directions
        },
        beside,
        distance: Vec::new(),
        edge: edges(shape, &neighbours),
        neighbours,
        attributes,
        written: layout.written.clone(),
    }
}

/// A space is on the edge when it has fewer neighbours than an inner space of such a board.
fn edges(shape: BoardShape, neighbours: &Lists) -> Vec<bool> {
    let inner = match shape {
        BoardShape::Ring | BoardShape::Row => 2,
        BoardShape::Grid => 4,
        BoardShape::Hex => 6,
        BoardShape::Graph => neighbours.iter().map(<[i16]>::len).max().unwrap_or(0),
    };
    neighbours.iter().map(|all| all.len() < inner).collect()
}

/// Finds the steps between every two spaces, of the boards where something asks for them: they are many.
pub(super) fn find_distances(program: &mut Program) {
    let boards = program.nodes.iter().filter_map(|node| {
        if let Node::Distance { board, .. } = node {
            Some(*board)
        } else {
            None
        }
    });
    for board in boards.collect::<BTreeSet<BoardId>>() {
        for layout in program.layout.boards[board].layouts.iter_mut() {
            if layout.distance.is_empty() {
                layout.distance = distances(layout.ids.len(), &layout.neighbours);
            }
        }
    }
}

/// The steps between every two spaces, or -1: a breadth-first search from each.
fn distances(n: usize, neighbours: &Lists) -> Vec<i16> {
    let mut all = vec![-1; n * n];
    for start in 0..n {
        all[start * n + start] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for to in neighbours
                .of(at)
                .iter()
                .map(|to| usize::from(to.cast_unsigned()))
            {
                if all[start * n + to] < 0 {
                    all[start * n + to] = all[start * n + at] + 1;
                    queue.push_back(to);
                }
            }
        }
    }
    all
}

/// Every way to lay each shape on each layout of each hex map, turned by sixths; equal ones once.
pub(super) fn place_shapes(c: &mut Compiler) {
    c.program.layout.shapes = c.game.shapes.len();
    let mut counted = 0;
    for board in c.program.layout.boards.ids() {
        c.program.layout.boards[board].ranges_at = c.program.layout.placement_ranges.len();
        for layout in c.program.layout.boards[board].layouts.ids() {
            for shape in (0..c.game.shapes.len()).map(ShapeId::new) {
                counted += (place_shape(c, board, layout, shape) as u64).max(1);
                if counted > limits::PLACEMENTS {
                    let board = &c.game.boards[board.index()];
                    let (name, span) = (&board.name, board.span);
                    let message =
                        format!("there are too many ways to lay shapes on board `{name}`");
                    let help = "leave layouts or shapes out";
                    return c.too_many(span, message, limits::PLACEMENTS, help);
                }
            }
        }
    }
}

/// Keeps the ways to lay a shape on a layout, and tells how many there are.
fn place_shape(c: &mut Compiler, board: BoardId, layout: LayoutId, shape: ShapeId) -> usize {
    let placed = &mut c.program.layout;
    let first = placed.placements.next();
    if placed.boards[board].shape == BoardShape::Hex {
        let cells = ways(
            &placed.boards[board].layouts[layout].at,
            &c.game.shapes[shape.index()],
        );
        for cells in cells {
            placed.placements.push(Placement { shape, board });
            placed.cells.push(cells);
        }
    }
    let next = placed.placements.next();
    placed.placement_ranges.push(first..next);
    next.index() - first.index()
}

/// The ways to lay a shape, each as its spaces in ascending order: one after the other for each sixth of a turn and each space
/// that its first hex may lie on; equal ones once.
fn ways(spaces: &[(i32, i32)], shape: &[(i32, i32)]) -> Vec<Vec<i16>> {
    let number: HashMap<(i32, i32), i16> = spaces.iter().copied().zip(0..).collect();
    let (mut ways, mut found) = (Vec::new(), HashSet::new());
    let mut turned: Vec<(i32, i32)> = shape.to_vec();
    for _ in 0..6 {
        for (q, r) in spaces {
            let cells = turned.iter().map(|(dq, dr)| number.get(&(q + dq, r + dr)));
            let Some(mut cells) = cells
                .map(Option::<&i16>::copied)
                .collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            cells.sort_unstable();
            cells.dedup();
            if found.insert(cells.clone()) {
                ways.push(cells);
            }
        }
        // A sixth of a turn in axial coordinates.
        turned.iter_mut().for_each(|at| *at = (-at.1, at.0 + at.1));
    }
    ways
}
