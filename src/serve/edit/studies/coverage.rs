//! Coverage: all rulings of a game are played, and the lines of its texts are told by what was reached on them.

use super::{EventSender, SavedGame, StudyEnd, StudyEvent};
use crate::edit::EditApp;
use ludex_report::{Report, human};
use ludex_source::Span;
use ludex_tools::coverage::observed::ObservedGame;
use ludex_tools::coverage::{CoverageItem, KINDS, percent, share};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Rulings that are prepared together, as each preparation copies the game's program.
const TOGETHER: usize = 40;

/// Counts of what was reached on a line.
#[derive(Default, Serialize)]
struct LineCoverage {
    /// The line, from 0.
    line: u32,
    /// The number of things on it that can be reached, and of those that were.
    all: u64,
    covered: u64,
    /// The most times that one of them was.
    hits: u64,
    /// Descriptions of what is missing, for people.
    missing: Vec<String>,
}

/// Plays the rulings of a game.
pub(super) fn study(app: &EditApp, path: &str, events: &EventSender) -> Result<Value, StudyEnd> {
    let saved = SavedGame::read(app, path)?;
    let rulings = app.host.rulings(&saved.folder).map_err(StudyEnd::Failed)?;
    let mut report = Report::new();
    let Some(mut game) = ObservedGame::new(saved.checked, saved.texts.clone(), &mut report) else {
        return Err(StudyEnd::Failed(human(&report, &saved.texts, false)));
    };
    let all = rulings.len() as u64;
    events.send(StudyEvent::Progress { done: 0, all })?;
    for part in rulings.chunks(TOGETHER) {
        game.play_rulings(part);
        let done = game.rulings.0 as u64;
        events.send(StudyEvent::Progress { done, all })?;
    }
    Ok(found(app, &game))
}

/// Tells the shares of all sorts of items, and the lines of each file.
fn found(app: &EditApp, game: &ObservedGame) -> Value {
    let items = game.items();
    let shares = KINDS.iter().filter_map(|kind| {
        let (covered, all) = share(items.iter().filter(|item| item.kind == *kind));
        let percent = percent((covered, all));
        (all > 0).then(
            || json!({ "kind": kind.plural(), "covered": covered, "all": all, "percent": percent }),
        )
    });
    let mut files: BTreeMap<String, BTreeMap<u32, LineCoverage>> = BTreeMap::new();
    for item in &items {
        let Some(span) = item.span.map(|span| game.texts.shown(span)) else {
            continue;
        };
        let Some(path) = app.folder.below(game.texts.path(span.file)) else {
            continue;
        };
        let line = line_of(game, span);
        let lines = files.entry(path).or_default();
        let entry = lines.entry(line).or_insert_with(|| LineCoverage {
            line,
            ..LineCoverage::default()
        });
        add(entry, item);
    }
    let files = files.into_iter().map(|(path, lines)| {
        let lines: Vec<LineCoverage> = lines.into_values().collect();
        json!({ "path": path, "lines": lines })
    });
    json!({
        "rulings": game.rulings.0,
        "not_passing": game.rulings.1,
        "percent": percent(share(&items)),
        "shares": shares.collect::<Value>(),
        "files": files.collect::<Value>(),
    })
}

fn add(line: &mut LineCoverage, item: &CoverageItem) {
    line.all += item.of();
    line.covered += item.covered();
    line.hits = line.hits.max(item.hits);
    if let Some(missing) = item.missing() {
        let name = if item.name.is_empty() {
            String::new()
        } else {
            format!(" {}", item.name)
        };
        line.missing
            .push(format!("{}{name}: {missing}", item.kind.word()));
    }
}

/// Returns the line on which a span begins, from 0.
fn line_of(game: &ObservedGame, span: Span) -> u32 {
    let at = game.texts.line_col(span.file, span.start);
    at.line.saturating_sub(1)
}
