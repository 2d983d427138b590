//! `ludex check`: everything that is wrong with some games, in one run.

use std::path::Path;

use serde_json::Value;
use serde_json::json;

use crate::cli::Outcome;
use crate::cli::args::Check;
use crate::cli::args::Format;
use crate::cli::games::Found;
use crate::cli::games::Library;
use crate::cli::games::Loaded;
use crate::cli::games::games_at;
use crate::cli::screen;
use crate::cli::trouble::Trouble;
use crate::report;

/// Checks the games asked for. One that cannot be read keeps no other from being checked.
pub(crate) fn run(check: &Check, games: Option<&Path>) -> Result<Outcome, Trouble> {
    let library = Library::open(check.from.games.as_deref().or(games));
    let (found, mut troubles) = asked(check, library)?;
    let mut checked = Vec::new();
    for game in found {
        match game.load() {
            Ok(loaded) => checked.push(loaded),
            Err(trouble) => troubles.push(trouble),
        }
    }
    screen::print(&answer(check, &checked))?;
    finish(troubles, &checked)
}

/// The games asked for, each once, and what could not be found.
fn asked(
    check: &Check,
    library: Result<Library, Trouble>,
) -> Result<(Vec<Found>, Vec<Trouble>), Trouble> {
    if check.paths.is_empty() {
        let library = library?;
        let games = library.games_meant()?;
        return match (games.is_empty(), library) {
            (true, Library::Folder(folder)) => Err(Trouble::NoGame(folder)),
            _ => Ok((games, Vec::new())),
        };
    }
    let (mut found, mut troubles) = (Vec::new(), Vec::new());
    for path in &check.paths {
        match games_named(path, &library) {
            Ok(games) => found.extend(games),
            Err(trouble) => troubles.push(trouble),
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|game| seen.insert(game.clone()));
    Ok((found, troubles))
}

/// The games of a path; the name of a game does as well.
fn games_named(path: &Path, library: &Result<Library, Trouble>) -> Result<Vec<Found>, Trouble> {
    let is_name = path.components().count() == 1 && !path.exists();
    match (library, path.to_str()) {
        (Ok(library), Some(name)) if is_name => match library.find(name) {
            Ok(found) => Ok(vec![found]),
            Err(_) => Err(Trouble::Missing(path.to_owned())),
        },
        _ => games_at(path),
    }
}

fn answer(check: &Check, games: &[Loaded]) -> String {
    match check.format {
        Format::Human => human(check, games),
        Format::Short => games
            .iter()
            .map(|game| report::short(&game.report, &game.sources))
            .collect(),
        Format::Json => format!("{}\n", json(games)),
    }
}

fn human(check: &Check, games: &[Loaded]) -> String {
    let colour = check.color.color.on_stdout();
    let mut text: String = games
        .iter()
        .map(|game| report::human(&game.report, &game.sources, colour))
        .collect();
    if !text.is_empty() {
        text.push('\n');
    }
    for game in games {
        text.push_str(&format!(
            "{}: {}\n",
            game.name,
            report::render::summary(&game.report)
        ));
    }
    text
}

fn json(games: &[Loaded]) -> Value {
    let errors: usize = games.iter().map(|game| game.report.errors()).sum();
    let warnings: usize = games.iter().map(|game| game.report.warnings()).sum();
    let games: Vec<Value> = games.iter().map(of_game).collect();
    json!({ "schema": "ludex/check/1", "errors": errors, "warnings": warnings, "games": games })
}

fn of_game(game: &Loaded) -> Value {
    json!({
        "name": game.name,
        "rules": game.program.as_ref().map(|program| program.hash.as_str()),
        "diagnostics": report::json(&game.report, &game.sources),
    })
}

/// All troubles but the last are told here, the last one by whoever called.
fn finish(mut troubles: Vec<Trouble>, games: &[Loaded]) -> Result<Outcome, Trouble> {
    if let Some(last) = troubles.pop() {
        troubles
            .iter()
            .for_each(|trouble| screen::tell(&format!("error: {trouble}")));
        return Err(last);
    }
    let wrong = games
        .iter()
        .any(|game| game.report.has_errors() || game.program.is_none());
    Ok(if wrong {
        Outcome::Problems
    } else {
        Outcome::Fine
    })
}
