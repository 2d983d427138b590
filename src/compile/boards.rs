//! Boards: their spaces as numbers and bits, distances, and every way to lay a shape.

use crate::compile::Compiler;
use crate::compile::layout::value;
use crate::program::layout::{Board, BoardLayout, Placement};
use crate::rules::game::{self, BoardShape, Layout, NONE};
use crate::rules::limits;
use std::collections::{HashMap, HashSet, VecDeque};

/// The largest board: its spaces fit the bits of one number.
const LARGEST: usize = limits::SPACES;

/// Refuses boards that are too large; nothing can be given an address on them.
pub(super) fn refuse_large(c: &mut Compiler) {
    let large = |board: &&game::Board| board.capacity as usize > LARGEST;
    for board in c.game.boards.iter().filter(large) {
        c.refuse(
            board.span,
            format!("board `{}` has more than {LARGEST} spaces", board.name),
            "split it into several boards",
        );
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
        c.program.layout.boards.push(Board {
            name: board.name.clone(),
            per_player: board.per_player,
            shape: board.shape,
            first,
            capacity: board.capacity,
            copies,
            layout_at: 0,
            size_at: 0,
            size: None,
            layout: None,
            waits: board.waits,
            slots: 0,
            directions: board.directions.len() as u32,
            direction_names: board.directions.clone(),
            layouts: Vec::new(),
            attributes: board
                .attributes
                .iter()
                .map(|a| (a.name.clone(), a.ty.clone()))
                .collect(),
            ranges_at: 0,
            places: Vec::new(),
            fields: Vec::new(),
        });
        first += board.capacity * copies;
        let id = (c.program.layout.boards.len() - 1) as u32;
        c.program.layout.space_board.resize(first as usize, id);
    }
    // Attributes may name pieces and spaces of any board, so layouts come when all have their numbers.
    for (id, board) in c
        .game
        .boards
        .iter()
        .enumerate()
        .take(c.program.layout.boards.len())
    {
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
            layouts.push(not_laid_out(board.capacity as usize));
        }
        c.program.layout.boards[id].layouts = layouts;
    }
}

/// The layout of a board that is not laid out yet. It has no spaces; what is asked of one that a text names all the same
/// finds nothing beside it and nothing on it.
fn not_laid_out(capacity: usize) -> BoardLayout {
    BoardLayout {
        id: "none".into(),
        ids: Vec::new(),
        at: Vec::new(),
        directions: 0,
        beside: Vec::new(),
        rays: vec![0],
        beyond: Vec::new(),
        neighbours: vec![0; capacity],
        distance: Vec::new(),
        edge: vec![true; capacity],
        attributes: vec![NONE; capacity],
        written: Vec::new(),
    }
}

/// A ring or row of the first `n` spaces: a board whose size is asked at set-up has a layout for each size.
fn cut(shape: BoardShape, whole: &Layout, n: u32) -> Layout {
    let closed = shape == BoardShape::Ring && n > 1;
    let spaces = whole
        .spaces
        .iter()
        .take(n as usize)
        .enumerate()
        .map(|(i, space)| {
            let (i, mut space) = (i as u32, space.clone());
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
    id: usize,
) -> BoardLayout {
    let n = layout.spaces.len();
    let mut beside = Vec::with_capacity(n * directions);
    let mut neighbours = Vec::with_capacity(n);
    for space in &layout.spaces {
        if shape != BoardShape::Graph {
            beside.extend(space.beside.iter().map(|b| b.map_or(-1, |b| b as i16)));
        }
        let sides = space
            .beside
            .iter()
            .enumerate()
            .filter(|(d, _)| shape != BoardShape::Grid || d % 2 == 0);
        neighbours.push(
            sides
                .filter_map(|(_, b)| *b)
                .fold(0u128, |bits, b| bits | 1 << b),
        );
    }
    let columns = c.game.boards[id].attributes.iter().enumerate();
    let attributes = columns
        .flat_map(|(column, a)| {
            layout
                .spaces
                .iter()
                .flat_map(move |s| value(c, &s.attributes[column], &a.ty))
                .collect::<Vec<_>>()
        })
        .collect();
    let (rays, beyond) = rays(
        &beside,
        n,
        if shape == BoardShape::Graph {
            0
        } else {
            directions
        },
    );
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
        rays,
        beyond,
        distance: distances(&neighbours),
        edge: edges(shape, &neighbours),
        neighbours,
        attributes,
        written: layout.written.clone(),
    }
}

/// The spaces beyond each space in each direction, one list after the other: where each begins, and all of them.
fn rays(beside: &[i16], spaces: usize, directions: usize) -> (Vec<u32>, Vec<i16>) {
    let (mut rays, mut beyond) = (vec![0], Vec::new());
    for (from, direction) in (0..spaces).flat_map(|s| (0..directions).map(move |d| (s, d))) {
        let mut at = beside[from * directions + direction];
        // Once around a ring is enough.
        while at >= 0 && at as usize != from {
            beyond.push(at);
            at = beside[at as usize * directions + direction];
        }
        rays.push(beyond.len() as u32);
    }
    (rays, beyond)
}

/// A space is on the edge when it has fewer neighbours than an inner space of such a board.
fn edges(shape: BoardShape, neighbours: &[u128]) -> Vec<bool> {
    let inner = match shape {
        BoardShape::Ring | BoardShape::Row => 2,
        BoardShape::Grid => 4,
        BoardShape::Hex => 6,
        BoardShape::Graph => neighbours.iter().map(|b| b.count_ones()).max().unwrap_or(0),
    };
    neighbours.iter().map(|b| b.count_ones() < inner).collect()
}

fn distances(neighbours: &[u128]) -> Vec<i16> {
    let n = neighbours.len();
    let mut all = vec![-1; n * n];
    for start in 0..n {
        all[start * n + start] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for to in bits(neighbours[at]) {
                if all[start * n + to] < 0 {
                    all[start * n + to] = all[start * n + at] + 1;
                    queue.push_back(to);
                }
            }
        }
    }
    all
}

fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as usize;
            set &= set - 1;
            lowest
        })
    })
}

/// Every way to lay each shape on each layout of each hex map, turned by sixths; equal ones once.
pub(super) fn place_shapes(c: &mut Compiler) {
    c.program.layout.shapes = c.game.shapes.len() as u32;
    let mut counted = 0;
    for board in 0..c.program.layout.boards.len() {
        c.program.layout.boards[board].ranges_at = c.program.layout.placement_ranges.len() as u32;
        for layout in 0..c.program.layout.boards[board].layouts.len() {
            for shape in 0..c.game.shapes.len() {
                counted += u64::from(place_shape(c, board, layout, shape)).max(1);
                if counted > limits::PLACEMENTS {
                    let (name, span) = (&c.game.boards[board].name, c.game.boards[board].span);
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
fn place_shape(c: &mut Compiler, board: usize, layout: usize, shape: usize) -> u32 {
    let placed = &mut c.program.layout;
    let first = placed.placements.len() as u32;
    if placed.boards[board].shape == BoardShape::Hex {
        let cells = ways(
            &placed.boards[board].layouts[layout].at,
            &c.game.shapes[shape],
        );
        let (shape, board) = (shape as u32, board as u32);
        placed
            .placements
            .extend(cells.into_iter().map(|cells| Placement {
                shape,
                board,
                cells,
            }));
    }
    let count = placed.placements.len() as u32 - first;
    placed.placement_ranges.push((first, count));
    count
}

fn ways(spaces: &[(i32, i32)], shape: &[(i32, i32)]) -> Vec<u128> {
    let numbers: HashMap<(i32, i32), usize> = spaces.iter().copied().zip(0..).collect();
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    let mut turned: Vec<(i32, i32)> = shape.to_vec();
    for _ in 0..6 {
        for &(q, r) in spaces {
            let mut cells = turned.iter().map(|(dq, dr)| numbers.get(&(q + dq, r + dr)));
            let cells = cells.try_fold(0u128, |set, n| Some(set | 1 << n?));
            found.extend(cells.filter(|cells| known.insert(*cells)));
        }
        // A sixth of a turn in axial coordinates.
        turned.iter_mut().for_each(|at| *at = (-at.1, at.0 + at.1));
    }
    found
}
