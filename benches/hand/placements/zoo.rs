//! A zoo: what is built on a map, and where each kind of building may stand.

use super::buildings::{ALL, KINDS, KIOSK, Sort};
use super::maps::{Map, Spaces, members};
use ludex::engine::chance::{Stream, purpose};

/// The side of the build card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    I = 1,
    II = 2,
}

/// What a player has that bears on placements.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) side: Side,
    /// A sponsor, the Diversity Researcher: rock and water are built over, and need not be touched.
    pub(crate) researcher: bool,
}

/// What is built on a map.
#[derive(Clone, Copy)]
pub(crate) struct Zoo<'a> {
    pub(crate) map: &'a Map,
    pub(crate) terms: Terms,
    covered: Spaces,
    /// What may be covered.
    free: Spaces,
    /// The spaces beside a building, and those too near to a kiosk for another one.
    beside: Spaces,
    near_kiosks: Spaces,
    /// The kinds that were built, a bit for each.
    kinds: u32,
}

/// A building and the spaces that it covers.
pub(crate) type Built = (usize, Spaces);

impl<'a> Zoo<'a> {
    pub(crate) fn empty(map: &'a Map, side: Side) -> Zoo<'a> {
        let closed = if side == Side::I { map.side_2 } else { 0 };
        Zoo {
            map,
            terms: Terms {
                side,
                researcher: false,
            },
            covered: 0,
            free: map.plain & !closed,
            beside: 0,
            near_kiosks: 0,
            kinds: 0,
        }
    }

    /// A zoo of random buildings, at most so many, with where they stand. The researcher comes last.
    pub(crate) fn random(
        map: &'a Map,
        terms: Terms,
        most: usize,
        seed: u64,
    ) -> (Zoo<'a>, Vec<Built>) {
        let (mut zoo, mut built) = (Zoo::empty(map, terms.side), Vec::new());
        let mut chance = Stream::new(seed, purpose("placements"), 0);
        for _ in 0..most {
            let kind = chance.below(ALL as u32) as usize;
            let corners = members(if zoo.has_had(kind) {
                0
            } else {
                zoo.corners(kind)
            });
            let spots: Vec<Spaces> = corners.flat_map(|corner| zoo.spots(kind, corner)).collect();
            if let Some(bound) = u32::try_from(spots.len()).ok().filter(|bound| *bound > 0) {
                let spot = spots[chance.below(bound) as usize];
                zoo.lay(kind, spot);
                built.push((kind, spot));
            }
        }
        if terms.researcher {
            zoo.hire_researcher();
        }
        (zoo, built)
    }

    pub(crate) fn hire_researcher(&mut self) {
        self.terms.researcher = true;
        self.free |= (self.map.rock | self.map.water) & !self.covered;
    }

    /// True if a kind comes once, and came.
    pub(crate) fn has_had(&self, kind: usize) -> bool {
        KINDS[kind].is_once() && self.kinds & 1 << kind != 0
    }

    pub(crate) fn has_place(&self, kind: usize) -> bool {
        members(self.free).any(|corner| self.spots(kind, corner).next().is_some())
    }

    /// The spaces at which a placement of a kind may begin.
    pub(crate) fn corners(&self, kind: usize) -> Spaces {
        let fitting =
            members(self.free).filter(|corner| self.spots(kind, *corner).next().is_some());
        fitting.fold(0, |corners, corner| corners | 1 << corner)
    }

    /// The placements of a kind that begin at a space.
    pub(crate) fn spots(&self, kind: usize, corner: usize) -> impl Iterator<Item = Spaces> {
        let ways = self.map.ways[kind][corner].iter().copied();
        ways.filter(move |spot| self.fits(kind, *spot))
    }

    fn fits(&self, kind: usize, spot: Spaces) -> bool {
        let building = &KINDS[kind];
        spot & !self.free == 0
            && (building.freestanding || spot & self.sites() != 0)
            && (kind != KIOSK || spot & self.near_kiosks == 0)
            && (building.border == 0 || (spot & self.map.edge).count_ones() >= building.border)
            && self.touches(spot, self.map.rock, building.rock)
            && self.touches(spot, self.map.water, building.water)
    }

    /// Where a building may begin: beside another, the first one on the border.
    fn sites(&self) -> Spaces {
        if self.covered == 0 {
            self.map.edge
        } else {
            self.beside
        }
    }

    /// Returns true if a spot touches as many spaces of a terrain as are wanted.
    fn touches(&self, spot: Spaces, terrain: Spaces, wanted: u32) -> bool {
        wanted == 0
            || self.terms.researcher
            || (self.map.around(spot) & terrain).count_ones() >= wanted
    }

    pub(crate) fn lay(&mut self, kind: usize, spot: Spaces) {
        self.covered |= spot;
        self.free &= !spot;
        self.beside |= self.map.around(spot);
        self.kinds |= 1 << kind;
        if KINDS[kind].sort == Sort::Kiosk {
            let at = spot.trailing_zeros() as usize;
            self.near_kiosks |= self.map.near[at];
        }
    }

    /// True once all spaces but rock and water are covered.
    pub(crate) fn is_full(&self) -> bool {
        self.map.plain & !self.covered == 0
    }
}
