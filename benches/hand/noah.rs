//! Noah by hand, with all its options. Numbers in brackets are the statements of the facts.
//!
//! The cards are numbers of the table below, in the order of `games/noah/animals.yaml`; so are the ferries.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only a few species have a power"
)]

use super::{List, Outcome, Policy, Random, SEATS, choose};
use ludex::engine::chance::{Stream, purpose};

/// The docks in the ring.
pub(crate) const DOCKS: usize = 5;
/// Cards of an ordinary hand [4.4].
const HAND: usize = 8;
const ORDINARY_CAPACITY: i32 = 21;
const WOODPECKER_CAPACITY: i32 = 13;

/// What cards of one species share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Species {
    Snail,
    Giraffe,
    Donkey,
    Lion,
    Woodpecker,
    Cat,
    Elephant,
    Panda,
    Parrot,
    Kangaroo,
    Rhinoceros,
    Bear,
    Frog,
    Crocodile,
}

/// What an animal is loaded as, in the order of the enum `sex`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Sex {
    #[default]
    Male,
    Female,
}

/// The sexes of a card, in the order in which they are offered.
type Sexes = &'static [Sex];
const M: Sexes = &[Sex::Male];
const F: Sexes = &[Sex::Female];
const BOTH: Sexes = &[Sex::Male, Sex::Female];

/// The columns of an animal card.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Animal {
    pub(crate) species: Species,
    pub(crate) sexes: Sexes,
    /// The smallest number of players that uses it.
    pub(crate) mark: usize,
    pub(crate) weight: i32,
    pub(crate) tears: i32,
}

/// The weight and the tears are those of the species.
const fn animal(species: Species, sexes: Sexes, mark: usize) -> Animal {
    let (weight, tears) = match species {
        Species::Snail => (1, 2),
        Species::Giraffe => (8, 0),
        Species::Donkey => (6, 1),
        Species::Lion => (5, 1),
        Species::Woodpecker | Species::Parrot => (0, 2),
        Species::Cat => (2, 1),
        Species::Elephant => (10, 0),
        Species::Panda => (4, 4),
        Species::Kangaroo => (3, 1),
        Species::Rhinoceros => (9, 0),
        Species::Bear => (7, 0),
        Species::Frog => (1, 5),
        Species::Crocodile => (6, 0),
    };
    Animal {
        species,
        sexes,
        mark,
        weight,
        tears,
    }
}

/// A card: its number in [`ANIMALS`].
pub(crate) type Card = u8;
/// A ferry: its number; the last is the roommates ferry.
pub(crate) type Ferry = u8;

/// Every card, those of the expansions at the end [1.2, 1.6].
#[rustfmt::skip]
pub(crate) const ANIMALS: [Animal; 51] = {
    use Species::{
        Bear, Cat, Crocodile, Donkey, Elephant, Frog, Giraffe, Kangaroo, Lion, Panda, Parrot, Rhinoceros, Snail, Woodpecker,
    };
    [
        animal(Snail, BOTH, 2), animal(Snail, BOTH, 2), animal(Snail, BOTH, 2), animal(Snail, BOTH, 5), animal(Snail, BOTH, 5),
        animal(Giraffe, M, 2), animal(Giraffe, F, 2),
        animal(Donkey, M, 2), animal(Donkey, F, 2), animal(Donkey, M, 5), animal(Donkey, F, 5),
        animal(Lion, M, 2), animal(Lion, F, 2), animal(Lion, M, 4), animal(Lion, F, 4),
        animal(Woodpecker, M, 2), animal(Woodpecker, F, 2),
        animal(Cat, M, 2), animal(Cat, F, 2), animal(Cat, M, 2), animal(Cat, F, 2), animal(Cat, M, 4), animal(Cat, F, 4),
        animal(Elephant, M, 2), animal(Elephant, F, 2),
        animal(Panda, M, 2), animal(Panda, F, 2), animal(Panda, M, 4), animal(Panda, F, 4), animal(Panda, M, 5), animal(Panda, F, 5),
        animal(Parrot, M, 2), animal(Parrot, F, 2), animal(Parrot, M, 2), animal(Parrot, F, 2), animal(Parrot, M, 5), animal(Parrot, F, 5),
        animal(Kangaroo, M, 2), animal(Kangaroo, F, 2), animal(Kangaroo, M, 2), animal(Kangaroo, F, 2), animal(Kangaroo, M, 4), animal(Kangaroo, F, 4),
        animal(Rhinoceros, M, 2), animal(Rhinoceros, F, 2),
        animal(Bear, M, 2), animal(Bear, F, 2),
        animal(Frog, M, 2), animal(Frog, F, 2),
        animal(Crocodile, M, 2), animal(Crocodile, F, 2),
    ]
};

/// A static, so that a card's columns are read where they lie.
static CARDS: [Animal; ANIMALS.len()] = ANIMALS;

const FERRIES: Ferry = 9;
/// The ordinary ferry that makes room for the roommates.
const EIGHTH_FERRY: Ferry = 7;
const ROOMMATES_FERRY: Ferry = 8;

/// The variants [2].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Options {
    pub(crate) frog: bool,
    pub(crate) crocodile: bool,
    pub(crate) roommates: bool,
    pub(crate) end_at_26: bool,
    pub(crate) departed: Departed,
}

/// When cards that left come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Departed {
    /// When too little is left.
    #[default]
    Seed,
    /// Every round.
    Always,
}

/// An animal on a ferry.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Aboard {
    pub(crate) card: Card,
    pub(crate) shown: Sex,
    pub(crate) burden: u8,
}

pub(crate) type Cards = List<Card, { ANIMALS.len() }>;
pub(crate) type Ferries = List<Ferry, { FERRIES as usize }>;

/// A dock with its ferry and what is aboard.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dock {
    pub(crate) ferry: Option<Ferry>,
    pub(crate) cargo: List<Aboard, { ANIMALS.len() }>,
}

/// A way to load: which card of the hand, and as what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) at: u8,
    pub(crate) shown: Sex,
    pub(crate) burden: u8,
}

/// Each card in at most two ways: only snails have two sexes, only frogs two weights.
pub(crate) type Loads = List<Load, { 2 * ANIMALS.len() }>;

/// How often each purpose was asked for chance.
#[derive(Debug, Clone, Copy, Default)]
struct Asked {
    animal_pool: u32,
    ferry_pool: u32,
    hand: u32,
    random: u32,
}

/// A game between two decisions.
#[derive(Debug, Clone)]
pub(crate) struct Noah {
    seed: u64,
    asked: Asked,
    pub(crate) options: Options,
    pub(crate) players: usize,
    pub(crate) docks: [Dock; DOCKS],
    pub(crate) hands: [Cards; SEATS],
    pub(crate) deck: Cards,
    pub(crate) reserve: Ferries,
    pub(crate) animal_pool: Cards,
    pub(crate) ferry_pool: Ferries,
    pub(crate) departed_animals: Cards,
    pub(crate) departed_ferries: Ferries,
    /// The dock in front of which Noah stands.
    pub(crate) noah: usize,
    pub(crate) active: usize,
    pub(crate) round: u32,
    /// Of this round, of all players together [6.3].
    pub(crate) departures: usize,
    pub(crate) penalty: [i32; SEATS],
}

/// A game in which every option is equally likely.
pub(crate) fn playout(seed: u64, players: u32, options: Options, policy_seed: u64) -> Outcome {
    let mut policy = Random::new(policy_seed);
    let mut game = Noah::new(seed, players as usize, options);
    while game.turn(&mut policy) {}
    Outcome::low(&game.penalty[..game.players], policy.decisions)
}

impl Noah {
    /// Set up, with the first round dealt [3, 4].
    pub(crate) fn new(seed: u64, players: usize, options: Options) -> Noah {
        let mut game = Noah {
            seed,
            asked: Asked::default(),
            options,
            players,
            docks: [Dock {
                ferry: None,
                cargo: List::new(),
            }; DOCKS],
            hands: [Cards::new(); SEATS],
            deck: Cards::new(),
            reserve: Ferries::new(),
            animal_pool: Cards::new(),
            ferry_pool: Ferries::new(),
            departed_animals: Cards::new(),
            departed_ferries: Ferries::new(),
            noah: 0,
            active: 0,
            round: 1,
            departures: 0,
            penalty: [0; SEATS],
        };
        for (card, animal) in CARDS.iter().enumerate() {
            if game.plays(animal) {
                game.animal_pool.push(card as Card);
            }
        }
        let stays = if options.roommates {
            EIGHTH_FERRY
        } else {
            ROOMMATES_FERRY
        };
        for ferry in (0..FERRIES).filter(|&ferry| ferry != stays) {
            game.ferry_pool.push(ferry);
        }
        game.deal_round();
        game
    }

    /// [3.1, 2, 1.6]
    fn plays(&self, animal: &Animal) -> bool {
        animal.mark <= self.players
            && match animal.species {
                Species::Frog => self.options.frog,
                Species::Snail => !self.options.frog,
                Species::Crocodile => self.options.crocodile,
                Species::Donkey => !self.options.crocodile,
                _ => true,
            }
    }

    /// [4.2 – 4.5]
    fn deal_round(&mut self) {
        Stream::new(self.seed, purpose("ferry_pool"), self.asked.ferry_pool)
            .shuffle(&mut self.ferry_pool);
        self.asked.ferry_pool += 1;
        Stream::new(self.seed, purpose("animal_pool"), self.asked.animal_pool)
            .shuffle(&mut self.animal_pool);
        self.asked.animal_pool += 1;

        let dealt = HAND.min(self.animal_pool.len().saturating_sub(DOCKS) / self.players);
        for dock in 0..DOCKS {
            self.docks[dock].ferry = self.ferry_pool.pop();
            if let Some(card) = self.animal_pool.pop() {
                let shown = self.random_sex(card);
                let burden = CARDS[card as usize].weight as u8;
                self.docks[dock].cargo.push(Aboard {
                    card,
                    shown,
                    burden,
                });
            }
        }
        self.reserve.take_all(&mut self.ferry_pool);
        for hand in &mut self.hands[..self.players] {
            for _ in 0..dealt {
                if let Some(card) = self.animal_pool.pop() {
                    hand.push(card);
                }
            }
        }
        self.deck.take_all(&mut self.animal_pool);
    }

    /// The sex of an animal that comes aboard by the deal [4.3].
    fn random_sex(&mut self, card: Card) -> Sex {
        let sexes = CARDS[card as usize].sexes;
        let asked = self.asked.random;
        self.asked.random += 1;
        match sexes {
            [only] => *only,
            _ => {
                let chosen = Stream::new(self.seed, purpose("random"), asked);
                sexes[below(chosen, sexes.len())]
            }
        }
    }

    /// One turn with all that follows it; false when the game is over [5].
    pub(crate) fn turn(&mut self, policy: &mut impl Policy) -> bool {
        let again = self.act(policy);
        if self.round_over() {
            return self.end_round();
        }
        if !again {
            self.active = (self.active + 1) % self.players;
        }
        true
    }

    /// Loads an animal, after taking the others back if need be; true when it made a pair [5.1, 5.2].
    fn act(&mut self, policy: &mut impl Policy) -> bool {
        let mut loads = self.loads();
        if loads.is_empty() {
            policy.pick(1);
            let Noah {
                docks,
                hands,
                noah,
                active,
                ..
            } = self;
            let cargo = &mut docks[*noah].cargo;
            for animal in cargo.iter() {
                hands[*active].push(animal.card);
            }
            cargo.clear();
            loads = self.loads();
        }
        let load = loads[policy.pick(loads.len())];
        self.load(load, policy)
    }

    /// Every legal load of the active player [5.1].
    pub(crate) fn loads(&self) -> Loads {
        let mut loads = Loads::new();
        let Some(ferry) = self.docks[self.noah].ferry else {
            return loads;
        };
        let cargo = &self.docks[self.noah].cargo[..];
        let aboard = room(cargo);
        // A crocodile chases the first animal before its weight is asked [7.7].
        let after_flight = room(cargo.get(1..).unwrap_or_default());
        // With two or more aboard a new animal is as the last but one [5.1.2].
        let due = cargo.len().checked_sub(2).map(|at| cargo[at].shown);

        for (at, &card) in self.hands[self.active].iter().enumerate() {
            let animal = &CARDS[card as usize];
            let species = animal.species;
            if ferry == ROOMMATES_FERRY
                && cargo
                    .iter()
                    .any(|other| CARDS[other.card as usize].species == species)
            {
                continue;
            }
            let room = match species {
                Species::Crocodile => after_flight,
                // It lowers the capacity itself [7.5].
                Species::Woodpecker => aboard.min(WOODPECKER_CAPACITY - weight(cargo)),
                _ => aboard,
            };
            if animal.weight > room {
                continue;
            }
            for &shown in animal.sexes {
                if due.is_some_and(|due| due != shown) {
                    continue;
                }
                let at = at as u8;
                loads.push(Load {
                    at,
                    shown,
                    burden: animal.weight as u8,
                });
                if species == Species::Frog && (2..=5).contains(&room) {
                    loads.push(Load {
                        at,
                        shown,
                        burden: room as u8,
                    });
                }
            }
        }
        loads
    }

    /// True when it made a pair [5.4].
    fn load(&mut self, load: Load, policy: &mut impl Policy) -> bool {
        let here = self.noah;
        let you = self.active;
        let card = self.hands[you][load.at as usize];
        let species = CARDS[card as usize].species;
        if species == Species::Crocodile && !self.docks[here].cargo.is_empty() {
            let taker = self.opponent(choose(policy, self.players - 1));
            let fled = self.docks[here].cargo.remove(0);
            self.hands[taker].push(fled.card);
        }
        let pair = self.docks[here]
            .cargo
            .last()
            .is_some_and(|last| CARDS[last.card as usize].species == species);
        self.hands[you].remove(load.at as usize);
        self.docks[here].cargo.push(Aboard {
            card,
            shown: load.shown,
            burden: load.burden,
        });
        match species {
            Species::Giraffe => {
                self.choose_opponent_with_cards(policy);
            }
            Species::Lion => self.exchange_a_card(policy),
            Species::Crocodile => self.penalty[you] = (self.penalty[you] - 2).max(0),
            _ => {}
        }
        if species != Species::Donkey {
            self.move_noah(load.shown, policy);
        }
        if room(&self.docks[here].cargo) == 0 {
            self.depart(here, policy);
        }
        pair
    }

    /// The n-th opponent of the active player, clockwise.
    fn opponent(&self, n: usize) -> usize {
        (self.active + 1 + n) % self.players
    }

    /// For the giraffe and the lion [7.2, 7.4].
    fn choose_opponent_with_cards(&self, policy: &mut impl Policy) -> Option<usize> {
        let mut candidates = List::<usize, SEATS>::new();
        for n in 0..self.players - 1 {
            let opponent = self.opponent(n);
            if !self.hands[opponent].is_empty() {
                candidates.push(opponent);
            }
        }
        if candidates.is_empty() {
            return None;
        }
        Some(candidates[choose(policy, candidates.len())])
    }

    /// Lion [7.4]
    fn exchange_a_card(&mut self, policy: &mut impl Policy) {
        let Some(opponent) = self.choose_opponent_with_cards(policy) else {
            return;
        };
        let chosen = Stream::new(self.seed, purpose("hand"), self.asked.hand);
        self.asked.hand += 1;
        let taken = below(chosen, self.hands[opponent].len());
        let taken = self.hands[opponent].remove(taken);
        self.hands[self.active].push(taken);
        let given = choose(policy, self.hands[self.active].len());
        let given = self.hands[self.active].remove(given);
        self.hands[opponent].push(given);
    }

    /// Males send Noah across the ring, females to a neighbour [5.3].
    fn move_noah(&mut self, shown: Sex, policy: &mut impl Policy) {
        let far = match shown {
            Sex::Male => 2,
            Sex::Female => 1,
        };
        let ahead = (self.noah + far) % DOCKS;
        let behind = (self.noah + DOCKS - far) % DOCKS;
        let docks = [ahead.min(behind), ahead.max(behind)];
        self.noah = docks[policy.pick(2)];
    }

    /// The ferry leaves; the n-th departure of a round gives away n cards [6].
    fn depart(&mut self, here: usize, policy: &mut impl Policy) {
        self.departures += 1;
        let Dock { ferry, cargo } = &mut self.docks[here];
        for animal in cargo.iter() {
            self.departed_animals.push(animal.card);
        }
        cargo.clear();
        if let Some(left) = ferry.take() {
            self.departed_ferries.push(left);
        }
        *ferry = self.reserve.pop();

        let receivers = self.players - 1;
        for _ in 0..self.departures.min(self.hands[self.active].len()) {
            let pick = choose(policy, self.hands[self.active].len() * receivers);
            let card = self.hands[self.active].remove(pick / receivers);
            let receiver = self.opponent(pick % receivers);
            self.hands[receiver].push(card);
        }
    }

    /// [8.1]
    fn round_over(&self) -> bool {
        self.hands[..self.players]
            .iter()
            .any(|hand| hand.is_empty())
            || self.docks.iter().any(|dock| dock.ferry.is_none())
    }

    /// Scores the round and deals the next; false when the game is over [8, 9].
    fn end_round(&mut self) -> bool {
        for (penalty, hand) in self.penalty.iter_mut().zip(&self.hands[..self.players]) {
            *penalty += hand
                .iter()
                .map(|&card| CARDS[card as usize].tears)
                .sum::<i32>();
        }
        let over = if self.options.end_at_26 {
            self.penalty.iter().any(|&penalty| penalty >= 26)
        } else {
            self.round == 3
        };
        if over {
            return false;
        }
        self.round += 1;
        self.departures = 0;
        self.gather();
        self.active = 0;
        for player in 1..self.players {
            if self.penalty[player] > self.penalty[self.active] {
                self.active = player;
            }
        }
        self.deal_round();
        true
    }

    /// What is left becomes the next round's pools [8.3, 8.4].
    fn gather(&mut self) {
        for hand in &mut self.hands[..self.players] {
            self.animal_pool.take_all(hand);
        }
        for dock in &mut self.docks {
            for animal in dock.cargo.iter() {
                self.animal_pool.push(animal.card);
            }
            dock.cargo.clear();
            if let Some(ferry) = dock.ferry.take() {
                self.ferry_pool.push(ferry);
            }
        }
        self.animal_pool.take_all(&mut self.deck);
        self.ferry_pool.take_all(&mut self.reserve);
        let always = self.options.departed == Departed::Always;
        if always || self.animal_pool.len() < DOCKS + HAND * self.players {
            self.animal_pool.take_all(&mut self.departed_animals);
        }
        if always || self.ferry_pool.len() < DOCKS {
            self.ferry_pool.take_all(&mut self.departed_ferries);
        }
    }
}

fn weight(cargo: &[Aboard]) -> i32 {
    cargo.iter().map(|animal| i32::from(animal.burden)).sum()
}

/// What a ferry with these aboard can still carry [5.1.3, 7.5].
fn room(cargo: &[Aboard]) -> i32 {
    let woodpecker = cargo
        .iter()
        .any(|animal| CARDS[animal.card as usize].species == Species::Woodpecker);
    let capacity = if woodpecker {
        WOODPECKER_CAPACITY
    } else {
        ORDINARY_CAPACITY
    };
    capacity - weight(cargo)
}

/// One of so many, from a stream made for it alone.
fn below(mut stream: Stream, members: usize) -> usize {
    stream.below(members as u32) as usize
}
