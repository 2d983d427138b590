//! A player's zoo: what lies on the map and in the hand, and what tiles ask of it.
//!
//! Never here: choices and effects. Tiles under a released one and those that lie face down as open areas come back nowhere,
//! so only the spaces of the latter are kept.

use super::super::List;
use super::map::{Map, SPACES, Spaces, beside, group, neighbours, targets};
use super::sets::{Set, holds, keep, members, size};
use super::tiles::{
    CLASSES, CONTINENTS, Card, DEEDS, Deeds, ICONS, Icon, Icons, NUMBER, Needs, PROJECTS, Site,
    Tile, tile_of,
};

/// What belongs to a player.
#[derive(Debug, Clone)]
pub(super) struct Zoo {
    pub(super) map: &'static Map,
    pub(super) hand: List<Card, NUMBER>,
    /// The tile on each space that is occupied.
    tiles: [Card; SPACES],
    pub(super) occupied: Spaces,
    /// The spaces with a tile face down.
    pub(super) placed_open: Spaces,
    /// The spaces whose tile has an icon.
    with: [Spaces; ICONS],
    /// The spaces whose tile watches for others.
    pub(super) watching: Spaces,
    /// The spaces whose tile eases others.
    easing: Spaces,
    /// The animals that have stood beside their mates, a bit for each.
    paired: u128,
    /// The slot of each action card.
    pub(super) slots: [u8; DEEDS],
    /// The action cards on side II.
    pub(super) upgraded: Deeds,
    /// The upgrade markers that are turned over.
    pub(super) used_markers: Set,
    /// The goals that have an achievement on them.
    pub(super) supported: Set,
    /// The achievements that lie on goals.
    pub(super) achieved: Set,
    pub(super) conservation: i32,
    pub(super) pouches: i32,
    pub(super) end_points: i32,
}

impl Zoo {
    pub(super) fn new(map: &'static Map) -> Zoo {
        Zoo {
            map,
            hand: List::new(),
            tiles: [0; SPACES],
            occupied: 0,
            placed_open: 0,
            with: [0; ICONS],
            watching: 0,
            easing: 0,
            paired: 0,
            slots: [0; DEEDS],
            upgraded: 0,
            used_markers: 0,
            supported: 0,
            achieved: 0,
            conservation: 0,
            pouches: 0,
            end_points: 0,
        }
    }

    // ---- what lies where

    pub(super) fn tile_at(&self, space: usize) -> &'static Tile {
        tile_of(self.tiles[space])
    }

    pub(super) fn put(&mut self, card: Card, here: usize) {
        self.tiles[here] = card;
        self.occupied |= 1 << here;
        let tile = tile_of(card);
        for icon in members(tile.icons) {
            self.with[icon] |= 1 << here;
        }
        if tile.whenever != 0 {
            self.watching |= 1 << here;
        }
        if tile.eases != 0 {
            self.easing |= 1 << here;
        }
    }

    pub(super) fn take(&mut self, here: usize) -> Card {
        let others = !(1 << here);
        self.occupied &= others;
        self.watching &= others;
        self.easing &= others;
        for icon in members(self.tile_at(here).icons) {
            self.with[icon] &= others;
        }
        self.tiles[here]
    }

    /// The position of a tile in the hand, where it is.
    pub(super) fn position(&self, card: Card) -> usize {
        let found = self.hand.iter().position(|other| *other == card);
        found.unwrap_or_default()
    }

    /// Two mates side by side, one of which has just come: true once for each pair [7.1].
    pub(super) fn meets_mate(&mut self, card: Card, here: usize) -> bool {
        let Some(mate) = tile_of(card).mate else {
            return false;
        };
        if self.paired >> card & 1 != 0 {
            return false;
        }
        let around = neighbours(here) & self.occupied;
        let found = members(around).any(|space| self.tiles[space] == mate);
        if found {
            self.paired |= 1 << card | 1 << mate;
        }
        found
    }

    pub(super) fn with(&self, icon: Icon) -> Spaces {
        self.with[icon as usize]
    }

    pub(super) fn in_zoo(&self, icon: Icon) -> usize {
        size(self.with(icon))
    }

    pub(super) fn empty(&self) -> Spaces {
        self.map.ground & !(self.occupied | self.placed_open)
    }

    pub(super) fn open_areas(&self) -> Spaces {
        self.map.open_areas | self.placed_open
    }

    /// The entrance and the tiles, face up or down: new tiles lie beside them; printed open areas are none [6.1].
    fn borders(&self) -> Spaces {
        self.occupied | self.placed_open | self.map.entrance
    }

    pub(super) fn within_reach(&self) -> Spaces {
        beside(self.borders()) & self.empty()
    }

    // ---- where tiles may lie [6, 7, 9]

    /// The spaces for an animal or a project, of which all but a release want one within reach.
    pub(super) fn spaces_for(&self, tile: &Tile, within_reach: Spaces) -> Spaces {
        if let Some(icon) = tile.releases {
            self.with(Icon::Animal) & self.with(icon)
        } else if tile.arrows == 0 {
            within_reach
        } else {
            self.with_room_for_arrows(tile, within_reach)
        }
    }

    /// Arrows point at open areas and at empty spaces, for which there must be tiles in hand [6.3].
    fn with_room_for_arrows(&self, tile: &Tile, within_reach: Spaces) -> Spaces {
        let (open_areas, empty) = (self.open_areas(), self.empty());
        let fits = |here| {
            let missing = targets(here, tile.arrows) & !open_areas;
            missing & !empty == 0 && size(missing) < self.hand.len()
        };
        keep(within_reach, fits)
    }

    /// The spaces within reach for a building that is in the hand.
    pub(super) fn sites_for(&self, tile: &Tile, within_reach: Spaces) -> Spaces {
        if usize::from(tile.discard) >= self.hand.len() || !self.meets(tile.needs) {
            return 0;
        }
        keep(within_reach, |here| self.suits_site(tile.site, here, 0))
    }

    /// Where the tile or the open area of a space may move, as if it were off the map already [9.2].
    pub(super) fn destinations(&self, here: usize) -> Spaces {
        let gone = 1 << here;
        let around = beside(self.borders() & !gone) & self.empty();
        if holds(self.placed_open, here) {
            return around;
        }
        let tile = self.tile_at(here);
        keep(around, |there| {
            targets(there, tile.arrows) & !self.open_areas() == 0
                && self.suits_site(tile.site, there, gone)
        })
    }

    /// The tiles and placed open areas with somewhere to go.
    pub(super) fn movable(&self) -> Spaces {
        keep(self.occupied | self.placed_open, |here| {
            self.destinations(here) != 0
        })
    }

    fn suits_site(&self, site: Site, here: usize, gone: Spaces) -> bool {
        match site {
            Site::Anywhere => true,
            Site::Near(least, icon) => {
                size(self.with(icon) & neighbours(here) & !gone) >= usize::from(least)
            }
            Site::NearGroup(least, icon) => {
                let tiles = self.with(icon) & !gone;
                members(tiles & neighbours(here))
                    .any(|space| size(group(tiles, space)) >= usize::from(least))
            }
            Site::NearVariety(least) => self.variety_beside(here, gone) >= usize::from(least),
            Site::NearOpenAreas(least) => {
                size(self.open_areas() & neighbours(here)) >= usize::from(least)
            }
            Site::River => holds(self.map.river, here),
        }
    }

    /// Different classes and continents around.
    pub(super) fn variety_beside(&self, here: usize, gone: Spaces) -> usize {
        let around = neighbours(here) & self.occupied & !gone;
        let shown = members(around).fold(0, |all, space| all | self.tile_at(space).icons);
        size(shown & (CLASSES | CONTINENTS))
    }

    fn meets(&self, needs: Needs) -> bool {
        match needs {
            Needs::Nothing => true,
            Needs::Continents(least) => self.shown(CONTINENTS) >= usize::from(least),
            Needs::Classes(least) => self.shown(CLASSES) >= usize::from(least),
            Needs::ClassesAndContinents(least) => {
                self.shown(CLASSES | CONTINENTS) >= usize::from(least)
            }
            Needs::Tiles(least) => self.hand.len() >= usize::from(least),
            Needs::RiverFull => self.map.river & self.empty() == 0,
        }
    }

    /// How many of some icons the zoo has.
    pub(super) fn shown(&self, icons: Icons) -> usize {
        members(icons).filter(|icon| self.with[*icon] != 0).count()
    }

    pub(super) fn has_group_of_3(&self, icon: Icon) -> bool {
        let tiles = self.with(icon);
        size(tiles) >= 3 && members(tiles).any(|space| size(group(tiles, space)) >= 3)
    }

    // ---- action cards

    /// As strong as its slot's number; on side II one more [4.4].
    pub(super) fn strength(&self, deed: usize) -> usize {
        usize::from(self.slots[deed]) + usize::from(self.is_upgraded(deed))
    }

    pub(super) fn is_upgraded(&self, deed: usize) -> bool {
        holds(self.upgraded, deed)
    }

    /// Those left of it slide to the right [4.11].
    pub(super) fn send_to_slot_1(&mut self, deed: usize) {
        let left = self.slots[deed];
        for slot in &mut self.slots {
            if *slot < left {
                *slot += 1;
            }
        }
        self.slots[deed] = 1;
    }

    /// The strength that a tile takes: its level, less what the zoo eases [8.3].
    pub(super) fn needed(&self, tile: &Tile) -> usize {
        let eased: u8 = members(self.easing)
            .map(|space| self.tile_at(space))
            .filter(|other| other.eases & tile.icons != 0)
            .map(|other| other.relief)
            .sum();
        usize::from(tile.level.saturating_sub(eased))
    }

    /// The action cards that can play some tile of the hand.
    pub(super) fn playable_deeds(&self) -> Deeds {
        let mut playable = 0;
        let within_reach = self.within_reach();
        for &card in self.hand.iter() {
            let tile = tile_of(card);
            if tile.deeds & !playable == 0 || self.spaces_for(tile, within_reach) == 0 {
                continue;
            }
            let needed = self.needed(tile);
            for deed in PROJECTS..DEEDS {
                if holds(tile.deeds, deed) && needed <= self.strength(deed) {
                    playable |= 1 << deed;
                }
            }
        }
        playable
    }
}
