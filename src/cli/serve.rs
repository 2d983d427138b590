//! `ludex serve`: tables in the browser. What is served, and to whom, is known to the room `serve` alone.

use std::path::Path;
use std::sync::Arc;

use rust_embed::RustEmbed;

use crate::cli::error::CliError;
use crate::cli::games::Library;
use crate::cli::outcome::ExitOutcome;
use crate::cli::screen;
use crate::serve::Assets;
use crate::serve::command::{Serve, serve};
use crate::table::TableGame;

/// The page, as it was when the command was built; empty where it had not been built then.
#[derive(RustEmbed)]
#[folder = "web/dist/"]
#[allow_missing = true]
#[exclude = "games/*"]
#[exclude = "engine.wasm"]
struct Page;

/// Serves the games until the command is interrupted.
pub(crate) fn run(arguments: &Serve, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let library = Library::open(games)?;
    let found = match arguments.games.as_slice() {
        [] => library.all()?,
        named => named
            .iter()
            .map(|name| library.find(name))
            .collect::<Result<_, _>>()?,
    };
    let mut served = Vec::new();
    for game in found {
        match TableGame::new(game.read()?) {
            Ok(game) => served.push(Arc::new(game)),
            Err(problems) if arguments.games.is_empty() => {
                screen::tell(&format!(
                    "`{}` is left out, because it has mistakes:\n{problems}",
                    game.name()
                ));
            }
            Err(problems) => return Err(CliError::argument(problems)),
        }
    }
    let page: Vec<(String, Vec<u8>)> = Page::iter()
        .filter_map(|path| {
            let file = Page::get(&path)?;
            Some((path.into_owned(), file.data.into_owned()))
        })
        .collect();
    if page.is_empty() && arguments.export.is_none() {
        screen::tell(
            "this command was built without the page: `npm ci && npm run build` in web/, then build again. Programs can play here.",
        );
    }
    serve(arguments, &served, Assets::new(page))
        .map_err(|error| CliError::argument(error.to_string()))?;
    Ok(ExitOutcome::Fine)
}
