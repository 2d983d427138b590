//! Why an action is legal or not: each requirement with what it saw.

use crate::engine::machine::Machine;
use crate::engine::option::Answer;
use crate::engine::state::Pending;
use crate::play::game::{Match, PlayError};
use crate::play::words::Words;
use crate::program::Program;
use crate::program::code::{Action, Ask};
use crate::report::nearest;
use crate::rules::game::NONE;
use crate::source::Span;

/// Why an action is legal or not for the player who is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The action.
    pub action: String,
    /// For whom.
    pub player: u8,
    /// Whether the open question offers the action at all.
    pub offered: bool,
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

pub(crate) fn explain(
    game: &mut Match,
    action: &str,
    args: &[String],
) -> Result<Explanation, PlayError> {
    let Pending { player, site } = game.state.pending.ok_or(PlayError::Over)?;
    let program = std::sync::Arc::clone(&game.program);
    let id = find(&program, action)?;
    let rules = &program.actions[id as usize];
    let values = values(game, rules, args)?;
    let (answers, among) = ask(game, id, player, &values);
    let words = Words::of(&program, &game.state);
    let asked = rules
        .requires
        .iter()
        .filter(|r| usize::from(r.after) <= values.len());
    let requirements: Vec<Requirement> = asked
        .zip(answers)
        .map(|(rules, (holds, shown))| Requirement {
            reason: rules.reason.clone(),
            span: rules.span,
            holds,
            shown: rules
                .shown
                .iter()
                .zip(shown)
                .map(|((span, _, ty), v)| (*span, words.word(ty, v)))
                .collect(),
        })
        .collect();
    let offered =
        matches!(&program.sites[site as usize].ask, Ask::Offer(actions) if actions.contains(&id));
    let options = &game.options;
    let legal = (0..options.len())
        .map(|n| options.get(n))
        .any(|(a, v)| a == Answer::Action(id) && v.starts_with(&values));
    let verdict = match among {
        _ if offered && legal => Verdict::Legal,
        Some(n) => Verdict::NotAmong {
            parameter: rules.params[n].0.clone(),
            value: args[n].clone(),
        },
        None if requirements.iter().any(|r| !r.holds) => Verdict::Refused,
        None if !offered => Verdict::NotOffered,
        None => Verdict::NoWay,
    };
    Ok(Explanation {
        action: rules.name.clone(),
        player,
        offered,
        verdict,
        requirements,
    })
}

fn find(program: &Program, name: &str) -> Result<u32, PlayError> {
    let found = program.actions.iter().position(|a| a.name == name);
    found.map(|n| n as u32).ok_or_else(|| {
        let nearest =
            nearest(name, program.actions.iter().map(|a| a.name.as_str())).map(str::to_owned);
        PlayError::UnknownAction {
            name: name.to_owned(),
            nearest,
        }
    })
}

fn values(game: &Match, action: &Action, args: &[String]) -> Result<Vec<i32>, PlayError> {
    let takes = action.params.len();
    if args.len() > takes {
        return Err(PlayError::TooManyArguments {
            action: action.name.clone(),
            takes,
            given: args.len(),
        });
    }
    let words = Words::of(&game.program, &game.state);
    let value = |((name, ty), word): (&(String, crate::rules::types::Type), &String)| {
        words.value(ty, word).ok_or_else(|| {
            let candidates = words.candidates(ty);
            let nearest = nearest(word, candidates.iter().map(String::as_str)).map(str::to_owned);
            PlayError::UnknownWord {
                parameter: name.clone(),
                word: word.clone(),
                nearest,
            }
        })
    };
    action.params.iter().zip(args).map(value).collect()
}

/// What each requirement says, and the first argument that its parameter doesn't go through.
fn ask(
    game: &mut Match,
    action: u32,
    player: u8,
    values: &[i32],
) -> (Vec<(bool, Vec<i32>)>, Option<usize>) {
    // Asked on a copy: questions use slots of the frame.
    let mut state = game.state.clone();
    let mut work = crate::engine::machine::Work::lent(&game.program);
    let mut machine = Machine::new(&game.program, &mut state, &mut work);
    let you = i32::from(player);
    let among = (0..values.len())
        .find(|n| values[*n] != NONE && !machine.is_candidate(action, you, values, *n));
    (machine.requirements(action, you, values), among)
}
