//! Finding games: a folder given, else `./games` and those inside the program; and reading one with all its mistakes.
//!
//! A game is a folder with `game.yaml`. Games are read one by one, so that one which cannot be read keeps no other away.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;

use crate::check::env::Env;
use crate::cli::error::CliError;
use crate::cli::output::Color;
use crate::cli::{budget, files, screen};
use crate::pipeline::{Checked, GameText, Parsed};
use crate::program::Program;
use crate::report;
use crate::report::{Report, nearest};
use crate::source::Sources;
use crate::tools::manual::Manual;
use crate::tools::rulings::snap::outcome_of;
use crate::tools::rulings::snapshot_path;

/// The games inside the program.
#[derive(RustEmbed)]
#[folder = "games/"]
struct BuiltIn;

/// The accepted outcomes of rulings, and the words about texts that the tests know to be wrong.
#[derive(RustEmbed)]
#[folder = "snapshots/"]
struct Accepted;

/// The beginning of the paths of files inside the program.
const INSIDE: &str = "<built-in>/";

/// The file that makes a folder a game.
const MANIFEST: &str = "game.yaml";

/// The source of games: the program itself, or a folder.
#[derive(Debug, Clone)]
pub(crate) enum Library {
    /// In the folder of games that was asked for, and nowhere else.
    Folder(PathBuf),
    /// In the folder of games that lies here, then inside the program.
    Here(PathBuf),
    /// The games inside the program.
    BuiltIn,
}

/// A game that is there, not yet read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FoundGame {
    /// A folder of games.
    Folder(PathBuf),
    /// A game inside the program.
    BuiltIn(String),
}

/// A game that was read, with all that is wrong with it.
pub(crate) struct Loaded {
    /// The name of its folder.
    pub(crate) name: String,
    /// The texts of the game.
    pub(crate) sources: Sources,
    /// The problems of the game.
    pub(crate) report: Report,
    /// The game ready to run, when nothing is wrong.
    pub(crate) program: Option<Program>,
}

impl Library {
    /// The folder given, else `./games` beside the games inside the program, else these alone.
    pub(crate) fn open(given: Option<&Path>) -> Result<Library, CliError> {
        let default = Path::new("games");
        match given {
            Some(folder) if !folder.exists() => Err(CliError::Missing(folder.to_owned())),
            Some(folder) => Ok(Library::Folder(folder.to_owned())),
            None if default.is_dir() => Ok(Library::Here(default.to_owned())),
            None => Ok(Library::BuiltIn),
        }
    }

    /// The games of the folder; those inside the program when there is none.
    pub(crate) fn games(&self) -> Result<Vec<FoundGame>, CliError> {
        match self {
            Library::Folder(folder) | Library::Here(folder) => games_in(folder),
            Library::BuiltIn => Ok(built_in().into_iter().map(FoundGame::BuiltIn).collect()),
        }
    }

    /// All games that can be named: a game here hides the one inside the program that is called the same, and no other.
    pub(crate) fn all(&self) -> Result<Vec<FoundGame>, CliError> {
        let mut games = self.games()?;
        if let Library::Here(_) = self {
            let names: BTreeSet<String> = games.iter().map(FoundGame::name).collect();
            let inside = built_in().into_iter().filter(|name| !names.contains(name));
            games.extend(inside.map(FoundGame::BuiltIn));
        }
        Ok(games)
    }

    /// The games meant when none is named: the one whose folder this is, rather than those inside the program.
    pub(crate) fn games_meant(&self) -> Result<Vec<FoundGame>, CliError> {
        let here = Path::new(".");
        match self {
            Library::BuiltIn if is_game(here) => Ok(vec![FoundGame::Folder(here.to_owned())]),
            Library::Folder(_) | Library::Here(_) | Library::BuiltIn => self.games(),
        }
    }

    /// The one game meant: the one of this name, else the one around this folder, else the only one.
    pub(crate) fn game_meant(&self, name: Option<&str>) -> Result<FoundGame, CliError> {
        if let Some(name) = name {
            return self.find(name);
        }
        let here = Path::new(".");
        if is_game(here) {
            return Ok(FoundGame::Folder(here.to_owned()));
        }
        if let Some(folder) = game_around(here) {
            return Ok(FoundGame::Folder(folder));
        }
        let games = self.games()?;
        match games.as_slice() {
            [only] => Ok(only.clone()),
            several => {
                let names: Vec<String> = several.iter().map(FoundGame::name).collect();
                Err(CliError::argument(format!(
                    "which game? there are: {}",
                    names.join(", ")
                )))
            }
        }
    }

    /// The game of this name; a path of a game's folder does as well.
    pub(crate) fn find(&self, name: &str) -> Result<FoundGame, CliError> {
        let games = self.all()?;
        if let Some(found) = games.iter().find(|game| game.name() == name) {
            return Ok(found.clone());
        }
        let path = Path::new(name);
        if is_game(path) {
            return Ok(FoundGame::Folder(path.to_owned()));
        }
        let names: Vec<String> = games.iter().map(FoundGame::name).collect();
        Err(unknown(name, &names))
    }
}

impl FoundGame {
    /// Returns the folder's name.
    pub(crate) fn name(&self) -> String {
        match self {
            FoundGame::Folder(path) => folder_name(path),
            FoundGame::BuiltIn(name) => name.clone(),
        }
    }

    fn has_manifest(&self) -> bool {
        match self {
            FoundGame::Folder(path) => is_game(path),
            FoundGame::BuiltIn(_) => true,
        }
    }

    /// The files of the game.
    pub(crate) fn read(&self) -> Result<GameText, CliError> {
        let files = match self {
            FoundGame::Folder(path) => files_in(path)?,
            FoundGame::BuiltIn(name) => built_in_files(name),
        };
        Ok(GameText {
            name: self.name(),
            files,
        })
    }

    /// The texts of its rulings, by path.
    pub(crate) fn rulings(&self) -> Result<Vec<(String, String)>, CliError> {
        match self {
            FoundGame::Folder(path) => rulings_below(&path.join("rulings")),
            FoundGame::BuiltIn(name) => Ok(built_in_rulings(name)),
        }
    }

    /// The game with everything that is wrong with it.
    pub(crate) fn load(&self) -> Result<Loaded, CliError> {
        Ok(load(self.read()?))
    }
}

/// Checks and compiles a game.
pub(crate) fn load(text: GameText) -> Loaded {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let name = text.name.clone();
    let program = load_checked(text, &mut sources, &mut report)
        .and_then(|checked| checked.compile(&mut report));
    Loaded {
        name,
        sources,
        report,
        program,
    }
}

/// Tells what is wrong with a game that cannot be run.
pub(crate) fn tell_problems(game: &Loaded) -> CliError {
    let colour = Color::Auto.on_stderr();
    screen::tell(report::human(&game.report, &game.sources, colour).trim_end());
    CliError::Stopped
}

/// A game as a manual of reference.
pub(crate) struct LoadedManual {
    /// The reference manual of the game.
    pub(crate) manual: Manual,
    /// The texts it is made of.
    pub(crate) sources: Sources,
    /// The names in those texts, with their meanings.
    pub(crate) names: Env,
    /// The number of errors in the game; what they touch is missing in the manual.
    pub(crate) errors: usize,
}

/// The game with the words that are asked for.
pub(crate) fn in_locale(parsed: Parsed, locale: Option<&str>) -> Result<Parsed, CliError> {
    let Some(tag) = locale else {
        return Ok(parsed);
    };
    let tags = parsed.locales();
    if tags.iter().any(|one| one == tag) {
        return Ok(parsed.in_locale(tag));
    }
    Err(CliError::argument(format!(
        "`{}` has no words in `{tag}`, only in `{}`",
        parsed.name(),
        tags.join("`, `")
    )))
}

/// Reads a game as a manual, also when something is wrong with it.
pub(crate) fn analyze_manual(
    found: &FoundGame,
    locale: Option<&str>,
) -> Result<LoadedManual, CliError> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = in_locale(found.read()?.parse(&mut sources, &mut report), locale)?;
    let names = parsed.analyze(&mut report).names;
    let manual = Manual::new(parsed.files(), &names, &sources, &found.rulings()?);
    Ok(LoadedManual {
        manual,
        sources,
        names,
        errors: report.errors(),
    })
}

/// The manual of a game; when something is wrong with the game, that is told instead.
pub(crate) fn load_manual(
    found: &FoundGame,
    locale: Option<&str>,
) -> Result<LoadedManual, CliError> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = in_locale(found.read()?.parse(&mut sources, &mut report), locale)?;
    let checked = parsed.check(&mut report);
    let program = (checked.as_ref()).and_then(|checked| checked.compile(&mut report));
    let (Some(checked), Some(_)) = (checked, &program) else {
        let game = Loaded {
            name: found.name(),
            sources,
            report,
            program,
        };
        return Err(tell_problems(&game));
    };
    let names = checked.names;
    let manual = Manual::new(parsed.files(), &names, &sources, &found.rulings()?);
    Ok(LoadedManual {
        manual,
        sources,
        names,
        errors: 0,
    })
}

/// A game without a mistake as a manual of reference, without its rulings.
pub(crate) fn manual(found: &FoundGame) -> Result<Manual, CliError> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = found.read()?.parse(&mut sources, &mut report);
    let names = parsed.analyze(&mut report).names;
    Ok(Manual::new(parsed.files(), &names, &sources, &[]))
}

/// Reads and checks a game.
pub(crate) fn load_checked(
    text: GameText,
    sources: &mut Sources,
    report: &mut Report,
) -> Option<Checked> {
    let checked = text.parse(sources, report).check(report)?;
    Some(checked.allowed(budget::asked()))
}

/// The games that a path speaks of: a game, the games of a folder, or the game a file or folder is part of.
pub(crate) fn games_at(path: &Path) -> Result<Vec<FoundGame>, CliError> {
    if !path.exists() {
        return Err(CliError::Missing(path.to_owned()));
    }
    if is_game(path) {
        return Ok(vec![FoundGame::Folder(path.to_owned())]);
    }
    let inside = if path.is_dir() {
        games_in(path)?
    } else {
        Vec::new()
    };
    if inside.iter().any(FoundGame::has_manifest) {
        return Ok(inside);
    }
    if let Some(game) = game_around(path).or_else(|| has_rules(path).then(|| path.to_owned())) {
        return Ok(vec![FoundGame::Folder(game)]);
    }
    if inside.is_empty() {
        Err(CliError::NoGame(path.to_owned()))
    } else {
        Ok(inside)
    }
}

/// The folder of the game that a file or folder is part of.
pub(crate) fn game_around(path: &Path) -> Option<PathBuf> {
    let relative = path.ancestors().skip(1).find(|folder| is_game(folder));
    if relative.is_some() || path.is_absolute() {
        return relative.map(non_empty);
    }
    let whole = std::path::absolute(path).ok()?;
    whole
        .ancestors()
        .skip(1)
        .find(|folder| is_game(folder))
        .map(Path::to_owned)
}

fn non_empty(path: &Path) -> PathBuf {
    if path.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        path.to_owned()
    }
}

pub(crate) fn is_game(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// Tells whether a folder holds rules: then it was meant as a game.
fn has_rules(folder: &Path) -> bool {
    let entries = files::entries(folder).unwrap_or_default();
    entries
        .iter()
        .any(|path| path.extension().is_some_and(|ending| ending == "rules"))
}

/// The games of a folder. One whose manifest was forgotten is there as well, so that it is missed.
fn games_in(folder: &Path) -> Result<Vec<FoundGame>, CliError> {
    let folders = files::entries(folder)?
        .into_iter()
        .filter(|path| is_game(path) || has_rules(path));
    Ok(folders.map(FoundGame::Folder).collect())
}

/// The texts of a game's folder and the folders in it, its rulings apart.
fn files_in(folder: &Path) -> Result<Vec<(String, String)>, CliError> {
    let paths = files::below(folder, |path| {
        path.file_name().is_some_and(|name| name != "rulings")
    })?;
    let texts = paths
        .into_iter()
        .filter(|path| is_text_of_game(&path.to_string_lossy()));
    texts
        .map(|path| Ok((files::shown(&path), files::read_found(&path)?)))
        .collect()
}

fn rulings_below(folder: &Path) -> Result<Vec<(String, String)>, CliError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let paths = files::below(folder, |_| true)?.into_iter();
    let rulings = paths.filter(|path| path.to_string_lossy().ends_with(".ruling.yaml"));
    rulings
        .map(|path| {
            files::refuse_pipe(&path)?;
            Ok((files::shown(&path), files::read(&path)?))
        })
        .collect()
}

fn built_in() -> BTreeSet<String> {
    let manifest =
        |path: Cow<'static, str>| Some(path.strip_suffix(MANIFEST)?.strip_suffix('/')?.to_owned());
    BuiltIn::iter()
        .filter_map(manifest)
        .filter(|name| !name.contains('/'))
        .collect()
}

fn built_in_files(name: &str) -> Vec<(String, String)> {
    let folder = format!("{name}/");
    let paths = BuiltIn::iter().filter(|path| path.starts_with(&folder) && is_text_of_game(path));
    let paths = paths.filter(|path| !path.contains("/rulings/"));
    // INVARIANT: the tests read every game of this folder, so that all its files are UTF-8.
    let text = |path: &str| {
        BuiltIn::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned())
    };
    paths
        .filter_map(|path| Some((format!("{INSIDE}{path}"), text(&path)?)))
        .collect()
}

/// The rulings of a game inside the program, with their paths.
pub(crate) fn built_in_rulings(name: &str) -> Vec<(String, String)> {
    let folder = format!("{name}/rulings/");
    let mut paths: Vec<_> = BuiltIn::iter()
        .filter(|path| path.starts_with(&folder) && path.ends_with(".ruling.yaml"))
        .collect();
    paths.sort();
    let text = |path: &str| {
        BuiltIn::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned())
    };
    paths
        .iter()
        .filter_map(|path| Some((format!("{INSIDE}{path}"), text(path)?)))
        .collect()
}

/// Tells whether a path leads into the program.
pub(crate) fn is_inside(path: &str) -> bool {
    path.starts_with(INSIDE)
}

/// Everything that the tests hold answers against: what is said of wrong texts is among it.
pub(crate) fn accepted_answers() -> impl Iterator<Item = String> {
    Accepted::iter().filter_map(|path| accepted_answer(&path).map(|text| outcome_of(&text)))
}

/// Returns the file in `snapshots/` that an answer is held against.
pub(crate) fn accepted_answer(path: &str) -> Option<String> {
    let file = Accepted::get(path)?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// The accepted outcome of a ruling inside the program.
pub(crate) fn built_in_snapshot(ruling: &str) -> Option<String> {
    let path = snapshot_path(&ruling.replacen(INSIDE, "games/", 1));
    accepted_answer(path.strip_prefix("snapshots/")?)
}

pub(crate) fn is_text_of_game(path: &str) -> bool {
    let is_yaml = path.ends_with(".yaml") || path.ends_with(".yml");
    let is_ruling = path.ends_with(".ruling.yaml") || path.ends_with(".ruling.yml");
    path.ends_with(".rules") || path.ends_with(".svg") || (is_yaml && !is_ruling)
}

/// The last part of a path, `.` and `..` followed.
fn folder_name(path: &Path) -> String {
    let last = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    last.unwrap_or_else(|| {
        let whole = path.canonicalize().unwrap_or_default();
        whole
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    })
}

fn unknown(name: &str, names: &[String]) -> CliError {
    let near = nearest(name, names.iter().map(String::as_str)).map(str::to_owned);
    let known = match names {
        [] => "there are no games here".to_owned(),
        names => format!("there are: {}", names.join(", ")),
    };
    CliError::UnknownGame {
        name: name.to_owned(),
        near,
        known,
    }
}
