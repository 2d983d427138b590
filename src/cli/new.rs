//! `ludex new`: a game, a card or a ruling to begin with. Everything is made and tried before a file is written.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::args::{NewCard, NewGame, NewRuling, NewWhat};
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library, load, load_checked};
use crate::cli::outcome::ExitOutcome;
use crate::cli::output::Color;
use crate::cli::{files, games, screen};
use crate::pipeline::GameText;
use crate::report;
use crate::report::Report;
use crate::source::Sources;
use crate::tools::new::{game, row, ruling};
use crate::tools::outline::Outline;
use crate::tools::rulings;
use crate::tools::rulings::{RuledGame, RulingVerdict};

/// Makes what is asked for.
pub(crate) fn run(what: &NewWhat, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    match what {
        NewWhat::Game(new) => new_game(new, games),
        NewWhat::Card(new) => new_card(new, games),
        NewWhat::Ruling(new) => new_ruling(new, games),
    }
}

fn new_game(new: &NewGame, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let name = &new.name;
    if !game::is_name(name) {
        return Err(CliError::argument(format!(
            "`{name}` cannot be a game's name: use small letters, digits, `_` and `-`, a letter first"
        )));
    }
    let folder = new.from.games.as_deref().or(games);
    let folder = folder.unwrap_or(Path::new("games")).join(name);
    refuse_existing(&folder)?;
    let texts = game::game(name).into_iter();
    let texts: Vec<(PathBuf, String)> = texts
        .map(|(path, text)| (folder.join(path), text))
        .collect();
    let (rulings, rules): (Vec<_>, Vec<_>) = texts
        .iter()
        .map(|(path, text)| (files::shown(path), text.clone()))
        .partition(|(path, _)| path.ends_with(".ruling.yaml"));
    let ruled = RuledDraft::of(GameText {
        name: name.clone(),
        files: rules,
    })?;
    let mut all = texts.clone();
    for (path, text) in rulings {
        all.extend(ruled.snapshot(&path, &text)?);
    }
    let wrote = write_game(&folder, all)?;
    screen::print_wrote(&wrote, new.output)?;
    if !new.output.is_json() {
        screen::print(&format!("play it: ludex play {name}\n"))?;
    }
    Ok(ExitOutcome::Fine)
}

fn new_card(new: &NewCard, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let found = game_of(new.game.as_deref(), new.from.games.as_deref().or(games))?;
    let text = found.read()?;
    let mut sources = Sources::new();
    let outline = Outline::read(&text, &mut sources);
    let row = row::row(&outline, &sources, new.kind.as_deref(), &new.name)
        .map_err(|error| CliError::argument(error.to_string()))?;
    let FoundGame::Folder(folder) = &found else {
        return Err(inside(&found));
    };
    let path = match row.path {
        Some(path) => PathBuf::from(path),
        None => {
            let key = row.text.split(':').next().unwrap_or_default();
            let path = folder.join(format!("{key}.yaml"));
            refuse_existing(&path)?;
            path
        }
    };
    let errors = load(text.clone()).report.errors();
    let mut changed = text;
    let shown = files::shown(&path);
    changed.files.retain(|(of, _)| *of != shown);
    changed.files.push((shown.clone(), row.text.clone()));
    let loaded = load(changed);
    if loaded.report.errors() > errors {
        screen::tell(&format!(
            "`{}` cannot be added to {shown} like this:\n",
            new.name
        ));
        return Err(games::tell_problems(&loaded));
    }
    files::write(&path, &row.text)?;
    if new.output.is_json() {
        screen::print_wrote(&[path], new.output)?;
    } else {
        screen::print(&format!("added `{}` to {shown}\n", new.name))?;
    }
    Ok(ExitOutcome::Fine)
}

fn new_ruling(new: &NewRuling, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let found = game_of(new.game.as_deref(), new.from.games.as_deref().or(games))?;
    let FoundGame::Folder(folder) = &found else {
        return Err(inside(&found));
    };
    let name = new.name.strip_suffix(".ruling.yaml").unwrap_or(&new.name);
    let plain = |symbol: char| symbol.is_alphanumeric() || symbol == '_' || symbol == '-';
    let parts: Vec<&str> = name.split('/').collect();
    if parts
        .iter()
        .any(|part| part.is_empty() || !part.chars().all(plain))
    {
        return Err(CliError::argument(format!(
            "`{name}` cannot be a ruling's name: use letters, digits, `_` and `-`"
        )));
    }
    let path = whole(folder)?.join(format!("rulings/{name}.ruling.yaml"));
    refuse_existing(&path)?;
    let ruled = RuledDraft::of(found.read()?)?;
    let id = parts.last().copied().unwrap_or(name);
    let shown = files::shown(&path);
    for text in ruling::rulings(&ruled.program, id) {
        if let Ok(snapshot) = ruled.snapshot(&shown, &text) {
            let mut all = vec![(path, text)];
            all.extend(snapshot);
            write_each(&all)?;
            screen::print_wrote(&paths(&all), new.output)?;
            return Ok(ExitOutcome::Fine);
        }
    }
    Err(CliError::argument(format!(
        "`{}` cannot be played to its first decision: `ludex sim {}` tells more",
        found.name(),
        found.name()
    )))
}

/// The folder with its name: of the one we are in only the whole path tells it, and with it where snapshots belong.
fn whole(folder: &Path) -> Result<PathBuf, CliError> {
    match folder.file_name() {
        Some(_) => Ok(folder.to_owned()),
        None => fs::canonicalize(folder)
            .map_err(|error| CliError::unreadable(folder, error.to_string())),
    }
}

/// Finds the game that is meant.
fn game_of(name: Option<&str>, games: Option<&Path>) -> Result<FoundGame, CliError> {
    Library::open(games)?.game_meant(name)
}

fn inside(game: &FoundGame) -> CliError {
    CliError::argument(format!(
        "`{}` is inside the program and cannot be changed; work on a copy in ./games",
        game.name()
    ))
}

fn refuse_existing(path: &Path) -> Result<(), CliError> {
    if path.exists() {
        Err(CliError::argument(format!(
            "`{}` is there already",
            files::shown(path)
        )))
    } else {
        Ok(())
    }
}

/// Writes the folder of a game at one stroke, after what belongs elsewhere: a game in the making would block the next try.
fn write_game(folder: &Path, all: Vec<(PathBuf, String)>) -> Result<Vec<PathBuf>, CliError> {
    let wrote = paths(&all);
    let (inside, elsewhere): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|(path, _)| path.starts_with(folder));
    let inside: Vec<(PathBuf, String)> = inside
        .into_iter()
        .filter_map(|(path, text)| Some((path.strip_prefix(folder).ok()?.to_owned(), text)))
        .collect();
    write_each(&elsewhere)?;
    files::write_folder(folder, &inside).inspect_err(|_| remove_all(&elsewhere))?;
    Ok(wrote)
}

/// Writes all files, or takes back those already written.
fn write_each(all: &[(PathBuf, String)]) -> Result<(), CliError> {
    for (number, (path, text)) in all.iter().enumerate() {
        files::write(path, text).inspect_err(|_| remove_all(&all[..number]))?;
    }
    Ok(())
}

fn remove_all(written: &[(PathBuf, String)]) {
    for (path, _) in written {
        // What cannot be removed either is told by the trouble that made it so.
        let _ = fs::remove_file(path);
    }
}

fn paths(all: &[(PathBuf, String)]) -> Vec<PathBuf> {
    all.iter().map(|(path, _)| path.clone()).collect()
}

/// A game that rulings are tried against before they are written.
struct RuledDraft {
    game: RuledGame,
    program: Arc<crate::program::Program>,
    sources: Sources,
}

impl RuledDraft {
    fn of(text: GameText) -> Result<RuledDraft, CliError> {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let checked = load_checked(text, &mut sources, &mut report);
        match checked.and_then(|checked| RuledGame::new(checked, &mut report)) {
            Some(game) => Ok(RuledDraft {
                program: Arc::new(game.program().clone()),
                game,
                sources,
            }),
            None => {
                let colour = Color::Auto.on_stderr();
                screen::tell(report::human(&report, &sources, colour).trim_end());
                Err(CliError::Stopped)
            }
        }
    }

    /// The snapshot of a ruling that passes, with its path; none when it keeps none.
    fn snapshot(&self, path: &str, text: &str) -> Result<Option<(PathBuf, String)>, CliError> {
        let (mut sources, mut report) = (self.sources.clone(), Report::new());
        let failed = |report: &Report, sources: &Sources| {
            CliError::argument(format!(
                "`{path}` does not pass:\n{}",
                report::short(report, sources)
            ))
        };
        let Some(ruling) = rulings::read(path, text, &mut sources, &mut report) else {
            return Err(failed(&report, &sources));
        };
        let ran = rulings::run(&self.game, &ruling, &sources, None);
        match ran.verdict {
            RulingVerdict::Passed | RulingVerdict::Pending | RulingVerdict::Differs(_) => Ok(ran
                .accept()
                .map(|text| (PathBuf::from(rulings::snapshot_path(path)), text))),
            RulingVerdict::Failed | RulingVerdict::Broken => Err(failed(&ran.found, &sources)),
        }
    }
}
