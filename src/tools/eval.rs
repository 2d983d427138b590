//! Evaluation in a position: expressions asked, statements tried, told in words.
//!
//! Takes a checked game, a match and a text; gives what it is, or what it would change. The match stays as it is.

use std::sync::Arc;

use crate::difference::changes;
use ludex_check::condition::FrameNames;
use ludex_engine::machine::{Machine, Work};
use ludex_pipeline::{AskedSort, Checked, CompiledQuestion};
use ludex_play::dry_run::DryRun;
use ludex_play::format::{Both, ValueFormat};
use ludex_play::game::{Match, PlayError};
use ludex_program::Program;
use ludex_report::Report;
use ludex_rules::game::NONE;
use ludex_rules::ids::PlayerId;
use ludex_rules::types::Type;
use ludex_source::{Fragment, Sources};

/// The answer to a question or statement about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EvalAnswer {
    /// A value, and the parts of it that tell why.
    Value(Both, Vec<(String, Both)>),
    /// The members of a collection, in order.
    Members(Vec<Both>),
    /// The changes that statements would make.
    Changes(Vec<String>),
    /// The changes up to a decision, who must decide, the question, and the options.
    Waits(Vec<String>, PlayerId, String, Vec<String>),
}

/// A text to be asked, and who `you` is.
#[derive(Debug, Clone, Copy)]
pub struct EvalRequest<'a> {
    /// The text as it was typed.
    pub text: &'a Fragment,
    /// `you`; whoever is asked next when left out.
    pub you: Option<PlayerId>,
    /// Answers to what an effect asks, in order.
    pub answers: &'a [String],
}

/// A text that is compiled, to be asked of positions.
#[derive(Debug, Clone)]
pub struct EvalQuestion {
    /// The game's program with what it takes to ask.
    pub program: Arc<Program>,
    /// The parts of that program which answer the question.
    pub what: AskedSort,
}

/// The reason for no answer.
#[derive(Debug, Clone)]
pub enum EvalError {
    /// Mistakes in the text.
    Wrong(Report),
    /// It can't be asked or done here.
    Play(PlayError),
    /// An answer to nothing that was asked.
    Spare(String),
}

/// Asks a text of a position.
///
/// # Errors
/// Mistakes in the text, or what it met.
pub fn ask(
    checked: &Checked,
    game: &Match,
    asking: &EvalRequest<'_>,
    sources: &Sources,
) -> Result<EvalAnswer, Box<EvalError>> {
    let question = compile(checked, FrameNames::default(), asking.text);
    let question = question.map_err(|report| Box::new(EvalError::Wrong(report)))?;
    answer(&question, game, &[], asking, sources)
}

/// Compiles a text, in a frame whose names may be used.
///
/// # Errors
/// Mistakes in the text.
pub fn compile(
    checked: &Checked,
    names: FrameNames<'_>,
    text: &Fragment,
) -> Result<EvalQuestion, Report> {
    let mut report = Report::new();
    match checked.ask_in(names, text, &mut report) {
        None => Err(report),
        Some(CompiledQuestion { program, what }) => Ok(EvalQuestion {
            program: Arc::new(program),
            what,
        }),
    }
}

/// Asks a compiled text of a position, in a frame with these values; without any it is asked from outside.
///
/// # Errors
/// The reason that there is no answer.
pub fn answer(
    question: &EvalQuestion,
    game: &Match,
    values: &[i32],
    asking: &EvalRequest<'_>,
    sources: &Sources,
) -> Result<EvalAnswer, Box<EvalError>> {
    let program = Arc::clone(&question.program);
    let asked_next = game.state().pending.map(|pending| pending.player);
    let you = asking.you.or(asked_next);
    let own = [you.map_or(NONE, PlayerId::value)];
    let bound = if values.is_empty() { &own[..] } else { values };
    let play = |error: PlayError| Box::new(EvalError::Play(error));
    match &question.what {
        AskedSort::Value(question, ty) => {
            let (mut copy, mut work) = (game.state().clone(), Work::lent(&program));
            let mut machine = Machine::new(&program, &mut copy, &mut work);
            let mut value = |node, ty: &Type| {
                let value = machine.question_in(bound, node, question.slots);
                value.map(|value| ValueFormat::of(&program, game.state()).both(ty, value))
            };
            let answer = value(question.cond, ty).map_err(|fault| play(fault.into()))?;
            let parts = question.shown.iter().filter_map(|(span, node, ty)| {
                let part = sources.slice(*span).trim();
                let whole = part == asking.text.text().trim();
                let value = value(*node, ty).ok().filter(|_| !whole)?;
                Some((part.to_owned(), value))
            });
            let mut parts: Vec<_> = parts.collect();
            parts.dedup();
            Ok(EvalAnswer::Value(answer, parts))
        }
        AskedSort::Members(routine, of) => {
            let attempt = {
                let you = you.or(Some(PlayerId::new(0)));
                DryRun::begin_with(game, program, *routine, &bound[1..], you).map_err(play)?
            };
            let words = ValueFormat::of(attempt.now().program(), attempt.now().state());
            let members = attempt.listed().iter();
            Ok(EvalAnswer::Members(
                members.map(|one| words.both(of, *one)).collect(),
            ))
        }
        AskedSort::Effect(routine) => {
            let mut attempt =
                DryRun::begin_with(game, program, *routine, &bound[1..], you).map_err(play)?;
            for answer in asking.answers {
                if attempt.now().state().pending.is_none() {
                    return Err(Box::new(EvalError::Spare(answer.clone())));
                }
                attempt.answer(answer).map_err(play)?;
            }
            Ok(came_of(&attempt))
        }
    }
}

fn came_of(attempt: &DryRun) -> EvalAnswer {
    let now = attempt.now();
    let mut lines = changes(now.program(), attempt.before(), now.state());
    if attempt.ends_the_game() {
        lines.push("the game is over".to_owned());
    }
    match now.decision() {
        None => EvalAnswer::Changes(lines),
        Some(decision) => {
            let labels = decision.options.into_iter().map(|option| option.label);
            EvalAnswer::Waits(lines, decision.player, decision.prompt, labels.collect())
        }
    }
}
