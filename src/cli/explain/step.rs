//! `ludex explain FILE:STEP`: everything that a choice changed, each change with the rules that led to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::cli::error::CliError;
use crate::cli::start::{Ready, place_json};
use crate::cli::{replay, start};
use crate::engine::knowledge::event::{Cause, Event, What};
use crate::play::game::Match;
use crate::play::log::LogReader;
use crate::play::replay::words;
use crate::play::{log, rewind};

/// `game.json:17`, when there is such a file.
pub(super) fn of(what: &str) -> Option<(PathBuf, usize)> {
    let (file, step) = what.rsplit_once(':')?;
    let path = PathBuf::from(file);
    let step = step.parse().ok()?;
    (path.is_file() || file.ends_with(".json")).then_some((path, step))
}

/// The choice and what came of it, for people and for a program.
pub(super) fn told(
    file: &Path,
    step: usize,
    games: Option<&Path>,
) -> Result<(String, Value), CliError> {
    let replay = replay::read(file)?;
    let game = start::game(&replay.game, games)?;
    replay::note_other_rules(&replay, &game);
    let played = replay.verify(Arc::clone(&game.program), true);
    let played = played.map_err(|error| CliError::argument(error.to_string()))?;
    let of = played.choice_count();
    if step >= of {
        return Err(CliError::argument(format!(
            "there is no choice {step}: the game has {of}, counted from 0"
        )));
    }
    let mut before = rewind::before(&played, step).map_err(|error| game.trouble(error))?;
    let option = option_of(&before, &played, step)?;
    let choice = words(&before, option);
    let mut text = format!("{step}. {choice}\n");
    let events = before.apply(option).map_err(|error| game.trouble(error))?;
    let mut changes = Vec::new();
    for event in events.iter().filter(|event| !is_choice(event)) {
        text.push_str(&changed(&before, event, &game));
        changes.extend(changed_json(&before, event, &game));
    }
    let form =
        json!({ "schema": "ludex/step/1", "step": step, "choice": choice, "changes": changes });
    Ok((text, form))
}

fn option_of(before: &Match, played: &Match, step: usize) -> Result<usize, CliError> {
    let decision = before.decision();
    let options = decision.iter().flat_map(|decision| &decision.options);
    let found = options
        .into_iter()
        .position(|one| one.choice == played.choices()[step]);
    found.ok_or_else(|| CliError::argument(format!("choice {step} is not offered any more")))
}

fn is_choice(event: &Event) -> bool {
    matches!(event.what, What::Chose { .. })
}

/// A change, and under it the statements that led to it, the innermost first.
fn changed(after: &Match, event: &Event, game: &Ready) -> String {
    let reader = LogReader::default();
    let Some(line) = log::line(after.program(), after.state(), event, reader) else {
        return String::new();
    };
    let mut text = format!("  {line}\n");
    for cause in causes(event) {
        let name = log::cause_name(after.program(), cause);
        text.push_str(&format!(
            "      `{name}` at {}  {}\n",
            game.place(cause.span),
            said(cause, game)
        ));
    }
    text
}

fn changed_json(after: &Match, event: &Event, game: &Ready) -> Option<Value> {
    let line = log::line(after.program(), after.state(), event, LogReader::default())?;
    let because = causes(event).map(|cause| {
        json!({
            "name": log::cause_name(after.program(), cause),
            "at": place_json(&game.sources, cause.span),
            "text": said(cause, game),
        })
    });
    Some(json!({ "text": line, "because": because.collect::<Value>() }))
}

/// The statements that led to a change. A text that begins stands nowhere in itself yet.
fn causes(event: &Event) -> impl Iterator<Item = &Cause> {
    let itself = usize::from(matches!(event.what, What::Began(_)));
    event.because.iter().skip(itself)
}

/// The first line of the statement.
fn said(cause: &Cause, game: &Ready) -> String {
    let slice = game.sources.slice(cause.span);
    slice.lines().next().unwrap_or_default().trim().to_owned()
}
