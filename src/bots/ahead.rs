//! Looking one step ahead in playouts: an option that wins at once is taken, and one after which the next player could win at
//! once is left alone while there are others (Teytaud and Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree
//! search algorithms", 2010).
//!
//! That costs many steps for each step of a playout, and finds nothing where games end after so many turns. So a search looks
//! ahead now and then to begin with, and goes on with it where it finds something. An option that draws from chance tells
//! nothing: its outcome here is not the one that a player may count on. For the same reason only games without secrets are
//! looked at.

use ludex_engine::chance::Stream;
use ludex_engine::machine::Work;
use ludex_engine::option::Options;
use ludex_engine::state::State;
use ludex_play::back_end;
use ludex_play::game::{Outcome, rank};
use ludex_program::Program;
use ludex_rules::ids::PlayerId;

/// Steps of playouts for each option that is tried to see whether looking ahead pays.
const PROBING: u64 = 16;
/// Options tried for each that wins at once, at most, while looking ahead pays.
const PAYING: u64 = 100;

/// Looks ahead, and counts whether that pays.
pub(super) struct Ahead<'a> {
    program: &'a Program,
    /// Counts the steps of playouts.
    steps: u64,
    /// Options that were tried.
    tried: u64,
    /// Decisions at which one of them won at once and others did not end the game.
    found: u64,
    /// The player who is asked next was seen to have no option that wins at once.
    is_safe: bool,
    /// The position after an option, and after a reply to it.
    own: Lookahead,
    reply: Lookahead,
    left: Vec<usize>,
}

/// A position in which options are tried.
#[derive(Default)]
struct Lookahead {
    state: State,
    work: Work,
    values: Vec<i32>,
    outcome: Outcome,
}

/// The outcome of an option that is tried.
enum After {
    /// The next decision, with the player who is asked.
    Asked(PlayerId),
    /// The game is over: who won alone, if anybody.
    Over(Option<PlayerId>),
    /// Chance had a part in it, or the rules broke.
    Unknown,
}

impl<'a> Ahead<'a> {
    /// Begins a search; none in games that are not to be looked into, or where nobody can beat anybody.
    pub(super) fn new(program: &'a Program, players: u8) -> Option<Ahead<'a>> {
        (!program.hides_anything() && players > 1).then(|| Ahead {
            program,
            steps: 0,
            tried: 0,
            found: 0,
            is_safe: false,
            own: Lookahead::default(),
            reply: Lookahead::default(),
            left: Vec::new(),
        })
    }

    /// Forgets what was seen of the playout before.
    pub(super) fn begin(&mut self) {
        self.is_safe = false;
    }

    /// Picks an option at random: one that wins at once, else one after which the next player does not.
    pub(super) fn pick(&mut self, state: &State, options: &Options, stream: &mut Stream) -> usize {
        let first = stream.pick(options.len());
        let is_safe = std::mem::take(&mut self.is_safe);
        self.steps += 1;
        let pays = self.found * PAYING > self.tried || self.tried * PROBING <= self.steps;
        let Some(asked) = state.pending.filter(|_| pays && options.len() > 1) else {
            return first;
        };
        if !is_safe && let Some(win) = self.win(state, options, asked.player) {
            return win;
        }
        self.left.clear();
        self.left.extend(0..options.len());
        let mut at = first;
        loop {
            let option = self.left[at];
            if !self.loses(state, options, option, asked.player) {
                return option;
            }
            self.left.swap_remove(at);
            if self.left.is_empty() {
                return first;
            }
            at = stream.pick(self.left.len());
        }
    }

    /// Finds an option that wins at once.
    fn win(&mut self, state: &State, options: &Options, player: PlayerId) -> Option<usize> {
        let found = self.own.win(self.program, state, options, player);
        self.tried += found.tried;
        self.found += u64::from(found.is_sudden);
        found.option
    }

    /// Returns true if another player wins at once after an option; notes whether the next one was seen not to.
    fn loses(&mut self, state: &State, options: &Options, option: usize, player: PlayerId) -> bool {
        self.tried += 1;
        match self.own.try_option(self.program, state, options, option) {
            After::Over(winner) => winner.is_some_and(|winner| winner != player),
            After::Asked(next) if next != player => {
                let next_options = &self.own.work.options;
                let found = self
                    .reply
                    .win(self.program, &self.own.state, next_options, next);
                self.tried += found.tried;
                self.found += u64::from(found.is_sudden);
                self.is_safe = found.option.is_none();
                !self.is_safe
            }
            After::Asked(_) | After::Unknown => false,
        }
    }
}

/// A search for an option that wins at once.
#[derive(Default)]
struct WinSearch {
    option: Option<usize>,
    tried: u64,
    /// Other options do not end the game: it is this one that does.
    is_sudden: bool,
}

impl Lookahead {
    /// Finds an option of a position with which a player wins at once and alone.
    fn win(
        &mut self,
        program: &Program,
        state: &State,
        options: &Options,
        player: PlayerId,
    ) -> WinSearch {
        let (mut found, mut goes_on) = (WinSearch::default(), false);
        for option in 0..options.len() {
            found.tried += 1;
            match self.try_option(program, state, options, option) {
                After::Over(Some(winner)) if winner == player => {
                    found.option.get_or_insert(option);
                }
                After::Asked(_) => goes_on = true,
                After::Over(_) | After::Unknown => {}
            }
            if goes_on && found.option.is_some() {
                found.is_sudden = true;
                break;
            }
        }
        found
    }

    /// Chooses an option of a position here.
    fn try_option(
        &mut self,
        program: &Program,
        state: &State,
        options: &Options,
        option: usize,
    ) -> After {
        self.state.clone_from(state);
        self.work.options.clone_from(options);
        let mut machine = back_end::fast(program, &mut self.state, &mut self.work);
        machine.choose(option);
        let counters = program.layout.counters();
        let before = state.memory.range(counters.clone());
        if machine.run().is_err() || machine.state.memory.range(counters) != before {
            return After::Unknown;
        }
        if let Some(asked) = machine.state.pending {
            return After::Asked(asked.player);
        }
        if rank(&mut machine, &mut self.values, &mut self.outcome).is_err() {
            return After::Unknown;
        }
        match self.outcome.winners.as_slice() {
            [winner] => After::Over(Some(*winner)),
            _ => After::Over(None),
        }
    }
}
