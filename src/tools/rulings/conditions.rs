//! The conditions of a ruling: checked against the game's names, and asked of a position.

use crate::rulings::ruling::{PlayLine, Ruling, RulingCheck};
use ludex_compile::CompiledCondition;
use ludex_engine::fault::Fault;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::state::State;
use ludex_pipeline::{Checked, ConditionBuilder};
use ludex_play::format;
use ludex_program::Program;
use ludex_report::{Code, Diagnostic, Report};
use ludex_rules::game::NONE;
use ludex_rules::ids::PlayerId;
use ludex_source::Sources;
use ludex_tables::Scalar;
use std::collections::BTreeMap;

/// The conditions of one ruling, by the byte they begin at.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    questions: BTreeMap<u32, CompiledCondition>,
}

/// A condition that doesn't hold, or that has no answer.
#[derive(Debug)]
pub(super) struct FailedCondition {
    /// The values of its parts in words; or why it has no answer.
    pub(super) parts: Result<Vec<(String, String)>, Fault>,
    /// The player whom it asks as `you`, where that matters; the inner none when nobody is asked any more.
    pub(super) you: Option<Option<PlayerId>>,
    /// The players for whom it would hold.
    pub(super) holds_for: Vec<PlayerId>,
}

impl Conditions {
    /// Checks all conditions of a ruling and adds them to what is asked of its game.
    pub(super) fn new(
        checked: &Checked,
        asking: &mut ConditionBuilder<'_>,
        ruling: &Ruling,
        report: &mut Report,
    ) -> Conditions {
        let mut conditions = Conditions::default();
        let between = ruling.play.iter().filter_map(|line| match line {
            PlayLine::Check(check) => Some(check),
            PlayLine::Choice(_) | PlayLine::Chance(_) | PlayLine::Settle(..) => None,
        });
        for check in between.chain(&ruling.end) {
            let RulingCheck::Expect(texts) = check else {
                continue;
            };
            for text in texts {
                absent_players(checked, text, ruling.given.players.0, report);
                let mut said = Report::new();
                let question = asking.condition(text.rules(), &mut said);
                report.extend(said.iter().cloned().map(|one| uncut(one, text)));
                if question.as_ref().is_some_and(|one| one.is_written_out) {
                    report.push(asks_nothing(text));
                }
                conditions
                    .questions
                    .extend(question.map(|question| (key(text), question)));
            }
        }
        conditions
    }

    /// Asks a condition of a position, for the player who is asked there; none when it holds.
    pub(super) fn ask(
        &self,
        text: &Scalar,
        program: &Program,
        state: &State,
        sources: &Sources,
    ) -> Option<FailedCondition> {
        // INVARIANT: a ruling with a condition that failed to check is broken, and never asks.
        let condition = self.questions.get(&key(text))?;
        let you = state.pending.map(|pending| pending.player);
        let parts = match answer(condition, program, state, you) {
            Ok(true) => return None,
            Ok(false) => Ok(parts(condition, text, program, state, sources)),
            Err(fault) => Err(fault),
        };
        let others = PlayerId::first(state.players).filter(|player| Some(*player) != you);
        let holds = |player: &PlayerId| {
            matches!(answer(condition, program, state, Some(*player)), Ok(true))
        };
        let holds_for: Vec<PlayerId> = others.filter(holds).collect();
        let matters = condition.asks_you || !holds_for.is_empty();
        Some(FailedCondition {
            parts,
            you: matters.then_some(you),
            holds_for,
        })
    }
}

/// Asks a condition for a player. A question leaves no trace in the position that it is asked of.
fn answer(
    condition: &CompiledCondition,
    program: &Program,
    state: &State,
    you: Option<PlayerId>,
) -> Result<bool, Fault> {
    let (mut copy, mut work) = (state.clone(), Work::lent(program));
    let mut machine = Machine::new(program, &mut copy, &mut work);
    let you = you.map_or(NONE, PlayerId::value);
    Ok(machine.question(you, condition.cond, condition.slots)? != 0)
}

/// Returns the parts of a condition that doesn't hold, each with its value in words.
fn parts(
    condition: &CompiledCondition,
    text: &Scalar,
    program: &Program,
    state: &State,
    sources: &Sources,
) -> Vec<(String, String)> {
    let you = state.pending.map_or(NONE, |pending| pending.player.value());
    let (mut copy, mut work) = (state.clone(), Work::lent(program));
    let mut machine = Machine::new(program, &mut copy, &mut work);
    let mut shown = Vec::new();
    for (span, node, ty) in &condition.shown {
        let part = sources.slice(*span).trim();
        if let Ok(value) = machine.question(you, *node, condition.slots)
            && part != text.text().trim()
        {
            let saw = (part.to_owned(), format::word(program, state, ty, value));
            if !shown.contains(&saw) {
                shown.push(saw);
            }
        }
    }
    shown
}

fn key(text: &Scalar) -> u32 {
    text.fragment().full_span().start
}

/// A comma of a condition without quotes ends it inside `[…]`: its open bracket is what shows.
pub(crate) fn uncut(said: Diagnostic, text: &Scalar) -> Diagnostic {
    if said.code == Code::UNCLOSED && text.is_plain() {
        said.help("inside `[…]` a comma ends an item: put a condition with a comma in quotes")
    } else {
        said
    }
}

/// A condition such as `1 == 1`, which the position cannot change.
fn asks_nothing(text: &Scalar) -> Diagnostic {
    let message = format!("`{}` asks nothing of the position", text.text().trim());
    Diagnostic::error(Code::NOTHING_CHECKED, message)
        .at(text.span(0, text.text().len()), "the same in every game")
}

/// Reports `P3` where only three play: the language knows all seats of the game. A row may be called `P71`.
fn absent_players(checked: &Checked, text: &Scalar, players: i64, report: &mut Report) {
    let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let mut from = 0;
    for word in text.text().split(|symbol| !is_word(symbol)) {
        let at = from;
        from += word.len()
            + text.text()[at + word.len()..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
        let seat = word
            .strip_prefix('P')
            .and_then(|digits| digits.parse::<i64>().ok());
        if seat.is_some_and(|seat| seat >= players) && !checked.names.rows.contains_key(word) {
            let message = format!("`{word}` does not play");
            let label = format!("there are {players} players, from `P0`");
            report.push(
                Diagnostic::error(Code::RULING_PLAYER, message)
                    .at(text.span(at, at + word.len()), label),
            );
        }
    }
}
