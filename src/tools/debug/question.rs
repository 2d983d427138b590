//! Expressions and statements asked in the middle of a turn, in the frame of a routine.

use crate::debug::locals::visible_slots;
use crate::eval::{self, EvalAnswer, EvalError, EvalQuestion, EvalRequest};
use ludex_check::condition::FrameNames;
use ludex_compile::CompiledCondition;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::state::State;
use ludex_engine::watch;
use ludex_pipeline::{AskedSort, Checked};
use ludex_play::format::ValueFormat;
use ludex_play::game::Match;
use ludex_program::Program;
use ludex_program::ids::NodeId;
use ludex_report::Report;
use ludex_rules::ids::{PlayerId, RoutineId};
use ludex_rules::types::Type;
use ludex_source::{FileId, Fragment, Sources};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An expression that is asked again and again in frames of one routine.
#[derive(Debug, Clone)]
pub struct DebugQuestion {
    program: Arc<Program>,
    node: NodeId,
    slots: u16,
    /// The number of slots of its frames that have names.
    named: usize,
    ty: Type,
}

/// The reason for no answer, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct QuestionError(pub String);

impl DebugQuestion {
    /// Returns the value in the innermost frame.
    ///
    /// # Errors
    /// What the expression met, in words.
    pub fn value(&self, state: &State) -> Result<i32, String> {
        let Some(frame) = state.frames.last() else {
            return Err("nothing is being done".to_owned());
        };
        let bound = slots_of(state, frame.slots(), self.named);
        let (mut copy, mut work) = (state.clone(), Work::lent(&self.program));
        let mut machine = Machine::new(&self.program, &mut copy, &mut work);
        let value = machine.question_in(&bound, self.node, self.slots);
        value.map_err(|fault| fault.to_string())
    }

    /// Returns the value in words.
    ///
    /// # Errors
    /// As of `value`.
    pub fn word(&self, state: &State) -> Result<String, String> {
        let value = self.value(state)?;
        Ok(ValueFormat::of(&self.program, state).word(&self.ty, value))
    }
}

/// Compiles an expression for frames that stand before an instruction of a routine.
///
/// # Errors
/// What is wrong with it, in words.
pub fn compile_condition(
    checked: &Checked,
    names: FrameNames<'_>,
    text: &str,
) -> Result<DebugQuestion, QuestionError> {
    let question = eval::compile(checked, names, &typed(text)).map_err(|found| wrong(&found))?;
    let (condition, ty) = single(&question, text)?;
    Ok(DebugQuestion {
        node: condition.cond,
        slots: condition.slots,
        named: names.slots.len(),
        ty: ty.clone(),
        program: question.program.clone(),
    })
}

/// The single value that a question asks for.
fn single<'a>(
    question: &'a EvalQuestion,
    text: &str,
) -> Result<(&'a CompiledCondition, &'a Type), QuestionError> {
    match &question.what {
        AskedSort::Value(condition, ty) => Ok((condition, ty)),
        AskedSort::Members(..) | AskedSort::Effect(_) => Err(QuestionError(format!(
            "`{text}` is no single value: ask for a number or a condition, such as `size(…) > 0`"
        ))),
    }
}

/// The most texts that stay compiled: each has a program of its own.
const MOST_KEPT: usize = 16;

/// The texts that were asked before, compiled: a watch window asks the same at every step.
#[derive(Debug, Default)]
pub struct QuestionCache {
    /// By the text, the routine in whose frame it is asked, and the slots that may be named there.
    compiled: BTreeMap<(String, Option<RoutineId>, Vec<u16>), EvalQuestion>,
}

/// Asks a text in a frame of a match that stands somewhere; without a frame it is asked from outside. For a player it is
/// answered only as far as they know.
///
/// # Errors
/// Mistakes in the text, or what it met, in words.
pub fn ask(
    cache: &mut QuestionCache,
    checked: &Checked,
    sources: &Sources,
    game: &Match,
    frame: Option<usize>,
    seat: Option<PlayerId>,
    text: &str,
) -> Result<EvalAnswer, QuestionError> {
    let (program, state) = (game.program(), game.state());
    let at = frame.and_then(|frame| state.frames.get(frame));
    let slots = at.map_or(&[][..], |at| &program.routines[at.routine].locals);
    let values = at.map_or_else(Vec::new, |at| slots_of(state, at.slots(), slots.len()));
    let visible = frame.map_or_else(Vec::new, |frame| visible_slots(program, state, frame, seat));
    let names = FrameNames {
        slots,
        visible: &visible,
    };
    let mut sources = sources.clone();
    let file = sources.add("<typed>", text);
    let fragment = sources.fragment(file);
    let key = (text.to_owned(), at.map(|at| at.routine), visible.clone());
    let question = match cache.compiled.get(&key) {
        Some(question) => question.clone(),
        None => {
            let question = eval::compile(checked, names, &fragment);
            let question = question.map_err(|found| wrong(&found))?;
            if cache.compiled.len() >= MOST_KEPT {
                cache.compiled.clear();
            }
            cache.compiled.insert(key, question.clone());
            question
        }
    };
    if let Some(seat) = seat {
        return answer_for(&question, game, &values, seat, text);
    }
    let asking = EvalRequest {
        text: &fragment,
        you: values.first().copied().and_then(PlayerId::of),
        answers: &[],
    };
    let answer = eval::answer(&question, game, &values, &asking, &sources);
    answer.map_err(|error| match *error {
        EvalError::Wrong(report) => wrong(&report),
        EvalError::Play(error) => QuestionError(error.to_string()),
        EvalError::Spare(answer) => QuestionError(format!("`{answer}` answers nothing")),
    })
}

/// Answers on behalf of a player. What statements would change, and the members of a collection, are not told one by one, since
/// each would have to be weighed.
fn answer_for(
    question: &EvalQuestion,
    game: &Match,
    values: &[i32],
    seat: PlayerId,
    text: &str,
) -> Result<EvalAnswer, QuestionError> {
    let (condition, ty) = single(question, text)?;
    let own = [seat.value()];
    let bound = if values.is_empty() { &own[..] } else { values };
    let (program, state) = (&question.program, game.state());
    let value = watch::known_answer(program, state, seat, bound, condition.cond, condition.slots);
    let value = value.ok_or_else(|| QuestionError(format!("{seat} can't know this")))?;
    let words = ValueFormat::to(&question.program, game.state(), seat);
    Ok(EvalAnswer::Value(words.both(ty, value), Vec::new()))
}

/// The values of the first slots of a frame.
fn slots_of(state: &State, base: usize, count: usize) -> Vec<i32> {
    let slots = state.stack.iter().skip(base).take(count);
    let mut slots: Vec<i32> = slots.copied().collect();
    slots.resize(count, 0);
    slots
}

/// A text that stands in no file.
fn typed(text: &str) -> Fragment {
    Fragment::whole(FileId::default(), text)
}

fn wrong(report: &Report) -> QuestionError {
    let said = report.iter().map(|one| match one.help.first() {
        Some(help) => format!("{} ({help})", one.message),
        None => one.message.clone(),
    });
    QuestionError(said.collect::<Vec<_>>().join("; "))
}
