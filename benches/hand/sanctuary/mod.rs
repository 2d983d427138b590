//! Sanctuary by hand: the whole game, with its options, for one to five players. Numbers in brackets are the statements of the
//! facts.

mod effects;
mod map;
mod scoring;
mod sets;
mod tiles;
mod turn;
mod zoo;

pub(crate) use map::Side;

use super::{List, Outcome, Random, SEATS};
use effects::Waiting;
use ludex::engine::chance::{Stream, purpose};
use map::side_of_map;
use sets::Set;
use tiles::{Card, DEEDS, Icon, NUMBER, PROJECTS};
use zoo::Zoo;

const DISPLAY: usize = 6;
const GOALS: usize = 5;

/// The icons of all goals, in the order of `goals.yaml`.
const GOAL_ICONS: [Icon; 10] = [
    Icon::Africa,
    Icon::Europe,
    Icon::Asia,
    Icon::Americas,
    Icon::Australia,
    Icon::Predator,
    Icon::Bird,
    Icon::Herbivore,
    Icon::Reptile,
    Icon::Primate,
];

/// What an achievement asks of a goal, and scores.
struct Achievement {
    icons: i32,
    points: i32,
}

static ACHIEVEMENTS: [Achievement; 4] = [
    achievement(2, 2),
    achievement(3, 5),
    achievement(4, 9),
    achievement(5, 14),
];

/// All achievements, and those of a first game [2].
const ALL_ACHIEVEMENTS: Set = 0b1111;
const FIRST_ACHIEVEMENTS: Set = 0b1011;

const fn achievement(icons: i32, points: i32) -> Achievement {
    Achievement { icons, points }
}

/// The position of the display that each marker shows to a player alone.
const SOLO_MARKERS: [u8; 20] = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6];
type SoloMarkers = List<u8, { SOLO_MARKERS.len() }>;

/// Of each solo marker that was not shown.
const SOLO_POINTS: i32 = 5;

/// The variants [2].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Options {
    pub(crate) side: Side,
    pub(crate) first_game: bool,
}

/// A game between two decisions.
#[derive(Debug, Clone)]
pub(crate) struct Sanctuary {
    seed: u64,
    /// How often the pile was shuffled.
    shuffles: u32,
    players: usize,
    active: usize,
    zoos: [Zoo; SEATS],
    pile: List<Card, NUMBER>,
    discards: List<Card, NUMBER>,
    display: List<Card, DISPLAY>,
    goals: [Icon; GOALS],
    /// The achievements in play.
    achievements: Set,
    /// Those that a player alone was not shown yet; in company there are none.
    solo_markers: SoloMarkers,
    /// Effects of what was laid.
    waiting: Waiting,
    /// Action cards that may go to slot 1 after the action.
    cards_to_move: u32,
    /// The end is near: the others have one more turn.
    closing: bool,
    turns_left: usize,
}

/// A game in which every option is equally likely.
pub(crate) fn playout(seed: u64, players: u32, options: Options, policy_seed: u64) -> Outcome {
    let mut policy = Random::new(policy_seed);
    let mut game = Sanctuary::new(seed, players as usize, options);
    while game.turn(&mut policy) {}
    game.outcome(policy.decisions)
}

impl Sanctuary {
    /// Set up [2].
    fn new(seed: u64, players: usize, options: Options) -> Sanctuary {
        let map = side_of_map(options.side);
        let mut pile = List::new();
        for card in 0..NUMBER {
            pile.push(card as Card);
        }
        Stream::new(seed, purpose("pile"), 0).shuffle(&mut pile);
        let mut game = Sanctuary {
            seed,
            shuffles: 1,
            players,
            active: 0,
            zoos: std::array::from_fn(|_| Zoo::new(map)),
            pile,
            discards: List::new(),
            display: List::new(),
            goals: goals(seed),
            achievements: if options.first_game {
                FIRST_ACHIEVEMENTS
            } else {
                ALL_ACHIEVEMENTS
            },
            solo_markers: solo_markers(seed, players),
            waiting: List::new(),
            cards_to_move: 0,
            closing: false,
            turns_left: 0,
        };
        for _ in 0..DISPLAY {
            if let Some(card) = game.pile.pop() {
                game.display.push(card);
            }
        }
        game.lay_out_action_cards();
        game
    }

    /// A random first player, and the later a player, the farther the projects card reaches; the other cards at random.
    fn lay_out_action_cards(&mut self) {
        let mut asked = 0;
        let mut random = |members: usize| {
            asked += 1;
            Stream::new(self.seed, purpose("random"), asked - 1).pick(members)
        };
        self.active = random(self.players);
        for n in 0..self.players {
            let slots = &mut self.zoos[(self.active + n) % self.players].slots;
            slots[PROJECTS] = 4.min(n as u8 + 1);
            let mut free = List::<u8, DEEDS>::new();
            for slot in (1..=4).filter(|slot| *slot != slots[PROJECTS]) {
                free.push(slot);
            }
            for slot in &mut slots[PROJECTS + 1..] {
                *slot = free.remove(random(free.len()));
            }
        }
    }

    /// The zoo of the active player.
    fn you(&mut self) -> &mut Zoo {
        &mut self.zoos[self.active]
    }

    /// The next tile of the pile. Once the end is near, an empty pile is the discards shuffled [10.6].
    fn draw(&mut self) -> Option<Card> {
        self.keep_the_pile();
        let card = self.pile.pop();
        self.keep_the_pile();
        card
    }

    fn keep_the_pile(&mut self) {
        if self.pile.is_empty() && self.closing && !self.discards.is_empty() {
            self.pile.take_all(&mut self.discards);
            Stream::new(self.seed, purpose("pile"), self.shuffles).shuffle(&mut self.pile);
            self.shuffles += 1;
        }
    }

    fn can_draw(&self) -> bool {
        !self.pile.is_empty() || self.closing && !self.discards.is_empty()
    }

    /// The points, and animals for ties. Alone, the end must be reached in time [15.1, 15.2].
    fn outcome(&self, decisions: u32) -> Outcome {
        let (mut scores, mut ranks) = ([0; SEATS], [(0, 0); SEATS]);
        for (seat, zoo) in self.zoos[..self.players].iter().enumerate() {
            scores[seat] = zoo.total() + SOLO_POINTS * self.solo_markers.len() as i32;
            ranks[seat] = (scores[seat], zoo.in_zoo(Icon::Animal));
        }
        let players = ..self.players;
        let mut outcome = Outcome::with_ties(&scores[players], &ranks[players], decisions);
        outcome.winners[0] &= self.players > 1 || self.closing;
        outcome
    }
}

/// The goals of a game, from the top of a shuffled box.
fn goals(seed: u64) -> [Icon; GOALS] {
    let mut all = GOAL_ICONS;
    Stream::new(seed, purpose("goal_box"), 0).shuffle(&mut all);
    std::array::from_fn(|n| all[all.len() - 1 - n])
}

fn solo_markers(seed: u64, players: usize) -> SoloMarkers {
    let mut markers = List::new();
    if players == 1 {
        for position in SOLO_MARKERS {
            markers.push(position);
        }
        Stream::new(seed, purpose("solo_markers"), 0).shuffle(&mut markers);
    }
    markers
}
