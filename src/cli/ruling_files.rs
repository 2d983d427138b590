//! The files of rulings: which there are, and by which name or path each goes.

use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::games::{FoundGame, Library, is_game};
use crate::tools::rulings::snapshot_path;

pub(crate) const ENDING: &str = ".ruling.yaml";

/// Rulings, the folders of their games, and games inside the program.
pub(crate) type All = (Vec<PathBuf>, Vec<PathBuf>, Vec<FoundGame>);

/// All rulings of the games meant when nothing is named.
pub(crate) fn all(library: &Library) -> Result<All, CliError> {
    let (mut files, mut games, mut inside) = (Vec::new(), Vec::new(), Vec::new());
    for game in library.games_meant()? {
        match game {
            FoundGame::Folder(folder) => {
                files.extend(rulings_in(&folder)?);
                games.push(folder);
            }
            game @ FoundGame::BuiltIn(_) => inside.push(game),
        }
    }
    Ok((files, games, inside))
}

/// The names of all rulings of the games that are meant.
pub(crate) fn names(library: &Library) -> Result<Vec<String>, CliError> {
    let (files, ..) = all(library)?;
    Ok(files.iter().map(|path| name(path)).collect())
}

/// Returns the name of a ruling: `mill/ends/tie` for `games/mill/rulings/ends/tie.ruling.yaml`.
pub(crate) fn name(path: &Path) -> String {
    let shown = named(path);
    let whole = shown.strip_suffix(ENDING).unwrap_or(&shown);
    match whole.split_once("/rulings/") {
        Some((game, below)) => format!("{}/{below}", game.rsplit('/').next().unwrap_or(game)),
        None => whole.to_owned(),
    }
}

pub(crate) fn no_ruling(path: &Path) -> CliError {
    CliError::argument(format!(
        "`{}` is no ruling: a ruling's file is called NAME{ENDING}",
        path.display()
    ))
}

fn is_yaml(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ending == "yaml" || ending == "yml"
}

/// Returns true if a file lies in the folder `rulings` of a game.
fn among_rulings(path: &Path) -> bool {
    let of_a_game = |folder: &Path| folder.parent().is_some_and(is_game);
    path.ancestors()
        .any(|folder| folder.ends_with("rulings") && of_a_game(folder))
}

pub(crate) fn is_ruling(path: &Path) -> bool {
    path.to_string_lossy().ends_with(ENDING)
}

/// The rulings in a folder and the folders in it.
pub(crate) fn rulings_in(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let mut found = Vec::new();
    for path in files::below(folder, |_| true)? {
        if is_ruling(&path) {
            files::refuse_pipe(&path)?;
            found.push(path);
        } else if is_yaml(&path) && among_rulings(&path) {
            // Left out silently, it would never be tested.
            return Err(no_ruling(&path));
        }
    }
    Ok(found)
}

/// The path by which a ruling goes: as it was given, unless only the whole path tells where its snapshot belongs.
pub(crate) fn named(path: &Path) -> String {
    let shown = files::shown(path);
    let Ok(whole) = std::path::absolute(path) else {
        return shown;
    };
    let whole = files::shown(&whole);
    let same = std::path::absolute(snapshot_path(&shown))
        .is_ok_and(|snapshot| snapshot == Path::new(&snapshot_path(&whole)));
    if same { shown } else { whole }
}
