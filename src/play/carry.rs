//! A match carried over to changed rules, by the names of what it holds.
//!
//! Takes a match and another program of the same game; gives a match of that program. A position is described in words, as
//! `state_json` does, and set up again. Set-up leads to the beginning of `play`, so a question in the middle of a turn is
//! reached from the nearest position before it, by making the same choices again; where there is none, all choices are made
//! again.

use crate::game::{Match, PlayError};
use crate::setup::{SetupError, setup};
use crate::start::Start;
use crate::{replay, rewind, state_json};
use ludex_program::Program;
use serde_json::Value;
use std::sync::Arc;

/// The most choices that are made again to reach a question in the middle of a turn.
const MOST_CHOICES: usize = 80;

/// A match under other rules.
#[derive(Debug, Clone)]
pub struct Carried {
    /// The match, whose history begins where it was carried to.
    pub game: Match,
    /// The way on which it came there.
    pub way: CarryWay,
}

/// The way on which a match came to other rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CarryWay {
    /// The position is the same, and the same is asked.
    Position,
    /// No position of it can be set up exactly, so the same choices were made from the beginning; what they do may differ.
    Moves,
    /// The position is the same, but `play` begins anew in it, for this reason.
    Begun(String),
}

/// The reason why a match can't be carried over.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CarryError {
    /// Nothing is asked any more.
    #[error("the game is over")]
    Over,
    /// The new rules have no such number of players, or no such option.
    #[error("the new rules begin otherwise: {0}")]
    Start(String),
    /// Something that the position holds is not there any more.
    #[error("{0}")]
    Position(#[from] SetupError),
    /// The new rules fail in this position.
    #[error("{0}")]
    Play(#[from] PlayError),
}

/// Carries a match over to another program of its game.
///
/// # Errors
/// The game is over, or the new rules can't describe its position.
pub fn carry(game: &Match, program: &Arc<Program>) -> Result<Carried, CarryError> {
    if game.is_over() {
        return Err(CarryError::Over);
    }
    let start = start_under(game, program)?;
    let steps = rewind::all(game)?;
    let earliest = steps.len().saturating_sub(1 + MOST_CHOICES);
    let mut reason = "no position before it can be set up".to_owned();
    let mut found = (earliest..steps.len()).rev();
    let exact = found.find_map(|from| Some((&steps[from], choices_from(&steps[from..])?)));
    if let Some((step, words)) = exact {
        let placed = at_position(step, program, &start).map_err(|error| error.to_string());
        match placed.and_then(|game| repeat(game, &words)) {
            Ok(game) => {
                let way = CarryWay::Position;
                return Ok(Carried { game, way });
            }
            Err(error) => reason = error,
        }
    } else if let Some(game) = moves(&steps, program, &start) {
        let way = CarryWay::Moves;
        return Ok(Carried { game, way });
    }
    Ok(Carried {
        game: at_position(game, program, &start)?,
        way: CarryWay::Begun(reason),
    })
}

/// Begins `play` under a program in the position of a match.
fn at_position(game: &Match, program: &Arc<Program>, start: &Start) -> Result<Match, CarryError> {
    let state = setup(program, start, &position(game), false)?;
    Ok(Match::at(Arc::clone(program), start.clone(), state)?)
}

/// Returns the beginning of a match as the new rules read it: its options by their names.
fn start_under(game: &Match, program: &Program) -> Result<Start, CarryError> {
    let old = game.start();
    let words = old.option_words(game.program());
    let words = words.iter().map(|(name, word)| (*name, word.as_str()));
    let start = Start::from_words(program, u64::from(old.players), old.seed, words);
    let start = start.map_err(|error| CarryError::Start(error.to_string()))?;
    Ok(start.salted(old.salt))
}

/// Returns the choices that lead from the first of these steps to the last one, if set-up leads to the first one.
fn choices_from(steps: &[Match]) -> Option<Vec<String>> {
    let (first, last) = (steps.first()?, steps.last()?);
    let mut again = at_position(first, &first.shared_program(), first.start()).ok()?;
    let mut words = Vec::new();
    for (before, after) in steps.iter().zip(&steps[1..]) {
        let choice = after.last_choice()?;
        let option = before.find(&choice)?;
        let same = again.find(&choice)?;
        let said = replay::words(before, option);
        if replay::words(&again, same) != said {
            return None;
        }
        again.apply(same).ok()?;
        words.push(said);
    }
    is_same(&again, last).then_some(words)
}

/// Makes all choices of a match that began with its set-up under other rules; none if one of them is not offered.
fn moves(steps: &[Match], program: &Arc<Program>, start: &Start) -> Option<Match> {
    let first = steps.first()?;
    let again = Match::new(first.shared_program(), first.start().clone()).ok()?;
    if !is_same(&again, first) {
        return None;
    }
    let pairs = steps.iter().zip(&steps[1..]);
    let words = pairs.map(|(before, after)| {
        let option = before.find(&after.last_choice()?)?;
        Some(replay::words(before, option))
    });
    let words: Vec<String> = words.collect::<Option<_>>()?;
    let begun = Match::new(Arc::clone(program), start.clone()).ok()?;
    repeat(begun, &words).ok()
}

/// Makes choices by their words.
fn repeat(mut game: Match, words: &[String]) -> Result<Match, String> {
    for said in words {
        let option = replay::option_words(&game).position(|other| other == *said);
        let option = option.ok_or_else(|| format!("`{said}` is not offered any more"))?;
        game.apply(option).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// Returns true if the same is asked in the same position.
fn is_same(one: &Match, other: &Match) -> bool {
    let asked = |game: &Match| game.state().pending.map(|asked| (asked.player, asked.site));
    let same_options = || replay::option_words(one).eq(replay::option_words(other));
    asked(one) == asked(other) && position(one) == position(other) && same_options()
}

fn position(game: &Match) -> Value {
    state_json::state(game.program(), game.state())
}
