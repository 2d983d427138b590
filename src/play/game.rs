//! A match: one game from its start to its result, with undo and everything that happened.

use crate::engine::event::Event;
use crate::engine::fault::Fault;
use crate::engine::machine::Work;
use crate::engine::option::Choice;
use crate::engine::state::State;
use crate::play::start::{Start, StartError};
use crate::program::Program;
use crate::source::Span;
use std::sync::Arc;

/// A game being played, always at a decision or over.
#[derive(Debug, Clone)]
pub struct Match {
    pub(crate) program: Arc<Program>,
    pub(crate) start: Start,
    /// The position it began from, when that is not the game's own set-up.
    pub(crate) from: Option<Arc<State>>,
    pub(crate) state: State,
    pub(crate) work: Work,
    pub(crate) undo: Vec<Arc<Before>>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) outcome: Option<Outcome>,
}

/// What `undo` goes back to.
#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) state: State,
    pub(crate) events: usize,
    pub(crate) choices: usize,
}

/// A question for a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// Who is asked.
    pub player: u8,
    /// What is asked.
    pub prompt: String,
    /// Number of `Program::sites`.
    pub site: u32,
    /// The answers, in a fixed order.
    pub options: Vec<OptionView>,
}

/// One answer as the player who is asked may read it.
#[derive(Debug, Clone, PartialEq)]
pub struct OptionView {
    /// In words.
    pub label: String,
    /// As JSON by words.
    pub value: serde_json::Value,
    /// As numbers.
    pub choice: Choice,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Outcome {
    /// The score of each player.
    pub scores: Vec<i32>,
    /// The rank of each player, from 1; shared by equals.
    pub ranks: Vec<u32>,
    /// Those of rank 1.
    pub winners: Vec<u8>,
}

/// Why a step of a match failed. The match is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// Option 99 of 6.
    #[error("there is no option {option}: there are {of}, counted from 0")]
    NoSuchOption {
        /// As asked.
        option: usize,
        /// How many there are.
        of: usize,
    },
    /// A value or words that no option has.
    #[error("no option is `{0}`")]
    NoSuchChoice(String),
    /// A value or words that several options have.
    #[error("several options are `{0}`")]
    Ambiguous(String),
    /// A choice after the end.
    #[error("the game is over")]
    Over,
    /// Undo at the beginning.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// An unknown action, with what was probably meant.
    #[error("unknown action `{name}`{}", crate::play::start::hint(.nearest.as_deref()))]
    UnknownAction {
        /// As written.
        name: String,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// An argument that is no value of its parameter's type.
    #[error("`{word}` is no value for `{parameter}`{}", crate::play::start::hint(.nearest.as_deref()))]
    UnknownWord {
        /// The parameter.
        parameter: String,
        /// As written.
        word: String,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// More arguments than parameters.
    #[error("`{action}` takes {takes} arguments, not {given}")]
    TooManyArguments {
        /// The action.
        action: String,
        /// How many it takes.
        takes: usize,
        /// How many were given.
        given: usize,
    },
    /// A wrong number of players or wrong options.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A mistake in the rules.
    #[error("{0}")]
    Fault(#[from] Fault),
}

/// Why an action is legal or not for the player who is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The action.
    pub action: String,
    /// For whom.
    pub player: u8,
    /// The answer.
    pub verdict: Verdict,
    /// Its requirements, as far as they can be asked with these arguments.
    pub requirements: Vec<Requirement>,
}

/// The answer of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It can be chosen now (with these arguments, or with some that begin so).
    Legal,
    /// The open question doesn't offer it; its requirements are told all the same.
    NotOffered,
    /// An argument that its parameter doesn't go through.
    NotAmong {
        /// The parameter.
        parameter: String,
        /// The value in words.
        value: String,
    },
    /// A requirement fails.
    Refused,
    /// Every requirement that can be asked holds, but no further arguments make it legal.
    NoWay,
}

/// A requirement with what it saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// What the player is told.
    pub reason: String,
    /// Where it stands.
    pub span: Span,
    /// Whether it holds.
    pub holds: bool,
    /// Parts of the condition with their values in words.
    pub shown: Vec<(Span, String)>,
}

impl Match {
    /// A new game, at its first decision.
    ///
    /// # Errors
    /// A wrong number of players, or a fault of the rules.
    pub fn new(program: Arc<Program>, start: Start) -> Result<Match, PlayError> {
        let _ = (program, start);
        unimplemented!()
    }

    /// A game from a given position, at its first decision.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn at(program: Arc<Program>, start: Start, state: State) -> Result<Match, PlayError> {
        let _ = (program, start, state);
        unimplemented!()
    }

    /// The rules.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The rules, shared.
    #[must_use]
    pub fn shared_program(&self) -> Arc<Program> {
        Arc::clone(&self.program)
    }

    /// What it began with.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The position.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.over
    }

    /// The open question; none once the game is over.
    pub fn decision(&mut self) -> Option<Decision> {
        unimplemented!()
    }

    /// Chooses an option by number and goes on to the next decision; gives what happened.
    ///
    /// # Errors
    /// No such option, the game is over, or a fault of the rules; the match is then unchanged.
    pub fn apply(&mut self, option: usize) -> Result<Vec<Event>, PlayError> {
        let _ = option;
        unimplemented!()
    }

    /// The number of the option that has this JSON value.
    ///
    /// # Errors
    /// None or several have it, or the game is over.
    pub fn find_value(&mut self, value: &serde_json::Value) -> Result<usize, PlayError> {
        let _ = value;
        unimplemented!()
    }

    /// The number of the option with these words; words at the end may be left out when one option remains.
    ///
    /// # Errors
    /// None or several have them, or the game is over.
    pub fn find_words(&mut self, words: &str) -> Result<usize, PlayError> {
        let _ = words;
        unimplemented!()
    }

    /// Back before the last choice, or before the last playout.
    ///
    /// # Errors
    /// There is nothing to undo.
    pub fn undo(&mut self) -> Result<(), PlayError> {
        unimplemented!()
    }

    /// Scores and ranks, once the game is over.
    #[must_use]
    pub fn result(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Everything that happened since the beginning.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.work.events.as_deref().unwrap_or_default()
    }

    /// All choices since the beginning.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Whether the player who is asked could do an action, and if not, why.
    ///
    /// # Errors
    /// Unknown names, too many arguments, or the game is over.
    pub fn explain(&mut self, action: &str, args: &[String]) -> Result<Explanation, PlayError> {
        let _ = (action, args);
        unimplemented!()
    }

    /// Plays on at random, at most so many decisions; gives how many were made.
    ///
    /// # Errors
    /// A fault of the rules; the match is then unchanged.
    pub fn playout(&mut self, seed: u64, most: Option<u64>) -> Result<u64, PlayError> {
        let _ = (seed, most);
        unimplemented!()
    }

    /// The same game with all dealt anew that a player can't know. It has no past: no undo, no events.
    #[must_use]
    pub fn determinize(&self, player: u8, seed: u64) -> Match {
        let _ = (player, seed);
        unimplemented!()
    }
}
