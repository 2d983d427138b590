//! `ludex check`: everything that is wrong with some games, in one run.

use std::path::Path;

use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cli::args::{Check, Denied, Format};
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library, Loaded, games_at, load};
use crate::cli::outcome::ExitOutcome;
use crate::cli::{files, leaks, screen};
use crate::report;
use crate::report::codes::CODES;
use crate::report::{Code, DiagnosticShape, Report, nearest};
use crate::tools::{changes, fix};

/// Checks the games asked for. One that cannot be read keeps no other from being checked.
pub(crate) fn run(check: &Check, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let told = ProblemsTold::of(check)?;
    let library = Library::open(check.from.games.as_deref().or(games));
    let (found, mut troubles) = asked(check, library)?;
    let mut checked = Vec::new();
    for game in found {
        match checked_game(check, &told, &game) {
            Ok(mut loaded) => {
                if check.leaks {
                    leaks::look(check, &mut loaded);
                }
                checked.push(loaded);
            }
            Err(trouble) => troubles.push(trouble),
        }
    }
    if !check.diff {
        let answer = answer(check, &checked);
        match check.as_json.or(Format::Json, check.format) {
            Format::Json | Format::Sarif => screen::print_as_it_is(&answer)?,
            Format::Human | Format::Short | Format::Github => screen::print(&answer)?,
        }
    }
    finish(check, troubles, &checked)
}

/// A game with the problems that are to be told, after what is clear was put right or shown.
fn checked_game(check: &Check, told: &ProblemsTold, game: &FoundGame) -> Result<Loaded, CliError> {
    let text = game.read()?;
    let mut loaded = load(text.clone());
    // What could not be read whole must not be written.
    let is_whole = |(_, text): &(String, String)| !text.contains(char::REPLACEMENT_CHARACTER);
    if (check.fix || check.diff) && text.files.iter().all(is_whole) {
        let fixed = fix::fix(&text, &|code| told.includes(code));
        for (path, new) in &fixed.files {
            let old = text.files.iter().find(|(of, _)| of == path);
            let old = old.map_or("", |(_, text)| text.as_str());
            put_right(check, game, path, old, new)?;
        }
        if check.fix && fixed.changes > 0 {
            let mut text = text;
            for file in fixed.files {
                text.files.retain(|(path, _)| *path != file.0);
                text.files.push(file);
            }
            screen::tell(&format!(
                "{}: {} put right",
                text.name,
                problems(fixed.changes)
            ));
            loaded = load(text);
        }
    }
    let mut report = Report::new();
    report.extend(
        loaded
            .report
            .into_iter()
            .filter(|one| told.includes(one.code)),
    );
    loaded.report = report;
    Ok(loaded)
}

fn problems(count: usize) -> String {
    match count {
        1 => "1 problem".to_owned(),
        _ => format!("{count} problems"),
    }
}

/// Writes a file as it should be, or shows its changes.
fn put_right(
    check: &Check,
    game: &FoundGame,
    path: &str,
    old: &str,
    new: &str,
) -> Result<(), CliError> {
    if check.diff {
        return screen::print_as_it_is(&changes::patch(path, old, new));
    }
    match game {
        FoundGame::Folder(_) => files::write(Path::new(path), new),
        FoundGame::BuiltIn(name) => Err(CliError::argument(format!(
            "`{name}` is inside the program and cannot be changed"
        ))),
    }
}

/// The problems that are told.
struct ProblemsTold {
    select: Vec<String>,
    ignore: Vec<String>,
}

impl ProblemsTold {
    fn of(check: &Check) -> Result<ProblemsTold, CliError> {
        for word in check.select.iter().chain(&check.ignore) {
            let known = CODES.iter().any(|row| matches(word, row.code));
            if !known || word.is_empty() {
                let near = nearest(word, CODES.iter().map(|row| row.code.as_str()));
                let meant =
                    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
                return Err(CliError::argument(format!(
                    "no problem has the code `{word}`{meant}; `ludex explain` lists them all"
                )));
            }
        }
        Ok(ProblemsTold {
            select: check.select.clone(),
            ignore: check.ignore.clone(),
        })
    }

    fn includes(&self, code: Code) -> bool {
        let one_of = |words: &[String]| words.iter().any(|word| matches(word, code));
        (self.select.is_empty() || one_of(&self.select)) && !one_of(&self.ignore)
    }
}

/// Tells whether a word is a code or its letter.
fn matches(word: &str, code: Code) -> bool {
    let word = word.trim().to_uppercase();
    let letter = word.len() == 1 && code.as_str().starts_with(&word);
    letter || code.as_str() == word
}

/// The games asked for, each once, and what could not be found.
fn asked(
    check: &Check,
    library: Result<Library, CliError>,
) -> Result<(Vec<FoundGame>, Vec<CliError>), CliError> {
    if check.paths.is_empty() {
        let library = library?;
        let games = library.games_meant()?;
        return match (games.is_empty(), library) {
            (true, Library::Folder(folder) | Library::Here(folder)) => {
                Err(CliError::NoGame(folder))
            }
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
fn games_named(
    path: &Path,
    library: &Result<Library, CliError>,
) -> Result<Vec<FoundGame>, CliError> {
    let is_name = path.components().count() == 1 && !path.exists();
    match (library, path.to_str()) {
        (Ok(library), Some(name)) if is_name => match library.find(name) {
            Ok(found) => Ok(vec![found]),
            Err(_) => Err(CliError::Missing(path.to_owned())),
        },
        _ => games_at(path),
    }
}

fn answer(check: &Check, games: &[Loaded]) -> String {
    match check.as_json.or(Format::Json, check.format) {
        Format::Human => human(check, games),
        Format::Short => games
            .iter()
            .map(|game| report::short(&game.report, &game.sources))
            .collect(),
        Format::Json => format!("{}\n", json(games)),
        Format::Github => games
            .iter()
            .map(|game| report::github(&game.report, &game.sources))
            .collect(),
        Format::Sarif => {
            let found = games.iter().map(|game| (&game.report, &game.sources));
            format!("{}\n", report::sarif(found))
        }
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

/// The answer of `ludex check --json`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckShape {
    /// The name and edition of this form: `ludex/check/1`.
    schema: String,
    /// The number of errors in all games.
    errors: usize,
    /// The number of warnings in all games.
    warnings: usize,
    /// The games that were checked.
    games: Vec<CheckedGameShape>,
}

/// A game that was checked.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckedGameShape {
    /// The name of the game's folder.
    name: String,
    /// The hash of its rules; null when it has mistakes.
    rules: Option<String>,
    /// The diagnostics of the game, at most 300 of one code.
    diagnostics: Vec<DiagnosticShape>,
}

/// Returns the JSON Schema of the answer.
pub(crate) fn schema() -> Schema {
    schema_for!(CheckShape)
}

fn json(games: &[Loaded]) -> Value {
    let shape = CheckShape {
        schema: "ludex/check/1".to_owned(),
        errors: games.iter().map(|game| game.report.errors()).sum(),
        warnings: games.iter().map(|game| game.report.warnings()).sum(),
        games: games.iter().map(of_game).collect(),
    };
    // INVARIANT: no shape has a key that is no text, and none fails to be written.
    serde_json::to_value(shape).unwrap_or_default()
}

fn of_game(game: &Loaded) -> CheckedGameShape {
    CheckedGameShape {
        name: game.name.clone(),
        rules: game.program.as_ref().map(|program| program.hash.clone()),
        diagnostics: report::shapes(&game.report, &game.sources),
    }
}

/// All troubles but the last are told here, the last one by whoever called.
fn finish(
    check: &Check,
    mut troubles: Vec<CliError>,
    games: &[Loaded],
) -> Result<ExitOutcome, CliError> {
    if let Some(last) = troubles.pop() {
        troubles
            .iter()
            .for_each(|trouble| screen::tell(&format!("error: {trouble}")));
        return Err(last);
    }
    let denied = check.deny == Some(Denied::Warnings);
    let wrong = |game: &Loaded| game.report.has_errors() || denied && game.report.warnings() > 0;
    Ok(if games.iter().any(wrong) {
        ExitOutcome::Problems
    } else {
        ExitOutcome::Fine
    })
}
