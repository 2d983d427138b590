//! Bitboards that never change: those of attributes, neighbours, rays and placements, as tables.

use ludex_program::Program;
use ludex_program::bitboards::MOST_SPACES;
use ludex_program::layout::{Board, BoardLayout, Layout};
use ludex_program::space_tests::{SpaceProperty, properties_asked_at_once};
use ludex_rules::game::NONE;
use ludex_rules::table::widened;

/// The most values from the lowest to the highest of an attribute with bitboards.
const MOST_VALUES: usize = 256;

/// The most attributes with bitboards; spaces are asked one by one for the others.
const MOST_ATTRIBUTES: usize = 256;

/// The spaces by their values of an attribute.
pub(super) struct AttributeBits {
    pub(super) of: SpaceProperty,
    pub(super) lowest: i32,
    pub(super) values: u32,
    /// For each layout and value, from the lowest on; then that of `none`, then an empty one.
    pub(super) longs: Box<[i64]>,
}

/// Finds the bitboards of each attribute that some collection asks of all spaces at once.
pub(super) fn attribute_bits(program: &Program) -> Vec<AttributeBits> {
    let asked = properties_asked_at_once(program, true).into_iter();
    asked
        .filter_map(|of| AttributeBits::from_layouts(&program.layout, of))
        .take(MOST_ATTRIBUTES)
        .collect()
}

impl AttributeBits {
    /// Sorts the spaces of all layouts by an attribute; none where its values lie far apart, or change in play.
    fn from_layouts(layout: &Layout, of: SpaceProperty) -> Option<AttributeBits> {
        let layouts = &layout.boards[of.board(layout)?].layouts;
        let values = |layout: &BoardLayout| match of {
            SpaceProperty::Attribute(_, column) => {
                let (column, spaces) = (usize::from(column), layout.ids.len());
                Some(layout.attributes[column * spaces..(column + 1) * spaces].to_vec())
            }
            SpaceProperty::Edge(_) => {
                Some(layout.edge.iter().map(|edge| i32::from(*edge)).collect())
            }
            SpaceProperty::Variable(_) | SpaceProperty::Occupied(_) => None,
        };
        let all: Vec<Vec<i32>> = layouts.iter().map(values).collect::<Option<_>>()?;
        let known = all.iter().flatten().filter(|value| **value != NONE);
        let (lowest, highest) = (*known.clone().min()?, *known.max()?);
        let last = usize::try_from(i64::from(highest) - i64::from(lowest)).ok()?;
        let values = last + 1;
        if values > MOST_VALUES {
            return None;
        }
        let longs = all.iter().flat_map(|layout| {
            let mut longs = vec![0; values + 2];
            for (space, value) in layout.iter().enumerate() {
                let number = usize::try_from(i64::from(*value) - i64::from(lowest));
                longs[number.unwrap_or(values)] |= 1 << space;
            }
            longs
        });
        Some(AttributeBits {
            of,
            lowest,
            values: values as u32,
            longs: longs.collect(),
        })
    }
}

/// The bitboards of a board's neighbours and rays.
pub(super) struct BoardBits {
    pub(super) neighbours: Box<[i64]>,
    pub(super) rays: Box<[i64]>,
    /// For each direction: whether the numbers of spaces rise along it, or fall; none if they do neither everywhere.
    pub(super) rises: Vec<Option<bool>>,
}

impl BoardBits {
    /// Makes them of a table of spaces beside each other; none of a board with too many spaces.
    pub(super) fn from_adjacency(
        board: &Board,
        directions: usize,
        beside: &[i16],
    ) -> Option<BoardBits> {
        if board.capacity > MOST_SPACES {
            return None;
        }
        let capacity = widened(board.capacity);
        let spaces = board.layouts.iter();
        let spaces = spaces.flat_map(|layout| (0..capacity).map(move |space| (layout, space)));
        let neighbours = spaces.map(|(layout, space)| bits(layout.neighbours.of(space)));
        let mut rises = vec![(true, true); directions];
        let mut rays = Vec::with_capacity(beside.len());
        for at in 0..beside.len() {
            let (row, direction) = (at / directions, at % directions);
            let (start, skipped) = ((row % capacity) as i16, row - row % capacity);
            let (mut here, mut ray) = (start, 0);
            loop {
                let next =
                    beside[(skipped + usize::from(here.cast_unsigned())) * directions + direction];
                if next < 0 || next == start {
                    break;
                }
                ray |= 1_i64 << next;
                let (rising, falling) = rises[direction];
                rises[direction] = (rising && next > here, falling && next < here);
                here = next;
            }
            rays.push(ray);
        }
        let one_way = |(rising, falling)| (rising || falling).then_some(rising);
        Some(BoardBits {
            neighbours: neighbours.collect(),
            rays: rays.into(),
            rises: rises.into_iter().map(one_way).collect(),
        })
    }
}

/// The bitboard of some spaces.
fn bits(spaces: &[i16]) -> i64 {
    spaces.iter().fold(0, |bits, space| bits | 1 << space)
}

/// For each placement on each copy of a board: the copy, and the bitboard of its spaces.
pub(super) fn cell_bits(layout: &Layout) -> (Box<[i32]>, Box<[i64]>) {
    let copies = layout.boards.iter().map(|board| board.copies).max();
    let placements = layout.placements.entries();
    let all = (0..copies.unwrap_or(0)).flat_map(|copy| {
        placements.clone().map(move |(placement, laid)| {
            let is_word = layout.boards[laid.board].capacity <= MOST_SPACES;
            let cells = layout.cells.of(placement.index());
            (copy as i32, if is_word { bits(cells) } else { 0 })
        })
    });
    let (copies, bits): (Vec<i32>, Vec<i64>) = all.unzip();
    (copies.into(), bits.into())
}
