//! The beginning of several commands: a game that runs, the players, seed and options asked for, and faults of the rules.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::bots::spec::{Algorithm, Spec};
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library, Loaded};
use crate::cli::{args, budget, files, games, screen};
use crate::compile::Lookup;
use crate::engine::fault::{Fault, FaultKind};
use crate::pipeline::{Checked, Parsed};
use crate::play::game::PlayError;
use crate::play::start::{Seed, Start};
use crate::program::Program;
use crate::report::Report;
use crate::rules::shown::Shown;
use crate::source::{Sources, Span};
use crate::tools::manual::Manual;

/// A game ready to run.
pub(crate) struct Ready {
    /// The compiled rules of the game.
    pub(crate) program: Arc<Program>,
    /// Its texts, for messages.
    pub(crate) sources: Sources,
}

/// Compiled form of `view.yaml`.
#[derive(Debug, Clone)]
pub(crate) struct TableView {
    /// The game's own program with what is asked.
    pub(crate) program: Program,
    /// Panels and words of the page, with their lookups into the program.
    pub(crate) shown: Shown<Lookup>,
}

/// The game of this name or folder; what is wrong with it is told.
pub(crate) fn game(name: &str, folder: Option<&Path>) -> Result<Ready, CliError> {
    let loaded = Library::open(folder)?.find(name)?.load()?;
    match loaded.program {
        Some(program) => Ok(Ready {
            program: Arc::new(program),
            sources: loaded.sources,
        }),
        None => Err(games::tell_problems(&loaded)),
    }
}

/// Reads the nets of bots for a game, from their files.
pub(crate) fn read_nets<'s>(
    bots: impl IntoIterator<Item = &'s Spec>,
    game: &Ready,
) -> Result<(), CliError> {
    let nets = bots
        .into_iter()
        .filter(|bot| bot.algorithm == Algorithm::Net);
    for bot in nets {
        let path = Path::new(&bot.model);
        let bytes = files::read_bytes(path)?;
        bot.read_net(&bytes, &game.program)
            .map_err(|why| CliError::argument(format!("`{}`: {why}", bot.model)))?;
    }
    Ok(())
}

/// A game to be played by people, with the words of a locale or those of its rules.
pub(crate) struct ReadyTable {
    /// The game as it is recorded.
    pub(crate) game: Ready,
    /// The same rules in the words that people read.
    pub(crate) spoken: Arc<Program>,
    /// The table by `view.yaml`; none when it says nothing.
    pub(crate) view: Option<TableView>,
    pub(crate) manual: Manual,
}

/// Reads a game to be played by people.
pub(crate) fn at_table(found: &FoundGame, locale: Option<&str>) -> Result<ReadyTable, CliError> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = found.read()?.parse(&mut sources, &mut report);
    let read = compiled(&parsed, &mut report);
    let Some((checked, program)) = read else {
        let wrong = Loaded {
            name: found.name(),
            sources,
            report,
            program: None,
        };
        return Err(games::tell_problems(&wrong));
    };
    let parsed = games::in_locale(parsed, locale)?;
    // Words that do not fit the game are reported where it is checked; here they stay as the rules have them.
    let translated = locale.and_then(|_| compiled(&parsed, &mut Report::new()));
    let (checked, spoken) = match translated {
        Some(translated) => translated,
        None => (checked, Arc::clone(&program)),
    };
    let view = if checked.game().shown.is_empty() {
        None
    } else {
        checked.shown(&spoken, &mut report)
    };
    Ok(ReadyTable {
        manual: Manual::new(parsed.files(), &checked.names, &sources, &[]),
        view: view.map(|(program, shown)| TableView { program, shown }),
        game: Ready { program, sources },
        spoken,
    })
}

fn compiled(parsed: &Parsed, report: &mut Report) -> Option<(Checked, Arc<Program>)> {
    let checked = parsed.check(report)?.allowed(budget::asked());
    let program = checked.compile(report)?;
    Some((checked, Arc::new(program)))
}

/// Draws a seed from the chance of the system: nobody finds it by dealing every game there is.
pub(crate) fn seed_of_system() -> Result<Seed, CliError> {
    let word = || getrandom::u64().map_err(|error| CliError::argument(error.to_string()));
    // Games are counted up from it.
    let seed = word()? >> 1;
    // A salt of 0 is none.
    let salt = word()?.max(1);
    Ok(Seed { seed, salt })
}

/// Returns the arguments of a start with a seed of the system, if none was asked for and programs play.
pub(crate) fn seeded<'a>(
    start: &args::Start,
    mut seats: impl Iterator<Item = &'a Spec>,
) -> Result<args::Start, CliError> {
    let mut start = start.clone();
    if start.seed.is_none() && seats.any(|seat| seat.algorithm == Algorithm::Exec) {
        start.seed = Some(seed_of_system()?);
    }
    Ok(start)
}

impl Ready {
    /// Gives what a game begins with, as the arguments say.
    pub(crate) fn start(&self, start: &args::Start) -> Result<Start, CliError> {
        let players = start
            .players
            .unwrap_or(u64::from(self.program.names.players.0));
        let options = start
            .options
            .iter()
            .map(|option| named(option))
            .collect::<Result<Vec<_>, _>>()?;
        let Seed { seed, salt } = start.seed.unwrap_or_default();
        let start = Start::from_words(&self.program, players, seed, options);
        let start = start.map_err(|error| CliError::argument(error.to_string()))?;
        Ok(start.salted(salt))
    }

    /// As `start`, with as many players as there are seats unless it is said.
    pub(crate) fn start_for(&self, start: &args::Start, seats: usize) -> Result<Start, CliError> {
        let (fewest, most) = self.program.names.players;
        let mut asked = start.clone();
        let seated = (seats as u64).clamp(fewest.into(), most.into());
        asked.players = asked.players.or(Some(seated));
        self.start(&asked)
    }

    /// As `start_for`, with somebody in every seat and nobody without one.
    pub(crate) fn start_seated(
        &self,
        start: &args::Start,
        seats: usize,
    ) -> Result<Start, CliError> {
        let start = self.start_for(start, seats)?;
        if usize::from(start.players) == seats {
            Ok(start)
        } else {
            Err(CliError::argument(format!(
                "--seats names {seats} seats, but {} play",
                start.players
            )))
        }
    }

    /// Tells where something stands: `path:line:column`.
    pub(crate) fn place(&self, span: Span) -> String {
        place(&self.sources, span)
    }

    /// Gives what went wrong in play, where, and what was being done.
    pub(crate) fn fault(&self, fault: &Fault) -> String {
        if fault.kind == FaultKind::Disagreement {
            return fault.to_string();
        }
        let mut text = format!("{}: {fault}", self.place(fault.span));
        for (name, span) in &fault.trace {
            text.push_str(&format!("\n  in `{name}` at {}", self.place(*span)));
        }
        text
    }

    /// Tells why play can't go on: a mistake of the rules, or of who asked.
    pub(crate) fn trouble(&self, error: PlayError) -> CliError {
        let PlayError::Fault(fault) = error else {
            return CliError::argument(error.to_string());
        };
        screen::tell(&format!("error: {}", self.fault(&fault)));
        CliError::Stopped
    }
}

/// Tells where something stands: `path:line:column`.
pub(crate) fn place(sources: &Sources, span: Span) -> String {
    let at = sources.line_col(span.file, sources.shown(span).start);
    format!("{}:{}:{}", sources.path(span.file), at.line, at.column)
}

/// Tells a program where something stands.
pub(crate) fn place_json(sources: &Sources, span: Span) -> Value {
    let at = sources.line_col(span.file, sources.shown(span).start);
    json!({ "file": sources.path(span.file), "line": at.line, "column": at.column })
}

fn named(option: &str) -> Result<(&str, &str), CliError> {
    let split = option
        .split_once('=')
        .map(|(name, value)| (name.trim(), value.trim()));
    split.ok_or_else(|| {
        CliError::argument(format!(
            "`{option}` is no option with its value: write NAME=VALUE"
        ))
    })
}
