//! `ludex lsp`: the language server over stdin and stdout. Which messages there are is known to the room `lsp` alone.

use std::path::Path;
use std::sync::Arc;

use crate::cli::error::CliError;
use crate::cli::explain;
use crate::cli::files;
use crate::cli::games::FoundGame;
use crate::cli::games::is_game;
use crate::cli::games::is_text_of_game;
use crate::cli::outcome::ExitOutcome;
use crate::lsp;
use crate::lsp::Host;
use crate::lsp::SessionEnd;
use crate::report::Code;

/// Serves an editor until it leaves.
pub(crate) fn run() -> Result<ExitOutcome, CliError> {
    match lsp::serve_stdio(Arc::new(SystemHost))? {
        SessionEnd::Exit => Ok(ExitOutcome::Fine),
        SessionEnd::Abandoned => Ok(ExitOutcome::Problems),
    }
}

/// The files of the system.
struct SystemHost;

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
