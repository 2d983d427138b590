//! A build action: what it asks, the answers, and the lines of answers counted.

use super::List;
use super::buildings::{BUILT, KINDS, KIOSK, Sort};
use super::maps::{SPACES, Spaces, members, name_of};
use super::zoo::{Side, Zoo};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// What to build, or whether to stop once something is built.
    What { may_stop: bool },
    /// The first space of the building.
    Where(usize),
    /// How it lies from there.
    How(usize, usize),
    /// Nothing more about placements: the line is at its end.
    Nothing,
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Answer {
    #[default]
    Stop,
    Kind(usize),
    Corner(usize),
    Spot(Spaces),
}

/// A question of a build action, or of the placing of a unique building.
#[derive(Clone, Copy)]
pub(crate) struct Position<'a> {
    zoo: Zoo<'a>,
    pub(crate) asked: Asked,
    money: i32,
    size_left: i32,
    /// The kinds that were built in the action, a bit for each.
    built_now: u32,
}

pub(crate) type Answers = List<Answer, SPACES>;

impl<'a> Position<'a> {
    /// The beginning of a build action with a strength.
    pub(crate) fn building(zoo: Zoo<'a>, strength: i32, money: i32) -> Position<'a> {
        let mut position = Position {
            zoo,
            asked: Asked::Nothing,
            money,
            size_left: strength,
            built_now: 0,
        };
        position.ask_what(false);
        position
    }

    /// A unique building that waits for its place.
    pub(crate) fn placing(zoo: Zoo<'a>, kind: usize) -> Position<'a> {
        let mut position = Position::building(zoo, 0, 0);
        if !zoo.has_had(kind) && zoo.has_place(kind) {
            position.ask_where(kind);
        }
        position
    }

    /// Counts the lines of so many answers.
    pub(crate) fn lines(&self, depth: usize) -> u64 {
        let answers = self.answers();
        if depth == 1 {
            return answers.len() as u64;
        }
        let mut lines = 0;
        for answer in answers.iter() {
            let mut next = *self;
            next.apply(*answer);
            lines += next.lines(depth - 1);
        }
        lines
    }

    pub(crate) fn answers(&self) -> Answers {
        let mut answers = Answers::new();
        match self.asked {
            Asked::What { may_stop } => {
                let kinds = (0..BUILT).filter(|kind| self.may_be_built(*kind));
                kinds.for_each(|kind| answers.push(Answer::Kind(kind)));
                if may_stop {
                    answers.push(Answer::Stop);
                }
            }
            Asked::Where(kind) => {
                let corners = members(self.zoo.corners(kind));
                corners.for_each(|corner| answers.push(Answer::Corner(corner)));
            }
            Asked::How(kind, corner) => {
                let spots = self.zoo.spots(kind, corner);
                spots.for_each(|spot| answers.push(Answer::Spot(spot)));
            }
            Asked::Nothing => {}
        }
        answers
    }

    /// Answers, and goes on to the next question.
    pub(crate) fn apply(&mut self, answer: Answer) {
        match (self.asked, answer) {
            (Asked::What { .. }, Answer::Kind(kind)) => {
                self.size_left -= KINDS[kind].size();
                self.money -= price(kind);
                self.built_now |= 1 << kind;
                self.ask_where(kind);
            }
            (Asked::Where(kind), Answer::Corner(corner)) => self.ask_how(kind, corner),
            (Asked::How(kind, _), Answer::Spot(spot)) => self.lay(kind, spot),
            _ => self.asked = Asked::Nothing,
        }
    }

    fn may_be_built(&self, kind: usize) -> bool {
        KINDS[kind].size() <= self.size_left
            && price(kind) <= self.money
            && self.built_now & 1 << kind == 0
            && !self.zoo.has_had(kind)
            && (KINDS[kind].sort != Sort::House || self.zoo.terms.side == Side::II)
            && self.zoo.has_place(kind)
    }

    fn ask_what(&mut self, may_stop: bool) {
        let is_asked = (0..BUILT).any(|kind| self.may_be_built(kind));
        self.asked = if is_asked {
            Asked::What { may_stop }
        } else {
            Asked::Nothing
        };
    }

    /// A single corner is taken without asking, and so is a single way to lie there.
    fn ask_where(&mut self, kind: usize) {
        let corners = self.zoo.corners(kind);
        if corners.count_ones() == 1 {
            self.ask_how(kind, corners.trailing_zeros() as usize);
        } else {
            self.asked = Asked::Where(kind);
        }
    }

    fn ask_how(&mut self, kind: usize, corner: usize) {
        let zoo = self.zoo;
        let mut spots = zoo.spots(kind, corner);
        match (spots.next(), spots.next()) {
            (Some(spot), None) => self.lay(kind, spot),
            _ => self.asked = Asked::How(kind, corner),
        }
    }

    fn lay(&mut self, kind: usize, spot: Spaces) {
        let was_full = self.zoo.is_full();
        self.zoo.lay(kind, spot);
        self.money += members(spot & self.zoo.map.bonuses)
            .map(|at| self.zoo.map.money[at])
            .sum::<i32>();
        let fills = !was_full && self.zoo.is_full();
        if self.asks_besides(kind, spot, fills)
            || KINDS[kind].sort == Sort::Unique
            || self.zoo.terms.side == Side::I
        {
            self.asked = Asked::Nothing;
        } else {
            self.ask_what(true);
        }
    }

    /// True if what was laid makes the player decide: in which order its gains come, or about one of them.
    fn asks_besides(&self, kind: usize, spot: Spaces, fills: bool) -> bool {
        let map = self.zoo.map;
        let pavilion = KINDS[kind].sort == Sort::Pavilion;
        let gains = (spot & map.bonuses).count_ones() + u32::from(pavilion) + u32::from(fills);
        let fixed = (spot & map.fixed).count_ones();
        gains > 1 && fixed < gains
            || spot & map.asking != 0
            || spot & map.free_kiosks != 0 && self.zoo.has_place(KIOSK)
    }
}

impl Answer {
    /// As the rules call an answer.
    pub(crate) fn label(self) -> String {
        match self {
            Answer::Stop => "build_no_more".to_owned(),
            Answer::Kind(kind) => format!("build_it {}", KINDS[kind].id),
            Answer::Corner(corner) => format!("P0.{}", name_of(corner)),
            Answer::Spot(spot) => {
                let names: Vec<String> = members(spot).map(name_of).collect();
                format!("P0.{}", names.join("+"))
            }
        }
    }
}

/// Two money for each space.
fn price(kind: usize) -> i32 {
    2 * KINDS[kind].size()
}
