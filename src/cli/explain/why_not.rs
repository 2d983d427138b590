//! `ludex explain why-not`: what keeps the player who is asked from an action.

use std::path::Path;

use serde_json::Value;
use serde_json::json;

use crate::cli::Outcome;
use crate::cli::args::WhyNot;
use crate::cli::files;
use crate::cli::games;
use crate::cli::games::Library;
use crate::cli::replay;
use crate::cli::screen;
use crate::cli::start;
use crate::cli::start::Ready;
use crate::cli::start::place_json;
use crate::cli::trouble::Trouble;
use crate::play::explain::Explanation;
use crate::play::explain::Requirement;
use crate::play::explain::Verdict;
use crate::play::game::Match;
use crate::play::json;
use crate::play::json::SchemaError;
use crate::play::setup::SetupError;
use crate::play::setup::setup;
use crate::play::start::Start;
use crate::tools::book::Book;

/// Explains an action in the position asked for.
pub(crate) fn run(question: &WhyNot, folder: Option<&Path>) -> Result<Outcome, Trouble> {
    let folder = question.from.games.as_deref().or(folder);
    let game = start::game(&question.game, folder)?;
    let book = games::book(&Library::open(folder)?.find(&question.game)?)?;
    let mut position = position(question, &game)?;
    let explained = position.explain(&question.action, &question.args);
    let explained = explained.map_err(|error| game.trouble(error))?;
    match question.output.is_json() {
        true => screen::print_json(&in_json(&explained, &game))?,
        false => screen::print(&text(&explained, &game, &book))?,
    }
    Ok(Outcome::Fine)
}

fn position(question: &WhyNot, game: &Ready) -> Result<Match, Trouble> {
    if let Some(path) = &question.after {
        let replay = replay::read(path)?;
        return replay
            .follow(game.program.clone(), true, |_, _, _| {})
            .map_err(|error| Trouble::argument(error.to_string()));
    }
    let start = game.start(&question.start)?;
    match &question.state {
        Some(path) => given(path, start, game),
        None => Match::new(game.program.clone(), start).map_err(|error| game.trouble(error)),
    }
}

/// The position of a JSON file.
pub(crate) fn given(path: &Path, start: Start, game: &Ready) -> Result<Match, Trouble> {
    let text = files::read(path)?;
    let state = json::parse(&text).map_err(|error| Trouble::unreadable(path, error.to_string()))?;
    let state = setup(&game.program, &start, &state, false).map_err(|error| match error {
        SetupError::Fault(fault) => game.trouble(fault.into()),
        SetupError::At { path: ref at, .. } => {
            let error = SchemaError {
                path: json::steps(at),
                message: error.to_string(),
            };
            Trouble::unreadable(path, json::located(&text, &error).to_string())
        }
    })?;
    Match::at(game.program.clone(), start, state).map_err(|error| game.trouble(error))
}

/// An explanation as people read it: the answer, then every requirement that fails, where it stands and what it saw.
pub(crate) fn text(explained: &Explanation, game: &Ready, book: &Book) -> String {
    let mut text = answer(explained) + "\n";
    let with = |holds| {
        let requirements = explained.requirements.iter();
        requirements.filter(move |one| one.holds == holds)
    };
    for requirement in with(Some(false)) {
        text.push_str(&of_requirement(requirement, game, book));
    }
    for requirement in with(None) {
        text.push_str(&format!(
            "  {}\n    whether that is so depends on what P{} can't know\n",
            requirement.reason, explained.player
        ));
    }
    text
}

fn in_json(explained: &Explanation, game: &Ready) -> Value {
    let requirement = |one: &Requirement| {
        let saw = one.shown.iter();
        let saw = saw
            .map(|(span, value)| json!({ "part": game.sources.slice(*span), "value": value.json }));
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
        "legal": explained.verdict == Verdict::Legal,
        "answer": answer(explained),
        "requirements": explained.requirements.iter().map(requirement).collect::<Value>(),
    })
}

fn answer(explained: &Explanation) -> String {
    let Explanation { action, player, .. } = explained;
    match &explained.verdict {
        Verdict::Legal => format!("P{player} can do `{action}`"),
        Verdict::NotOffered => format!("`{action}` is not offered at this decision"),
        Verdict::NotAmong { parameter, value } => {
            format!("`{value}` is none of the values that `{parameter}` can have")
        }
        Verdict::NotKnown { parameter, value } => {
            format!(
                "P{player} can't know whether `{value}` is one of the values that `{parameter}` can have"
            )
        }
        Verdict::Refused => format!("P{player} can't do `{action}`"),
        Verdict::NoWay => {
            format!("P{player} can't do `{action}`: no further arguments make it possible")
        }
    }
}

fn of_requirement(requirement: &Requirement, game: &Ready, book: &Book) -> String {
    let mut text = format!(
        "  {}\n    {}",
        requirement.reason,
        game.place(requirement.span)
    );
    let words = |span| match book.asked_at(span) {
        Some(words) => words.to_owned(),
        None => one_line(game.sources.slice(span)),
    };
    text.push_str(&format!("  {}\n", words(requirement.span)));
    let mut told = Vec::new();
    for (span, value) in &requirement.shown {
        let saw = format!("      {} is {value}\n", words(*span));
        if !told.contains(&saw) {
            text.push_str(&saw);
            told.push(saw);
        }
    }
    text
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
