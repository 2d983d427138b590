//! The choice of rulings: paths, parts of names, statements cited, what changed.

use std::path::{Path, PathBuf};

use crate::cli::args::RulingsAsked;
use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::games::{FoundGame, Library};
use crate::cli::ruling_files::{ENDING, all, is_ruling, name, named, no_ruling, rulings_in};
use crate::cli::rulings::changed::ChangedFiles;
use crate::report::Report;
use crate::source::Sources;
use crate::tools::rulings::read;

/// The rulings asked for.
pub(crate) struct WantedRulings {
    /// The library that holds the games.
    pub(crate) library: Library,
    /// The files, each once, in order.
    pub(crate) files: Vec<PathBuf>,
    /// The games that are meant as a whole, with all their rulings.
    pub(crate) games: Vec<PathBuf>,
    /// The games inside the program of which all rulings are meant.
    pub(crate) inside: Vec<FoundGame>,
}

impl WantedRulings {
    /// The rulings that the arguments ask for.
    pub(crate) fn new(
        asked: &RulingsAsked,
        games: Option<&Path>,
    ) -> Result<WantedRulings, CliError> {
        let library = Library::open(asked.from.games.as_deref().or(games))?;
        let (mut files, mut games, mut inside) = (Vec::new(), Vec::new(), Vec::new());
        if asked.which.is_empty() {
            (files, games, inside) = all(&library)?;
        }
        for which in &asked.which {
            let path = Path::new(which);
            match (path.is_file(), path.exists()) {
                (true, _) if is_ruling(path) => files.push(path.to_owned()),
                (true, _) => return Err(no_ruling(path)),
                (_, true) => files.extend(some(rulings_in(path)?, path)?),
                (_, false) if looks_like_a_path(which) => {
                    return Err(CliError::Missing(path.to_owned()));
                }
                (_, false) => files.extend(by_name(which, &library)?),
            }
        }
        files.sort();
        files.dedup();
        if !asked.cites.is_empty() || asked.changed.is_some() {
            // What is inside the program has no files to choose among.
            inside.clear();
        }
        if !asked.cites.is_empty() {
            games.clear();
            files = citing(files, &asked.cites)?;
        }
        if let Some(commit) = &asked.changed {
            games.clear();
            let changed = ChangedFiles::since(commit)?;
            files.retain(|path| changed.touches(path));
        }
        Ok(WantedRulings {
            library,
            files,
            games,
            inside,
        })
    }

    /// Tells whether games are meant as a whole, so that what belongs to none of their rulings belongs to nothing.
    pub(crate) fn is_all(&self) -> bool {
        !self.games.is_empty()
    }
}

fn some(found: Vec<PathBuf>, path: &Path) -> Result<Vec<PathBuf>, CliError> {
    if found.is_empty() {
        Err(CliError::argument(format!(
            "there are no rulings in `{}`: their names end in `{ENDING}`",
            path.display()
        )))
    } else {
        Ok(found)
    }
}

fn looks_like_a_path(which: &str) -> bool {
    which.ends_with(".yaml") || which.ends_with(".yml") || which.starts_with(['.', '/', '\\'])
}

/// The rulings with a word in their name, which is the game and the path below `rulings`.
fn by_name(word: &str, library: &Library) -> Result<Vec<PathBuf>, CliError> {
    let (mut found, ..) = all(library)?;
    found.retain(|path| name(path).contains(word));
    if found.is_empty() {
        Err(CliError::argument(format!(
            "there is no file or folder `{word}`, and no ruling has `{word}` in its name"
        )))
    } else {
        Ok(found)
    }
}

/// Those that cite one of some statements. What can't be read stays, so that it is told.
fn citing(files: Vec<PathBuf>, cites: &[String]) -> Result<Vec<PathBuf>, CliError> {
    let mut found = Vec::new();
    for path in files {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let ruling = read(
            &named(&path),
            &files::read(&path)?,
            &mut sources,
            &mut report,
        );
        if ruling.is_none_or(|ruling| ruling.cited().iter().any(|one| cites.contains(one))) {
            found.push(path);
        }
    }
    if found.is_empty() {
        Err(CliError::argument(format!(
            "no ruling cites {}",
            cites
                .iter()
                .map(|one| format!("`{one}`"))
                .collect::<Vec<_>>()
                .join(" or ")
        )))
    } else {
        Ok(found)
    }
}
