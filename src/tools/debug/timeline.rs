//! The turns of a game that is debugged: of a ruling, of a recorded game, or of a new one. A turn is known when the one before
//! it has been done; so a turn that never ends keeps nobody from debugging it.

use crate::rulings::{RuledGame, Ruling, RulingScript};
use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::{Match, PlayError};
use ludex_play::observed::PlayTurn;
use ludex_play::replay::{Replay, ReplayError};
use ludex_play::start::Start;
use ludex_program::Program;
use ludex_report::Report;
use ludex_source::{Sources, Span};
use std::sync::Arc;

/// A turn, and where it comes from.
#[derive(Debug, Clone)]
pub struct TimelineTurn {
    /// The work of the turn.
    pub turn: PlayTurn,
    /// The line of the ruling that it answers.
    pub span: Option<Span>,
}

/// The source of the turns after the last one that is known.
#[derive(Debug)]
enum Continuation {
    /// Nothing, until somebody chooses.
    Nothing,
    /// A choice at random, until the game is over.
    Random(Stream),
    /// The next line of a ruling.
    Ruling(Box<RulingScript>),
    /// The choice of this number of a recorded game.
    Record(Box<Replay>, usize),
}

/// The turns of a game, in order. There is always a first one.
#[derive(Debug)]
pub struct Timeline {
    turns: Vec<TimelineTurn>,
    after: Continuation,
}

impl Timeline {
    /// Begins a ruling. None when it can't be begun, and then the reasons are in the report.
    #[must_use]
    pub fn from_ruling(
        game: Arc<RuledGame>,
        ruling: Ruling,
        sources: Sources,
        found: &mut Report,
    ) -> Option<Timeline> {
        let (script, turn, span) = RulingScript::begin(game, ruling, sources, found)?;
        let span = Some(span);
        Some(Timeline {
            turns: vec![TimelineTurn { turn, span }],
            after: Continuation::Ruling(Box::new(script)),
        })
    }

    /// Begins a recorded game, whatever rules it was recorded under.
    ///
    /// # Errors
    /// It is another game's.
    pub fn from_record(record: Replay, program: Arc<Program>) -> Result<Timeline, ReplayError> {
        let start = record.start(&program, true)?;
        let turn = PlayTurn::SetUp { program, start };
        Ok(Timeline {
            turns: vec![TimelineTurn { turn, span: None }],
            after: Continuation::Record(Box::new(record), 0),
        })
    }

    /// Begins a new game. Chance answers its decisions, or somebody who is asked.
    ///
    /// # Errors
    /// A wrong number of players.
    pub fn new_game(
        program: Arc<Program>,
        start: Start,
        by_chance: bool,
    ) -> Result<Timeline, PlayError> {
        start.check(&program)?;
        let after = if by_chance {
            Continuation::Random(Stream::new(start.seed, purpose("debug"), 0))
        } else {
            Continuation::Nothing
        };
        let turn = PlayTurn::SetUp { program, start };
        Ok(Timeline {
            turns: vec![TimelineTurn { turn, span: None }],
            after,
        })
    }

    /// Returns a turn by its number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&TimelineTurn> {
        self.turns.get(number)
    }

    /// Returns the first turn.
    #[must_use]
    pub fn first(&self) -> &TimelineTurn {
        // INVARIANT: whoever makes a timeline puts its first turn into it, and none is ever taken out.
        &self.turns[0]
    }

    /// Returns how many turns are known.
    #[must_use]
    pub fn count(&self) -> usize {
        self.turns.len()
    }

    /// Lists the lines of the ruling that turns come from.
    #[must_use]
    pub fn lines(&self) -> Vec<Span> {
        match &self.after {
            Continuation::Ruling(script) => script.lines().collect(),
            Continuation::Nothing | Continuation::Random(_) | Continuation::Record(..) => {
                Vec::new()
            }
        }
    }

    /// Adds a choice at the end of the last turn.
    pub fn choose(&mut self, end: &Match, option: usize) {
        let before = Box::new(end.clone());
        let turn = PlayTurn::Choice { before, option };
        self.turns.push(TimelineTurn { turn, span: None });
    }

    /// Adds what follows the end of the last turn by itself; false where nothing does.
    ///
    /// # Errors
    /// The next line or choice can't be played, in words.
    pub(super) fn go_on(&mut self, end: &Match) -> Result<bool, String> {
        match &mut self.after {
            Continuation::Nothing => return Ok(false),
            Continuation::Random(_) if end.options() == 0 => return Ok(false),
            Continuation::Random(stream) => {
                let option = stream.pick(end.options());
                self.choose(end, option);
            }
            Continuation::Ruling(script) => match script.next(end) {
                None => return Ok(false),
                Some(Ok((turn, span))) => {
                    let span = Some(span);
                    self.turns.push(TimelineTurn { turn, span });
                }
                Some(Err(found)) => {
                    let told = ludex_report::human(&found, script.sources(), false);
                    return Err(told.trim_end().to_owned());
                }
            },
            Continuation::Record(record, step) if *step >= record.choices.len() => {
                return Ok(false);
            }
            Continuation::Record(record, step) => {
                let option = record.option(end, *step);
                // Nothing follows a choice that can't be made.
                *step = option.as_ref().map_or(usize::MAX, |_| *step + 1);
                let option = option.map_err(|error| error.to_string())?;
                self.choose(end, option);
            }
        }
        Ok(true)
    }

    /// Returns what a turn does, in words: `P0: take 3`.
    #[must_use]
    pub fn title(&self, number: usize) -> String {
        let turn = self.get(number).map(|turn| &turn.turn);
        match turn {
            Some(PlayTurn::Choice { before, option }) => chosen(before, *option),
            Some(PlayTurn::SetUp { .. }) => "set-up".to_owned(),
            Some(PlayTurn::From { .. }) => "the position".to_owned(),
            None => String::new(),
        }
    }
}

fn chosen(before: &Match, option: usize) -> String {
    let Some(decision) = before.decision() else {
        return String::new();
    };
    let label = decision.options.get(option).map(|one| one.label.as_str());
    format!("{}: {}", decision.player, label.unwrap_or_default())
}
