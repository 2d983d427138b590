//! `ludex replay`: a recorded game step by step, or the answer whether it can still be played so.

use std::ops::Range;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::error::CliError;
use crate::cli::outcome::ExitOutcome;
use crate::cli::start::Ready;
use crate::cli::{args, files, screen, start};
use crate::engine::fault::Fault;
use crate::engine::knowledge::event::{Event, What};
use crate::play::game::{Match, PlayError};
use crate::play::log;
use crate::play::log::LogReader;
use crate::play::replay::{Replay, ReplayError, words};
use crate::play::start::Start;
use crate::rules::decision::Choice;
use crate::rules::ids::PlayerId;

/// Shows or verifies a recorded game.
pub(crate) fn run(arguments: &args::Replay, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let replay = read(&arguments.file)?;
    let game = start::game(&replay.game, arguments.from.games.as_deref().or(games))?;
    same_rules(&arguments.file, &replay, &game, arguments.other_rules)?;
    let shown = if arguments.verify {
        0..0
    } else {
        shown(arguments, replay.choices.len())?
    };
    if arguments.output.is_json() {
        return in_json(arguments, &replay, &game, &shown);
    }
    let mut text = String::new();
    match replay.follow(
        game.program.clone(),
        true,
        keep_log(&replay, &shown, &mut text),
    ) {
        Ok(played) if arguments.verify => screen::print(&verified(&replay, &played))?,
        Ok(played) => screen::print(&whole(&replay, &shown, &text, &played))?,
        Err(error) => return broken(arguments, &replay, &game, error),
    }
    Ok(ExitOutcome::Fine)
}

/// One object: the choices that are to be shown with what came of each, how far it could be followed, and its end.
fn in_json(
    arguments: &args::Replay,
    replay: &Replay,
    game: &Ready,
    shown: &Range<usize>,
) -> Result<ExitOutcome, CliError> {
    let (mut setup, mut choices) = (Value::Null, Vec::new());
    let mut made = 0;
    let followed = replay.follow(game.program.clone(), true, |game, step, events| {
        let told = lines_of(game, events);
        made = step.map_or(0, |step| step + 1);
        match step {
            None if shown.start == 0 => setup = json!(told),
            Some(step) if shown.contains(&step) => {
                let choice = &replay.choices[step];
                choices.push(json!({ "step": step, "choice": choice, "events": told }));
            }
            None | Some(_) => {}
        }
    });
    let (played, broken) = match followed {
        Ok(played) => (Some(played), None),
        Err(error) => (None, Some(error.to_string())),
    };
    let result = played.as_ref().and_then(Match::result);
    let result = result.map(|result| {
        json!({ "scores": result.scores, "ranks": result.ranks, "winners": result.winners })
    });
    let fine = broken.is_none();
    screen::print_json(&json!({
        "schema": "ludex/replay/1",
        "game": replay.game,
        "rules": game.program.hash,
        "same_rules": replay.is_of(&game.program),
        "players": replay.players,
        "seed": replay.seed,
        "options": replay.options,
        "of": replay.choices.len(),
        "made": made,
        "setup": setup,
        "choices": if arguments.verify { Value::Null } else { json!(choices) },
        "over": result.is_some(),
        "result": result,
        "broken": broken,
    }))?;
    Ok(if fine {
        ExitOutcome::Fine
    } else {
        ExitOutcome::Problems
    })
}

/// The recorded game of a file.
pub(crate) fn read(path: &Path) -> Result<Replay, CliError> {
    let replay = Replay::from_text(&files::read(path)?);
    replay.map_err(|error| CliError::unreadable(path, error.to_string()))
}

/// Some choices as a recorded game. The last of them may be one that the rules can't carry out.
pub(crate) fn of_choices(
    game: &Ready,
    start: &Start,
    choices: &[Choice],
) -> (Replay, Option<Fault>) {
    let mut replay = Replay::begin(&game.program, start);
    let mut again = match Match::new(game.program.clone(), start.clone()) {
        Ok(again) => again,
        Err(error) => return (replay, fault(error)),
    };
    for choice in choices {
        let Some(option) = again.find_choice(choice) else {
            break;
        };
        replay.choices.push(words(&again, option));
        if let Err(error) = again.apply(option) {
            return (replay, fault(error));
        }
        again.forget();
    }
    replay.result = again.result().cloned();
    (replay, None)
}

fn fault(error: PlayError) -> Option<Fault> {
    if let PlayError::Fault(fault) = error {
        Some(fault)
    } else {
        None
    }
}

/// Refuses a game that was recorded under rules of another meaning, unless it is asked for all the same; then what differs is
/// told.
pub(crate) fn same_rules(
    path: &Path,
    replay: &Replay,
    game: &Ready,
    go_on: bool,
) -> Result<(), CliError> {
    let reads_the_same = replay.declared.reads_as(&game.program.digests);
    match other_rules(replay, game) {
        Some(differ) if !go_on && !reads_the_same => Err(CliError::unreadable(
            path,
            format!("it was {differ}; add --other-rules to go on under those of here"),
        )),
        _ => {
            note_other_rules(replay, game);
            Ok(())
        }
    }
}

/// Notes that a game was recorded under other rules, for tools of authors, who change them.
pub(crate) fn note_other_rules(replay: &Replay, game: &Ready) {
    if let Some(differ) = other_rules(replay, game) {
        screen::tell(&format!("note: this game was {differ}"));
    }
}

/// Says under which rules a game was recorded, if those of here are others.
fn other_rules(replay: &Replay, game: &Ready) -> Option<String> {
    let is_other = replay.game == game.program.names.game && !replay.is_of(&game.program);
    is_other.then(|| {
        format!(
            "recorded under other rules than those of `{}` here: {}",
            replay.game,
            replay.declared.compared(&game.program.digests)
        )
    })
}

fn verified(replay: &Replay, played: &Match) -> String {
    let choices = counted(replay.choices.len(), "choice");
    match played.result() {
        Some(_) => format!(
            "verified: {choices}, and the game is over\n{}",
            ending(played)
        ),
        None => format!("verified: {choices}, and the game goes on\n"),
    }
}

/// The choices that are to be shown, of so many.
fn shown(arguments: &args::Replay, of: usize) -> Result<Range<usize>, CliError> {
    let first = match arguments.last {
        Some(last) => of.saturating_sub(last),
        None => arguments.first.unwrap_or(0),
    };
    let end = arguments.to.map_or(of, |to| to.saturating_add(1).min(of));
    if first < end || (first, end) == (of, of) {
        return Ok(first..end);
    }
    let choices = counted(of, "choice");
    Err(CliError::argument(format!(
        "there is nothing to show: the game has {choices}, counted from 0"
    )))
}

/// Writes the lines of a game while it is followed: of the choices to be shown, and of set-up when the first is among them.
fn keep_log<'a>(
    replay: &'a Replay,
    shown: &'a Range<usize>,
    text: &'a mut String,
) -> impl FnMut(&Match, Option<usize>, &[Event]) + 'a {
    move |game, step, events| match step {
        None if shown.start == 0 => text.push_str(&lines(game, events)),
        Some(step) if shown.contains(&step) => {
            text.push_str(&format!("{step}. {}\n", replay.choices[step]));
            text.push_str(&lines(game, events));
        }
        None | Some(_) => {}
    }
}

/// The log with a headline, and how much of the game is not shown.
fn whole(replay: &Replay, shown: &Range<usize>, log: &str, played: &Match) -> String {
    let not_shown = |count: usize, side: &str| match count {
        0 => String::new(),
        count => format!("... {} {side}\n", counted(count, "choice")),
    };
    let mut text = headline(played);
    text += &not_shown(shown.start, "before");
    text += log;
    text += &not_shown(replay.choices.len() - shown.end, "after");
    text + &ending(played)
}

fn headline(played: &Match) -> String {
    let start = played.start();
    let options = start.option_words(played.program()).into_iter();
    let options: String = options
        .map(|(name, word)| format!(", {name} {word}"))
        .collect();
    format!(
        "{}, {} players, seed {}{options}",
        played.program().names.title,
        start.players,
        start.long_seed()
    )
    .trim_end()
    .to_owned()
        + "\n"
}

/// Gives what came of a choice; the choice itself stands above.
fn lines(game: &Match, events: &[Event]) -> String {
    let lines = lines_of(game, events);
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

fn lines_of(game: &Match, events: &[Event]) -> Vec<String> {
    let mut events = events.iter().peekable();
    events.next_if(|event| matches!(event.what, What::Chose { .. }));
    log::lines(
        game.program(),
        game.state(),
        events,
        LogReader {
            viewer: None,
            causes: false,
            vocabulary: None,
        },
    )
}

/// Scores and winners; nothing while the game goes on.
pub(crate) fn ending(played: &Match) -> String {
    let Some(outcome) = played.result() else {
        return String::new();
    };
    let seats = outcome.scores.iter().zip(&outcome.ranks).enumerate();
    let scores: String = seats
        .map(|(seat, (score, rank))| format!("P{seat}: {score} (rank {rank})\n"))
        .collect();
    let winners: Vec<String> = outcome.winners.iter().map(PlayerId::to_string).collect();
    let won = match winners.as_slice() {
        [] => "nobody wins".to_owned(),
        [one] => format!("{one} wins"),
        several => format!("{} win", several.join(" and ")),
    };
    format!("{scores}{won}\n")
}

/// Tells where a recorded game can't be followed, after what could be.
fn broken(
    arguments: &args::Replay,
    replay: &Replay,
    game: &Ready,
    error: ReplayError,
) -> Result<ExitOutcome, CliError> {
    let steps_made = match &error {
        ReplayError::At { step, .. } => *step,
        ReplayError::OtherResult { .. } => replay.choices.len(),
        ReplayError::Begin(error) => return Err(game.trouble(error.clone())),
        ReplayError::OtherRules { .. }
        | ReplayError::Other { .. }
        | ReplayError::OtherEdition(_)
        | ReplayError::FromPosition
        | ReplayError::Format(_) => {
            return Err(CliError::unreadable(&arguments.file, error.to_string()));
        }
    };
    let until = Replay {
        choices: replay.choices[..steps_made].to_vec(),
        result: None,
        ..replay.clone()
    };
    let shown = if arguments.verify {
        0..0
    } else {
        shown(arguments, until.choices.len())?
    };
    let mut text = String::new();
    let mut played = until
        .follow(
            game.program.clone(),
            true,
            keep_log(&until, &shown, &mut text),
        )
        .map_err(|error| CliError::argument(error.to_string()))?;
    if !arguments.verify {
        screen::print(&whole(&until, &shown, &text, &played))?;
    }
    let ReplayError::At {
        step,
        choice,
        error,
    } = error
    else {
        screen::print(&format!("{error}\n"))?;
        return Ok(ExitOutcome::Problems);
    };
    let option = (0..played.options()).find(|option| words(&played, *option) == choice);
    let fault = match option.map(|option| played.apply(option)) {
        Some(Err(PlayError::Fault(fault))) => game.fault(&fault),
        _ => error,
    };
    screen::print(&format!(
        "choice {step} cannot be made: {choice}\n  {fault}\n"
    ))?;
    Ok(ExitOutcome::Problems)
}

/// `1 choice`, `2 choices`.
pub(crate) fn counted(count: usize, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {word}{plural}")
}
