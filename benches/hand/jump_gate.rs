//! Jump Gate by hand. Numbers in brackets are the statements of the facts.
//!
//! Cards are numbers of the tables below, in the order of the tables in `games/jump_gate`.

use super::{List, Outcome, Policy, Random, SEATS, choose_up_to_one};
use ludex::engine::chance::{Stream, purpose};

const HAND: usize = 5;
const CIRCLES: usize = 7;
const MOST_IN_RING: usize = 9;
const POINTS_OF_A_PLANET: i32 = 4;
/// Planets in the ring and hidden resources of a player, by the number of players [3.1, 3.3].
const DEALT: [(usize, usize); SEATS + 1] = [(0, 0), (0, 0), (6, 3), (7, 2), (8, 2), (9, 2)];

const SAND_POINTS: [i32; 10] = [0, 1, 3, 7, 13, 21, 30, 40, 43, 45];
const WATER_POINTS: [i32; 9] = [0, 2, 4, 9, 16, 20, 24, 28, 32];

/// A number of a card that shows the code, any number, or none.
type Code = u8;
const NO_CODE: Code = 0;
const WILD: Code = u8::MAX;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Planet {
    jump: Code,
    scan: Code,
    landing: [Code; 2],
}

const fn planet(jump: Code, scan: Code, landing_1: Code, landing_2: Code) -> Planet {
    Planet {
        jump,
        scan,
        landing: [landing_1, landing_2],
    }
}

static PLANETS: [Planet; 12] = [
    planet(2, 3, 1, 4),
    planet(3, 2, 1, 4),
    planet(1, 3, 2, 4),
    planet(1, 4, 2, 3),
    planet(4, 1, 2, 3),
    planet(4, 2, 1, 3),
    planet(1, 2, 3, 4),
    planet(2, 1, 3, 4),
    planet(2, 4, 1, 3),
    planet(3, 1, 2, 4),
    planet(3, 4, 1, 2),
    planet(4, 3, 1, 2),
];

#[derive(Debug, Clone, Copy)]
struct NavComp {
    jump: Code,
    scan: Code,
    landing: Code,
}

/// Each pair of codes with each pair of numbers; two equal numbers bring a wild third code [1.2].
static NAVCOMPS: [NavComp; 48] = {
    let mut cards = [NavComp {
        jump: NO_CODE,
        scan: NO_CODE,
        landing: NO_CODE,
    }; 48];
    let mut at = 0;
    while at < 48 {
        let (one, other) = (at as u8 % 16 / 4 + 1, at as u8 % 4 + 1);
        let third = if one == other { WILD } else { NO_CODE };
        let (jump, scan, landing) = match at / 16 {
            0 => (one, other, third),
            1 => (one, third, other),
            _ => (third, one, other),
        };
        cards[at] = NavComp {
            jump,
            scan,
            landing,
        };
        at += 1;
    }
    cards
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fame,
    Sand,
    Water,
    LightGel,
    DarkGel,
    BlueGem,
    RedGem,
    WhiteGem,
}

const KINDS: usize = 8;

#[derive(Debug, Clone, Copy)]
struct Resource {
    kind: Kind,
    black_hole: bool,
}

/// Kinds with the number of their cards, and how many of those, the first ones, bear the icon [1.3].
const RESOURCE_KINDS: [(Kind, usize, usize); KINDS] = [
    (Kind::Fame, 6, 3),
    (Kind::Sand, 12, 3),
    (Kind::Water, 8, 3),
    (Kind::LightGel, 5, 2),
    (Kind::DarkGel, 5, 2),
    (Kind::BlueGem, 4, 1),
    (Kind::RedGem, 4, 1),
    (Kind::WhiteGem, 4, 1),
];

static RESOURCES: [Resource; 48] = {
    let mut cards = [Resource {
        kind: Kind::Fame,
        black_hole: false,
    }; 48];
    let (mut at, mut row) = (0, 0);
    while row < KINDS {
        let (kind, number, icons) = RESOURCE_KINDS[row];
        let mut nth = 0;
        while nth < number {
            let black_hole = nth < icons;
            cards[at] = Resource { kind, black_hole };
            at += 1;
            nth += 1;
        }
        row += 1;
    }
    cards
};

/// A card: its number in its table.
pub(crate) type Card = u8;
pub(crate) type Cards = List<Card, 48>;

/// A resource lying open, with the player whose marker it bears.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Open {
    pub(crate) card: Card,
    pub(crate) marker: Option<u8>,
}

/// A planet of the ring with what lies on it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) planet: Card,
    pub(crate) face_down: List<Card, 3>,
    pub(crate) face_up: List<Open, 4>,
    pub(crate) claimed_by: Option<u8>,
}

/// The variants [2].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    pub(crate) return_fame: bool,
    pub(crate) first_seat: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            return_fame: true,
            first_seat: 0,
        }
    }
}

/// What a player may do. Cards and resources are positions in the hand and on the planet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Action {
    Fly(u8),
    Jump(u8, u8),
    Scan(u8),
    Land(u8, u8),
    Harvest(u8, u8),
    Research,
    #[default]
    EndTurn,
}

/// Two flights, 40 jumps, 5 scans, 20 landings, 20 harvests, and two more at most.
pub(crate) type Actions = List<Action, 96>;

/// The game has ended, in the middle of whatever was going on.
pub(crate) struct Over;

/// A game between two decisions.
#[derive(Debug, Clone)]
pub(crate) struct JumpGate {
    pub(crate) players: usize,
    pub(crate) active: usize,
    pub(crate) ring: List<Place, MOST_IN_RING>,
    /// The place in the ring; none is the Jump Gate [3.2].
    pub(crate) ships: [Option<u8>; SEATS],
    pub(crate) hands: [List<Card, HAND>; SEATS],
    pub(crate) hidden: [List<Card, 3>; SEATS],
    pub(crate) collected: [Cards; SEATS],
    pub(crate) deck: Cards,
    pub(crate) discards: Cards,
    /// Whose markers lie on the circles [5.1].
    pub(crate) black_hole: List<u8, CIRCLES>,
}

/// A game in which every option is equally likely.
pub(crate) fn playout(seed: u64, players: u32, options: Options, policy_seed: u64) -> Outcome {
    let mut policy = Random::new(policy_seed);
    let mut game = JumpGate::new(seed, players as usize, options);
    // Over is over, however it came.
    let (Ok(()) | Err(Over)) = game.play(&mut policy);
    game.reveal();
    game.outcome(policy.decisions)
}

impl JumpGate {
    /// Set up [3].
    pub(crate) fn new(seed: u64, players: usize, options: Options) -> JumpGate {
        let (in_ring, hidden) = DEALT[players];
        let mut game = JumpGate {
            players,
            active: options.first_seat % players,
            ring: List::new(),
            ships: [None; SEATS],
            hands: [List::new(); SEATS],
            hidden: [List::new(); SEATS],
            collected: [Cards::new(); SEATS],
            deck: Cards::new(),
            discards: Cards::new(),
            black_hole: List::new(),
        };
        let mut planets = shuffled::<12>(seed, "unused_planets");
        for _ in 0..in_ring {
            game.ring.push(Place {
                planet: next(&mut planets),
                ..Place::default()
            });
        }
        game.deal_resources(seed, hidden, options.return_fame);
        game.deck = shuffled(seed, "deck");
        for hand in &mut game.hands[..players] {
            for _ in 0..HAND {
                hand.push(next(&mut game.deck));
            }
        }
        game
    }

    /// [3.3 – 3.5]
    fn deal_resources(&mut self, seed: u64, number: usize, return_fame: bool) {
        let mut resources = shuffled::<48>(seed, "resources");
        let mut set_aside = Cards::new();
        for hidden in &mut self.hidden[..self.players] {
            while hidden.len() < number {
                let card = next(&mut resources);
                if return_fame && RESOURCES[card as usize].kind == Kind::Fame {
                    set_aside.push(card);
                } else {
                    hidden.push(card);
                }
            }
        }
        if return_fame {
            resources.take_all(&mut set_aside);
            Stream::new(seed, purpose("resources"), 1).shuffle(&mut resources);
        }
        for place in self.ring.iter_mut() {
            for _ in 0..3 {
                place.face_down.push(next(&mut resources));
            }
        }
        for place in self.ring.iter_mut() {
            place.face_up.push(Open {
                card: next(&mut resources),
                marker: None,
            });
        }
    }

    /// Until all planets are claimed, and then one more turn for everybody [6.2].
    pub(crate) fn play(&mut self, policy: &mut impl Policy) -> Result<(), Over> {
        while self.ring.iter().any(|place| place.claimed_by.is_none()) {
            self.turn(policy)?;
        }
        for _ in 0..self.players {
            self.turn(policy)?;
        }
        Ok(())
    }

    /// Up to two actions [4.1].
    pub(crate) fn turn(&mut self, policy: &mut impl Policy) -> Result<(), Over> {
        for _ in 0..2 {
            let actions = self.actions();
            match actions[policy.pick(actions.len())] {
                Action::Fly(goal) => self.ships[self.active] = Some(goal),
                Action::Jump(at, goal) => {
                    self.discard(at);
                    self.ships[self.active] = Some(goal);
                }
                Action::Scan(at) => self.scan(at, policy),
                Action::Land(one, other) => self.land(one, other, policy)?,
                Action::Harvest(at, resource) => {
                    self.discard(at);
                    self.win(self.active, self.here(), resource as usize)?;
                }
                Action::Research => self.research(policy),
                Action::EndTurn => break,
            }
        }
        self.active = (self.active + 1) % self.players;
        Ok(())
    }

    /// Every legal action of the active player.
    pub(crate) fn actions(&self) -> Actions {
        let mut actions = Actions::new();
        let hand = &self.hands[self.active][..];
        let ship = self.ships[self.active];
        if let Some(here) = ship {
            self.flights(here as usize, &mut actions);
        }
        for (at, &card) in (0..).zip(hand) {
            let jump = NAVCOMPS[card as usize].jump;
            for (goal, place) in (0..).zip(self.ring.iter()) {
                if ship != Some(goal) && shows(jump, PLANETS[place.planet as usize].jump) {
                    actions.push(Action::Jump(at, goal));
                }
            }
        }
        if let Some(here) = ship {
            self.actions_here(&self.ring[here as usize], hand, &mut actions);
        }
        actions.push(Action::Research);
        actions.push(Action::EndTurn);
        actions
    }

    /// To the planets on both sides, in the order of the ring [4.5].
    fn flights(&self, here: usize, actions: &mut Actions) {
        let ring = self.ring.len();
        let (ahead, behind) = ((here + 1) % ring, (here + ring - 1) % ring);
        actions.push(Action::Fly(ahead.min(behind) as u8));
        actions.push(Action::Fly(ahead.max(behind) as u8));
    }

    /// What the ship's planet allows [4.7 – 4.9].
    fn actions_here(&self, here: &Place, hand: &[Card], actions: &mut Actions) {
        let planet = &PLANETS[here.planet as usize];
        let scanned = here.face_down.is_empty();
        if !scanned {
            for (at, &card) in (0..).zip(hand) {
                if shows(NAVCOMPS[card as usize].scan, planet.scan) {
                    actions.push(Action::Scan(at));
                }
            }
        }
        if scanned && here.claimed_by.is_none() {
            for (at, &one) in (0..).zip(hand) {
                for (other_at, &other) in (0..).zip(hand) {
                    if at != other_at && lands(one, other, planet.landing) {
                        actions.push(Action::Land(at, other_at));
                    }
                }
            }
        }
        for at in 0..hand.len() as u8 {
            for (resource, open) in (0..).zip(here.face_up.iter()) {
                let may_take = match open.marker {
                    Some(owner) => owner as usize == self.active,
                    None => scanned,
                };
                if may_take {
                    actions.push(Action::Harvest(at, resource));
                }
            }
        }
    }

    /// The place of the active player's ship, which is in the ring.
    fn here(&self) -> usize {
        self.ships[self.active].map_or(0, usize::from)
    }

    fn discard(&mut self, at: u8) {
        let card = self.hands[self.active].remove(at as usize);
        self.discards.push(card);
    }

    /// [4.7]
    fn scan(&mut self, at: u8, policy: &mut impl Policy) {
        self.discard(at);
        let (here, you) = (self.here(), self.active as u8);
        let place = &mut self.ring[here];
        let card = next(&mut place.face_down);
        place.face_up.push(Open { card, marker: None });

        let unmarked = place.face_up.iter().filter(|open| open.marker.is_none());
        let Some(chosen) = choose_up_to_one(policy, unmarked.count()) else {
            return;
        };
        let mut seen = 0;
        for open in place.face_up.iter_mut() {
            if open.marker.is_none() {
                if seen == chosen {
                    open.marker = Some(you);
                }
                seen += 1;
            } else if open.marker == Some(you) {
                open.marker = None;
            }
        }
    }

    /// [4.8]
    fn land(&mut self, one: u8, other: u8, policy: &mut impl Policy) -> Result<(), Over> {
        let (here, you) = (self.here(), self.active);
        self.discard(one);
        self.discard(if other > one { other - 1 } else { other });
        self.ring[here].claimed_by = Some(you as u8);
        for n in 0..self.players {
            let owner = (you + n) % self.players;
            let marked = self.ring[here]
                .face_up
                .iter()
                .position(|open| open.marker == Some(owner as u8));
            let Some(marked) = marked else { continue };
            const YES: usize = 0;
            if policy.pick(2) == YES {
                self.win(owner, here, marked)?;
            } else {
                self.ring[here].face_up[marked].marker = None;
            }
        }
        let left = self.ring[here].face_up.len();
        match choose_up_to_one(policy, left) {
            Some(taken) => self.win(you, here, taken),
            None => Ok(()),
        }
    }

    /// [4.10]
    fn research(&mut self, policy: &mut impl Policy) {
        while let Some(at) = choose_up_to_one(policy, self.hands[self.active].len()) {
            self.discard(at as u8);
        }
        while self.hands[self.active].len() < HAND {
            if self.deck.is_empty() {
                // Turned over, so what was discarded first comes first.
                self.discards.reverse();
                self.deck.take_all(&mut self.discards);
            }
            self.hands[self.active].push(next(&mut self.deck));
        }
    }

    /// A resource comes to a player, with what its icon or its planet's emptiness brings [5, 6.1].
    fn win(&mut self, winner: usize, here: usize, resource: usize) -> Result<(), Over> {
        let place = &mut self.ring[here];
        let card = place.face_up.remove(resource).card;
        let dry = place.face_up.is_empty() && place.face_down.is_empty();
        self.collected[winner].push(card);
        if RESOURCES[card as usize].black_hole {
            self.black_hole.push(winner as u8);
        }
        if dry || self.black_hole.len() == CIRCLES {
            return Err(Over);
        }
        Ok(())
    }

    fn circles(&self, player: usize) -> usize {
        let own = |&&marker: &&u8| usize::from(marker) == player;
        self.black_hole.iter().filter(own).count()
    }

    /// Hidden resources are kept, or lost to the full black hole [6.3].
    pub(crate) fn reveal(&mut self) {
        let most = (0..self.players).map(|player| self.circles(player)).max();
        let full = self.black_hole.len() == CIRCLES;
        for player in 0..self.players {
            let lost = full && Some(self.circles(player)) == most;
            while let Some(card) = self.hidden[player].pop() {
                if !lost {
                    self.collected[player].push(card);
                }
            }
        }
    }

    fn claimed(&self, player: usize) -> usize {
        let own = |place: &&Place| place.claimed_by.map(usize::from) == Some(player);
        self.ring.iter().filter(own).count()
    }

    /// [6.4, 7]
    pub(crate) fn points(&self, player: usize) -> i32 {
        let mut number = [0; KINDS];
        for &card in self.collected[player].iter() {
            number[RESOURCES[card as usize].kind as usize] += 1;
        }
        let [fame, sand, water, light, dark, blue, red, white] = number;
        let pairs = light.min(dark);
        POINTS_OF_A_PLANET * self.claimed(player) as i32
            + 5 * fame
            + SAND_POINTS[SAND_POINTS.len().min(sand as usize + 1) - 1]
            + WATER_POINTS[WATER_POINTS.len().min(water as usize + 1) - 1]
            + 7 * pairs
            + 2 * (light + dark - 2 * pairs)
            + blue.max(red).max(white) * (blue + red + white)
    }

    /// With the chain of tie-breaks [6.5].
    pub(crate) fn outcome(&self, decisions: u32) -> Outcome {
        let mut scores = [0; SEATS];
        let mut ranks = [(0, 0, 0, 0); SEATS];
        for player in 0..self.players {
            scores[player] = self.points(player);
            ranks[player] = (
                scores[player],
                self.claimed(player),
                self.collected[player].len(),
                CIRCLES - self.circles(player),
            );
        }
        Outcome::with_ties(&scores[..self.players], &ranks[..self.players], decisions)
    }
}

fn shows(code: Code, number: u8) -> bool {
    code == number || code == WILD
}

/// One card for each of the two codes, in either order [4.8].
fn lands(one: Card, other: Card, [first, second]: [Code; 2]) -> bool {
    let (one, other) = (
        NAVCOMPS[one as usize].landing,
        NAVCOMPS[other as usize].landing,
    );
    shows(one, first) && shows(other, second) || shows(one, second) && shows(other, first)
}

/// All cards of a table, shuffled for the first time.
fn shuffled<const N: usize>(seed: u64, pile: &str) -> List<Card, N> {
    let mut cards = List::new();
    for card in 0..N {
        cards.push(card as Card);
    }
    Stream::new(seed, purpose(pile), 0).shuffle(&mut cards);
    cards
}

/// The top card of a pile that can't be empty here: there are more cards than hands and planets hold.
fn next<const N: usize>(pile: &mut List<Card, N>) -> Card {
    pile.pop().unwrap_or_default()
}
