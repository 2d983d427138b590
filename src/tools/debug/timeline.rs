//! The turns of a game that is debugged: of a ruling, of a recorded game, or of a new one that goes on as it is looked at.

use crate::rulings::position_at::turns;
use crate::rulings::{RuledGame, Ruling};
use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::{Match, PlayError};
use ludex_play::observed::Turn;
use ludex_play::replay::{Replay, ReplayError};
use ludex_play::start::Start;
use ludex_program::Program;
use ludex_report::Report;
use ludex_source::{Sources, Span};
use std::sync::Arc;

/// A turn, and where it comes from.
#[derive(Debug, Clone)]
pub struct TimelineTurn {
    /// The work.
    pub turn: Turn,
    /// The line of the ruling that it answers.
    pub span: Option<Span>,
}

/// What follows the last turn that is known.
#[derive(Debug, Clone)]
pub enum After {
    /// Nothing, until somebody chooses.
    Nothing,
    /// A choice at random, until the game is over.
    Random(Stream),
}

/// The turns of a game, in order. There is always a first one.
#[derive(Debug, Clone)]
pub struct Timeline {
    turns: Vec<TimelineTurn>,
    after: After,
}

impl Timeline {
    /// Lists the turns of a ruling. What is wrong with the ruling is in the report; none when it can't be begun.
    #[must_use]
    pub fn of_ruling(
        game: &RuledGame,
        ruling: &Ruling,
        sources: &Sources,
        found: &mut Report,
    ) -> Option<Timeline> {
        let turns = turns(game, ruling, sources, found)?.into_iter();
        let turns = turns.map(|(turn, span)| TimelineTurn {
            turn,
            span: Some(span),
        });
        Some(Timeline {
            turns: turns.collect(),
            after: After::Nothing,
        })
    }

    /// Lists the turns of a recorded game, whatever rules it was recorded under.
    ///
    /// # Errors
    /// It is another game's, or names a choice that is not offered.
    pub fn of_record(replay: &Replay, program: Arc<Program>) -> Result<Timeline, ReplayError> {
        let turns = replay.turns(program, true)?.into_iter();
        let turns = turns.map(|turn| TimelineTurn { turn, span: None });
        Ok(Timeline {
            turns: turns.collect(),
            after: After::Nothing,
        })
    }

    /// Begins a new game. Chance answers its decisions, or somebody who is asked.
    ///
    /// # Errors
    /// A wrong number of players.
    pub fn of_new_game(
        program: Arc<Program>,
        start: Start,
        by_chance: bool,
    ) -> Result<Timeline, PlayError> {
        start.check(&program)?;
        let after = match by_chance {
            true => After::Random(Stream::new(start.seed, purpose("debug"), 0)),
            false => After::Nothing,
        };
        let turn = Turn::SetUp { program, start };
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

    /// Lists the numbers of the turns that a part of a ruling belongs to.
    pub fn turns_at(&self, is_there: impl Fn(Span) -> bool) -> Vec<usize> {
        let turns = self.turns.iter().enumerate();
        let there = turns.filter(|(_, turn)| turn.span.is_some_and(&is_there));
        there.map(|(number, _)| number).collect()
    }

    /// Adds a choice at the end of the last turn.
    pub fn choose(&mut self, end: &Match, option: usize) {
        let before = Box::new(end.clone());
        let turn = Turn::Choice { before, option };
        self.turns.push(TimelineTurn { turn, span: None });
    }

    /// Adds what follows the end of the last turn by itself; false where nothing does.
    pub(super) fn go_on(&mut self, end: &Match) -> bool {
        let After::Random(stream) = &mut self.after else {
            return false;
        };
        if end.options() == 0 {
            return false;
        }
        let option = stream.pick(end.options());
        self.choose(end, option);
        true
    }

    /// Returns what a turn does, in words: `P0: take 3`.
    #[must_use]
    pub fn title(&self, number: usize) -> String {
        let turn = self.get(number).map(|turn| &turn.turn);
        match turn {
            Some(Turn::Choice { before, option }) => chosen(before, *option),
            Some(Turn::SetUp { .. }) => "set-up".to_owned(),
            Some(Turn::From { .. }) => "the position".to_owned(),
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
