//! The buildings: their shapes, and what each asks of its place.

/// A hex of a shape, in axial coordinates.
type Hex = (i32, i32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Kiosk,
    Pavilion,
    Enclosure,
    /// One of each in a zoo.
    Special,
    /// The same, for side II of the build card.
    House,
    /// It comes with a sponsor.
    Unique,
}

/// A kind of building.
#[derive(Debug)]
pub(crate) struct Building {
    pub(crate) id: &'static str,
    pub(crate) sort: Sort,
    pub(crate) shape: &'static [Hex],
    /// How many spaces of rock and of water it must touch, and of the border cover.
    pub(crate) rock: u32,
    pub(crate) water: u32,
    pub(crate) border: u32,
    /// It need not stand beside another.
    pub(crate) freestanding: bool,
}

pub(crate) const KIOSK: usize = 0;
/// How many kinds a build action offers: the first ones.
pub(crate) const BUILT: usize = 10;
/// How many kinds there are.
pub(crate) const ALL: usize = 25;
/// In the order in which they are offered.
pub(crate) static KINDS: [Building; ALL] = [
    plain("kiosk", Sort::Kiosk, &[(0, 0)]),
    plain("pavilion", Sort::Pavilion, &[(0, 0)]),
    plain("enclosure_1", Sort::Enclosure, &[(0, 0)]),
    plain("enclosure_2", Sort::Enclosure, &[(0, 0), (0, 1)]),
    plain("enclosure_3", Sort::Enclosure, &[(0, 0), (0, 1), (1, 0)]),
    plain(
        "enclosure_4",
        Sort::Enclosure,
        &[(0, 0), (1, -1), (1, 0), (2, -1)],
    ),
    plain(
        "enclosure_5",
        Sort::Enclosure,
        &[(0, 0), (1, -1), (1, 0), (2, -1), (2, 0)],
    ),
    plain("petting_zoo", Sort::Special, &[(0, 0), (1, -1), (2, -1)]),
    plain(
        "reptile_house",
        Sort::House,
        &[(0, 0), (0, 1), (1, 0), (2, -1), (2, 0)],
    ),
    plain(
        "large_bird_aviary",
        Sort::House,
        &[(0, 0), (0, 1), (1, 0), (1, 1), (2, -1)],
    ),
    beside_rock("UB243", 1, &[(0, 0), (1, -1), (2, -1)]),
    beside_water("UB244", 1, &[(0, 0), (1, 0), (2, -1), (2, 0)]),
    beside_water("UB245", 2, &[(0, 0), (1, -1), (2, -1), (2, 0)]),
    beside_rock("UB246", 2, &[(0, 0), (1, -1), (2, -2), (3, -3)]),
    beside_rock("UB247", 1, &[(0, 0), (1, 0), (1, 1), (2, 0)]),
    plain("UB248", Sort::Unique, &[(0, 0), (1, -1), (2, -1), (3, -1)]),
    plain("UB249", Sort::Unique, &[(0, 0), (1, 0), (2, 0)]),
    beside_water("UB250", 1, &[(0, 0), (1, 0), (1, 1), (2, -1)]),
    beside_water("UB251", 1, &[(0, 0), (1, -1), (2, -1), (3, -2)]),
    beside_rock("UB252", 1, &[(0, 0), (1, 0), (2, -1), (3, -2)]),
    plain("UB253", Sort::Unique, &[(0, 0), (1, 0), (2, -1), (3, -1)]),
    on_the_border("UB254", false, &[(0, 0), (1, 0), (2, -1)]),
    beside_rock("UB255", 1, &[(0, 0), (1, 0)]),
    beside_water("UB256", 1, &[(0, 0), (1, 0)]),
    on_the_border("UB257", true, &[(0, 0), (1, 0)]),
];

impl Building {
    pub(crate) fn size(&self) -> i32 {
        self.shape.len() as i32
    }

    pub(crate) fn is_once(&self) -> bool {
        matches!(self.sort, Sort::Special | Sort::House | Sort::Unique)
    }
}

const fn plain(id: &'static str, sort: Sort, shape: &'static [Hex]) -> Building {
    Building {
        id,
        sort,
        shape,
        rock: 0,
        water: 0,
        border: 0,
        freestanding: false,
    }
}

const fn beside_rock(id: &'static str, rock: u32, shape: &'static [Hex]) -> Building {
    Building {
        rock,
        ..plain(id, Sort::Unique, shape)
    }
}

const fn beside_water(id: &'static str, water: u32, shape: &'static [Hex]) -> Building {
    Building {
        water,
        ..plain(id, Sort::Unique, shape)
    }
}

const fn on_the_border(id: &'static str, freestanding: bool, shape: &'static [Hex]) -> Building {
    Building {
        border: 2,
        freestanding,
        ..plain(id, Sort::Unique, shape)
    }
}
