//! `ludex explain ROW`: what a row does in words, who names it, which rulings pin it; the same of any declared name.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library, LoadedManual, analyze_manual};
use crate::cli::start::{place, place_json};
use crate::markup::Line;
use crate::report::nearest;
use crate::source::Span;
use crate::tools::manual::{EntrySort, Manual, ManualCell, ManualEntry, ManualRow};
use crate::tools::references::{Reference, references};

/// The answer about one row or declared name.
pub(super) struct RowAnswer {
    game: String,
    name: String,
    at: Value,
    text: String,
}

/// All of it for people.
pub(super) fn text(told: &[RowAnswer]) -> String {
    let texts: Vec<&str> = told.iter().map(|one| one.text.as_str()).collect();
    texts.join("\n")
}

/// All of it for a program.
pub(super) fn json(told: &[RowAnswer]) -> Value {
    let found = told.iter();
    let found = found
        .map(|one| json!({ "game": one.game, "name": one.name, "at": one.at, "text": one.text }));
    json!({ "schema": "ludex/explain/1", "found": found.collect::<Value>() })
}

/// Finds a row or name, written `ID` or `GAME/ID`.
pub(super) fn told(
    what: &str,
    games: Option<&Path>,
    locale: Option<&str>,
) -> Result<Vec<RowAnswer>, CliError> {
    let library = Library::open(games)?;
    let mut names = Vec::new();
    let told = match what.split_once('/') {
        Some((game, id)) => told_in(&[library.find(game)?], id, &mut names, locale)?,
        None => {
            let own = library.games_meant()?;
            let told = told_in(&own, what, &mut names, locale)?;
            // A name that no game here has may be in one that comes with the program.
            let mut others = library.all()?;
            others.retain(|game| told.is_empty() && !own.contains(game));
            if others.is_empty() {
                told
            } else {
                told_in(&others, what, &mut names, locale)?
            }
        }
    };
    if told.is_empty() {
        let id = what.split_once('/').map_or(what, |(_, id)| id);
        let near = nearest(id, names.iter().map(String::as_str));
        let near = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
        return Err(CliError::argument(format!(
            "`{what}` is no code of a problem, no row or name of a game, and no FILE:STEP{near}"
        )));
    }
    Ok(told)
}

/// The answers of some games; their names are added to those known.
fn told_in(
    games: &[FoundGame],
    id: &str,
    names: &mut Vec<String>,
    locale: Option<&str>,
) -> Result<Vec<RowAnswer>, CliError> {
    let mut told = Vec::new();
    for found in games {
        let loaded = match analyze_manual(found, locale) {
            Ok(loaded) => loaded,
            // A game that can't be read keeps no other away, unless it is the one that was named.
            Err(trouble) if games.len() == 1 => return Err(trouble),
            Err(_) => continue,
        };
        let mut found = told_of(id, found, &loaded);
        for one in &mut found {
            one.text.push_str(&in_doubt(&loaded));
        }
        told.extend(found);
        names.extend(all_names(&loaded.manual));
    }
    Ok(told)
}

/// A note that the game has errors, so that what they touch may be missing above.
fn in_doubt(loaded: &LoadedManual) -> String {
    match loaded.errors {
        0 => String::new(),
        1 => {
            "  the game has an error, which `ludex check` shows: what it touches is missing here\n"
                .into()
        }
        many => format!(
            "  the game has {many} errors, which `ludex check` shows: what they touch is missing here\n"
        ),
    }
}

fn all_names(manual: &Manual) -> impl Iterator<Item = String> + '_ {
    let rows = manual.entries.iter().flat_map(|entry| &entry.rows);
    let names = manual.entries.iter().map(|entry| entry.name.clone());
    rows.map(|row| row.id.clone()).chain(names)
}

fn told_of(id: &str, found: &FoundGame, loaded: &LoadedManual) -> Vec<RowAnswer> {
    let (name, manual) = (found.name(), &loaded.manual);
    let rows = manual
        .rows(id)
        .map(|(entry, row)| (row.span, of_row(&name, entry, row, loaded)));
    let entries = manual
        .named(id)
        .map(|entry| (entry.span, of_entry(&name, entry, loaded)));
    let told = |(span, text)| RowAnswer {
        game: name.clone(),
        name: id.to_owned(),
        at: place_json(&loaded.sources, span),
        text,
    };
    rows.chain(entries).map(told).collect()
}

fn of_row(game: &str, entry: &ManualEntry, row: &ManualRow, loaded: &LoadedManual) -> String {
    let at = place(&loaded.sources, row.span);
    let mut text = format!("{game}/{}, a row of `{}` at {at}\n", row.id, entry.name);
    row.cells
        .iter()
        .for_each(|cell| text.push_str(&of_cell(cell)));
    // What it does may stand in a row that it names.
    for (other, named) in named_rows(row, &loaded.manual) {
        text.push_str(&format!("  {} `{}`:\n", other.name, named.id));
        for cell in named.cells.iter() {
            text.push_str(&indented(&of_cell(cell)));
        }
    }
    if !row.named_by.is_empty() {
        text.push_str(&format!(
            "  named by the rows {}\n",
            row.named_by.join(", ")
        ));
    }
    text + &uses(row.id_span, loaded) + &pinned(&row.rulings, &loaded.manual)
}

fn named_rows<'a>(row: &ManualRow, manual: &'a Manual) -> Vec<(&'a ManualEntry, &'a ManualRow)> {
    let data = row.cells.iter().filter(|cell| !cell.is_rules);
    let words = data.flat_map(|cell| cell.text.split([',', ' ']));
    // A word that is a value of an enum may also be what a layout is called.
    let rows = words.flat_map(|word| manual.rows(word));
    rows.filter(|(entry, _)| entry.sort != EntrySort::Board)
        .collect()
}

fn of_cell(cell: &ManualCell) -> String {
    lines(&cell.lines(), 1)
}

fn lines(lines: &[Line], depth: usize) -> String {
    let line = |line: &Line| format!("{}{}\n", "  ".repeat(line.depth + depth), line.text);
    lines.iter().map(line).collect()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

fn of_entry(game: &str, entry: &ManualEntry, loaded: &LoadedManual) -> String {
    let at = place(&loaded.sources, entry.span);
    let mut text = format!("{game}/{} at {at}\n  {}\n", entry.name, entry.head);
    for line in entry.doc.lines() {
        text.push_str(&format!("  {line}\n"));
    }
    text.push_str(&lines(&entry.does, 2));
    let uses = entry
        .name_span
        .map_or_else(String::new, |at| uses(at, loaded));
    text + &uses + &pinned(&entry.rulings, &loaded.manual)
}

/// The lines of rules and tables that name it, apart from its own.
fn uses(own: Span, loaded: &LoadedManual) -> String {
    const MOST: usize = 12;
    let semantics = &loaded.names.semantics;
    let Some(symbol) = semantics.symbol(own) else {
        return String::new();
    };
    let found = references(symbol, semantics, &loaded.sources);
    let line = |one: &Reference| {
        let path = loaded.sources.path(one.file);
        format!("    {path}:{}  {}\n", one.line, one.text)
    };
    let lines: String = found.iter().take(MOST).map(line).collect();
    let more = match found.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("    and {more} more\n"),
    };
    if found.is_empty() {
        "  named nowhere else\n".into()
    } else {
        format!("  named at\n{lines}{more}")
    }
}

fn pinned(rulings: &[usize], manual: &Manual) -> String {
    if rulings.is_empty() {
        return "  no ruling names it\n".into();
    }
    let line = |nth: &usize| {
        let ruling = &manual.rulings[*nth];
        format!("    {}  {}\n", ruling.name, ruling.asks)
    };
    format!(
        "  rulings\n{}",
        rulings.iter().map(line).collect::<String>()
    )
}
