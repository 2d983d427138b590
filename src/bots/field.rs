//! A field: a position that search plays on, by machine code, with nothing recorded and buffers used again.

use crate::ahead::Ahead;
use crate::digest;
use crate::seat::World;
use crate::spec::Spec;
use crate::stopping::Clock;
use crate::value::Value;
use ludex_engine::chance::Stream;
use ludex_engine::fault::Fault;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::state::State;
use ludex_play::back_end;
use ludex_play::game::{Outcome, rank};
use ludex_program::Program;
use ludex_rules::decision::Answer;
use ludex_rules::ids::PlayerId;
use std::hash::{Hash, Hasher};

/// The most decisions of a playout between two looks at the clock.
const UNWATCHED: u64 = 256;

/// Buffers for walks through one program's positions.
pub(super) struct Field<'a> {
    program: &'a Program,
    state: State,
    work: Work,
    values: Vec<i32>,
    outcome: Outcome,
}

/// A game that goes on from a world.
pub(super) struct Walk<'f> {
    machine: Machine<'f>,
    values: &'f mut Vec<i32>,
    outcome: &'f mut Outcome,
}

/// The end of a playout that the rules do not end.
#[derive(Debug, Clone)]
pub(super) struct Horizon {
    /// Decisions after which the position is valued.
    pub(super) cut: Option<u64>,
    /// Decisions after which the game is taken to have no end.
    pub(super) longest: u64,
    /// Ends it at once when the search was asked to end.
    pub(super) clock: Clock,
}

impl Horizon {
    pub(super) fn from_spec(spec: &Spec, program: &Program, clock: &Clock) -> Horizon {
        Horizon {
            cut: spec.cut,
            longest: program.budget.decisions,
            clock: clock.clone(),
        }
    }
}

impl<'a> Field<'a> {
    pub(super) fn new(program: &'a Program) -> Field<'a> {
        Field {
            program,
            state: State::default(),
            work: Work::default(),
            values: Vec::new(),
            outcome: Outcome::default(),
        }
    }

    /// Begins at a world's decision, with chance of its own.
    pub(super) fn walk(&mut self, world: &World, seed: u64) -> Walk<'_> {
        self.state.clone_from(&world.state);
        self.state.seed = seed;
        self.work.options.clone_from(&world.options);
        Walk {
            machine: back_end::fast(self.program, &mut self.state, &mut self.work),
            values: &mut self.values,
            outcome: &mut self.outcome,
        }
    }
}

impl Walk<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.machine.state.over
    }

    /// Returns the player who is asked; none when the game is over.
    pub(super) fn player(&self) -> Option<PlayerId> {
        self.machine.state.pending.map(|pending| pending.player)
    }

    pub(super) fn options(&self) -> usize {
        self.machine.work.options.len()
    }

    /// Chance from now on.
    fn reseed(&mut self, seed: u64) {
        self.machine.state.seed = seed;
    }

    /// Counts the random events so far.
    pub(super) fn draws(&self) -> u64 {
        self.counters()
            .iter()
            .map(|count| *count as u32 as u64)
            .sum()
    }

    fn counters(&self) -> &[i32] {
        let layout = &self.machine.program.layout;
        self.machine.state.memory.range(layout.counters())
    }

    /// Chooses by chance of a seed, and goes on with other chance.
    pub(super) fn step(&mut self, option: usize, seed: u64, chance: u64) -> Result<(), Fault> {
        self.reseed(seed);
        self.choose(option)?;
        self.reseed(chance);
        Ok(())
    }

    /// Returns a copy of the position.
    pub(super) fn position(&self) -> World {
        World {
            state: self.machine.state.clone(),
            options: self.machine.work.options.clone(),
        }
    }

    /// Returns how many bytes the position takes, its options apart.
    pub(super) fn bytes(&self) -> usize {
        self.machine.state.bytes()
    }

    /// Chooses and goes on to the next decision or the end.
    pub(super) fn choose(&mut self, option: usize) -> Result<(), Fault> {
        self.machine.choose(option);
        self.machine.run()
    }

    /// Hashes an option, equal wherever the same is asked again: the player, the question and the answer.
    pub(super) fn key(&self, option: usize) -> u64 {
        let mut hasher = digest::hasher();
        let (answer, values) = self.machine.work.options.get(option);
        (self.machine.state.pending, answer, values).hash(&mut hasher);
        hasher.finish()
    }

    /// As `key`, of what a player is told of the answer at once.
    pub(super) fn key_for(&self, option: usize, observer: PlayerId) -> u64 {
        let Some(pending) = self.machine.state.pending else {
            return 0;
        };
        let choice = self.machine.work.options.choice(option);
        let told = self
            .machine
            .visibility()
            .recipients(pending.player, pending.site, &choice);
        let sees = |part: usize| told.get(part).is_some_and(|told| told.to.has(observer));
        let mut hasher = digest::hasher();
        pending.hash(&mut hasher);
        // A choice of values has no word of its own, so its parts begin with the first value.
        let has_word = !matches!(choice.answer, Answer::Values);
        if has_word && sees(0) {
            choice.answer.hash(&mut hasher);
        }
        for (n, value) in choice.values.iter().enumerate() {
            sees(n + usize::from(has_word))
                .then_some(value)
                .hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Hashes the position without the chance still to come.
    pub(super) fn digest(&self) -> u64 {
        digest::position(self.machine.program, self.machine.state)
    }

    /// Returns the result, once `gains` has valued the end of the game.
    pub(super) fn outcome(&self) -> &Outcome {
        self.outcome
    }

    /// Plays on at random to the horizon, looking ahead or not, and tells what came of it for each player.
    pub(super) fn play_out(
        &mut self,
        stream: &mut Stream,
        mut ahead: Option<&mut Ahead<'_>>,
        horizon: &Horizon,
        value: &mut Value,
        gains: &mut Vec<f64>,
    ) -> Result<(), Fault> {
        let most = horizon.cut.unwrap_or(horizon.longest).min(horizon.longest);
        if let Some(ahead) = &mut ahead {
            ahead.begin();
        }
        let mut left = most;
        while left > 0 && !self.is_over() && !horizon.clock.is_interrupted() {
            left -= match &mut ahead {
                None => self.choose_at_random(stream, left.min(UNWATCHED))?,
                Some(ahead) => {
                    let Machine { state, work, .. } = &self.machine;
                    let option = ahead.pick(state, &work.options, stream);
                    self.choose(option)?;
                    1
                }
            };
        }
        self.gains(value, gains)
    }

    /// Makes so many decisions at random, or fewer to the end; returns how many.
    fn choose_at_random(&mut self, stream: &mut Stream, most: u64) -> Result<u64, Fault> {
        let (made, ran) = self.machine.run_at_random(stream, most);
        ran.map(|()| made)
    }

    /// Values the position for each player.
    pub(super) fn gains(&mut self, value: &mut Value, gains: &mut Vec<f64>) -> Result<(), Fault> {
        let heuristic = value.heuristic.filter(|_| !self.is_over());
        if let Some((node, slots)) = heuristic {
            self.values.clear();
            for player in PlayerId::first(self.machine.state.players) {
                let looks = self.machine.eval_as(player.value(), node, slots);
                self.values.push(looks);
            }
            self.machine.take_fault()?;
            value.of_position(self.values, true, gains);
            return Ok(());
        }
        rank(&mut self.machine, self.values, self.outcome)?;
        if self.is_over() {
            value.of_result(self.outcome, gains);
        } else {
            value.of_position(&self.outcome.scores, false, gains);
        }
        Ok(())
    }
}
