//! `ludex rulings record`: a moment of a game that was played becomes a ruling, with its snapshot.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::args::RulingsRecord;
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library};
use crate::cli::outcome::ExitOutcome;
use crate::cli::output::Output;
use crate::cli::ruling_files::named;
use crate::cli::rulings::answer::Ran;
use crate::cli::rulings::{answer, run_game};
use crate::cli::start::Ready;
use crate::cli::{files, replay, screen, start};
use crate::play::game::Match;
use crate::tools::rulings::RulingReport;
use crate::tools::rulings::record::{Heading, record};

/// Writes the ruling and its snapshot, once it is sure that the ruling holds.
pub(crate) fn run(what: &RulingsRecord, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let games = what.from.games.as_deref().or(games);
    let (game, played) = play(what, games)?;
    let found = Library::open(games)?.find(&game.program.names.game)?;
    let path = place(&what.name, what.into.as_deref(), &found)?;
    let heading = Heading {
        asks: what.asks.clone(),
        says: what.says.clone(),
        cites: what.cites.clone(),
        ..Heading::default()
    };
    keep_moment(&found, &played, what.at, &path, heading, what.output)
}

/// Writes a choice of a match with what came of it as a ruling of this name, among those of the game.
pub(crate) fn record_moment(
    found: &FoundGame,
    played: &Match,
    at: usize,
    name: &str,
    heading: Heading,
) -> Result<ExitOutcome, CliError> {
    let path = place(name, None, found)?;
    keep_moment(found, played, at, &path, heading, Output::HUMAN)
}

/// Writes the ruling; its place tells its id, and whether it has to name its game.
fn keep_moment(
    found: &FoundGame,
    played: &Match,
    at: usize,
    path: &Path,
    heading: Heading,
    output: Output,
) -> Result<ExitOutcome, CliError> {
    let (folder, id) = (path.parent(), path.file_name().unwrap_or_default());
    let id = id.to_string_lossy().replace(".ruling.yaml", "");
    let among = folder.is_some_and(|folder| {
        folder
            .components()
            .any(|part| part.as_os_str() == "rulings")
    });
    let heading = Heading {
        id,
        game: (!among).then(|| found.name()),
        ..heading
    };
    let text = record(played, at, &heading);
    let text = text.map_err(|error| CliError::argument(error.to_string()))?;
    keep(path, text, found, output)
}

/// The game to take the moment from, played to its end.
fn play(what: &RulingsRecord, games: Option<&Path>) -> Result<(Ready, Match), CliError> {
    let path = Path::new(&what.what);
    if path.is_file() {
        let replay = replay::read(path)?;
        let game = start::game(&replay.game, games)?;
        replay::note_other_rules(&replay, &game);
        let played = replay.verify(game.program.clone(), true);
        let played = played.map_err(|error| CliError::argument(error.to_string()))?;
        return Ok((game, played));
    }
    let game = start::game(&what.what, games)?;
    let start = game.start(&what.start)?;
    let seed = start.seed;
    let mut played = Match::new(Arc::clone(&game.program), start).map_err(|e| game.trouble(e))?;
    // No further than asked: a moment before the rules break can be told all the same.
    let until = u64::try_from(what.at).unwrap_or(u64::MAX).saturating_add(1);
    played
        .playout(seed, Some(until))
        .map_err(|e| game.trouble(e))?;
    Ok((game, played))
}

/// Returns the path of the new ruling, which must not be there yet.
fn place(name: &str, into: Option<&Path>, found: &FoundGame) -> Result<PathBuf, CliError> {
    let name = name.strip_suffix(".ruling.yaml").unwrap_or(name);
    let parts = || name.split('/');
    let plain = |part: &str| {
        let letters = part
            .chars()
            .all(|c| c.is_alphanumeric() || "-_.".contains(c));
        letters && !part.is_empty() && !part.starts_with('.')
    };
    if !parts().all(plain) {
        return Err(CliError::argument(format!(
            "`{name}` is no name of a ruling: write letters, digits and `-`, and `/` between folders"
        )));
    }
    let folder = match (into, found) {
        (Some(folder), _) => folder.to_owned(),
        (None, FoundGame::Folder(game)) => game.join("rulings"),
        (None, FoundGame::BuiltIn(_)) => PathBuf::from("."),
    };
    let path = folder.join(format!("{name}.ruling.yaml"));
    if path.exists() {
        Err(CliError::argument(format!(
            "there is a ruling `{}` already",
            files::shown(&path)
        )))
    } else {
        Ok(path)
    }
}

/// Runs the ruling before anything is written.
fn keep(
    path: &Path,
    text: String,
    found: &FoundGame,
    output: Output,
) -> Result<ExitOutcome, CliError> {
    let shown = named(path);
    let ran = run_game(found, vec![(shown.clone(), text.clone())])?;
    let report = ran.first().and_then(|one| one.report.as_ref());
    let Some(snapshot) = report.and_then(RulingReport::accept) else {
        let failed: Vec<&Ran> = ran.iter().collect();
        if output.is_json() {
            screen::print_json(&answer::shape(&ran, &[]))?;
        } else {
            screen::print(&answer::refused(&failed, false))?;
        }
        screen::tell("error: the ruling would not pass, so nothing was written");
        return Ok(ExitOutcome::Problems);
    };
    let accepted = ran.first().and_then(Ran::snapshot);
    files::write(path, &text)?;
    let mut wrote = vec![PathBuf::from(shown)];
    if let Some(accepted) = accepted {
        files::write(&accepted, &snapshot)?;
        wrote.push(accepted);
    }
    screen::print_wrote(&wrote, output)?;
    Ok(ExitOutcome::Fine)
}
