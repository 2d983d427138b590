//! A trial: one game played out while each decision is noted, at random by machine code, or by bots.

use std::sync::Arc;

use crate::leads::leader;
use crate::notes::Notes;
use ludex_bots::arena::Table;
use ludex_bots::spec::{Algorithm, Spec};
use ludex_engine::chance::{Stream, purpose};
use ludex_engine::fault::Fault;
use ludex_engine::machine::Work;
use ludex_engine::state::State;
use ludex_play::back_end;
use ludex_play::game::{Match, Outcome, PlayError, rank};
use ludex_play::interrupt::Interrupt;
use ludex_play::start::Start;
use ludex_program::Program;
use ludex_rules::ids::PlayerId;

/// Buffers for trials of one program.
pub struct Trial<'a> {
    program: &'a Arc<Program>,
    seats: &'a [Spec],
    fresh: Option<State>,
    /// The position before the first decision.
    pub(super) begun: State,
    state: State,
    work: Work,
    values: Vec<i32>,
    /// The result of the last game.
    pub outcome: Outcome,
    /// The leader at each decision of the last game, when that was asked for.
    pub leaders: Vec<Option<PlayerId>>,
    /// The number of decisions of the last game.
    pub decisions: u64,
    interrupt: Interrupt,
}

impl<'a> Trial<'a> {
    /// Buffers for games among such players; chance alone when none is named.
    #[must_use]
    pub fn new(program: &'a Arc<Program>, seats: &'a [Spec]) -> Trial<'a> {
        Trial {
            program,
            seats,
            fresh: None,
            begun: State::default(),
            state: State::default(),
            work: Work::default(),
            values: Vec::new(),
            outcome: Outcome::default(),
            leaders: Vec::new(),
            decisions: 0,
            interrupt: Interrupt::default(),
        }
    }

    /// Lets somebody end a game of bots at its next decision, and the search for that decision at its next playout.
    #[must_use]
    pub fn interruptible(self, interrupt: &Interrupt) -> Trial<'a> {
        let interrupt = interrupt.clone();
        Trial { interrupt, ..self }
    }

    /// Sets a game up; `begun` is then the position before its first decision.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn set_up(&mut self, start: &Start) -> Result<(), Fault> {
        let fresh = self.fresh.get_or_insert_with(|| {
            State::before_setup(self.program, start.players, start.seed, &start.options)
        });
        self.begun.clone_from(fresh);
        self.begun.seed = start.seed;
        back_end::fast(self.program, &mut self.begun, &mut self.work).run_setup()
    }

    /// Returns the position before the first decision.
    #[must_use]
    pub fn begun(&self) -> &State {
        &self.begun
    }

    /// Plays from `begun` to the end; `round` tells games of one seed apart.
    ///
    /// # Errors
    /// A fault of the rules, or a game of bots was interrupted.
    pub fn play(
        &mut self,
        start: &Start,
        round: u32,
        watches_leads: bool,
        notes: &mut Notes<'_>,
    ) -> Result<(), PlayError> {
        self.decisions = 0;
        self.leaders.clear();
        let chance = |seat: &Spec| seat.algorithm == Algorithm::Random;
        if self.seats.iter().all(chance) {
            Ok(self.by_chance(start.seed, round, watches_leads, notes)?)
        } else {
            self.by_bots(start, round, watches_leads, notes)
        }
    }

    fn by_chance(
        &mut self,
        seed: u64,
        round: u32,
        watches_leads: bool,
        notes: &mut Notes<'_>,
    ) -> Result<(), Fault> {
        self.state.clone_from(&self.begun);
        let mut policy = Stream::new(seed, purpose("playout"), round);
        let mut machine = back_end::fast(self.program, &mut self.state, &mut self.work);
        if machine.state.pending.is_some() {
            machine.pending_options();
        }
        loop {
            machine.run()?;
            if machine.state.over {
                break;
            }
            if self.decisions == self.program.budget.decisions {
                return Err(machine.unending());
            }
            if watches_leads {
                let known = rank(&mut machine, &mut self.values, &mut self.outcome);
                self.leaders
                    .push(known.ok().and_then(|()| leader(&self.outcome)));
            }
            let option = policy.pick(machine.work.options.len());
            notes.decision(machine.state, &machine.work.options, option);
            machine.choose(option);
            self.decisions += 1;
        }
        rank(&mut machine, &mut self.values, &mut self.outcome)?;
        notes.end(machine.state);
        Ok(())
    }

    fn by_bots(
        &mut self,
        start: &Start,
        round: u32,
        watches_leads: bool,
        notes: &mut Notes<'_>,
    ) -> Result<(), PlayError> {
        let begun = self.begun.clone();
        let mut game = Match::at(Arc::clone(self.program), start.clone(), begun)?;
        let seats = self.seats.iter().cycle().take(usize::from(start.players));
        let seats: Vec<Spec> = seats.cloned().collect();
        // Each round of a seed has chance of its own.
        let seed = Stream::new(start.seed, purpose("lab bots"), round).word();
        let mut table = Table::new(&seats, seed).interruptible(&self.interrupt);
        while let Some(option) = table.choose(&game) {
            if self.interrupt.is_raised() {
                return Err(PlayError::Interrupted);
            }
            if self.decisions == self.program.budget.decisions {
                return Err(game.unending().into());
            }
            if watches_leads {
                self.state.clone_from(game.state());
                let mut machine = back_end::fast(self.program, &mut self.state, &mut self.work);
                let known = rank(&mut machine, &mut self.values, &mut self.outcome);
                self.leaders
                    .push(known.ok().and_then(|()| leader(&self.outcome)));
            }
            notes.decision(game.state(), game.open_options(), option);
            game.apply(option)?;
            self.decisions += 1;
        }
        table.leave(&game);
        self.outcome = game.result().cloned().unwrap_or_default();
        notes.end(game.state());
        Ok(())
    }
}
