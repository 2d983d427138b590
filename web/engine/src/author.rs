//! What an author asks of a game: its mistakes, a table under changed rules, a position as words and back.

use ludex::pipeline::GameText;
use ludex::play::carry::{CarryWay, carry};
use ludex::play::game::Match;
use ludex::play::setup::setup;
use ludex::play::start::Start;
use ludex::play::state_json;
use ludex::report::{self, Report};
use ludex::source::Sources;
use ludex::table::{Description, Refusal, RefusalCode, Table, TableGame};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// The mistakes and warnings of a game.
#[derive(Debug, Serialize)]
pub(crate) struct CheckedAnswer {
    /// The game can be played.
    sound: bool,
    /// The diagnostics, as `ludex check --json` has them.
    found: Value,
    /// The same for people.
    text: String,
}

/// A game that was read anew.
#[derive(Debug, Serialize)]
pub(crate) struct ReopenedAnswer {
    description: Box<Description>,
    /// The way on which the table was carried over: `position`, `moves` or `begun`.
    carried: Option<&'static str>,
    /// The reason why `play` begins anew in the position.
    reason: Option<String>,
    /// The table stays under the old rules, for this reason.
    lost: Option<String>,
}

/// Checks a game.
pub(crate) fn check(text: GameText) -> CheckedAnswer {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    CheckedAnswer {
        sound: program.is_some(),
        found: report::json(&report, &sources),
        text: report::human(&report, &sources, false),
    }
}

/// Describes changed rules, and gives the table under them if it can be carried over.
pub(crate) fn reopen(
    game: &Arc<TableGame>,
    table: Option<&Table>,
    description: Box<Description>,
) -> (ReopenedAnswer, Option<Table>) {
    let mut answer = ReopenedAnswer {
        description,
        carried: None,
        reason: None,
        lost: None,
    };
    let carried = table.map(|table| carry(table.position(), game.program()));
    match carried {
        Some(Ok(carried)) => {
            let (way, reason) = match carried.way {
                CarryWay::Position => ("position", None),
                CarryWay::Moves => ("moves", None),
                CarryWay::Begun(reason) => ("begun", Some(reason)),
            };
            (answer.carried, answer.reason) = (Some(way), reason);
            let table = Table::standing(Arc::clone(game), carried.game);
            (answer, Some(table))
        }
        Some(Err(reason)) => {
            answer.lost = Some(reason.to_string());
            (answer, None)
        }
        None => (answer, None),
    }
}

/// Returns a position in words, as `ludex protocol` has it.
pub(crate) fn state(table: &Table) -> Value {
    state_json::state(table.position().program(), table.position().state())
}

/// Puts a position on a table.
///
/// # Errors
/// The rules can't describe it; the message names the part that is wrong.
pub(crate) fn place(game: Arc<TableGame>, start: Start, state: &Value) -> Result<Table, Refusal> {
    let wrong = |error: String| RefusalCode::Wrong.because(error);
    let state = setup(game.program(), &start, state, false);
    let state = state.map_err(|error| wrong(error.to_string()))?;
    let position = Match::at(Arc::clone(game.program()), start, state);
    let position = position.map_err(|error| wrong(error.to_string()))?;
    Ok(Table::standing(game, position))
}
