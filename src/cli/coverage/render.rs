//! Coverage, rendered for people and as JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::cli::args::Coverage;
use crate::cli::coverage::Observed;
use crate::cli::replay::counted;
use crate::cli::start::{place, place_json};
use crate::source::Sources;
use crate::tools::coverage::{CoverageItem, KINDS, percent, share};

/// A table of shares, with what is asked for besides.
pub(crate) fn human(items: &[CoverageItem], coverage: &Coverage, observed: &Observed) -> String {
    let mut text = String::new();
    if coverage.uncovered {
        text.push_str(&uncovered(items, &observed.game.texts));
    }
    if coverage.rows {
        text.push_str(&rows(items, observed));
    }
    text.push_str(&format!("{}\n", ran(observed)));
    for kind in KINDS {
        let of = share(items.iter().filter(|item| item.kind == *kind));
        if of.1 > 0 {
            text.push_str(&line(kind.plural(), of));
        }
    }
    text + &line("everything", share(items))
}

fn line(name: &str, of: (u64, u64)) -> String {
    format!(
        "  {name:12} {:>5} of {:>5}  {:>3} %\n",
        of.0,
        of.1,
        percent(of)
    )
}

fn ran(observed: &Observed) -> String {
    let (all, failed) = observed.game.rulings;
    let rulings = match failed {
        0 => counted(all, "ruling"),
        failed => format!("{} ({failed} not passing)", counted(all, "ruling")),
    };
    let games = usize::try_from(observed.played).unwrap_or(usize::MAX);
    match (all, games) {
        (_, 0) => rulings,
        (0, games) => counted(games, "random game"),
        (_, games) => format!("{rulings}, {}", counted(games, "random game")),
    }
}

/// A line for each item that lacks something.
fn uncovered(items: &[CoverageItem], sources: &Sources) -> String {
    const LONGEST: usize = 90;
    let line = |item: &CoverageItem| {
        let missing = item.missing()?;
        let at = item
            .span
            .map_or(String::new(), |span| format!("{}: ", place(sources, span)));
        let text = item.span.map_or("", |span| sources.slice(span));
        let text = if item.name.is_empty() {
            text.lines().next().unwrap_or_default().trim()
        } else {
            &item.name
        };
        let short: String = text.chars().take(LONGEST).collect();
        Some(format!("{at}{} {missing}: {short}\n", item.kind.word()))
    };
    let lines: String = items.iter().filter_map(line).collect();
    if lines.is_empty() {
        "everything is covered\n\n".into()
    } else {
        lines + "\n"
    }
}

/// The share of each row with rules of its own: what stands within it.
fn rows(items: &[CoverageItem], observed: &Observed) -> String {
    let mut rows: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for kind in &observed.game.game.checked().game().kinds {
        for row in &kind.rows {
            let inside = |item: &&CoverageItem| {
                item.span.is_some_and(|span| {
                    span.file == row.span.file
                        && row.span.touches(span.start)
                        && span.end <= row.span.end
                })
            };
            let of = share(items.iter().filter(inside));
            if of.1 > 0 {
                rows.insert(format!("{}.{}", kind.name, row.written_id()), of);
            }
        }
    }
    let lines = rows.iter().map(|(name, of)| {
        format!(
            "  {name:30} {:>3} of {:>3}  {:>3} %\n",
            of.0,
            of.1,
            percent(*of)
        )
    });
    format!("{}\n", lines.collect::<String>())
}

/// One object: shares, and every item.
pub(crate) fn json(items: &[CoverageItem], game: &str, observed: &Observed) -> Value {
    let mut shares = Map::new();
    for kind in KINDS {
        let (covered, of) = share(items.iter().filter(|item| item.kind == *kind));
        let share = json!({ "covered": covered, "of": of, "percent": percent((covered, of)) });
        shares.insert(kind.word().to_owned(), share);
    }
    let all: Vec<Value> = items
        .iter()
        .map(|item| {
            json!({
                "kind": item.kind.word(),
                "name": item.name,
                "at": item.span.map(|span| place_json(&observed.game.texts, span)),
                "hits": item.hits,
                "misses": item.misses,
                "missing": item.missing(),
            })
        })
        .collect();
    json!({
        "schema": "ludex/coverage/1",
        "game": game,
        "rulings": observed.game.rulings.0,
        "not_passing": observed.game.rulings.1,
        "games": observed.played,
        "percent": percent(share(items)),
        "shares": shares,
        "items": all,
    })
}
