//! `ludex watch`: whenever a file of a game is saved, its mistakes and its rulings, the touched ones first.
//!
//! Reading a file is an event too, so only changes count, and only those of a text. Between runs a line on stdin is a key.

mod run;

mod render;

use std::collections::BTreeMap;
use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use crate::cli::args::Watch;
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library};
use crate::cli::outcome::ExitOutcome;
use crate::cli::ruling_files::named;
use crate::cli::watch::run::WatchSession;
use crate::cli::{files, screen};
use crate::tools::rulings::snapshot_path;

/// An editor's save is several events within this time.
const SETTLED: Duration = Duration::from_millis(80);

/// A command of the keyboard between runs.
const KEYS: &str = "\
  d            every difference, not only the first
  a [REASON]   what happens now is right: accept it
  r            run everything again
  q            leave
";

/// The same in a line, below a run that found something.
const KEYS_AT_HAND: &str =
    "d every difference · a [REASON] accept · r run again · q leave, each with Enter\n";

/// All texts that a run depends on, by path.
pub(crate) type Texts = BTreeMap<String, String>;

/// An event that ends the waiting.
enum News {
    /// Files changed, or may have.
    Files(DebounceEventResult),
    /// A key was asked for.
    Key(String),
}

/// Runs at once, and then whenever a text has changed or a key asks for it.
pub(crate) fn run(watch: &Watch, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let folder = folder(watch, games)?;
    let found = FoundGame::Folder(folder.clone());
    let (sender, news) = channel();
    let _watcher = observe(&folder, sender.clone())?;
    listen(sender);
    let mut texts = texts(&folder)?;
    let mut bench = WatchSession::new(found, watch);
    let clears = std::io::stdout().is_terminal() && !watch.output.is_json();
    let mut fine = fresh(clears, || bench.run(&Texts::new(), &texts))?;
    let mut runs = 1;
    while watch.runs.is_none_or(|most| runs < most) {
        if let Some(key) = wait(&news)? {
            match key.split_once(' ').unwrap_or((&key, "")) {
                ("q", _) => break,
                ("r", _) => {
                    fine = fresh(clears, || bench.run(&Texts::new(), &texts))?;
                    runs += 1;
                }
                ("d", _) => screen::print(&bench.differences())?,
                ("a", reason) => bench.accept(Some(reason.trim()).filter(|one| !one.is_empty()))?,
                _ => screen::print(KEYS)?,
            }
            continue;
        }
        // A file may be gone for a moment while it is written anew: the next event brings it back.
        let Ok(new) = self::texts(&folder) else {
            continue;
        };
        if new != texts {
            fine = fresh(clears, || bench.run(&texts, &new))?;
            texts = new;
            runs += 1;
        }
    }
    Ok(if fine {
        ExitOutcome::Fine
    } else {
        ExitOutcome::Problems
    })
}

/// A run on a screen without what was before.
fn fresh(clears: bool, run: impl FnOnce() -> Result<bool, CliError>) -> Result<bool, CliError> {
    if clears {
        screen::print("\u{1b}[2J\u{1b}[3J\u{1b}[H")?;
    }
    let fine = run()?;
    if clears && !fine {
        screen::print(KEYS_AT_HAND)?;
    }
    Ok(fine)
}

fn folder(watch: &Watch, games: Option<&Path>) -> Result<PathBuf, CliError> {
    let library = Library::open(watch.from.games.as_deref().or(games))?;
    let found = match &watch.game {
        Some(game) => vec![library.find(game)?],
        None => library.games_meant()?,
    };
    match found.as_slice() {
        [FoundGame::Folder(folder)] => Ok(folder.clone()),
        [FoundGame::BuiltIn(name)] => Err(CliError::argument(format!(
            "`{name}` is inside the program, where nothing changes: name a folder"
        ))),
        several => {
            let names: Vec<String> = several.iter().map(FoundGame::name).collect();
            Err(CliError::argument(format!(
                "say which game: {}",
                names.join(", ")
            )))
        }
    }
}

type Watcher = Debouncer<RecommendedWatcher, RecommendedCache>;

/// Watches a game's folder and the folder of its snapshots.
fn observe(folder: &Path, news: Sender<News>) -> Result<Watcher, CliError> {
    let unwatchable = |path: &Path, error: notify::Error| {
        CliError::unreadable(path, format!("it cannot be watched: {error}"))
    };
    let tell = move |batch: DebounceEventResult| {
        // Nobody waits any more when this fails.
        let _ = news.send(News::Files(batch));
    };
    let mut watcher =
        new_debouncer(SETTLED, None, tell).map_err(|error| unwatchable(folder, error))?;
    let snapshots = snapshots(folder);
    for path in [folder, &snapshots]
        .into_iter()
        .filter(|path| path.is_dir())
    {
        watcher
            .watch(path, RecursiveMode::Recursive)
            .map_err(|error| unwatchable(path, error))?;
    }
    Ok(watcher)
}

/// Reads keys, a line each, as long as there are any. The thread ends with the program.
fn listen(news: Sender<News>) {
    thread::spawn(move || {
        let lines = std::io::stdin().lock().lines();
        for line in lines.map_while(Result::ok) {
            if news.send(News::Key(line.trim().to_owned())).is_err() {
                return;
            }
        }
    });
}

/// Tells where the snapshots of a game lie.
fn snapshots(folder: &Path) -> PathBuf {
    let any = folder.join("rulings").join("x.ruling.yaml");
    let any = std::path::absolute(&any).unwrap_or(any);
    let path = PathBuf::from(snapshot_path(&files::shown(&any)));
    path.parent().map(Path::to_owned).unwrap_or_default()
}

/// Waits for a change, or a key, which it gives; that somebody read a file is neither.
fn wait(news: &Receiver<News>) -> Result<Option<String>, CliError> {
    loop {
        let batch = match news.recv() {
            Ok(News::Key(key)) => return Ok(Some(key)),
            Ok(News::Files(batch)) => batch,
            Err(_) => return Err(CliError::argument("the files cannot be watched any more")),
        };
        // What went wrong with one event is no reason to miss a change: look.
        let changes = batch.map_or(true, |batch| {
            batch.iter().any(|event| {
                matches!(
                    event.kind,
                    EventKind::Any
                        | EventKind::Create(_)
                        | EventKind::Modify(_)
                        | EventKind::Remove(_)
                )
            })
        });
        if changes {
            return Ok(None);
        }
    }
}

/// The game's texts, its rulings and its snapshots.
fn texts(folder: &Path) -> Result<Texts, CliError> {
    let found = FoundGame::Folder(folder.to_owned());
    let mut texts: Texts = found.read()?.files.into_iter().collect();
    for (path, text) in found.rulings()? {
        let path = named(Path::new(&path));
        let snapshot = snapshot_path(&path);
        if let Some(accepted) = files::read_if_there(Path::new(&snapshot))? {
            texts.insert(snapshot, accepted);
        }
        texts.insert(path, text);
    }
    Ok(texts)
}
