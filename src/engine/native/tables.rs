//! What machine code reads of a program: copies that nobody changes or moves, at addresses written into the code.

use crate::engine::linked::Linked;
use crate::engine::state::State;
use crate::program::Program;
use crate::program::layout::{BoardLayout, Kind};
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
    /// Boards that always look the same; none where there are several layouts or copies.
    pub(super) boards: Vec<Option<OneBoard>>,
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
    /// For each single place: at most so many pieces.
    pub(super) capacity: Box<[u32]>,
    /// For each single place: a bit for each player who sees inside, `ALL`, or `ASK`.
    pub(super) seen: Box<[i32]>,
    /// For each single place: whether nobody knows by position which piece is which.
    pub(super) mixed: Box<[u8]>,
    /// For each single place: the place it was declared as.
    pub(super) declared: Box<[u16]>,
    /// For each piece, and each two declared places: whether something of the piece falls back when it goes from one to
    /// the other; empty where nothing ever does.
    pub(super) fading: Vec<Box<[u8]>>,
    /// For each kind and single place: for whom modifiers of its pieces live there, `ASLEEP` or `ASK`.
    pub(super) owners: Vec<Box<[i32]>>,
}

/// A board with a single layout and copy.
pub(super) struct OneBoard {
    pub(super) first: i32,
    pub(super) spaces: usize,
    pub(super) directions: usize,
    pub(super) beside: Box<[i16]>,
    pub(super) rays: Box<[u32]>,
    pub(super) beyond: Box<[i16]>,
    pub(super) neighbours: Box<[u128]>,
    pub(super) distance: Box<[i16]>,
    pub(super) attributes: Box<[i32]>,
}

impl Tables {
    pub(super) fn new(program: &Program, linked: &Linked) -> Tables {
        let layout = &program.layout;
        let boards = layout.boards.iter().map(|board| match &board.layouts[..] {
            [only] if board.copies == 1 => Some(OneBoard::new(board.first, only)),
            _ => None,
        });
        let kinds = layout.kinds.iter().map(|kind| {
            let spots = linked.spots.iter().map(|spot| {
                let lives = kind.active.get(usize::from(spot.declared));
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
            boards: boards.collect(),
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
            capacity: linked.spots.iter().map(|spot| spot.capacity).collect(),
            seen: linked
                .spots
                .iter()
                .map(|spot| spot.known_sight(ALL).unwrap_or(ASK))
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

/// Whether something falls back when a piece of a kind goes from one declared place to another.
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

impl OneBoard {
    fn new(first: u32, layout: &BoardLayout) -> OneBoard {
        OneBoard {
            first: first as i32,
            spaces: layout.ids.len(),
            directions: layout.directions,
            beside: layout.beside.clone().into(),
            rays: layout.rays.clone().into(),
            beyond: layout.beyond.clone().into(),
            neighbours: layout.neighbours.clone().into(),
            distance: layout.distance.clone().into(),
            attributes: layout.attributes.clone().into(),
        }
    }
}

const _: () = assert!(NONE < ASLEEP && ASLEEP < ASK, "no player has such a number");
