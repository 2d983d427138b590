//! Lean positions: a state with the options of its open question, for those who step through very many games.
//!
//! A `Match` keeps what a table wants: events, undo, saves. A `LeanGame` keeps none of that. It begins where a game does or
//! where a match stands, is `Send`, and once its buffers have their size a step allocates nothing, nor does a copy into another
//! one. The machine's buffers (`Workspace`) belong to whoever works, one for each thread, and not to positions. Chance may be
//! told how to come out, which search over chance needs (`LeanGame::apply_forced`).

use crate::back_end;
use crate::game::{Match, Outcome, PlayError, rank};
use crate::start::Start;
use ludex_engine::chance::Stream;
use ludex_engine::fault::Fault;
use ludex_engine::knowledge::event::Event;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::option::Options;
use ludex_engine::redo::Redo;
use ludex_engine::state::{Pending, State};
use ludex_program::Program;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game at a decision or at its end, without a past.
#[derive(Debug)]
pub struct LeanGame {
    program: Arc<Program>,
    state: State,
    options: Options,
    outcome: Outcome,
    /// The number of choices since it began.
    decisions: u64,
    /// A fault broke it off, so its state is of no use.
    is_broken: bool,
}

// Written out, because the derived `clone_from` would give up the buffers of the old value.
impl Clone for LeanGame {
    fn clone(&self) -> LeanGame {
        LeanGame {
            program: Arc::clone(&self.program),
            state: self.state.clone(),
            options: self.options.clone(),
            outcome: self.outcome.clone(),
            decisions: self.decisions,
            is_broken: self.is_broken,
        }
    }

    fn clone_from(&mut self, from: &LeanGame) {
        // Without `..`, so that a new field can't be forgotten.
        let LeanGame {
            program,
            state,
            options,
            outcome,
            decisions,
            is_broken,
        } = from;
        self.program.clone_from(program);
        self.state.clone_from(state);
        self.options.clone_from(options);
        self.outcome.copy_from(outcome);
        (self.decisions, self.is_broken) = (*decisions, *is_broken);
    }
}

/// Buffers of a machine that steps lean games of one program after another.
#[derive(Debug, Default)]
pub struct Workspace {
    work: Work,
    values: Vec<i32>,
}

/// Positions before set-up, by players and options: games that begin alike cost only a copy.
#[derive(Debug, Clone, Default)]
pub struct FreshStates(Vec<(u8, Vec<i32>, State)>);

/// A random number that a step drew: which one, counted from 0 since the game began, and how many outcomes it had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// The number of the draw.
    pub number: u32,
    /// The number of its outcomes, each equally likely.
    pub outcomes: u32,
}

/// The chance that a step met, and what happened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The rolls and picks that were drawn, in order.
    pub draws: Vec<Draw>,
    /// True if a place was shuffled or picked from besides, whose outcomes can't be forced by number.
    pub shuffled: bool,
    /// The events, in order, each with who is told of it.
    pub events: Vec<Event>,
}

impl LeanGame {
    /// Begins a game, at its first decision.
    ///
    /// # Errors
    /// A wrong start, or a fault of the rules.
    pub fn new(
        program: Arc<Program>,
        start: &Start,
        space: &mut Workspace,
    ) -> Result<LeanGame, PlayError> {
        start.check(&program)?;
        let mut game = LeanGame {
            program,
            state: State::default(),
            options: Options::default(),
            outcome: Outcome::default(),
            decisions: 0,
            is_broken: false,
        };
        game.restart(start, &mut FreshStates::default(), space)?;
        Ok(game)
    }

    /// Takes the position of a match, without its past; none while an answer that was given ahead waits.
    #[must_use]
    pub fn from_match(game: &Match) -> Option<LeanGame> {
        game.ahead.is_empty().then(|| LeanGame {
            program: game.shared_program(),
            state: game.state.clone(),
            options: game.options.clone(),
            outcome: game.result().cloned().unwrap_or_default(),
            decisions: game.choice_count() as u64,
            is_broken: false,
        })
    }

    /// Begins anew from a start that was checked.
    ///
    /// # Errors
    /// A fault of the rules; the game is then broken.
    pub fn restart(
        &mut self,
        start: &Start,
        fresh: &mut FreshStates,
        space: &mut Workspace,
    ) -> Result<(), Fault> {
        fresh.copy(&self.program, start, &mut self.state);
        self.decisions = 0;
        self.is_broken = false;
        self.work(space, None, |machine| machine.run_setup())
            .map(|_| ())
    }

    /// Chooses an option by number and goes on to the next decision or the end.
    ///
    /// # Errors
    /// No such option or no open decision, which change nothing; or a fault of the rules, after which the game is broken.
    pub fn apply(&mut self, option: usize, space: &mut Workspace) -> Result<(), PlayError> {
        self.check(option)?;
        self.step(option, space, None)?;
        Ok(())
    }

    /// As `apply`, with rolls and picks that come out as told, by their numbers; tells which were drawn and what happened.
    ///
    /// # Errors
    /// As of `apply`.
    pub fn apply_forced(
        &mut self,
        option: usize,
        forced: &BTreeMap<u32, u32>,
        space: &mut Workspace,
    ) -> Result<Drawn, PlayError> {
        self.check(option)?;
        let drawn = self.step(option, space, Some(forced))?;
        Ok(drawn.unwrap_or_default())
    }

    /// As `restart`, with rolls and picks that come out as told, by their numbers; tells which were drawn and what happened.
    ///
    /// # Errors
    /// As of `restart`.
    pub fn restart_forced(
        &mut self,
        start: &Start,
        forced: &BTreeMap<u32, u32>,
        space: &mut Workspace,
    ) -> Result<Drawn, PlayError> {
        FreshStates::default().copy(&self.program, start, &mut self.state);
        self.decisions = 0;
        self.is_broken = false;
        let drawn = self.work(space, Some(forced), |machine| machine.run_setup())?;
        Ok(drawn.unwrap_or_default())
    }

    /// Plays on at random, at most so many decisions, on one machine: a decision then costs what it costs a playout.
    ///
    /// # Errors
    /// A fault of the rules, after which the game is broken.
    pub fn play_on(
        &mut self,
        stream: &mut Stream,
        most: u64,
        space: &mut Workspace,
    ) -> Result<u64, Fault> {
        if most == 0 || self.pending().is_none() {
            return Ok(0);
        }
        let allowed = self.program.budget.decisions.saturating_sub(self.decisions);
        let mut made = 0;
        let options = self.options.len();
        let played = self.work(space, None, |machine| {
            if allowed == 0 {
                return Err(machine.unending());
            }
            // The options of the first are listed already.
            machine.choose(stream.pick(options));
            made = 1;
            if most > 1 {
                let (random, ran) = machine.run_at_random(stream, most.min(allowed) - 1);
                made += random;
                ran?;
            }
            if most == 1 || machine.state.over || made == most {
                return Ok(());
            }
            Err(machine.unending())
        });
        self.decisions += made;
        played.map(|_| made)
    }

    /// Gives it other chance from now on.
    pub fn reseed(&mut self, seed: u64) {
        self.state.seed = seed;
    }

    /// Counts the random events so far.
    #[must_use]
    pub fn draws(&self) -> u64 {
        let counters = self.state.memory.range(self.program.layout.counters());
        counters.iter().map(|count| u64::from(*count as u32)).sum()
    }

    fn check(&self, option: usize) -> Result<(), PlayError> {
        let of = self.options().len();
        match self.pending() {
            None => Err(PlayError::Over),
            Some(_) if option >= of => Err(PlayError::NoSuchOption { option, of }),
            Some(_) => Ok(()),
        }
    }

    fn step(
        &mut self,
        option: usize,
        space: &mut Workspace,
        forced: Option<&BTreeMap<u32, u32>>,
    ) -> Result<Option<Drawn>, Fault> {
        let is_spent = self.decisions >= self.program.budget.decisions;
        self.decisions += 1;
        self.work(space, forced, |machine| {
            if is_spent {
                return Err(machine.unending());
            }
            machine.choose(option);
            Ok(())
        })
    }

    /// Lets a machine begin a step and go on to the next decision or to the end and its result.
    fn work(
        &mut self,
        space: &mut Workspace,
        forced: Option<&BTreeMap<u32, u32>>,
        begin: impl FnOnce(&mut Machine<'_>) -> Result<(), Fault>,
    ) -> Result<Option<Drawn>, Fault> {
        let places = self.program.layout.purposes.len() - 1;
        let shuffles = |state: &State, program: &Program| {
            let counters = state.memory.range(program.layout.counters());
            let counted = counters.iter().take(places);
            counted.fold(0u64, |sum, count| sum + u64::from(*count as u32))
        };
        let before = forced.map(|_| shuffles(&self.state, &self.program));
        let Workspace { work, values } = space;
        work.redo = forced.map(|forced| Redo {
            forced: forced.clone(),
            ..Redo::default()
        });
        work.events = forced.map(|_| Vec::new());
        // Copied, since the buffer of whoever works has room for far more than a position needs.
        work.options.clone_from(&self.options);
        let mut machine = back_end::fast(&self.program, &mut self.state, work);
        let outcome = &mut self.outcome;
        let ended = begin(&mut machine).and_then(|()| {
            if !machine.state.over {
                machine.run()?;
            }
            if machine.state.over {
                rank(&mut machine, values, outcome)?;
                machine.work.options.clear();
            }
            Ok(())
        });
        self.options.clone_from(&work.options);
        self.is_broken = ended.is_err();
        let (redo, events) = (work.redo.take(), work.events.take());
        ended?;
        Ok(redo.zip(before).map(|(redo, before)| {
            let draws = redo.bounds.iter();
            let draws = draws.map(|(number, outcomes)| Draw {
                number: *number,
                outcomes: *outcomes,
            });
            Drawn {
                draws: draws.collect(),
                shuffled: shuffles(&self.state, &self.program) != before,
                events: events.unwrap_or_default(),
            }
        }))
    }

    /// Returns the compiled rules.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the position, with everything hidden in it.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the open question; none once the game is over or broken.
    #[must_use]
    pub fn pending(&self) -> Option<Pending> {
        self.state.pending.filter(|_| !self.is_broken)
    }

    /// Returns the options of the open question.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the number of choices since it began.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Returns true once nobody is asked any more: the game is over, or a fault broke it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.pending().is_none()
    }

    /// Returns true after a fault of the rules.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Returns scores and ranks, once the game is over.
    #[must_use]
    pub fn result(&self) -> Option<&Outcome> {
        (self.state.over && !self.is_broken).then_some(&self.outcome)
    }
}

impl FreshStates {
    /// Puts a state before the set-up of a start.
    fn copy(&mut self, program: &Program, start: &Start, state: &mut State) {
        let is_same = |(players, options, _): &&(u8, Vec<i32>, State)| {
            *players == start.players && *options == start.options
        };
        let found = self.0.iter().position(|one| is_same(&one));
        let at = found.unwrap_or_else(|| {
            let fresh = start.before_setup(program);
            self.0.push((start.players, start.options.clone(), fresh));
            self.0.len() - 1
        });
        state.clone_from(&self.0[at].2);
        (state.seed, state.salt) = (start.seed, start.salt);
    }
}
