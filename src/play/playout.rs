//! Random games at full speed: nothing recorded, nothing allocated for a decision.

use crate::back_end;
use crate::game::{Outcome, rank};
use crate::start::Start;
use ludex_engine::chance::{Stream, purpose};
use ludex_engine::fault::{Fault, FaultKind};
use ludex_engine::machine::Work;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_rules::decision::Choice;
use ludex_rules::ids::PlayerId;

/// Buffers for random games of one program, used again and again.
#[derive(Debug)]
pub struct Playout<'a> {
    program: &'a Program,
    fresh: Option<(Start, State)>,
    state: State,
    work: Work,
    values: Vec<i32>,
    outcome: Outcome,
}

/// The result of a random game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayoutResult<'a> {
    /// The score of each player.
    pub scores: &'a [i32],
    /// Those of rank 1; nobody, when the rules let nobody win.
    pub winners: &'a [PlayerId],
    /// The number of decisions made.
    pub decisions: u64,
}

/// A random game that the rules broke.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault} (after {} choices)", .choices.len())]
pub struct StuckGame {
    /// The choices until then.
    pub choices: Vec<Choice>,
    /// The fault that ended it.
    pub fault: Fault,
}

impl StuckGame {
    /// Returns the fault, if the same choices ended with it by the interpreter too, and else that the executors disagree. A
    /// budget may be spent by one of them alone, as only the interpreter holds events.
    #[must_use]
    pub fn confirmed(&self, told: Option<&Fault>) -> Fault {
        let mut fault = self.fault.clone();
        if !fault.kind.is_of_budget() && told != Some(&fault) {
            fault.kind = FaultKind::Disagreement;
        }
        fault
    }
}

impl<'a> Playout<'a> {
    /// Buffers for a program. Its first games are interpreted, and machine code is made of it when they have taken about as
    /// long as that takes; the games are the same.
    #[must_use]
    pub fn new(program: &'a Program) -> Playout<'a> {
        Playout {
            program,
            fresh: None,
            state: State::default(),
            work: Work::default(),
            values: Vec::new(),
            outcome: Outcome::default(),
        }
    }

    /// As `new`, with the machine code of the program made at once: for so many games that it pays from the first one on, and
    /// for tests of it.
    #[must_use]
    pub fn compiled(program: &'a Program) -> Playout<'a> {
        back_end::has_native(program);
        Playout::new(program)
    }

    /// As `new`, but asks everything anew that it remembers.
    #[must_use]
    pub fn in_doubt(program: &'a Program) -> Playout<'a> {
        let mut playout = Playout::new(program);
        playout.work.doubt();
        playout
    }

    /// Of a playout in doubt: how many remembered answers would have been wrong.
    #[must_use]
    pub fn mistaken(&self) -> u64 {
        self.work.mistaken()
    }

    /// Plays a game to its end, every option equally likely.
    ///
    /// # Errors
    /// A fault of the rules, with the choices that led to it.
    pub fn run(
        &mut self,
        start: &Start,
        policy_seed: u64,
    ) -> Result<PlayoutResult<'_>, Box<StuckGame>> {
        match self.play(start, policy_seed, None) {
            Ok(decisions) => Ok(PlayoutResult {
                scores: &self.outcome.scores,
                winners: &self.outcome.winners,
                decisions,
            }),
            Err(fault) => {
                // The fault is known; the same game again notes the choices, which would cost every game something.
                let mut choices = Vec::new();
                let _ = self.play(start, policy_seed, Some(&mut choices));
                Err(Box::new(StuckGame { choices, fault }))
            }
        }
    }

    /// Makes the machine code at once; true if there is any, as on all processors that Cranelift knows.
    #[must_use]
    pub fn is_native(&self) -> bool {
        back_end::has_native(self.program)
    }

    /// Returns true if the machine code of the program has been made, so that the next game runs as machine code.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        back_end::is_compiled(self.program)
    }

    fn play(
        &mut self,
        start: &Start,
        policy_seed: u64,
        note: Option<&mut Vec<Choice>>,
    ) -> Result<u64, Fault> {
        self.fresh(start);
        let mut policy = Stream::new(policy_seed, purpose("playout"), 0);
        let mut machine = back_end::fast(self.program, &mut self.state, &mut self.work);
        machine.run_setup()?;
        let most = self.program.budget.decisions;
        let mut decisions = 0;
        match note {
            None => {
                let (made, ran) = machine.run_at_random(&mut policy, most);
                ran?;
                decisions = made;
            }
            Some(choices) => {
                machine.run()?;
                while !machine.state.over && decisions < most {
                    let option = policy.pick(machine.work.options.len());
                    choices.push(machine.work.options.choice(option));
                    machine.choose(option);
                    machine.run()?;
                    decisions += 1;
                }
            }
        }
        if !machine.state.over {
            return Err(machine.unending());
        }
        rank(&mut machine, &mut self.values, &mut self.outcome)?;
        Ok(decisions)
    }

    /// Puts the state before set-up; the same players and options as last time cost only copies.
    fn fresh(&mut self, start: &Start) {
        let same =
            |(of, _): &&(Start, State)| of.players == start.players && of.options == start.options;
        if self.fresh.as_ref().filter(same).is_none() {
            let state = start.before_setup(self.program);
            self.fresh = Some((start.clone(), state));
        }
        if let Some((_, fresh)) = &self.fresh {
            self.state.clone_from(fresh);
        }
        (self.state.seed, self.state.salt) = (start.seed, start.salt);
    }

    /// The position where the last game ended.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }
}
