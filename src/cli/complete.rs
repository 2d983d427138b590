//! Words that a shell may put in: names of games, their rows, actions, options and rulings, and of bots.
//!
//! The shell asks the program at each key, by the script that `ludex completions` prints. What cannot be read has no words.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};

use crate::cli::games;
use crate::cli::games::{FoundGame, Library};
use crate::cli::ruling_files::names;
use crate::report::codes::CODES;
use crate::tools::manual::{EntrySort, Manual};

/// The bots that `arena` and `--seats` know by name.
const BOTS: &[&str] = &["random", "greedy", "flat", "mcts", "ismcts", "mo-ismcts"];

/// Completes a game, by name or as a folder.
pub(crate) fn game() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| or_path(typed, games()))
}

/// Completes what can be explained: a code, or a row or name behind its game.
pub(crate) fn explained() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let words = match typed.to_string_lossy().split_once('/') {
            Some((game, _)) => with_game(game),
            None => {
                let codes = CODES.iter().map(|row| row.code.as_str().to_owned());
                let games = games().into_iter().map(|game| format!("{game}/"));
                codes.chain(games).collect()
            }
        };
        or_path(typed, words)
    })
}

/// Completes a row or name of the game that was named.
pub(crate) fn row_or_name() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let manual = named().and_then(|found| games::manual(&found).ok());
        fitting(typed, manual.iter().flat_map(names_in).collect())
    })
}

/// Completes a number of a row of the game that was named: the row, then a dot and one of its attributes.
pub(crate) fn number() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let manual = named().and_then(|found| games::manual(&found).ok());
        fitting(typed, manual.iter().flat_map(numbers_in).collect())
    })
}

/// Completes a bot by its name, or the last of several with commas between.
pub(crate) fn bot() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| fitting(typed, behind_commas(typed, BOTS)))
}

/// Completes who sits where: people, and bots.
pub(crate) fn seat() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let all: Vec<&str> = BOTS.iter().copied().chain(["me"]).collect();
        fitting(typed, behind_commas(typed, &all))
    })
}

/// Words as they go on a list that was begun.
fn behind_commas(typed: &OsStr, words: &[&str]) -> Vec<String> {
    let typed = typed.to_string_lossy();
    let before = typed.rfind(',').map_or("", |comma| &typed[..=comma]);
    words.iter().map(|word| format!("{before}{word}")).collect()
}

/// Completes an action of the game that was named.
pub(crate) fn action() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| fitting(typed, declared(&[EntrySort::Action])))
}

/// Completes a kind or record of the game that was named.
pub(crate) fn kind() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        fitting(typed, declared(&[EntrySort::Kind, EntrySort::Record]))
    })
}

/// Completes an option of the game that was named, with each of its values.
pub(crate) fn option() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| fitting(typed, options().unwrap_or_default()))
}

/// Completes rulings, by name or as files.
pub(crate) fn ruling() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let names = library().and_then(|library| names(&library).ok());
        or_path(typed, names.unwrap_or_default())
    })
}

/// Words as they fit what was typed.
fn fitting(typed: &OsStr, words: Vec<String>) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let words = words.into_iter().collect::<BTreeSet<_>>().into_iter();
    let fit = words.filter(|word| word.starts_with(typed.as_ref()));
    fit.map(CompletionCandidate::new).collect()
}

/// The same, or paths when no word fits.
fn or_path(typed: &OsStr, words: Vec<String>) -> Vec<CompletionCandidate> {
    match fitting(typed, words) {
        none if none.is_empty() => PathCompleter::any().complete(typed),
        some => some,
    }
}

/// The words of the line so far.
fn line() -> Vec<String> {
    let words = std::env::args().skip_while(|word| word != "--");
    words.skip(2).collect()
}

/// Opens the library that the line names.
fn library() -> Option<Library> {
    let line = line();
    let after = line.windows(2).find(|pair| pair[0] == "--games");
    let joined = line.iter().find_map(|word| word.strip_prefix("--games="));
    let folder = after.map(|pair| pair[1].as_str()).or(joined);
    // `sim --games 100` counts games.
    let folder = folder.map(PathBuf::from).filter(|folder| folder.is_dir());
    Library::open(folder.as_deref().map(Path::new)).ok()
}

fn games() -> Vec<String> {
    let games = library().and_then(|library| library.all().ok());
    games.iter().flatten().map(FoundGame::name).collect()
}

/// The game that a word of the line names; else the one that is meant without a name.
fn named() -> Option<FoundGame> {
    let (library, games) = (library()?, games());
    let word = line().into_iter().find(|word| games.contains(word));
    library.game_meant(word.as_deref()).ok()
}

/// Rows and names of a game, behind its name.
fn with_game(game: &str) -> Vec<String> {
    let found = library().and_then(|library| library.find(game).ok());
    let manual = found.and_then(|found| games::manual(&found).ok());
    let names = manual.iter().flat_map(names_in);
    names.map(|name| format!("{game}/{name}")).collect()
}

fn names_in(manual: &Manual) -> impl Iterator<Item = String> + '_ {
    let rows = manual.entries.iter().flat_map(|entry| &entry.rows);
    let names = manual.entries.iter().map(|entry| entry.name.clone());
    rows.map(|row| row.id.clone()).chain(names)
}

/// Numbers in the rows of a game, as `ROW.ATTRIBUTE`.
fn numbers_in(manual: &Manual) -> impl Iterator<Item = String> + '_ {
    let rows = manual.entries.iter().flat_map(|entry| &entry.rows);
    rows.flat_map(|row| {
        let numbers = row
            .cells
            .iter()
            .filter(|cell| cell.text.parse::<i64>().is_ok());
        numbers.map(|cell| format!("{}.{}", row.id, cell.name))
    })
}

/// Returns the names of some sorts that the named game declares.
fn declared(sorts: &[EntrySort]) -> Vec<String> {
    let manual = named().and_then(|found| games::manual(&found).ok());
    let entries = manual.iter().flat_map(|manual| &manual.entries);
    let entries = entries.filter(|entry| sorts.contains(&entry.sort));
    entries.map(|entry| entry.name.clone()).collect()
}

fn options() -> Option<Vec<String>> {
    let program = named()?.load().ok()?.program?;
    let options = program.names.options.iter();
    let words = options.flat_map(|option| {
        let values = option.values.iter();
        values.map(|(word, _)| format!("{}={word}", option.name))
    });
    Some(words.collect())
}
