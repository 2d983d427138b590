//! `ludex rulings`: judges' questions held against the rules, and what changed accepted.
//!
//! Finds the files and the games they are about, reads and writes snapshots; what a ruling comes to is told by `tools`.

mod answer;

use std::collections::BTreeMap;
use std::path::Path;
use std::path::PathBuf;

use crate::cli::Outcome;
use crate::cli::args::Color;
use crate::cli::args::RulingsAccept;
use crate::cli::args::RulingsFormat;
use crate::cli::args::RulingsTest;
use crate::cli::args::RulingsWhat;
use crate::cli::files;
use crate::cli::games::Found;
use crate::cli::games::Library;
use crate::cli::games::built_in_rulings;
use crate::cli::games::built_in_snapshot;
use crate::cli::games::game_around;
use crate::cli::games::is_game;
use crate::cli::games::is_inside;
use crate::cli::games::load_checked;
use crate::cli::rulings::answer::Ran;
use crate::cli::screen;
use crate::cli::trouble::Trouble;
use crate::report::Report;
use crate::source::Sources;
use crate::tools::rulings::RuledGame;
use crate::tools::rulings::Verdict;
use crate::tools::rulings::read;
use crate::tools::rulings::run as run_ruling;
use crate::tools::rulings::snapshot_path;

const ENDING: &str = ".ruling.yaml";

/// Runs or accepts the rulings asked for.
pub(crate) fn run(what: &RulingsWhat, games: Option<&Path>) -> Result<Outcome, Trouble> {
    match what {
        RulingsWhat::Test(test) => run_test(test, games),
        RulingsWhat::Accept(accept) => run_accept(accept, games),
    }
}

fn run_test(test: &RulingsTest, games: Option<&Path>) -> Result<Outcome, Trouble> {
    let ran = run_all(&test.paths, test.from.games.as_deref().or(games))?;
    for one in &ran {
        keep_pending(one)?;
    }
    match test.format {
        RulingsFormat::Human => screen::print(&answer::human(&ran, test.color.color.on_stdout()))?,
        RulingsFormat::Json => screen::print_json(&answer::json(&ran))?,
    }
    let fine = ran.iter().all(Ran::passed);
    Ok(if fine {
        Outcome::Fine
    } else {
        Outcome::Problems
    })
}

/// An outcome that waits to be accepted is kept beside its snapshot; one that waits no longer is dropped.
fn keep_pending(ran: &Ran) -> Result<(), Trouble> {
    let (Some(report), Some(path)) = (&ran.report, ran.snapshot()) else {
        return Ok(());
    };
    let pending = beside(&path);
    match (&report.verdict, report.accept()) {
        (Verdict::Differs(_) | Verdict::Pending, Some(text)) => files::write(&pending, &text),
        _ => files::remove(&pending),
    }
}

fn run_accept(accept: &RulingsAccept, games: Option<&Path>) -> Result<Outcome, Trouble> {
    let ran = run_all(&accept.paths, accept.from.games.as_deref().or(games))?;
    let mut accepted = 0;
    for one in &ran {
        let (Some(report), Some(path)) = (&one.report, one.snapshot()) else {
            continue;
        };
        let Some(text) = report.accept().filter(|_| !report.passed()) else {
            continue;
        };
        files::write(&path, &text)?;
        files::remove(&beside(&path))?;
        screen::print(&format!("accepted {}\n", files::shown(&path)))?;
        accepted += 1;
    }
    let failed: Vec<&Ran> = ran.iter().filter(|one| !one.can_be_accepted()).collect();
    screen::print(&answer::refused(&failed, Color::Auto.on_stdout()))?;
    screen::print(&format!(
        "{accepted} accepted, {} cannot be accepted\n",
        failed.len()
    ))?;
    Ok(if failed.is_empty() {
        Outcome::Fine
    } else {
        Outcome::Problems
    })
}

/// `x.snap.new` for `x.snap`.
fn beside(path: &Path) -> PathBuf {
    path.with_extension("snap.new")
}

/// Runs all rulings asked for, game by game.
fn run_all(paths: &[PathBuf], games: Option<&Path>) -> Result<Vec<Ran>, Trouble> {
    let library = Library::open(games)?;
    let mut by_game: BTreeMap<Found, Vec<(String, String)>> = BTreeMap::new();
    let mut ran = Vec::new();
    let (files, inside) = asked(paths, &library)?;
    for game in inside {
        let rulings = built_in_rulings(&game.name());
        by_game.insert(game, rulings);
    }
    for path in files {
        let (shown, text) = (named(&path), files::read(&path)?);
        match game_of(&path, &shown, &text, &library)? {
            Ok(game) => by_game.entry(game).or_default().push((shown, text)),
            Err(broken) => ran.push(*broken),
        }
    }
    for (game, rulings) in by_game {
        ran.extend(run_game(&game, rulings)?);
    }
    ran.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(ran)
}

/// The rulings asked for, each once, and the games inside the program of which all are asked for.
fn asked(paths: &[PathBuf], library: &Library) -> Result<(Vec<PathBuf>, Vec<Found>), Trouble> {
    let (mut found, mut inside) = (Vec::new(), Vec::new());
    for path in paths {
        match (path.is_file(), path.exists()) {
            (true, _) if is_ruling(path) => found.push(path.clone()),
            (true, _) => return Err(no_ruling(path)),
            (_, true) => found.extend(rulings_in(path)?),
            (_, false) => return Err(Trouble::Missing(path.clone())),
        }
    }
    if paths.is_empty() {
        for game in library.games_meant()? {
            match game {
                Found::Folder(folder) => found.extend(rulings_in(&folder)?),
                game @ Found::BuiltIn(_) => inside.push(game),
            }
        }
    }
    found.sort();
    found.dedup();
    match (found.is_empty(), paths) {
        (true, [path, ..]) => Err(Trouble::argument(format!(
            "there are no rulings in `{}`: their names end in `{ENDING}`",
            path.display()
        ))),
        _ => Ok((found, inside)),
    }
}

fn no_ruling(path: &Path) -> Trouble {
    Trouble::argument(format!(
        "`{}` is no ruling: a ruling's file is called NAME{ENDING}",
        path.display()
    ))
}

fn is_yaml(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ending == "yaml" || ending == "yml"
}

/// Whether a file lies in the folder `rulings` of a game.
fn among_rulings(path: &Path) -> bool {
    let of_a_game = |folder: &Path| folder.parent().is_some_and(is_game);
    path.ancestors()
        .any(|folder| folder.ends_with("rulings") && of_a_game(folder))
}

fn is_ruling(path: &Path) -> bool {
    path.to_string_lossy().ends_with(ENDING)
}

fn rulings_in(folder: &Path) -> Result<Vec<PathBuf>, Trouble> {
    let mut found = Vec::new();
    for path in files::entries(folder)? {
        if path.is_dir() {
            found.extend(rulings_in(&path)?);
        } else if is_ruling(&path) {
            found.push(path);
        } else if is_yaml(&path) && among_rulings(&path) {
            // Left out silently, it would never be tested.
            return Err(no_ruling(&path));
        }
    }
    Ok(found)
}

/// The path by which a ruling goes: as it was given, unless only the whole path tells where its snapshot belongs.
fn named(path: &Path) -> String {
    let shown = files::shown(path);
    let Ok(whole) = std::path::absolute(path) else {
        return shown;
    };
    let whole = files::shown(&whole);
    let same = std::path::absolute(snapshot_path(&shown))
        .is_ok_and(|snapshot| snapshot == Path::new(&snapshot_path(&whole)));
    if same { shown } else { whole }
}

/// The game that a ruling is about: the one it names, of those around it first. Otherwise what is wrong with the ruling.
fn game_of(
    path: &Path,
    shown: &str,
    text: &str,
    library: &Library,
) -> Result<Result<Found, Box<Ran>>, Trouble> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let around = game_around(path).map(Found::Folder);
    let Some(ruling) = read(shown, text, &mut sources, &mut report) else {
        return Ok(Err(Box::new(Ran::unreadable(shown, &sources, report))));
    };
    match around.filter(|game| game.name() == ruling.game) {
        Some(game) => Ok(Ok(game)),
        None => library.find(&ruling.game).map(Ok),
    }
}

/// The rulings of one game. When the game itself is wrong, that is told instead.
fn run_game(game: &Found, rulings: Vec<(String, String)>) -> Result<Vec<Ran>, Trouble> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = load_checked(game.read()?, &mut sources, &mut report);
    let Some(ruled) = checked.and_then(|checked| RuledGame::new(checked, &mut report)) else {
        return Ok(vec![Ran::wrong_game(&game.name(), &sources, report)]);
    };
    let mut ran = Vec::new();
    for (path, text) in rulings {
        let accepted = if is_inside(&path) {
            built_in_snapshot(&path)
        } else {
            files::read_if_there(Path::new(&snapshot_path(&path)))?
        };
        let mut report = Report::new();
        let ruling = read(&path, &text, &mut sources, &mut report);
        ran.push(match ruling {
            Some(ruling) => Ran::new(
                run_ruling(&ruled, &ruling, &sources, accepted.as_deref()),
                &sources,
            ),
            None => Ran::unreadable(&path, &sources, report),
        });
    }
    Ok(ran)
}
