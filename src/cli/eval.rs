//! `ludex eval`: an expression or statements against a position, with the value or what would change.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::cli::args::{Eval, Stand};
use crate::cli::error::CliError;
use crate::cli::explain::why_not::given;
use crate::cli::games::{FoundGame, Library, Loaded, load_checked};
use crate::cli::outcome::ExitOutcome;
use crate::cli::output::Color;
use crate::cli::start::Ready;
use crate::cli::{files, games, replay, screen};
use crate::play::game::{Match, PlayError};
use crate::play::{json as json_of, rewind, save};
use crate::report;
use crate::report::Report;
use crate::rules::ids::PlayerId;
use crate::source::Sources;
use crate::tools::eval;
use crate::tools::eval::{EvalAnswer, EvalError, EvalRequest};
use crate::tools::rulings::position_at::position_at;
use crate::tools::rulings::{RuledGame, read};

/// The name under which messages show what was typed.
const TYPED: &str = "<typed>";

/// Answers one question, or enters the loop of questions.
pub(crate) fn run(eval: &Eval, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let mut desk = Desk::open(&eval.game, &eval.stand, games)?;
    match desk.ask(&eval.text, &eval.answers)? {
        Ok(answer) if eval.output.is_json() => screen::print_json(&in_json(&answer))?,
        Ok(answer) => screen::print(&in_words(&answer))?,
        Err(found) => {
            let colour = eval.color.color.on_stderr();
            screen::tell(report::human(&found, &desk.sources, colour).trim_end());
            return Err(CliError::Stopped);
        }
    }
    Ok(ExitOutcome::Fine)
}

/// A game, one of its positions, and who asks.
pub(crate) struct Desk {
    /// The game that is asked about.
    pub(crate) game: RuledGame,
    /// Its texts, and what was typed last.
    pub(crate) sources: Sources,
    /// The match at the position that is asked about.
    pub(crate) at: Match,
    /// `you`, when that is not whoever is asked next.
    pub(crate) you: Option<PlayerId>,
}

impl Desk {
    /// The position that the arguments tell.
    pub(crate) fn open(name: &str, which: &Stand, games: Option<&Path>) -> Result<Desk, CliError> {
        let found = Library::open(which.from.games.as_deref().or(games))?.find(name)?;
        let (game, mut sources) = checked(&found)?;
        let ready = Ready {
            program: Arc::new(game.program().clone()),
            sources: sources.clone(),
        };
        let at = match &which.ruling {
            Some(path) => in_ruling(path, which.step, &game, &mut sources)?,
            None => position(which, &ready)?,
        };
        if let Some(you) = which.you.filter(|you| !you.is_among(at.start().players)) {
            let players = at.start().players;
            return Err(CliError::argument(format!(
                "{you} does not play: there are {players} players, from P0"
            )));
        }
        Ok(Desk {
            game,
            sources,
            at,
            you: which.you,
        })
    }

    /// Asks a text; the inner error are the mistakes in it.
    pub(crate) fn ask(
        &mut self,
        text: &str,
        answers: &[String],
    ) -> Result<Result<EvalAnswer, Report>, CliError> {
        let file = self.sources.add(TYPED, text);
        let text = self.sources.fragment(file);
        let asking = EvalRequest {
            text: &text,
            you: self.you,
            answers,
        };
        match eval::ask(self.game.checked(), &self.at, &asking, &self.sources) {
            Ok(answer) => Ok(Ok(answer)),
            Err(refusal) => match *refusal {
                EvalError::Wrong(found) => Ok(Err(found)),
                EvalError::Play(error) => Err(self.trouble(error)),
                EvalError::Spare(answer) => Err(CliError::argument(format!(
                    "`{answer}` answers nothing: no more is asked"
                ))),
            },
        }
    }

    /// Explains why play can't go on, with the places of a fault.
    pub(crate) fn trouble(&self, error: PlayError) -> CliError {
        let ready = Ready {
            program: self.at.shared_program(),
            sources: self.sources.clone(),
        };
        ready.trouble(error)
    }
}

fn checked(found: &FoundGame) -> Result<(RuledGame, Sources), CliError> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = load_checked(found.read()?, &mut sources, &mut report);
    match checked.and_then(|checked| RuledGame::new(checked, &mut report)) {
        Some(game) => Ok((game, sources)),
        None => {
            let wrong = Loaded {
                name: found.name(),
                sources,
                report,
                program: None,
            };
            Err(games::tell_problems(&wrong))
        }
    }
}

fn position(which: &Stand, game: &Ready) -> Result<Match, CliError> {
    let program = || Arc::clone(&game.program);
    if let Some(path) = &which.after {
        let replay = replay::read(path)?;
        replay::note_other_rules(&replay, game);
        let played = replay.verify(program(), true);
        let played = played.map_err(|error| CliError::argument(error.to_string()))?;
        return stopped(played, which.step, game);
    }
    if let Some(path) = &which.save {
        return save::load(program(), &json_in(path)?)
            .map_err(|error| CliError::unreadable(path, error.to_string()));
    }
    let start = game.start(&which.start)?;
    match &which.state {
        Some(path) => given(path, start, game),
        None => Match::new(program(), start).map_err(|error| game.trouble(error)),
    }
}

fn stopped(played: Match, step: Option<usize>, game: &Ready) -> Result<Match, CliError> {
    let (Some(step), of) = (step, played.choice_count()) else {
        return Ok(played);
    };
    if step > of {
        return Err(CliError::argument(format!(
            "there is no choice {step}: the game has {of}, counted from 0"
        )));
    }
    rewind::before(&played, step).map_err(|error| game.trouble(error))
}

fn json_in(path: &Path) -> Result<Value, CliError> {
    json_of::parse(&files::read(path)?).map_err(|slip| CliError::unreadable(path, slip.to_string()))
}

fn in_ruling(
    path: &Path,
    step: Option<usize>,
    game: &RuledGame,
    sources: &mut Sources,
) -> Result<Match, CliError> {
    let (text, mut found) = (files::read(path)?, Report::new());
    let ruling = read(&files::shown(path), &text, sources, &mut found);
    let name = &game.program().names.game;
    if let Some(other) = ruling.as_ref().filter(|ruling| ruling.game != *name) {
        return Err(CliError::argument(format!(
            "`{}` is a ruling of `{}`, not of `{name}`",
            files::shown(path),
            other.game
        )));
    }
    let step = step.unwrap_or(usize::MAX);
    let at = ruling.and_then(|ruling| position_at(game, &ruling, sources, step, &mut found));
    at.ok_or_else(|| {
        let colour = Color::Auto.on_stderr();
        screen::tell(report::human(&found, sources, colour).trim_end());
        CliError::Stopped
    })
}

/// An answer as people read it.
pub(crate) fn in_words(answer: &EvalAnswer) -> String {
    let lines = |lines: &[String]| {
        lines
            .iter()
            .map(|one| format!("{one}\n"))
            .collect::<String>()
    };
    match answer {
        EvalAnswer::Value(value, parts) => {
            let parts = parts.iter();
            let parts = parts.map(|(part, value)| format!("  {part} is {value}\n"));
            format!("{value}\n{}", parts.collect::<String>())
        }
        EvalAnswer::Members(members) if members.is_empty() => "(none)\n".into(),
        EvalAnswer::Members(members) => members.iter().map(|one| format!("{one}\n")).collect(),
        EvalAnswer::Changes(changes) if changes.is_empty() => "(nothing changes)\n".into(),
        EvalAnswer::Changes(changes) => lines(changes),
        EvalAnswer::Waits(changes, player, prompt, options) => format!(
            "{}then {player} is asked: {prompt}\n{}",
            lines(changes),
            options
                .iter()
                .map(|one| format!("  {one}\n"))
                .collect::<String>()
        ),
    }
}

fn in_json(answer: &EvalAnswer) -> Value {
    let mut all = Map::new();
    all.insert("schema".into(), json!("ludex/eval/1"));
    match answer {
        EvalAnswer::Value(value, parts) => {
            let parts = parts.iter();
            let parts: Map<String, Value> = parts
                .map(|(part, value)| (part.clone(), value.json.clone()))
                .collect();
            all.insert("value".into(), value.json.clone());
            all.insert("parts".into(), Value::Object(parts));
        }
        EvalAnswer::Members(members) => {
            let members = members.iter().map(|one| one.json.clone());
            all.insert("members".into(), members.collect());
        }
        EvalAnswer::Changes(changes) => drop(all.insert("changes".into(), json!(changes))),
        EvalAnswer::Waits(changes, player, prompt, options) => {
            let asks = json!({ "player": player, "prompt": prompt, "options": options });
            all.insert("changes".into(), json!(changes));
            all.insert("asks".into(), asks);
        }
    }
    Value::Object(all)
}
