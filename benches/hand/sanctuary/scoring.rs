//! What a zoo is worth at the end [11].

use super::ACHIEVEMENTS;
use super::map::{group, neighbours};
use super::sets::{members, size};
use super::tiles::{Icon, Points};
use super::zoo::Zoo;

const POUCH: i32 = 2;
const CONSERVATION: i32 = 2;
/// The points of a group of so many petting zoo tiles, or more.
const PETTING_POINTS: [i32; 4] = [0, 3, 9, 18];

impl Zoo {
    /// Everything but what a player alone gets for markers.
    pub(super) fn total(&self) -> i32 {
        let tiles: i32 = members(self.occupied)
            .map(|here| self.points_at(here))
            .sum();
        let goals: i32 = members(self.achieved).map(|n| ACHIEVEMENTS[n].points).sum();
        tiles
            + size(self.open_areas()) as i32
            + goals
            + CONSERVATION * self.conservation
            + POUCH * self.pouches
            + self.end_points
    }

    fn points_at(&self, here: usize) -> i32 {
        let each = |factor, number: usize| i32::from(factor) * number as i32;
        match self.tile_at(here).points {
            Points::Fixed(points) => points.into(),
            Points::InZoo(factor, icon) => each(factor, self.in_zoo(icon)),
            Points::Connected(factor, icon) => each(factor, size(group(self.with(icon), here))),
            Points::Beside(factor, icon) => each(factor, size(self.with(icon) & neighbours(here))),
            Points::Hand(factor) => each(factor, self.hand.len()),
            Points::OpenAreas => each(1, size(self.open_areas())),
            Points::Variety => each(1, self.variety_beside(here, 0)),
            Points::PettingGroup => self.petting_points(here),
        }
    }

    /// Once for a group: at its first tile [7.5].
    fn petting_points(&self, here: usize) -> i32 {
        let tiles = group(self.with(Icon::PettingZoo), here);
        if members(tiles).next() == Some(here) {
            PETTING_POINTS[size(tiles).min(PETTING_POINTS.len() - 1)]
        } else {
            0
        }
    }
}
