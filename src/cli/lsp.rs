//! `ludex lsp`: the language server over stdin and stdout. Which messages there are is known to the room `lsp` alone.

use std::path::Path;
use std::sync::Arc;

use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, is_game, is_text_of_game};
use crate::cli::outcome::ExitOutcome;
use crate::cli::{explain, files};
use crate::lsp;
use crate::lsp::{Host, SessionEnd};
use crate::report::Code;

/// Games are looked for so many folders deep below one that is open.
const MOST_FOLDERS_DEEP: usize = 8;
/// Folders in which no game of an author lies.
const LEFT_OUT: [&str; 2] = ["target", "node_modules"];

/// Serves an editor until it leaves.
pub(crate) fn run() -> Result<ExitOutcome, CliError> {
    match lsp::serve_stdio(Arc::new(SystemHost))? {
        SessionEnd::Exit => Ok(ExitOutcome::Fine),
        SessionEnd::Abandoned => Ok(ExitOutcome::Problems),
    }
}

/// The files of the system.
pub(crate) struct SystemHost;

impl Host for SystemHost {
    fn is_file(&self, path: &str) -> bool {
        Path::new(path).is_file()
    }

    fn read(&self, path: &str) -> Option<String> {
        files::read_found(Path::new(path)).ok()
    }

    fn game_texts(&self, folder: &str) -> Result<Vec<(String, String)>, String> {
        let folder = Path::new(folder);
        let texts = match (folder.is_dir(), is_game(folder)) {
            (false, _) => Ok(Vec::new()),
            (true, true) => FoundGame::Folder(folder.to_owned())
                .read()
                .map(|text| text.files),
            (true, false) => texts_beside(folder),
        };
        texts.map_err(|trouble| trouble.to_string())
    }

    fn rulings(&self, folder: &str) -> Result<Vec<(String, String)>, String> {
        let game = FoundGame::Folder(folder.into());
        game.rulings().map_err(|trouble| trouble.to_string())
    }

    fn games_below(&self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        add_games_below(Path::new(folder), MOST_FOLDERS_DEEP, &mut found);
        found
    }

    fn remove(&self, path: &str) -> Result<(), String> {
        files::remove(Path::new(path)).map_err(|trouble| trouble.to_string())
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        files::write(Path::new(path), text).map_err(|trouble| trouble.to_string())
    }

    fn explanation(&self, code: Code) -> String {
        explain::page(code, false)
    }
}

/// The texts of a folder that is no game yet: what lies deeper may be anything.
fn texts_beside(folder: &Path) -> Result<Vec<(String, String)>, CliError> {
    let entries = files::entries(folder)?.into_iter();
    let texts = entries.filter(|path| path.is_file() && is_text_of_game(&path.to_string_lossy()));
    texts
        .map(|path| Ok((files::shown(&path), files::read_found(&path)?)))
        .collect()
}

/// Adds the folders of games below a folder. A game has no games inside it; hidden folders and what tools make are left out.
fn add_games_below(folder: &Path, deep: usize, found: &mut Vec<String>) {
    if is_game(folder) {
        found.push(files::shown(folder));
        return;
    }
    let is_open = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| !name.starts_with('.') && !LEFT_OUT.contains(&&*name))
    };
    let Some(deep) = deep.checked_sub(1) else {
        return;
    };
    // A folder that cannot be read holds no game.
    let mut below = files::entries(folder).unwrap_or_default();
    below.retain(|path| path.is_dir() && !path.is_symlink() && is_open(path));
    below
        .iter()
        .for_each(|path| add_games_below(path, deep, found));
}
