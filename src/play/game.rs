//! A match: one game from its start to its result, with undo and everything that happened.

mod ahead;
pub mod history;
mod world;

use crate::back_end;
use crate::game::history::{History, Meter, Sealed};
use crate::interrupt::Interrupt;
use crate::start::{Start, StartError};
use ludex_engine::chance::{Stream, purpose};
use ludex_engine::fault::Fault;
use ludex_engine::knowledge::event::{Event, Trace};
use ludex_engine::machine::{Machine, Observer, Work};
use ludex_engine::option::Options;
use ludex_engine::redo::{Redo, Told};
use ludex_engine::state::snapshot::Snapshot;
use ludex_engine::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::Address;
use ludex_rules::decision::Choice;
use ludex_rules::ids::PlayerId;
use ludex_rules::table::Table;
use std::sync::Arc;

/// A game being played, always at a decision or over.
#[derive(Debug, Clone)]
pub struct Match {
    pub(crate) program: Arc<Program>,
    pub(crate) start: Arc<Start>,
    /// The position it began from, when that is not the game's own set-up.
    pub(crate) from: Option<Snapshot>,
    pub(crate) state: State,
    /// The options of the open question.
    pub(crate) options: Options,
    /// The events before the first decision.
    pub(crate) begun: Arc<[Event]>,
    pub(crate) history: History,
    pub(crate) outcome: Option<Arc<Outcome>>,
    /// The memory that players had of pieces when it began, in a game from a given position; see `worlds/recall.rs`.
    pub(crate) remembered: Option<Arc<Table<Address, PlayerSet>>>,
    /// The beliefs of the time before it began, in a world.
    pub(crate) believed: Arc<[Arc<Trace>]>,
    /// Random numbers that come out otherwise, while it is played again; see `worlds/walk.rs`.
    pub(crate) redo: Option<Box<Redo>>,
    /// Whoever watches its routines, in a game that is played to be watched; see `observed.rs`.
    pub(crate) observer: Option<Arc<dyn Observer>>,
    /// Answers given ahead, in the order in which they were given; each is opened when its player is asked.
    pub(crate) ahead: Vec<Sealed>,
}

/// A step of a match while it is being made.
pub(super) struct Steps {
    before: State,
    sealed_before: Vec<Sealed>,
    choices: Vec<Choice>,
    events: Vec<Event>,
    /// Bytes of the events, which the budget counts.
    told: u64,
}

impl Steps {
    fn from(game: &Match) -> Steps {
        Steps {
            before: game.state.clone(),
            sealed_before: game.ahead.clone(),
            choices: Vec::new(),
            events: Vec::new(),
            told: 0,
        }
    }
}

/// The result of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Outcome {
    /// The score of each player.
    pub scores: Vec<i32>,
    /// The rank of each player, from 1; shared by equals. Who can win at all stands before who can't.
    pub ranks: Vec<u32>,
    /// Those of rank 1; nobody, when the rules let nobody win.
    pub winners: Vec<PlayerId>,
}

impl Outcome {
    /// As `clone_from`, which derived would give up the buffers.
    pub(crate) fn copy_from(&mut self, from: &Outcome) {
        let Outcome {
            scores,
            ranks,
            winners,
        } = from;
        self.scores.clone_from(scores);
        self.ranks.clone_from(ranks);
        self.winners.clone_from(winners);
    }
}

/// The reason why a step of a match failed. The match is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// Option 99 of 6.
    #[error("there is no option {option}: there are {of}, counted from 0")]
    NoSuchOption {
        /// The number that was asked for.
        option: usize,
        /// The number of options there are.
        of: usize,
    },
    /// A value or words that no option has, with what was probably meant.
    #[error("no option is `{said}`{}", crate::start::hint(.nearest.as_deref()))]
    NoSuchChoice {
        /// The words that were given.
        said: String,
        /// Words of an option.
        nearest: Option<String>,
    },
    /// A value or words that several options have.
    #[error("several options are `{0}`")]
    Ambiguous(String),
    /// A choice after the end.
    #[error("the game is over")]
    Over,
    /// An answer of a player who is not to decide now.
    #[error(
        "{player} is not asked here: it is another's turn, or {player} has decided or has no choice"
    )]
    NotAsked {
        /// The player who wanted to answer.
        player: PlayerId,
    },
    /// Undo at the beginning.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// Somebody asked long work to end.
    #[error("it was asked to end before it was done")]
    Interrupted,
    /// An unknown action, with what was probably meant.
    #[error("unknown action `{name}`{}", crate::start::hint(.nearest.as_deref()))]
    UnknownAction {
        /// The name that was given.
        name: String,
        /// The action that was probably meant.
        nearest: Option<String>,
    },
    /// An argument that is no value of its parameter's type.
    #[error("`{word}` is no value for `{parameter}`{}", crate::start::hint(.nearest.as_deref()))]
    UnknownWord {
        /// The name of the parameter.
        parameter: String,
        /// The word that was given.
        word: String,
        /// The word that was probably meant.
        nearest: Option<String>,
    },
    /// More arguments than parameters.
    #[error("`{action}` takes {takes} arguments, not {given}")]
    TooManyArguments {
        /// The name of the action.
        action: String,
        /// The number of its parameters.
        takes: usize,
        /// The number of arguments that were given.
        given: usize,
    },
    /// A wrong number of players or wrong options.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A mistake in the rules.
    #[error("{0}")]
    Fault(#[from] Fault),
}

impl Match {
    /// A new game, at its first decision.
    ///
    /// # Errors
    /// A wrong number of players, or a fault of the rules.
    pub fn new(program: Arc<Program>, start: Start) -> Result<Match, PlayError> {
        Match::begun(program, start, None, None)
    }

    pub(crate) fn begun(
        program: Arc<Program>,
        start: Start,
        redo: Option<Box<Redo>>,
        observer: Option<Arc<dyn Observer>>,
    ) -> Result<Match, PlayError> {
        start.check(&program)?;
        let state = start.before_setup(&program);
        let mut game = Match {
            redo,
            observer,
            ..Match::standing(program, start, state)
        };
        game.begin(|machine| {
            machine.run_setup()?;
            go_on(machine)
        })?;
        Ok(game)
    }

    /// A game from a given position, at its first decision.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn at(program: Arc<Program>, start: Start, state: State) -> Result<Match, PlayError> {
        Match::at_told(program, start, state, Vec::new())
    }

    /// The same, with outcomes of chance told by name.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn at_told(
        program: Arc<Program>,
        start: Start,
        state: State,
        told: Vec<Told>,
    ) -> Result<Match, PlayError> {
        Match::at_observed(program, start, state, told, None)
    }

    /// As `at_told`, watched by an observer from the beginning.
    pub(crate) fn at_observed(
        program: Arc<Program>,
        start: Start,
        state: State,
        told: Vec<Told>,
        observer: Option<Arc<dyn Observer>>,
    ) -> Result<Match, PlayError> {
        let from = Some(Snapshot::of(&program, &state));
        let asked = state.pending.is_some();
        let mut game = Match {
            from,
            observer,
            ..Match::standing(program, start, state)
        };
        game.tell_chance(told);
        game.begin(|machine| {
            let ended = go_on(machine)?;
            if asked && ended.is_none() {
                // The position stood at a decision already, without its options.
                machine.pending_options();
            }
            Ok(ended)
        })?;
        Ok(game)
    }

    /// Tells how the next events of chance come out; each outcome waits for an event that can come out so.
    pub fn tell_chance(&mut self, told: Vec<Told>) {
        if !told.is_empty() {
            let redo = self.redo.get_or_insert_default();
            redo.told.extend(told);
        }
    }

    /// Returns how many outcomes that were told still wait, and forgets them.
    pub fn untold_chance(&mut self) -> usize {
        let redo = self.redo.as_mut();
        redo.map_or(0, |redo| redo.told.drain(..).count())
    }

    /// A match in a position, nothing done yet.
    pub(crate) fn standing(program: Arc<Program>, start: Start, state: State) -> Match {
        Match {
            program,
            start: Arc::new(start),
            from: None,
            state,
            options: Options::default(),
            begun: Arc::default(),
            history: History::default(),
            outcome: None,
            remembered: None,
            believed: Arc::default(),
            redo: None,
            observer: None,
            ahead: Vec::new(),
        }
    }

    /// Lets a machine work on the position; gives what it gave and what happened.
    pub fn work<R>(&mut self, work: impl FnOnce(&mut Machine<'_>) -> R) -> (R, Vec<Event>) {
        let mut lent = Work::lent(&self.program);
        std::mem::swap(&mut lent.options, &mut self.options);
        lent.events = Some(Vec::new());
        lent.redo = self.redo.take().map(|redo| *redo);
        lent.observer.clone_from(&self.observer);
        let result = work(&mut back_end::recording(
            &self.program,
            &mut self.state,
            &mut lent,
        ));
        std::mem::swap(&mut lent.options, &mut self.options);
        let events = lent.events.take();
        self.redo = lent.redo.take().map(Box::new);
        (result, events.unwrap_or_default())
    }

    /// Begins the game with what leads to its first decision.
    fn begin(
        &mut self,
        work: impl FnOnce(&mut Machine<'_>) -> Result<Option<Outcome>, Fault>,
    ) -> Result<(), Fault> {
        let (ended, events) = self.work(work);
        self.outcome = ended?.map(Arc::new);
        self.begun = events.into();
        Ok(())
    }

    /// The position with the options of its open question, without its past.
    pub fn at_decision(self) -> (State, Options) {
        (self.state, self.options)
    }

    /// Fills the options of the open question, which a position alone does not hold.
    pub(crate) fn list_options(&mut self) {
        self.work(|machine| machine.pending_options());
    }

    /// Returns the compiled rules.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the compiled rules, shared.
    #[must_use]
    pub fn shared_program(&self) -> Arc<Program> {
        Arc::clone(&self.program)
    }

    /// Returns the match in the words of another locale: of a program of the same rules.
    #[must_use]
    pub fn in_words_of(&self, program: Arc<Program>) -> Match {
        if program.hash == self.program.hash {
            Match {
                program,
                ..self.clone()
            }
        } else {
            self.clone()
        }
    }

    /// Returns the start: players, seed and options.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Returns the position, with everything hidden in it.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Tells whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.over
    }

    /// Returns the number of options of the open decision; 0 when the game is over.
    #[must_use]
    pub fn options(&self) -> usize {
        if self.state.pending.is_some() {
            self.options.len()
        } else {
            0
        }
    }

    /// An option of the open question, by number.
    ///
    /// # Panics
    /// No option has this number.
    #[must_use]
    pub fn option(&self, option: usize) -> Choice {
        self.options.choice(option)
    }

    /// Returns the options of the open question, as numbers.
    pub fn open_options(&self) -> &Options {
        &self.options
    }

    /// The number of an option of the open question.
    #[must_use]
    pub fn find(&self, choice: &Choice) -> Option<usize> {
        self.options.find(choice)
    }

    /// Chooses an option by number and goes on to the next decision; gives what happened.
    ///
    /// # Errors
    /// No such option, the game is over, or a fault of the rules; the match is then unchanged.
    pub fn apply(&mut self, option: usize) -> Result<Arc<[Event]>, PlayError> {
        self.apply_with(option, Match::open_sealed)
    }

    /// As `apply`, but nothing that was sealed is opened.
    pub(super) fn apply_alone(&mut self, option: usize) -> Result<Arc<[Event]>, PlayError> {
        self.apply_with(option, |_, _| Ok(()))
    }

    fn apply_with(
        &mut self,
        option: usize,
        then: impl FnOnce(&mut Match, &mut Steps) -> Result<(), PlayError>,
    ) -> Result<Arc<[Event]>, PlayError> {
        let is_spent = self.choice_count() as u64 >= self.program.budget.decisions;
        if is_spent && self.state.pending.is_some() {
            return Err(self.unending().into());
        }
        let mut steps = Steps::from(self);
        self.step(option, &mut steps)?;
        then(self, &mut steps)?;
        Ok(self.remember(steps))
    }

    /// Chooses an option, as a part of a step; when that fails, the match is as it was before the whole step.
    pub(super) fn step(&mut self, option: usize, steps: &mut Steps) -> Result<(), PlayError> {
        if self.state.pending.is_none() {
            return Err(PlayError::Over);
        }
        let of = self.options.len();
        if option >= of {
            return Err(PlayError::NoSuchOption { option, of });
        }
        steps.choices.push(self.options.choice(option));
        let told = steps.told;
        let ((ended, told), events) = self.work(|machine| {
            machine.work.told = told;
            machine.choose(option);
            (go_on(machine), machine.work.told)
        });
        match ended {
            Ok(outcome) => self.outcome = outcome.map(Arc::new),
            Err(fault) => {
                self.back_to(steps);
                return Err(fault.into());
            }
        }
        steps.events.extend(events);
        steps.told = told;
        Ok(())
    }

    /// Leaves what failed undone.
    fn back_to(&mut self, steps: &Steps) {
        self.state.clone_from(&steps.before);
        self.ahead.clone_from(&steps.sealed_before);
        self.list_options();
    }

    /// Keeps what was done, so that it can be undone at once.
    fn remember(&mut self, steps: Steps) -> Arc<[Event]> {
        let Steps {
            before,
            sealed_before,
            choices,
            events,
            told: _,
        } = steps;
        let after = &self.state;
        (self.history).push(&before, after, &choices, &sealed_before, events)
    }

    /// Back before the last choice, before the last answer given ahead, or before the last playout.
    ///
    /// # Errors
    /// There is nothing to undo.
    pub fn undo(&mut self) -> Result<(), PlayError> {
        if !self.history.pop(&mut self.state, &mut self.ahead) {
            return Err(PlayError::NothingToUndo);
        }
        self.outcome = None;
        self.list_options();
        Ok(())
    }

    /// Back before the last question that was answered, all the steps of which are taken back together.
    ///
    /// # Errors
    /// There is nothing to undo.
    pub fn undo_whole(&mut self) -> Result<(), PlayError> {
        self.undo()?;
        while self.is_within_question() && self.undo().is_ok() {}
        Ok(())
    }

    /// Tells whether the open question is one that is asked in steps, some of which are answered.
    fn is_within_question(&self) -> bool {
        let Some((pending, frame)) = self.state.pending.zip(self.state.frames.last()) else {
            return false;
        };
        let counts = self.program.sites[pending.site].ask.counts();
        let answered = |slot: u16| self.state.stack.get(frame.slots() + usize::from(slot));
        counts.and_then(answered).is_some_and(|count| *count > 0)
    }

    /// Scores and ranks, once the game is over.
    #[must_use]
    pub fn result(&self) -> Option<&Outcome> {
        self.outcome.as_deref()
    }

    /// Everything that happened since the beginning.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.events_from(0)
    }

    /// Everything that happened since there were so many events.
    pub fn events_from(&self, first: usize) -> impl Iterator<Item = &Event> {
        let begun = self.begun.iter().skip(first);
        begun.chain(
            self.history
                .events_from(first.saturating_sub(self.begun.len())),
        )
    }

    /// Returns the number of events since the beginning.
    #[must_use]
    pub fn event_count(&self) -> usize {
        self.begun.len() + self.history.event_count()
    }

    /// All choices since the beginning.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.history.choices()
    }

    /// The choice made last.
    #[must_use]
    pub fn last_choice(&self) -> Option<Choice> {
        self.history.last_choice()
    }

    /// Returns the number of choices since the beginning.
    #[must_use]
    pub fn choice_count(&self) -> usize {
        self.history.choice_count()
    }

    /// Forgets what happened, now and from now on, and counts what undo needs with a meter: for those who keep many matches.
    pub fn keep_little(&mut self, meter: &Meter) {
        self.begun = Arc::default();
        self.history = self.history.without_events(meter);
    }

    /// Forgets what happened so far, which cannot be undone any more: for those who only want to know what comes.
    pub fn forget(&mut self) {
        self.begun = Arc::default();
        self.history.clear();
    }

    /// Plays on at random, at most so many decisions; gives how many were made.
    ///
    /// # Errors
    /// A fault of the rules, as a game that is to be played to its end and has none; the match is then unchanged.
    pub fn playout(&mut self, seed: u64, most: Option<u64>) -> Result<u64, PlayError> {
        self.playout_seen(seed, most, &mut |_| ())
    }

    /// As `playout`, and each open question is looked at before chance answers it.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn playout_seen(
        &mut self,
        seed: u64,
        most: Option<u64>,
        look: &mut dyn FnMut(&Match),
    ) -> Result<u64, PlayError> {
        self.playout_until(seed, most, &Interrupt::default(), look)
    }

    /// As `playout_seen`, until it is asked to end.
    ///
    /// # Errors
    /// A fault of the rules, or it was asked to end; the match is then unchanged.
    pub fn playout_until(
        &mut self,
        seed: u64,
        most: Option<u64>,
        interrupt: &Interrupt,
        look: &mut dyn FnMut(&Match),
    ) -> Result<u64, PlayError> {
        let (steps, is_interrupted) = self.roll_out(seed, most, interrupt, look)?;
        if is_interrupted {
            self.back_to(&steps);
            return Err(PlayError::Interrupted);
        }
        Ok(self.keep_rolled_out(steps))
    }

    /// As `playout_until`, but what was made until it was asked to end stays; one `undo` takes it back.
    ///
    /// # Errors
    /// A fault of the rules; the match is then unchanged.
    pub fn playout_so_far(
        &mut self,
        seed: u64,
        most: Option<u64>,
        interrupt: &Interrupt,
    ) -> Result<u64, PlayError> {
        let (steps, _) = self.roll_out(seed, most, interrupt, &mut |_| ())?;
        Ok(self.keep_rolled_out(steps))
    }

    /// Plays on at random; returns the steps, and true if it was asked to end before the last of them.
    fn roll_out(
        &mut self,
        seed: u64,
        most: Option<u64>,
        interrupt: &Interrupt,
        look: &mut dyn FnMut(&Match),
    ) -> Result<(Steps, bool), PlayError> {
        let mut steps = Steps::from(self);
        let mut stream = Stream::new(seed, purpose("playout"), 0);
        let allowed = self.program.budget.decisions;
        let mut made = 0;
        while most.is_none_or(|most| made < most) && self.state.pending.is_some() {
            if made >= allowed {
                let fault = self.unending();
                self.back_to(&steps);
                return Err(fault.into());
            }
            if interrupt.is_raised() {
                return Ok((steps, true));
            }
            look(self);
            let option = stream.pick(self.options.len());
            self.step(option, &mut steps)?;
            self.open_sealed(&mut steps)?;
            made = steps.choices.len() as u64;
        }
        Ok((steps, false))
    }

    /// Keeps the steps of a playout; returns the number of decisions.
    fn keep_rolled_out(&mut self, steps: Steps) -> u64 {
        let made = steps.choices.len() as u64;
        if made > 0 {
            self.remember(steps);
        }
        made
    }

    /// The fault of a game that was played as long as the budget allows.
    #[must_use]
    pub fn unending(&mut self) -> Fault {
        self.work(|machine| machine.unending()).0
    }

    /// Returns the position it began from, when that is not the game's own set-up.
    #[must_use]
    pub fn from(&self) -> Option<State> {
        self.from.as_ref().map(|from| from.restore(&self.program))
    }

    /// A match of the same game at its very beginning, to play it again.
    pub(crate) fn again(&self) -> Result<Match, PlayError> {
        self.again_with(None)
    }

    /// As `again`, with random numbers that come out otherwise.
    pub fn again_with(&self, redo: Option<Box<Redo>>) -> Result<Match, PlayError> {
        let (program, start) = (Arc::clone(&self.program), (*self.start).clone());
        match self.from() {
            None => Match::begun(program, start, redo, None),
            // A world knows what was told before it was made.
            Some(state) => Ok(Match {
                redo,
                remembered: self.remembered.clone(),
                believed: Arc::clone(&self.believed),
                ..Match::at(program, start, state)?
            }),
        }
    }
}

/// Goes on to the next decision, whose options are then in the buffers, or to the end and its result.
fn go_on(machine: &mut Machine<'_>) -> Result<Option<Outcome>, Fault> {
    machine.run()?;
    if !machine.state.over {
        return Ok(None);
    }
    let mut outcome = Outcome::default();
    rank(machine, &mut Vec::new(), &mut outcome)?;
    machine.work.options.clear();
    Ok(Some(outcome))
}

/// Scores, ranks and winners of a game that is over, into buffers. Before all, who can win at all; then the score, then
/// the tie-breaks; equals share a rank.
pub fn rank(
    machine: &mut Machine<'_>,
    values: &mut Vec<i32>,
    outcome: &mut Outcome,
) -> Result<(), Fault> {
    let (program, players) = (machine.program, machine.state.players);
    values.clear();
    for player in PlayerId::first(players) {
        let you = player.value();
        let wins = program.wins;
        values.push(wins.map_or(1, |(cond, slots)| machine.eval_as(you, cond, slots)));
        for (value, _, slots) in &program.ranks {
            values.push(machine.eval_as(you, *value, *slots));
        }
    }
    machine.take_fault()?;
    let width = 1 + program.ranks.len();
    let of = |player: PlayerId| &values[player.index() * width..][..width];
    // Asked for every two players at the end of each random game, so as a plain loop.
    let beats = |one: PlayerId, other: PlayerId| {
        let mut low_wins = false;
        for (n, (a, b)) in of(one).iter().zip(of(other)).enumerate() {
            if a != b {
                return (a > b) != low_wins;
            }
            low_wins = program.ranks.get(n).is_some_and(|(_, low, _)| *low);
        }
        false
    };
    outcome.scores.clear();
    outcome.ranks.clear();
    outcome.winners.clear();
    for player in PlayerId::first(players) {
        let rank = 1 + PlayerId::first(players)
            .filter(|other| beats(*other, player))
            .count() as u32;
        let [can_win, ref numbers @ ..] = *of(player) else {
            continue;
        };
        outcome.scores.push(numbers.first().copied().unwrap_or(0));
        outcome.ranks.push(rank);
        if rank == 1 && can_win != 0 {
            outcome.winners.push(player);
        }
    }
    Ok(())
}
