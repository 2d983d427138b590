//! A turn: the six steps [4], and how the end comes [10].

use super::super::{List, Policy, choose, choose_up_to_one};
use super::Sanctuary;
use super::map::Spaces;
use super::sets::{Set, holds, keep, nth, size};
use super::tiles::{CLASSES, Card, DEEDS, Icon, NUMBER, PROJECTS, Tile, tile_of};
use super::zoo::Zoo;
use super::{ACHIEVEMENTS, DISPLAY, GOALS};

/// Tiles that are kept at the end of a turn.
const HAND: usize = 6;
/// Cards that may go to slot 1: all but the one that is there.
const MOVABLE_CARDS: usize = DEEDS - 1;
const ALL_CARDS: Set = (1 << DEEDS) - 1;
const ALL_MARKERS: Set = 0b1111;
const POINTS_OF_THE_FIRST: i32 = 10;
const POINTS_OF_THE_OTHERS: i32 = 5;

impl Sanctuary {
    /// One turn; false when the game is over.
    pub(super) fn turn(&mut self, policy: &mut impl Policy) -> bool {
        let shown = self.show_marker();
        self.take_in_range(policy);
        self.act(policy);
        self.build(policy);
        self.end_action(policy);
        self.support(policy);
        self.upgrade(policy);
        self.administer(shown, policy);
        let goes_on = self.goes_on();
        self.active = (self.active + 1) % self.players;
        goes_on
    }

    /// Alone: the tile that the next marker names [15.2].
    fn show_marker(&mut self) -> Option<Card> {
        let position = self.solo_markers.pop()?;
        self.display.get(usize::from(position) - 1).copied()
    }

    /// Step 1: as far as the projects card reaches [4.1].
    fn take_in_range(&mut self, policy: &mut impl Policy) {
        let range = self.you().strength(PROJECTS).min(self.display.len());
        if range > 0 {
            let at = choose(policy, range);
            self.take_from_display(at);
        }
    }

    // ---- step 2: an action

    /// Each action card gains tiles; those that can also play one.
    fn act(&mut self, policy: &mut impl Policy) {
        let playable = self.you().playable_deeds();
        let chosen = policy.pick(DEEDS + size(playable));
        if chosen < DEEDS {
            self.gain_tiles(chosen, policy);
            self.you().send_to_slot_1(chosen);
        } else {
            let deed = nth(playable, chosen - DEEDS);
            self.play_tiles(deed, policy);
            self.you().send_to_slot_1(deed);
        }
        self.end_action(policy);
    }

    fn gain_tiles(&mut self, deed: usize, policy: &mut impl Policy) {
        if deed != PROJECTS {
            return self.draw_to_hand(2);
        }
        if !self.display.is_empty() {
            let at = choose(policy, self.display.len());
            self.take_from_display(at);
        }
        if self.you().is_upgraded(PROJECTS) {
            self.take_one(Icon::Any, policy);
        }
    }

    /// One tile, and with an animal card on side II another one with the strength that is left [4.6].
    fn play_tiles(&mut self, deed: usize, policy: &mut impl Policy) {
        let strength = self.you().strength(deed);
        let ways = self.ways_to_play(deed, strength);
        let chosen = policy.pick(ways.number());
        let used = self.play_tile(&ways, chosen, policy);
        if deed == PROJECTS || !self.you().is_upgraded(deed) {
            return;
        }
        let ways = self.ways_to_play(deed, strength - used);
        if let Some(chosen) = choose_up_to_one(policy, ways.number()) {
            self.play_tile(&ways, chosen, policy);
        }
    }

    fn ways_to_play(&mut self, deed: usize, strength: usize) -> Ways {
        Ways::list(self.you(), |zoo, tile, within_reach| {
            if holds(tile.deeds, deed) && zoo.needed(tile) <= strength {
                zoo.spaces_for(tile, within_reach)
            } else {
                0
            }
        })
    }

    /// The strength that it took.
    fn play_tile(&mut self, ways: &Ways, chosen: usize, policy: &mut impl Policy) -> usize {
        let (card, here) = ways.get(chosen);
        let needed = self.you().needed(tile_of(card));
        self.lay(card, here, policy);
        needed
    }

    /// Any action card to slot 1, as often as tiles allowed it [8.4].
    fn end_action(&mut self, policy: &mut impl Policy) {
        while self.cards_to_move > 0 {
            self.cards_to_move -= 1;
            if let Some(chosen) = choose_up_to_one(policy, MOVABLE_CARDS) {
                let slots = self.you().slots;
                let mut others = (0..DEEDS).filter(|deed| slots[*deed] > 1);
                if let Some(deed) = others.nth(chosen) {
                    self.you().send_to_slot_1(deed);
                }
            }
        }
    }

    // ---- step 3: a building

    fn build(&mut self, policy: &mut impl Policy) {
        let ways = Ways::list(self.you(), |zoo, tile, within_reach| {
            if tile.is(Icon::Building) {
                zoo.sites_for(tile, within_reach)
            } else {
                0
            }
        });
        if let Some(chosen) = choose_up_to_one(policy, ways.number()) {
            let (card, here) = ways.get(chosen);
            self.lay(card, here, policy);
        }
    }

    // ---- step 4: a conservation goal

    /// Markers stand in for icons, but one icon must be there [4.14].
    fn support(&mut self, policy: &mut impl Policy) {
        let (goals, at_hand) = (self.goals, self.achievements_at_hand());
        let zoo = self.you();
        let mut ways = List::<(usize, usize), { GOALS * ACHIEVEMENTS.len() }>::new();
        for (goal, icon) in goals.into_iter().enumerate() {
            let icons = zoo.in_zoo(icon) as i32;
            if icons == 0 || holds(zoo.supported, goal) {
                continue;
            }
            for (n, achievement) in ACHIEVEMENTS.iter().enumerate() {
                if holds(at_hand, n) && icons + zoo.conservation >= achievement.icons {
                    ways.push((goal, n));
                }
            }
        }
        if let Some(chosen) = choose_up_to_one(policy, ways.len()) {
            let (goal, n) = ways[chosen];
            let missing = ACHIEVEMENTS[n].icons - zoo.in_zoo(goals[goal]) as i32;
            zoo.conservation -= missing.max(0);
            zoo.supported |= 1 << goal;
            zoo.achieved |= 1 << n;
        }
    }

    /// The achievements that are on no goal yet.
    fn achievements_at_hand(&self) -> Set {
        self.achievements & !self.zoos[self.active].achieved
    }

    // ---- step 5: upgrades

    fn upgrade(&mut self, policy: &mut impl Policy) {
        loop {
            let zoo = self.you();
            let markers = earned_markers(zoo) & !zoo.used_markers;
            let cards = ALL_CARDS & !zoo.upgraded;
            let ways = size(markers) * size(cards);
            let Some(chosen) = choose_up_to_one(policy, ways) else {
                return;
            };
            zoo.used_markers |= 1 << nth(markers, chosen / size(cards));
            zoo.upgraded |= 1 << nth(cards, chosen % size(cards));
        }
    }

    // ---- step 6: administration

    fn administer(&mut self, shown: Option<Card>, policy: &mut impl Policy) {
        while self.you().hand.len() > HAND {
            let at = choose(policy, self.you().hand.len());
            self.discard(at);
        }
        let at = self.display.iter().position(|card| Some(*card) == shown);
        if let Some(at) = at {
            let card = self.display.remove(at);
            self.discards.push(card);
        }
        self.fill_the_display();
    }

    /// Tiles move down in their order; new ones come behind them [4.20].
    fn fill_the_display(&mut self) {
        for _ in self.display.len()..DISPLAY {
            if let Some(card) = self.draw() {
                self.display.push(card);
            }
        }
    }

    /// False when the game is over, after noting that its end has begun [10].
    fn goes_on(&mut self) -> bool {
        let at_the_end = self.achievements_at_hand() == 0 || self.you().empty() == 0;
        if self.closing {
            if at_the_end {
                self.you().end_points = POINTS_OF_THE_OTHERS;
            }
            self.turns_left -= 1;
            return self.turns_left > 0;
        }
        if at_the_end {
            self.you().end_points = POINTS_OF_THE_FIRST;
            self.closing = true;
            self.turns_left = self.players - 1;
            self.keep_the_pile();
            self.fill_the_display();
            return self.turns_left > 0;
        }
        let alone = self.players == 1;
        !(self.pile.is_empty() || alone && self.solo_markers.is_empty())
    }
}

/// The ways to lay a tile of the hand: for each tile its spaces.
struct Ways(List<(Card, Spaces), NUMBER>);

impl Ways {
    fn list(zoo: &Zoo, spaces_for: impl Fn(&Zoo, &Tile, Spaces) -> Spaces) -> Ways {
        let (mut ways, within_reach) = (List::new(), zoo.within_reach());
        for &card in zoo.hand.iter() {
            let spaces = spaces_for(zoo, tile_of(card), within_reach);
            if spaces != 0 {
                ways.push((card, spaces));
            }
        }
        Ways(ways)
    }

    fn number(&self) -> usize {
        self.0.iter().map(|(_, spaces)| size(*spaces)).sum()
    }

    /// The n-th way, which there is.
    fn get(&self, mut n: usize) -> (Card, usize) {
        let mut at = 0;
        while n >= size(self.0[at].1) {
            n -= size(self.0[at].1);
            at += 1;
        }
        let (card, spaces) = self.0[at];
        (card, nth(spaces, n))
    }
}

/// The upgrade markers whose condition holds [4.16].
fn earned_markers(zoo: &Zoo) -> Set {
    let habitats = [Icon::Rock, Icon::Forest, Icon::Water];
    let is_earned = [
        zoo.supported != 0,
        zoo.in_zoo(Icon::Project) >= 2,
        habitats.iter().any(|icon| zoo.has_group_of_3(*icon)),
        zoo.shown(CLASSES) >= 4,
    ];
    keep(ALL_MARKERS, |marker| is_earned[marker])
}
