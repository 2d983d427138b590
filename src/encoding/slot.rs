//! Slots of observations, and their names.

use ludex_program::Program;
use ludex_program::layout::Board;
use ludex_rules::game::{BoardShape, Holder};
use ludex_rules::table::widened;
use std::collections::BTreeMap;

/// A slot of an observation.
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    /// The name, such as `P0.hand[owl]`; no two slots share one.
    pub name: String,
    /// The lowest number that it may hold.
    pub low: f32,
    /// The highest number that it may hold.
    pub high: f32,
    /// The space that it tells of, where that has a place in the plane.
    pub space: Option<SlotSpace>,
}

/// The space of a board that a slot tells of. Slots of one board and one feature make a plane, for nets that see neighbours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotSpace {
    /// The board, with its player where each has one: `P0.meadow`.
    pub board: String,
    /// Column and row of a grid, axial coordinates of hexes, the number in a row; the same in all layouts of the board.
    pub at: (i32, i32),
    /// The fact about the space that it tells: `disc[P0]`.
    pub feature: String,
}

impl Slot {
    pub(super) fn new(name: String, low: f32, high: f32) -> Slot {
        Slot {
            name,
            low,
            high,
            space: None,
        }
    }
}

/// Notes of slots whose names begin with that of their holder which space that is, if it is one with a place in the plane.
pub(super) fn place_in_plane(
    program: &Program,
    sort: Holder,
    holder: u32,
    word: &str,
    slots: &mut [Slot],
) {
    let Holder::Space(board) = sort else { return };
    let board = &program.layout.boards[board];
    let Some((copy, at)) = coordinates(board, holder) else {
        return;
    };
    let whose = if board.per_player {
        format!("P{copy}.")
    } else {
        String::new()
    };
    for slot in slots {
        slot.space = Some(SlotSpace {
            board: format!("{whose}{}", board.name),
            at,
            feature: slot
                .name
                .strip_prefix(word)
                .unwrap_or(&slot.name)
                .to_owned(),
        });
    }
}

/// Returns the copy of a board that a space belongs to, and its coordinates; none where layouts do not agree about them, or
/// edges alone say what is near.
fn coordinates(board: &Board, space: u32) -> Option<(u32, (i32, i32))> {
    if board.shape == BoardShape::Graph {
        return None;
    }
    let offset = space.checked_sub(board.first)?;
    let (copy, number) = (offset.checked_div(board.capacity)?, offset % board.capacity);
    let layouts = board.layouts.iter();
    let mut places = layouts.filter_map(|layout| layout.at.get(widened(number)));
    let first = *places.next()?;
    places.all(|at| *at == first).then_some((copy, first))
}

/// Adds to names that came before which of those each is: `text[game.when_drawn]#2`.
pub(super) fn tell_apart<'a>(names: impl Iterator<Item = &'a mut String>) {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        let nth = met.entry(name.clone()).or_default();
        *nth += 1;
        if *nth > 1 {
            *name = format!("{name}#{nth}");
        }
    }
}
