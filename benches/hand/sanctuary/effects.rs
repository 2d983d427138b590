//! What a laid tile sets off, in the order that its player likes, and what each effect does [8].

use super::super::{List, Policy, choose, choose_up_to_one};
use super::Sanctuary;
use super::map::targets;
use super::sets::{holds, members, nth, size};
use super::tiles::{Card, Effect, Icon, tile_of};

/// The option that accepts what may be done.
const YES: usize = 0;

/// Tiles that a hunt turns up.
const MOST_HUNTED: usize = 3;

/// At most two effects of the tile, one of each tile that watches, and bonuses.
const MOST_WAITING: usize = 32;
pub(super) type Waiting = List<Effect, MOST_WAITING>;

impl Sanctuary {
    /// Lays a tile of the hand: its costs first, and then what it sets off [6.4, 7.2, 8.1].
    pub(super) fn lay(&mut self, card: Card, here: usize, policy: &mut impl Policy) {
        let tile = tile_of(card);
        self.discard_for(card, tile.discard, policy);
        let released = holds(self.you().occupied, here);
        if released {
            let level = self.you().tile_at(here).level;
            self.you().conservation += if level >= 4 { 3 } else { 2 };
            self.you().take(here);
        }
        let at = self.you().position(card);
        self.you().hand.remove(at);
        self.you().put(card, here);

        for effect in tile.on_play {
            self.set_off(effect);
        }
        for space in members(self.you().watching) {
            let expert = self.you().tile_at(space);
            if expert.whenever & tile.icons != 0 {
                self.set_off(expert.ability);
            }
        }
        if !released {
            self.bonus(here);
        }
        self.meet_mate(card, here);
        let wanted = targets(here, tile.arrows) & !self.you().open_areas();
        for space in members(wanted) {
            let at = choose(policy, self.you().hand.len());
            self.you().hand.remove(at);
            self.you().placed_open |= 1 << space;
            self.bonus(space);
        }
        self.resolve(policy);
    }

    /// Tiles other than the one that is being built.
    fn discard_for(&mut self, card: Card, number: u8, policy: &mut impl Policy) {
        for _ in 0..number {
            let at = choose(policy, self.you().hand.len() - 1);
            let skipped = usize::from(at >= self.you().position(card));
            self.discard(at + skipped);
        }
    }

    pub(super) fn discard(&mut self, at: usize) {
        let card = self.you().hand.remove(at);
        self.discards.push(card);
    }

    /// The bonus printed on a space that is covered.
    fn bonus(&mut self, here: usize) {
        let bonus = self.you().map.bonus[here];
        self.set_off(bonus);
    }

    fn meet_mate(&mut self, card: Card, here: usize) {
        if self.you().meets_mate(card, here) {
            self.set_off(Effect::Gain(1));
        }
    }

    /// An effect waits for its turn. Those whose turn makes no difference are done, and no player is asked for their order.
    fn set_off(&mut self, effect: Effect) {
        match effect {
            Effect::Nothing => {}
            Effect::Gain(n) => self.you().conservation += i32::from(n),
            Effect::MoveCard => self.cards_to_move += 1,
            Effect::Take(_)
            | Effect::TakeAll(_)
            | Effect::Draw(_)
            | Effect::Hunt(_)
            | Effect::Open(_)
            | Effect::Pouch(_)
            | Effect::Relocate => self.waiting.push(effect),
        }
    }

    /// Does all that waits, in an order of choice; of equal effects one is offered.
    fn resolve(&mut self, policy: &mut impl Policy) {
        while !self.waiting.is_empty() {
            let mut offered = List::<usize, MOST_WAITING>::new();
            for (at, effect) in self.waiting.iter().enumerate() {
                if !self.waiting[..at].contains(effect) {
                    offered.push(at);
                }
            }
            let at = offered[choose(policy, offered.len())];
            let effect = self.waiting.remove(at);
            self.carry_out(effect, policy);
        }
    }

    fn carry_out(&mut self, effect: Effect, policy: &mut impl Policy) {
        match effect {
            Effect::Nothing | Effect::Gain(_) | Effect::MoveCard => {}
            Effect::Take(icon) => self.take_one(icon, policy),
            Effect::TakeAll(icon) => self.take_all(icon, policy),
            Effect::Draw(n) => {
                if self.can_draw() && policy.pick(2) == YES {
                    self.draw_to_hand(n);
                }
            }
            Effect::Hunt(n) => {
                if self.can_draw() && policy.pick(2) == YES {
                    self.hunt(n, policy);
                }
            }
            Effect::Open(n) => self.lay_open_areas(n, policy),
            Effect::Pouch(n) => self.fill_pouches(n, policy),
            Effect::Relocate => self.relocate(policy),
        }
    }

    /// A tile of the display with an icon, or none.
    pub(super) fn take_one(&mut self, icon: Icon, policy: &mut impl Policy) {
        let fits = |card: &&Card| tile_of(**card).is(icon);
        let candidates = self.display.iter().filter(fits).count();
        let Some(chosen) = choose_up_to_one(policy, candidates) else {
            return;
        };
        let mut fitting = (0..self.display.len()).filter(|at| fits(&&self.display[*at]));
        if let Some(at) = fitting.nth(chosen) {
            self.take_from_display(at);
        }
    }

    pub(super) fn take_from_display(&mut self, at: usize) {
        let card = self.display.remove(at);
        self.you().hand.push(card);
    }

    fn take_all(&mut self, icon: Icon, policy: &mut impl Policy) {
        let fits = |card: Card| tile_of(card).is(icon);
        if !self.display.iter().any(|card| fits(*card)) || policy.pick(2) != YES {
            return;
        }
        let mut at = 0;
        while at < self.display.len() {
            if fits(self.display[at]) {
                self.take_from_display(at);
            } else {
                at += 1;
            }
        }
    }

    pub(super) fn draw_to_hand(&mut self, number: u8) {
        for _ in 0..number {
            if let Some(card) = self.draw() {
                self.you().hand.push(card);
            }
        }
    }

    /// One animal of the next tiles is kept, the others are discarded.
    fn hunt(&mut self, number: u8, policy: &mut impl Policy) {
        let mut hunted = List::<Card, MOST_HUNTED>::new();
        for _ in 0..number {
            if let Some(card) = self.draw() {
                hunted.push(card);
            }
        }
        let is_animal = |card: &Card| tile_of(*card).is(Icon::Animal);
        let animals = hunted.iter().filter(|card| is_animal(card)).count();
        if animals > 0 {
            let chosen = choose(policy, animals);
            let mut fitting = (0..hunted.len()).filter(|at| is_animal(&hunted[*at]));
            if let Some(at) = fitting.nth(chosen) {
                let kept = hunted.remove(at);
                self.you().hand.push(kept);
            }
        }
        for &card in hunted.iter() {
            self.discards.push(card);
        }
    }

    /// Tiles of the pile become open areas, unseen.
    fn lay_open_areas(&mut self, most: u8, policy: &mut impl Policy) {
        for _ in 0..most {
            if !self.can_draw() {
                return;
            }
            let free = self.you().within_reach();
            let Some(chosen) = choose_up_to_one(policy, size(free)) else {
                return;
            };
            let here = nth(free, chosen);
            self.draw();
            self.you().placed_open |= 1 << here;
            self.bonus(here);
        }
    }

    fn fill_pouches(&mut self, most: u8, policy: &mut impl Policy) {
        for _ in 0..most {
            let Some(at) = choose_up_to_one(policy, self.you().hand.len()) else {
                return;
            };
            self.discard(at);
            self.you().pouches += 1;
        }
    }

    /// A tile, or an open area, to another space [9].
    fn relocate(&mut self, policy: &mut impl Policy) {
        let movable = self.you().movable();
        let Some(chosen) = choose_up_to_one(policy, size(movable)) else {
            return;
        };
        let here = nth(movable, chosen);
        let free = self.you().destinations(here);
        let Some(chosen) = choose_up_to_one(policy, size(free)) else {
            return;
        };
        let there = nth(free, chosen);
        if holds(self.you().placed_open, here) {
            self.you().placed_open ^= 1 << here | 1 << there;
            self.bonus(there);
        } else {
            let card = self.you().take(here);
            self.you().put(card, there);
            self.bonus(there);
            self.meet_mate(card, there);
        }
    }
}
