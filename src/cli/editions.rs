//! Editions of a game: a name, a folder, or a folder in a commit, read by the `git` command.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use crate::cli::error::CliError;
use crate::cli::games;
use crate::cli::games::{Library, Loaded, is_text_of_game, load};
use crate::cli::start::Ready;
use crate::pipeline::GameText;

/// The game of this name, folder, or commit and folder; what is wrong with it is told.
pub(crate) fn game(name: &str, games: Option<&Path>) -> Result<Ready, CliError> {
    ready(load(text(name, games)?))
}

/// The files of an edition.
pub(crate) fn text(name: &str, games: Option<&Path>) -> Result<GameText, CliError> {
    match name.split_once(':').filter(|_| !Path::new(name).exists()) {
        Some((commit, folder)) => in_commit(commit, folder.trim_end_matches('/')),
        None => Library::open(games)?.find(name)?.read(),
    }
}

/// A game that runs, or what is wrong with it.
pub(crate) fn ready(loaded: Loaded) -> Result<Ready, CliError> {
    match loaded.program {
        Some(program) => Ok(Ready {
            program: Arc::new(program),
            sources: loaded.sources,
        }),
        None => Err(games::tell_problems(&loaded)),
    }
}

/// The files of a folder as they were in a commit.
fn in_commit(commit: &str, folder: &str) -> Result<GameText, CliError> {
    // A name that begins with a hyphen would be an option of git.
    if commit.is_empty() || commit.starts_with('-') {
        return Err(CliError::argument(format!("`{commit}` is no commit")));
    }
    let tree = format!("{commit}:./{folder}");
    let listed = git(&["ls-tree", "-r", "-z", "--name-only", &tree])?;
    let inside = listed.split('\0').filter(|path| {
        is_text_of_game(path) && !path.starts_with("rulings/") && !path.contains("/rulings/")
    });
    let inside: Vec<&str> = inside.collect();
    if !inside.contains(&"game.yaml") {
        return Err(CliError::argument(format!(
            "there is no game in `{commit}:{folder}`: a game is a folder with `game.yaml`"
        )));
    }
    let read = |path: &&str| {
        let shown = format!("{commit}:{folder}/{path}");
        Ok((shown, git(&["show", &format!("{tree}/{path}")])?))
    };
    let files = inside
        .iter()
        .map(read)
        .collect::<Result<Vec<_>, CliError>>()?;
    let name = folder.rsplit('/').next().unwrap_or(folder).to_owned();
    Ok(GameText { name, files })
}

/// Runs git and returns its answer.
fn git(asked: &[&str]) -> Result<String, CliError> {
    let ran = Command::new("git").args(asked).output();
    let ran = ran.map_err(|error| CliError::argument(format!("cannot run `git`: {error}")))?;
    if ran.status.success() {
        Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
    } else {
        let why = String::from_utf8_lossy(&ran.stderr);
        Err(CliError::argument(format!("git: {}", why.trim())))
    }
}
