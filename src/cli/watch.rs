//! `ludex watch`: whenever a file of a game is saved, its mistakes and its rulings, the touched ones first.
//!
//! Reading a file is an event too, so only changes count, and only those of a text.

mod run;

use std::collections::BTreeMap;
use std::path::Path;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::channel;
use std::time::Duration;

use notify::EventKind;
use notify::RecommendedWatcher;
use notify::RecursiveMode;
use notify_debouncer_full::DebounceEventResult;
use notify_debouncer_full::Debouncer;
use notify_debouncer_full::RecommendedCache;
use notify_debouncer_full::new_debouncer;

use crate::cli::Outcome;
use crate::cli::args::Watch;
use crate::cli::files;
use crate::cli::games::Found;
use crate::cli::games::Library;
use crate::cli::rulings::named;
use crate::cli::screen;
use crate::cli::trouble::Trouble;
use crate::cli::watch::run::Bench;
use crate::tools::rulings::snapshot_path;

/// An editor's save is several events within this time.
const SETTLED: Duration = Duration::from_millis(80);

/// All texts that a run depends on, by path.
pub(crate) type Texts = BTreeMap<String, String>;

/// Runs at once, and then whenever a text has changed.
pub(crate) fn run(watch: &Watch, games: Option<&Path>) -> Result<Outcome, Trouble> {
    let folder = folder(watch, games)?;
    let found = Found::Folder(folder.clone());
    let (_watcher, events) = observe(&folder)?;
    let mut texts = texts(&folder)?;
    let mut bench = Bench::new(found, watch);
    let mut fine = bench.run(&Texts::new(), &texts)?;
    let mut runs = 1;
    while watch.runs.is_none_or(|most| runs < most) {
        wait(&events)?;
        // A file may be gone for a moment while it is written anew: the next event brings it back.
        let Ok(new) = self::texts(&folder) else {
            continue;
        };
        if new != texts {
            fine = bench.run(&texts, &new)?;
            texts = new;
            runs += 1;
        }
    }
    Ok(match fine {
        true => Outcome::Fine,
        false => Outcome::Problems,
    })
}

fn folder(watch: &Watch, games: Option<&Path>) -> Result<PathBuf, Trouble> {
    let library = Library::open(watch.from.games.as_deref().or(games))?;
    let found = match &watch.game {
        Some(game) => vec![library.find(game)?],
        None => library.games_meant()?,
    };
    match found.as_slice() {
        [Found::Folder(folder)] => Ok(folder.clone()),
        [Found::BuiltIn(name)] => Err(Trouble::argument(format!(
            "`{name}` is inside the program, where nothing changes: name a folder"
        ))),
        several => {
            let names: Vec<String> = several.iter().map(Found::name).collect();
            Err(Trouble::argument(format!(
                "say which game: {}",
                names.join(", ")
            )))
        }
    }
}

type Watcher = Debouncer<RecommendedWatcher, RecommendedCache>;

/// Watches a game's folder and the folder of its snapshots.
fn observe(folder: &Path) -> Result<(Watcher, Receiver<DebounceEventResult>), Trouble> {
    let unwatchable = |path: &Path, error: notify::Error| {
        Trouble::unreadable(path, format!("it cannot be watched: {error}"))
    };
    let (sender, events) = channel();
    let mut watcher =
        new_debouncer(SETTLED, None, sender).map_err(|error| unwatchable(folder, error))?;
    let snapshots = snapshots(folder);
    for path in [folder, &snapshots]
        .into_iter()
        .filter(|path| path.is_dir())
    {
        watcher
            .watch(path, RecursiveMode::Recursive)
            .map_err(|error| unwatchable(path, error))?;
    }
    Ok((watcher, events))
}

/// Tells where the snapshots of a game lie.
fn snapshots(folder: &Path) -> PathBuf {
    let any = folder.join("rulings").join("x.ruling.yaml");
    let any = std::path::absolute(&any).unwrap_or(any);
    let path = PathBuf::from(snapshot_path(&files::shown(&any)));
    path.parent().map(Path::to_owned).unwrap_or_default()
}

/// Waits for a change; that somebody read a file is none.
fn wait(events: &Receiver<DebounceEventResult>) -> Result<(), Trouble> {
    loop {
        let batch = events.recv();
        let batch = batch.map_err(|_| Trouble::argument("the files cannot be watched any more"))?;
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
            return Ok(());
        }
    }
}

/// The game's texts, its rulings and its snapshots.
fn texts(folder: &Path) -> Result<Texts, Trouble> {
    let found = Found::Folder(folder.to_owned());
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

/// Tells a line about a run.
fn status(text: &str) -> Result<(), Trouble> {
    screen::print(&format!("{text}\n"))
}
