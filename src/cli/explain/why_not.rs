//! `ludex explain why-not`: what keeps the player who is asked from an action.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::args::WhyNot;
use crate::cli::error::CliError;
use crate::cli::games::Library;
use crate::cli::outcome::ExitOutcome;
use crate::cli::start::{Ready, ReadyTable, place_json};
use crate::cli::vocabulary::vocabulary;
use crate::cli::{files, replay, screen, start};
use crate::play::explain::{Explanation, Legality, Requirement};
use crate::play::game::Match;
use crate::play::json;
use crate::play::json::SchemaError;
use crate::play::setup::{SetupError, setup};
use crate::play::start::Start;
use crate::play::vocabulary::spaced;
use crate::tools::manual::Manual;

/// Explains an action in the position asked for.
pub(crate) fn run(question: &WhyNot, folder: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let folder = question.from.games.as_deref().or(folder);
    let found = Library::open(folder)?.find(&question.game)?;
    let ReadyTable {
        game,
        view: mut table,
        manual,
        ..
    } = start::at_table(&found, None)?;
    let mut position = position(question, &game)?;
    let (action, args) = (&question.action, &question.args);
    let is_json = question.output.is_json();
    let explained = if is_json {
        position.explain(action, args)
    } else {
        let vocabulary = vocabulary(&game.program, table.as_mut(), &manual);
        position.explain_in_words(action, args, &vocabulary)
    };
    let explained = explained.map_err(|error| game.trouble(error))?;
    if is_json {
        screen::print_json(&in_json(&explained, &game))?;
    } else {
        screen::print(&text(&explained, &game, &manual))?;
    }
    Ok(ExitOutcome::Fine)
}

fn position(question: &WhyNot, game: &Ready) -> Result<Match, CliError> {
    if let Some(path) = &question.after {
        let replay = replay::read(path)?;
        replay::note_other_rules(&replay, game);
        return replay
            .follow(game.program.clone(), true, |_, _, _| {})
            .map_err(|error| CliError::argument(error.to_string()));
    }
    let start = game.start(&question.start)?;
    match &question.state {
        Some(path) => given(path, start, game),
        None => Match::new(game.program.clone(), start).map_err(|error| game.trouble(error)),
    }
}

/// The position of a JSON file.
pub(crate) fn given(path: &Path, start: Start, game: &Ready) -> Result<Match, CliError> {
    let text = files::read(path)?;
    let state =
        json::parse(&text).map_err(|error| CliError::unreadable(path, error.to_string()))?;
    let state = setup(&game.program, &start, &state, false).map_err(|error| match error {
        SetupError::Fault(fault) => game.trouble(fault.into()),
        SetupError::At { path: ref at, .. } => {
            let error = SchemaError {
                path: json::steps(at),
                message: error.to_string(),
            };
            CliError::unreadable(path, json::located(&text, &error).to_string())
        }
        SetupError::Demands(_) => CliError::unreadable(path, error.to_string()),
    })?;
    Match::at(game.program.clone(), start, state).map_err(|error| game.trouble(error))
}

/// An explanation as people read it: the answer, then every requirement that fails, where it stands and what it saw.
pub(crate) fn text(explained: &Explanation, game: &Ready, manual: &Manual) -> String {
    let mut actions = manual.named(&explained.action);
    let asks = actions.find_map(|entry| entry.asks.as_deref());
    let name = asks.map_or_else(|| spaced(&explained.action), str::to_owned);
    let mut text = answer(explained, &format!("“{name}”")) + "\n";
    let with = |holds| {
        let requirements = explained.requirements.iter();
        requirements.filter(move |one| one.holds == holds)
    };
    for requirement in with(Some(false)) {
        text.push_str(&of_requirement(requirement, game, manual));
    }
    for requirement in with(None) {
        text.push_str(&format!(
            "  {}\n    whether that is so depends on what {} can't know\n",
            requirement.reason, explained.player
        ));
    }
    text
}

fn in_json(explained: &Explanation, game: &Ready) -> Value {
    let requirement = |one: &Requirement| {
        let saw = one.shown.iter();
        let saw =
            saw.map(|saw| json!({ "part": game.sources.slice(saw.span), "value": saw.value.json }));
        json!({
            "reason": one.reason,
            "holds": one.holds,
            "at": place_json(&game.sources, one.span),
            "saw": saw.collect::<Value>(),
        })
    };
    json!({
        "schema": "ludex/why-not/1",
        "action": explained.action,
        "player": explained.player,
        "legal": explained.verdict == Legality::Legal,
        "answer": answer(explained, &format!("`{}`", explained.action)),
        "requirements": explained.requirements.iter().map(requirement).collect::<Value>(),
    })
}

/// The verdict in words, with the words for the action.
fn answer(explained: &Explanation, action: &str) -> String {
    let player = explained.player;
    match &explained.verdict {
        Legality::Legal => format!("{player} can do {action}"),
        Legality::NotOffered => format!("{action} is not offered at this decision"),
        Legality::NotAmong { parameter, value } => {
            format!("`{value}` is none of the values that `{parameter}` can have")
        }
        Legality::NotKnown { parameter, value } => {
            format!(
                "{player} can't know whether `{value}` is one of the values that `{parameter}` can have"
            )
        }
        Legality::Refused => format!("{player} can't do {action}"),
        Legality::NoWay => {
            format!("{player} can't do {action}: no further arguments make it possible")
        }
    }
}

fn of_requirement(requirement: &Requirement, game: &Ready, manual: &Manual) -> String {
    let mut text = format!(
        "  {}\n    {}",
        requirement.reason,
        game.place(requirement.span)
    );
    let words = |span| match manual.asked_at(span) {
        Some(words) => words.to_owned(),
        None => one_line(game.sources.slice(span)),
    };
    // The arguments stand behind the names of each text.
    let arguments = requirement.shown.iter().map(|saw| &saw.names);
    let arguments = arguments.min_by_key(|names| names.len());
    let condition = with_values(
        words(requirement.span),
        arguments.map_or(&[], Vec::as_slice),
    );
    text.push_str(&format!("  {condition}\n"));
    let mut told = Vec::new();
    for saw in &requirement.shown {
        let blanks = "  ".repeat(saw.depth);
        let line = if saw.nearest {
            format!("      {blanks}{} comes nearest:\n", saw.value)
        } else {
            let of = with_values(words(saw.span), &saw.names);
            format!("      {blanks}{of} is {}\n", saw.value)
        };
        if !told.contains(&line) {
            text.push_str(&line);
            told.push(line);
        }
    }
    text
}

/// A text with values in the place of the names that stand in it.
fn with_values(text: String, names: &[(String, String)]) -> String {
    names.iter().fold(text, |text, (name, value)| {
        text.replace(&format!("`{name}`"), value)
    })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
