//! `ludex dap`: the debug adapter over stdin and stdout. Which messages there are is known to the room `dap` alone.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::error::CliError;
use crate::cli::games::{Library, game_around};
use crate::cli::outcome::ExitOutcome;
use crate::cli::{budget, files};
use crate::dap;
use crate::dap::DebugHost;
use crate::pipeline::GameText;
use crate::rules::budget::BudgetChange;

/// Serves an editor until it leaves.
pub(crate) fn run(games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let games = games.map(Path::to_owned);
    match dap::serve_stdio(Arc::new(SystemHost { games })) {
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            Err(CliError::argument(format!("a client sent {error}")))
        }
        served => Ok(served.map(|()| ExitOutcome::Fine)?),
    }
}

/// The files of the system.
struct SystemHost {
    /// The folder in which games are looked for.
    games: Option<PathBuf>,
}

impl DebugHost for SystemHost {
    fn game(&self, name: &str) -> Result<GameText, String> {
        let library = Library::open(self.games.as_deref());
        let found = library.and_then(|library| library.find(name)?.read());
        found.map_err(|trouble| trouble.to_string())
    }

    fn game_around(&self, path: &str) -> Option<String> {
        let folder = game_around(Path::new(path))?;
        // As a path: the name alone may be that of another game.
        let is_whole = folder.is_absolute();
        let folder = files::shown(&folder);
        Some(if is_whole {
            folder
        } else {
            format!("./{folder}")
        })
    }

    fn read(&self, path: &str) -> Result<String, String> {
        files::read_found(Path::new(path)).map_err(|trouble| trouble.to_string())
    }

    fn absolute(&self, path: &str) -> String {
        let whole = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
        whole.to_string_lossy().into_owned()
    }

    fn canonical(&self, path: &str) -> String {
        let whole = Path::new(path).canonicalize();
        whole.map_or_else(
            |_| self.absolute(path),
            |whole| whole.to_string_lossy().into_owned(),
        )
    }

    fn budget(&self) -> BudgetChange {
        budget::asked()
    }
}
