//! `ludex serve`: tables in the browser, the author's desk, and a folder that plays without a server. What is served, and to
//! whom, is known to the room `serve` alone.

mod folder;
mod page;

use std::path::Path;
use std::sync::Arc;

use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library};
use crate::cli::lsp::SystemHost;
use crate::cli::outcome::ExitOutcome;
use crate::cli::serve::page::PageFile;
use crate::cli::{files, screen};
use crate::pipeline::GameText;
use crate::serve::Assets;
use crate::serve::command::{self, Serve};
use crate::system::SYSTEM;
use crate::table::TableGame;

/// Serves the games until the command is interrupted, or writes the folder that was asked for.
pub(crate) fn run(arguments: &Serve, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    if let Some(folder) = &arguments.edit {
        return edit(arguments, folder);
    }
    let library = Library::open(games)?;
    let are_named = !arguments.games.is_empty();
    if let Some(folder) = &arguments.static_folder {
        return folder::write(folder, found(arguments, &library)?, are_named);
    }
    let served = sound(found(arguments, &library)?, are_named)?;
    let games: Vec<Arc<TableGame>> = served.into_iter().map(|(_, game)| game).collect();
    let page = page::for_tables();
    if page.is_empty() && arguments.export.is_none() {
        screen::tell(&format!("{} Programs can play here.", page::missing()));
    }
    command::serve(arguments, &games, assets(page))
        .map_err(|error| CliError::argument(error.to_string()))?;
    Ok(ExitOutcome::Fine)
}

/// Serves the author's desk until the command is interrupted.
fn edit(arguments: &Serve, folder: &Path) -> Result<ExitOutcome, CliError> {
    if !folder.is_dir() {
        return Err(CliError::Missing(folder.to_owned()));
    }
    let page = page::whole()?;
    command::edit(arguments.port, folder, Arc::new(SystemHost), assets(page))
        .map_err(|error| CliError::argument(format!("`{}`: {error}", files::shown(folder))))?;
    Ok(ExitOutcome::Fine)
}

/// The games that were named, or all.
fn found(arguments: &Serve, library: &Library) -> Result<Vec<FoundGame>, CliError> {
    match arguments.games.as_slice() {
        [] => library.all(),
        named => named.iter().map(|name| library.find(name)).collect(),
    }
}

/// Reads and compiles games. One with mistakes is left out and told of, unless it was named.
fn sound(
    found: Vec<FoundGame>,
    are_named: bool,
) -> Result<Vec<(GameText, Arc<TableGame>)>, CliError> {
    let mut sound = Vec::new();
    for game in found {
        let text = game.read()?;
        match TableGame::new(text.clone()) {
            Ok(game) => sound.push((text, Arc::new(game.on(SYSTEM)))),
            Err(problems) if are_named => return Err(CliError::argument(problems)),
            Err(problems) => screen::tell(&format!(
                "`{}` is left out, because it has mistakes:\n{problems}",
                game.name()
            )),
        }
    }
    Ok(sound)
}

fn assets(page: Vec<PageFile>) -> Assets {
    Assets::new(page.into_iter().map(|file| (file.path, file.bytes)))
}
