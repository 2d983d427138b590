//! The zoo map: its hexes, what lies beside what, and the two sides that it may be played on.
//!
//! Spaces are numbered in the order of `games/sanctuary/maps.yaml`.

use super::sets::{Set, members};
use super::tiles::{Arrows, Effect, Icon};

pub(super) const SPACES: usize = 24;

/// A set of spaces.
pub(super) type Spaces = Set;

/// One more than the spaces: where an arrow off the map points.
const OFF_THE_MAP: usize = SPACES;

/// Axial coordinates.
const AT: [(i8, i8); SPACES] = [
    (0, 0),
    (0, 1),
    (0, 2),
    (1, -1),
    (1, 0),
    (1, 1),
    (1, 2),
    (2, -1),
    (2, 0),
    (2, 1),
    (3, -2),
    (3, -1),
    (3, 0),
    (3, 1),
    (4, -2),
    (4, -1),
    (4, 0),
    (5, -3),
    (5, -2),
    (5, -1),
    (5, 0),
    (6, -3),
    (6, -2),
    (6, -1),
];

const DIRECTIONS: usize = 6;

/// The steps of the directions, clockwise from north.
const STEPS: [(i8, i8); DIRECTIONS] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The space in each direction, or off the map.
const STEP: [[usize; DIRECTIONS]; SPACES] = {
    let mut all = [[OFF_THE_MAP; DIRECTIONS]; SPACES];
    let mut from = 0;
    while from < SPACES {
        let mut direction = 0;
        while direction < DIRECTIONS {
            let mut to = 0;
            while to < SPACES {
                if AT[from].0 + STEPS[direction].0 == AT[to].0
                    && AT[from].1 + STEPS[direction].1 == AT[to].1
                {
                    all[from][direction] = to;
                }
                to += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    all
};

const SETS_OF_ARROWS: usize = 1 << DIRECTIONS;

/// Where the arrows of each set point from each space, one bit being off the map.
static TARGETS: [[Spaces; SETS_OF_ARROWS]; SPACES] = {
    let mut all = [[0; SETS_OF_ARROWS]; SPACES];
    let mut from = 0;
    while from < SPACES {
        let mut arrows = 0;
        while arrows < SETS_OF_ARROWS {
            let mut direction = 0;
            while direction < DIRECTIONS {
                if arrows >> direction & 1 != 0 {
                    all[from][arrows] |= 1 << STEP[from][direction];
                }
                direction += 1;
            }
            arrows += 1;
        }
        from += 1;
    }
    all
};

/// The spaces that arrows point at from a space; off the map there is one that is never free.
pub(super) fn targets(from: usize, arrows: Arrows) -> Spaces {
    TARGETS[from][arrows as usize]
}

static NEIGHBOURS: [Spaces; SPACES] = {
    let mut all = [0; SPACES];
    let mut from = 0;
    while from < SPACES {
        let every_arrow = SETS_OF_ARROWS - 1;
        all[from] = TARGETS[from][every_arrow] & !(1 << OFF_THE_MAP);
        from += 1;
    }
    all
};

pub(super) fn neighbours(space: usize) -> Spaces {
    NEIGHBOURS[space]
}

/// The spaces with a neighbour in the set.
pub(super) fn beside(set: Spaces) -> Spaces {
    members(set).fold(0, |all, space| all | NEIGHBOURS[space])
}

/// The connected spaces of the set around one of them; nothing when that is not in it.
pub(super) fn group(set: Spaces, start: usize) -> Spaces {
    let mut found = set & 1 << start;
    let mut fresh = found;
    while fresh != 0 {
        fresh = beside(fresh) & set & !found;
        found |= fresh;
    }
    found
}

/// The sides of the map [public and assumed: see maps.yaml].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Side {
    #[default]
    I,
    II,
}

/// What is printed on a side of the map.
#[derive(Debug)]
pub(super) struct Map {
    /// The spaces that tiles are laid on.
    pub(super) ground: Spaces,
    pub(super) open_areas: Spaces,
    pub(super) entrance: Spaces,
    pub(super) river: Spaces,
    pub(super) bonus: [Effect; SPACES],
}

static MAPS: [Map; 2] = [
    map(
        [6, 17],
        [
            (0, Effect::MoveCard),
            (2, Effect::Draw(1)),
            (10, Effect::Take(Icon::Any)),
            (21, Effect::Draw(1)),
            (23, Effect::MoveCard),
        ],
    ),
    map(
        [3, 20],
        [
            (0, Effect::Draw(1)),
            (2, Effect::MoveCard),
            (10, Effect::Take(Icon::Any)),
            (21, Effect::MoveCard),
            (23, Effect::Draw(1)),
        ],
    ),
];

pub(super) fn side_of_map(side: Side) -> &'static Map {
    &MAPS[side as usize]
}

const fn map(open: [usize; 2], bonuses: [(usize, Effect); 5]) -> Map {
    let entrance = 1 << 13;
    let open_areas = 1 << open[0] | 1 << open[1];
    let mut bonus = [Effect::Nothing; SPACES];
    let mut at = 0;
    while at < bonuses.len() {
        bonus[bonuses[at].0] = bonuses[at].1;
        at += 1;
    }
    Map {
        ground: ((1 << SPACES) - 1) & !(open_areas | entrance),
        open_areas,
        entrance,
        river: 0b111 | 0b111 << 21,
        bonus,
    }
}
