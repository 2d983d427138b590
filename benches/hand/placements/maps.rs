//! The ten maps, a letter for each space, and what can be known of them before anything is built.

use super::List;
use super::buildings::{ALL, KINDS};

pub(crate) const SPACES: usize = 58;
/// How a column begins: its first space. Even columns have six spaces, odd ones seven.
const COLUMNS: [usize; 9] = [0, 6, 13, 19, 26, 32, 39, 45, 52];

/// The spaces column by column, each from the top: `.` plain, `r` rock, `w` water, `u` kept for side II, `v` such a one with
/// 2 money; `2`, `5` and `9` give 2, 5 and 10 money, `x` an X-token, `k` a kiosk, `?` something that asks its player, `o`
/// something else.
const MAPS: [(&str, &str); 10] = [
    (
        "A",
        "ox.... rr....r wr?.5w r5....w w..x.. x.r?w?. ...wr. wo...ou ww9..u",
    ),
    (
        "M0",
        "ww..or w?...wr r.?w.. wr..x.? x.9... ..worxr .ru.rr .5u..ow ...5ww",
    ),
    (
        "M1",
        "x.rrr5 r..r... r..... r.u?.rr o.wu.o ...wu.w ..5w.. .?.wx.x ..ww..",
    ),
    (
        "M2",
        "rro.rr uor..ro u..... ...uw.. r..xww r?.uww. w..... w?.x... ..r..o",
    ),
    (
        "M3",
        "uo22.w uvvw2.? vwww2. .2222.r ....or ro.?.ww wr..wx ro..... ..rrx.",
    ),
    (
        "M4",
        "..o.w. .xw...w .ww.o. .xw?rr. ...... w.x...r ?urr.. .r?..r. wwuuu5",
    ),
    (
        "M5",
        "..w... xuwxru. .rrow. ....... owr.?. ....wwu r?.?r5 ..rw... .o.w..",
    ),
    (
        "M6",
        "ww.... .x..o.. ..5rr. x..rr?. ru.... r?u..ww u....o uoww.r. ww.5.w",
    ),
    (
        "M7",
        "rro... .k..ro. ....r. .?rouuu rr.?r? ..k.rk. ...... wxwo.w5 www.xw",
    ),
    (
        "M8",
        "...orr wxw..or ..wu.r x..u.ur .wx.ro .ww...r 5w..or ..?..r. ....o.",
    ),
];

/// A set of spaces, a bit for each.
pub(crate) type Spaces = u64;
/// The ways to lay a building that begin at one space: at most one for each sixth of a turn.
pub(crate) type Ways = List<Spaces, 6>;

/// A map without buildings.
pub(crate) struct Map {
    /// Among all maps.
    pub(crate) number: usize,
    /// Neither rock nor water.
    pub(crate) plain: Spaces,
    pub(crate) side_2: Spaces,
    pub(crate) rock: Spaces,
    pub(crate) water: Spaces,
    pub(crate) edge: Spaces,
    /// Spaces that set something off when they are covered: all of them, those that only give money or an X-token, those that
    /// ask, and those that give a kiosk.
    pub(crate) bonuses: Spaces,
    pub(crate) fixed: Spaces,
    pub(crate) asking: Spaces,
    pub(crate) free_kiosks: Spaces,
    pub(crate) money: [i32; SPACES],
    pub(crate) beside: [Spaces; SPACES],
    /// Fewer than three steps away.
    pub(crate) near: [Spaces; SPACES],
    /// For each kind of building.
    pub(crate) ways: [[Ways; SPACES]; ALL],
}

impl Map {
    /// All maps, in the order of the rules' option.
    pub(crate) fn all() -> Vec<Map> {
        (0..MAPS.len()).map(Map::new).collect()
    }

    fn new(number: usize) -> Map {
        let letters: Vec<char> = MAPS[number]
            .1
            .chars()
            .filter(|letter| *letter != ' ')
            .collect();
        let among = |wanted: &str| spaces_where(|at| wanted.contains(letters[at]));
        let money = |letter| match letter {
            '2' | 'v' => 2,
            '5' => 5,
            '9' => 10,
            _ => 0,
        };
        let beside: [Spaces; SPACES] =
            std::array::from_fn(|at| spaces_where(|to| are_beside(at, to)));
        let near =
            |at: usize| members(beside[at]).fold(beside[at], |near, step| near | beside[step]);
        Map {
            number,
            plain: !among("rw") & spaces_where(|_| true),
            side_2: among("uv"),
            rock: among("r"),
            water: among("w"),
            edge: spaces_where(|at| beside[at].count_ones() < 6),
            bonuses: among("259vxk?o"),
            fixed: among("259vx"),
            asking: among("?"),
            free_kiosks: among("k"),
            money: std::array::from_fn(|at| money(letters[at])),
            beside,
            near: std::array::from_fn(near),
            ways: std::array::from_fn(|kind| ways_of(KINDS[kind].shape)),
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        MAPS[self.number].0
    }

    /// The spaces beside any of a set.
    pub(crate) fn around(&self, spaces: Spaces) -> Spaces {
        members(spaces).fold(0, |around, at| around | self.beside[at])
    }
}

/// The members of a set, in the order of the map.
pub(crate) fn members(mut spaces: Spaces) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = spaces.trailing_zeros() as usize;
        spaces &= spaces.wrapping_sub(1);
        (at < 64).then_some(at)
    })
}

/// The name of a space, by its column and row.
pub(crate) fn name_of(at: usize) -> String {
    let (column, row) = column_and_row(at);
    format!("c{column}_{row}")
}

fn column_and_row(at: usize) -> (usize, usize) {
    let column = COLUMNS.partition_point(|first| *first <= at) - 1;
    (column, at - COLUMNS[column])
}

/// The axial coordinates of a space.
fn coordinates(at: usize) -> (i32, i32) {
    let (column, row) = column_and_row(at);
    (column as i32, row as i32 - (column as i32 + 1) / 2)
}

fn spaces_where(is_one: impl Fn(usize) -> bool) -> Spaces {
    (0..SPACES)
        .filter(|at| is_one(*at))
        .fold(0, |spaces, at| spaces | 1 << at)
}

fn are_beside(one: usize, other: usize) -> bool {
    let ((q, r), (to_q, to_r)) = (coordinates(one), coordinates(other));
    let step = (to_q - q, to_r - r);
    matches!(
        step,
        (1, 0) | (1, -1) | (0, -1) | (-1, 0) | (-1, 1) | (0, 1)
    )
}

/// The ways to lay a shape by their first space: those of each sixth of a turn after the other, equal ones once.
fn ways_of(shape: &[(i32, i32)]) -> [Ways; SPACES] {
    let mut ways = [Ways::new(); SPACES];
    let mut turned = shape.to_vec();
    for _ in 0..6 {
        for from in 0..SPACES {
            let Some(spot) = laid(&turned, coordinates(from)) else {
                continue;
            };
            let ways = &mut ways[spot.trailing_zeros() as usize];
            if !ways.contains(&spot) {
                ways.push(spot);
            }
        }
        turned.iter_mut().for_each(|at| *at = (-at.1, at.0 + at.1));
    }
    ways
}

/// The spaces of a turned shape from a space on; none if it reaches beyond the map.
fn laid(turned: &[(i32, i32)], (q, r): (i32, i32)) -> Option<Spaces> {
    let space_at = |at: (i32, i32)| (0..SPACES).find(|space| coordinates(*space) == at);
    let mut cells = turned.iter().map(|(dq, dr)| space_at((q + dq, r + dr)));
    cells.try_fold(0, |spot, cell| Some(spot | 1 << cell?))
}
