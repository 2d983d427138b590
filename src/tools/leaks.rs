//! Looks for secrets told: two states that look the same to a seat must give it the same decisions, options, explanations
//! and events, and equal worlds, so that a bot that sees only worlds chooses equally (`worlds`, `bot`).
//!
//! Enters: a program and how much to try. Leaves: how many pairs of states were compared, and what differed. Games are
//! played at random. At each position what a seat can't know is exchanged for something else (`exchange`), and two answers
//! that others might give are tried beside each other (`branch`); a pair counts when its states truly differ and look the
//! same to the seat. What the rules let happen on the table is theirs to say: as long as that is the same in both, all
//! that is told must be (`compare`), but for open answers, from which something hidden follows later (`parting`).

mod bot;
mod branch;
mod compare;
mod exchange;
mod parting;
mod recipients;
mod teller;
mod worlds;

pub use recipients::{PartRecipients, QuestionRecipients, Recipients, recipients};
pub use teller::{Ludex, Teller};

use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::Match;
use ludex_play::start::Start;
use ludex_program::Program;
use ludex_rules::ids::PlayerId;
use ludex_source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The limits of a search for leaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeakBudget {
    /// The number of games played.
    pub games: u64,
    /// Pairs compared after which no more are looked for.
    pub pairs: usize,
    /// Decisions of a game at most.
    pub decisions: usize,
    /// Exchanges tried at each position for each seat.
    pub tries: usize,
    /// Pairs of which worlds are compared at most: a world takes longer than all else.
    pub worlds: usize,
    /// Pairs of which a bot's choices are compared at most.
    pub choices: usize,
    /// The seed of the first game.
    pub seed: u64,
}

impl Default for LeakBudget {
    fn default() -> LeakBudget {
        LeakBudget {
            games: 20,
            pairs: 2000,
            decisions: 400,
            tries: 3,
            worlds: 400,
            choices: 20,
            seed: 1,
        }
    }
}

/// The result of a search for leaks.
#[derive(Debug, Clone, Default)]
pub struct LeakReport {
    /// Pairs of different states that look the same to a seat.
    pub pairs: usize,
    /// Different states among them.
    pub states: usize,
    /// Views compared, of the states themselves and after steps.
    pub views: usize,
    /// Questions compared, each with its answers.
    pub decisions: usize,
    /// The number of explanations compared.
    pub explanations: usize,
    /// Events told to the seat in both games of a pair, and compared.
    pub events: usize,
    /// Pairs of which worlds were compared.
    pub worlds: usize,
    /// Pairs of which the choices of a bot that sees only worlds were compared.
    pub choices: usize,
    /// The leaks: facts told to a seat that it can't know; each place once.
    pub leaks: Vec<Leak>,
}

/// The channel by which a seat is told something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// The question, or what may be answered.
    Decision,
    /// The reasons for an action to be legal or not.
    Explanation,
    /// The line of an event.
    Event,
    /// The position as the seat may see it.
    View,
    /// A world made for the seat.
    World,
    /// The choice, for the seat, of a bot that sees only worlds.
    Choice,
}

/// A secret that a player was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leak {
    /// The channel that told it.
    pub by: Channel,
    /// Whose seat it was told.
    pub seat: PlayerId,
    /// The place in the rules: the question, the requirement or the text that happened.
    pub place: Option<Span>,
    /// The text told in one state.
    pub here: String,
    /// The text told in the other state.
    pub there: String,
    /// The difference between the states, which the seat can't know.
    pub hidden: String,
    /// The game it was found in.
    pub start: Start,
    /// The number of choices made before.
    pub after: usize,
}

/// Tells whether a game has anything that not everybody sees.
#[must_use]
pub fn hides_anything(program: &Program) -> bool {
    program.layout.hides_anything()
}

/// Plays games and looks for secrets told, as long as the budget lasts and it is to go on.
#[must_use]
pub fn look(
    program: &Arc<Program>,
    budget: LeakBudget,
    teller: &dyn Teller,
    go_on: &dyn Fn() -> bool,
) -> LeakReport {
    let mut search = LeakSearch {
        teller,
        budget,
        go_on,
        found: LeakReport::default(),
        states: BTreeSet::new(),
        places: BTreeSet::new(),
    };
    let (least, most) = program.names.players;
    for game in 0..budget.games {
        let players = u64::from(least) + game % u64::from(most - least + 1);
        let start = Start::new(program, players as u8, budget.seed + game);
        search.game(program, start);
        if search.is_done() {
            break;
        }
    }
    search.found.states = search.states.len();
    search.found
}

/// A search under way.
struct LeakSearch<'a> {
    teller: &'a dyn Teller,
    budget: LeakBudget,
    /// Asked before each decision.
    go_on: &'a dyn Fn() -> bool,
    found: LeakReport,
    /// Hashes of the states compared.
    states: BTreeSet<u64>,
    /// The places of leaks found already: once is enough for an author.
    places: BTreeSet<(Channel, Option<(u32, u32)>)>,
}

impl LeakSearch<'_> {
    fn is_done(&self) -> bool {
        self.found.pairs >= self.budget.pairs || !(self.go_on)()
    }

    fn game(&mut self, program: &Arc<Program>, start: Start) {
        let mut stream = Stream::new(start.seed, purpose("leaks"), 0);
        // A fault of the rules is not for this tool to tell.
        let Ok(mut game) = Match::new(Arc::clone(program), start) else {
            return;
        };
        for _ in 0..self.budget.decisions {
            if game.is_over() || self.is_done() {
                return;
            }
            for seat in PlayerId::first(game.state().players) {
                self.exchanges(&game, seat, &mut stream);
                self.branches(&game, seat, &mut stream);
            }
            let option = stream.pick(game.options());
            if game.apply(option).is_err() {
                return;
            }
        }
    }

    /// Notes a pair of states that differ and look the same.
    fn count(&mut self, pair: &compare::GamePair) {
        self.found.pairs += 1;
        self.states.insert(compare::hash(pair.one.state()));
        self.states.insert(compare::hash(pair.other.state()));
    }

    fn tell(&mut self, leak: Leak) {
        let place = leak.place.map(|span| (span.file.number(), span.start));
        if self.places.insert((leak.by, place)) {
            self.found.leaks.push(leak);
        }
    }
}
