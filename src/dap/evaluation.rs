//! Expressions in the watch window, under the mouse and in the console, and answers to decisions.

use crate::arguments::{ChooseArguments, Evaluate};
use crate::places::Places;
use crate::variables::{Expandable, VariableTable, listed};
use ludex_play::decision::Decision;
use ludex_play::game::Match;
use ludex_program::ids::PieceId;
use ludex_tools::debug::{Debugger, QuestionCache, ask};
use ludex_tools::eval::EvalAnswer;
use ludex_tools::rulings::RuledGame;
use serde_json::{Value, json};

/// Asks an expression in a frame, or tries statements in it; the body of the answer.
///
/// # Errors
/// Why there is no answer, for people.
pub(super) fn evaluate(
    params: &Evaluate,
    frame: Option<usize>,
    game: &RuledGame,
    debugger: &Debugger,
    places: &Places,
    cache: &mut QuestionCache,
    table: &mut VariableTable,
) -> Result<Value, String> {
    let standing = debugger.standing();
    let seat = debugger.seat;
    let text = params.expression.trim();
    let (checked, sources) = (game.checked(), &places.sources);
    let answer = ask(cache, checked, sources, &standing, frame, seat, text);
    let answer = answer.map_err(|error| error.to_string())?;
    let (word, held) = match answer {
        EvalAnswer::Value(value, parts) => {
            let held = match piece_named(debugger, &value.word) {
                Some(piece) => Some(Expandable::Piece(piece, seat)),
                None if parts.is_empty() => None,
                None => {
                    let parts = parts.into_iter();
                    Some(Expandable::Named(
                        parts.map(|(part, value)| (part, value.word)).collect(),
                    ))
                }
            };
            (value.word, held)
        }
        EvalAnswer::Members(members) => {
            let members: Vec<(String, Option<PieceId>)> = members
                .into_iter()
                .map(|member| {
                    let piece = piece_named(debugger, &member.word);
                    (member.word, piece)
                })
                .collect();
            let words = listed(members.iter().map(|(word, _)| word.as_str()));
            let held = (!members.is_empty()).then_some(Expandable::Members(members, seat));
            (words, held)
        }
        EvalAnswer::Changes(lines) if lines.is_empty() => ("nothing would change".to_owned(), None),
        EvalAnswer::Changes(lines) => (format!("would change:\n{}", lines.join("\n")), None),
        EvalAnswer::Waits(lines, player, prompt, options) => {
            let mut all = lines;
            all.push(format!("then {player} would be asked: {prompt}"));
            all.extend(options.iter().map(|option| format!("  {option}")));
            (all.join("\n"), None)
        }
    };
    let reference = held.map_or(0, |held| table.hold(held));
    Ok(json!({ "result": word, "variablesReference": reference }))
}

/// The piece that is called so.
fn piece_named(debugger: &Debugger, word: &str) -> Option<PieceId> {
    let mut pieces = debugger.program().names.pieces.entries();
    pieces
        .find(|(_, name)| *name == word)
        .map(|(piece, _)| piece)
}

/// Finds the option that a client chooses, by its number or by its words or their beginning.
///
/// # Errors
/// There is none, or there are several.
pub(super) fn option(params: &ChooseArguments, end: &Match) -> Result<usize, String> {
    let Some(decision) = end.decision() else {
        return Err("nobody is asked here: the game is over".to_owned());
    };
    if let Some(option) = params.option {
        let count = decision.options.len();
        let there = option < count;
        return there.then_some(option).ok_or_else(|| {
            format!("there is no option {option}: there are {count}, counted from 0")
        });
    }
    let words = params.words.as_deref().unwrap_or_default().trim();
    let number = words.parse::<usize>().ok();
    if let Some(number) = number.filter(|number| *number < decision.options.len()) {
        return Ok(number);
    }
    end.find_words(words)
        .map_err(|error| format!("{error}\n{}", question(&decision)))
}

/// The open decision in words: who is asked what, and the options with their numbers.
pub(super) fn question(decision: &Decision) -> String {
    let mut lines = vec![format!("{} is asked: {}", decision.player, decision.prompt)];
    let options = decision.options.iter().enumerate();
    lines.extend(options.map(|(n, option)| format!("  {n}  {}", option.label)));
    lines.join("\n")
}
