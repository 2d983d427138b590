//! What machine code reads of a program: copies that nobody changes or moves, at addresses written into the code.

use super::depth::{Depth, depths};
use crate::engine::linked::Linked;
use crate::engine::state::State;
use crate::program::Program;
use crate::program::layout::{Board, BoardLayout, Kind};
use crate::rules::game::{Holder, NONE};

/// Stands for a piece whose modifiers don't live where it lies.
pub(super) const ASLEEP: i32 = i32::MIN + 2;
/// Stands for a place that everybody sees into.
pub(super) const ALL: i32 = -1;
/// Stands for a place whose owner only the engine can tell.
pub(super) const ASK: i32 = i32::MIN + 3;

/// Tables at fixed addresses.
#[derive(Default)]
pub(super) struct Tables {
    /// All attributes of all rows.
    pub(super) rows: Box<[i32]>,
    /// Boards.
    pub(super) boards: Vec<BoardTables>,
    /// For each space: which copy of its board it is on.
    pub(super) copies: Box<[i32]>,
    /// For each column of effect texts: the routine of each row, or `NONE`.
    pub(super) effects: Vec<Box<[i32]>>,
    /// For each column of texts with a value: the address of each row's function, or 0.
    pub(super) texts: Vec<Box<[usize]>>,
    /// For each single place: whom it belongs to (`NONE` for nobody), or `ASK`.
    pub(super) whose: Box<[i32]>,
    /// For each single place: the space it is on, `NONE` or `ASK`.
    pub(super) spaces: Box<[i32]>,
    /// For each space: its number on its board.
    pub(super) numbers: Box<[i32]>,
    /// For each query: whether it is written where it is asked.
    pub(super) short: Vec<bool>,
    /// For each query: how its calls are counted.
    pub(super) depths: Vec<Depth>,
    /// For each single place: at most so many pieces.
    pub(super) capacity: Box<[u32]>,
    /// For each single place: a bit for each player who sees inside, `ALL`, or `ASK`.
    pub(super) seen: Box<[i32]>,
    /// For each single place: a bit for each class of answers that read it; and 0 for no place.
    pub(super) stale: Box<[u64]>,
    /// For each single place: whether nobody knows by position which piece is which.
    pub(super) mixed: Box<[u8]>,
    /// For each single place: the place it was declared as.
    pub(super) declared: Box<[u32]>,
    /// For each piece, and each two declared places: whether something of the piece falls back when it goes from one to
    /// the other; empty where nothing ever does.
    pub(super) fading: Vec<Box<[u8]>>,
    /// For each kind and single place: for whom modifiers of its pieces live there, `ASLEEP` or `ASK`.
    pub(super) owners: Vec<Box<[i32]>>,
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
    pub(super) layout_at: u32,
    pub(super) directions: usize,
    pub(super) layouts: usize,
    /// For each layout, space and direction: the number of the space beside, or -1.
    pub(super) beside: Box<[i16]>,
    /// For each layout, space and direction: where the numbers of the spaces beyond begin; after the last, where they end.
    pub(super) rays: Box<[u32]>,
    pub(super) beyond: Box<[i16]>,
    /// For each layout and space.
    pub(super) neighbours: Box<[u128]>,
    /// For each layout and two spaces.
    pub(super) distance: Box<[i16]>,
    /// For each column, layout and space.
    pub(super) attributes: Box<[i32]>,
}

impl Tables {
    pub(super) fn new(program: &Program, linked: &Linked) -> Tables {
        let layout = &program.layout;
        let kinds = layout.kinds.iter().map(|kind| {
            let spots = linked.spots.iter().map(|spot| {
                let lives = kind.active.get(spot.declared as usize);
                match (lives.copied().unwrap_or(false), spot.known_owner()) {
                    (false, _) => ASLEEP,
                    (true, owner) => owner.unwrap_or(ASK),
                }
            });
            spots.collect()
        });
        let texts = layout.value_columns.iter();
        Tables {
            rows: layout.rows.clone().into(),
            boards: layout.boards.iter().map(BoardTables::new).collect(),
            copies: (0..layout.space_board.len() as i32)
                .map(|space| State::on_board(program, space).1 as i32)
                .collect(),
            whose: linked
                .spots
                .iter()
                .map(|s| s.known_owner().unwrap_or(ASK))
                .collect(),
            spaces: layout
                .place_of
                .iter()
                .map(|place| space_of(program, *place))
                .collect(),
            numbers: (0..layout.space_board.len() as i32)
                .map(|space| State::on_board(program, space).2 as i32)
                .collect(),
            short: linked.short.clone(),
            depths: depths(program),
            capacity: linked.spots.iter().map(|spot| spot.capacity).collect(),
            seen: linked
                .spots
                .iter()
                .map(|spot| spot.known_sight(ALL).unwrap_or(ASK))
                .collect(),
            stale: linked
                .spots
                .iter()
                .map(|spot| spot.stale)
                .chain([0])
                .collect(),
            mixed: linked
                .spots
                .iter()
                .map(|spot| u8::from(spot.mixed))
                .collect(),
            declared: linked.spots.iter().map(|spot| spot.declared).collect(),
            fading: layout
                .kinds
                .iter()
                .map(|kind| fading(kind, layout.places.len()))
                .collect(),
            effects: layout
                .effect_columns
                .iter()
                .map(|c| c.rows.clone().into())
                .collect(),
            texts: texts.map(|c| vec![0; c.rows.len()].into()).collect(),
            owners: kinds.collect(),
        }
    }
}

/// The space a place is on.
fn space_of(program: &Program, (declared, holder): (u32, u32)) -> i32 {
    match program.layout.places[declared as usize].holder {
        Holder::Space(_) => holder as i32,
        Holder::Piece(_) => ASK,
        Holder::Table | Holder::Player => NONE,
    }
}

/// Tells whether something falls back when a piece of a kind goes from one declared place to another.
fn fading(kind: &Kind, places: usize) -> Box<[u8]> {
    if kind.fading.is_empty() {
        return Box::default();
    }
    let falls = |from: usize, to: usize| {
        kind.fading
            .iter()
            .any(|(_, lasts)| lasts[from] && !lasts[to])
    };
    (0..places * places)
        .map(|n| u8::from(falls(n / places, n % places)))
        .collect()
}

impl BoardTables {
    fn new(board: &Board) -> BoardTables {
        let capacity = board.capacity as usize;
        let layouts = &board.layouts;
        let directions = layouts.iter().map(|l| l.directions).max().unwrap_or(0);
        let all = || {
            layouts
                .iter()
                .flat_map(|l| (0..capacity).map(move |space| (l, space)))
        };
        let beside = all().flat_map(|(l, space)| {
            (0..directions).map(move |d| match d < l.directions {
                true => l
                    .beside
                    .get(space * l.directions + d)
                    .copied()
                    .unwrap_or(-1),
                false => -1,
            })
        });
        let distance = all().flat_map(|(l, a)| (0..capacity).map(move |b| distance(l, a, b)));
        let attributes = (0..board.attributes.len()).flat_map(|column| {
            all().map(move |(l, space)| match space < l.ids.len() {
                true => l.attributes[column * l.ids.len() + space],
                false => NONE,
            })
        });
        let (mut rays, mut beyond) = (Vec::new(), Vec::new());
        for (layout, space) in all() {
            for direction in 0..directions {
                rays.push(beyond.len() as u32);
                beyond.extend_from_slice(ray(layout, space, direction));
            }
        }
        rays.push(beyond.len() as u32);
        BoardTables {
            only: (layouts.len() == 1 && board.copies == 1).then_some(board.first as i32),
            first: board.first as i32,
            capacity,
            spaces: capacity * board.copies as usize,
            layout_at: board.layout_at,
            directions,
            layouts: layouts.len(),
            beside: beside.collect(),
            rays: rays.into(),
            beyond: beyond.into(),
            neighbours: all()
                .map(|(l, s)| l.neighbours.get(s).copied().unwrap_or(0))
                .collect(),
            distance: distance.collect(),
            attributes: attributes.collect(),
        }
    }
}

/// The numbers of the spaces beyond a space in a direction, the nearest first; none where the layout lacks either.
fn ray(layout: &BoardLayout, space: usize, direction: usize) -> &[i16] {
    if space >= layout.ids.len() || direction >= layout.directions {
        return &[];
    }
    let ray = space * layout.directions + direction;
    &layout.beyond[layout.rays[ray] as usize..layout.rays[ray + 1] as usize]
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
