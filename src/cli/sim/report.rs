//! Usage counts of each row and text over all games, for people and as JSON.

use std::collections::{BTreeMap, BTreeSet};

use crate::lab::shape::{QuestionUsageShape, RowUsageShape, TextUsageShape, UsageShape};
use crate::source::columns::padded;
use crate::tools::coverage::{CoverageItem, CoverageKind};
use crate::tools::usage::{OptionCounts, RowUse, Used};

/// Lines of the lists are at most so long.
const WIDTH: usize = 100;

/// Rows kind by kind, texts, and what never came up.
pub(crate) fn human(used: &Used) -> String {
    let mut text = "\nhow often each row went where; how often its texts were done\n".to_owned();
    let mut kind = "";
    for row in &used.rows {
        if row.id.is_some() && row.kind != kind {
            kind = &row.kind;
            text.push_str(&format!("  {kind}\n"));
        }
        text.push_str(&line(row));
    }
    text.push_str("\nhow often each effect, action, hook and modifier was done\n");
    for item in &used.texts {
        text.push_str(&format!("  {:>10}  {}\n", item.hits, called(item)));
    }
    text + &asked(used) + &never(used)
}

/// Questions with their options: all of them, then each.
fn asked(used: &Used) -> String {
    let line = |words: &str, options: &OptionCounts| {
        let (mean, most) = (options.mean(), options.most);
        format!(
            "  {:>10}  {mean:>7.1}  {most:>5}  {words}\n",
            options.questions
        )
    };
    let lines = used
        .questions
        .iter()
        .map(|(words, options)| line(words, options));
    let head = "\nhow often each question was asked, its options on average and at most\n";
    head.to_owned() + &line("all questions", &all(used)) + &lines.collect::<String>()
}

fn all(used: &Used) -> OptionCounts {
    let mut all = OptionCounts::default();
    for (_, options) in &used.questions {
        all.add(*options);
    }
    all
}

fn line(row: &RowUse) -> String {
    let counts = |all: &[(String, u64)]| -> String {
        let parts: Vec<String> = all.iter().map(|(name, n)| format!("{name} {n}")).collect();
        parts.join(", ")
    };
    let parts = [counts(&row.moved), counts(&row.texts)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let parts = parts.join("; ");
    match &row.id {
        Some(id) => format!("    {} {parts}\n", padded(id, 28)),
        None => format!("  {} {parts}\n", padded(&row.kind, 30)),
    }
}

/// Lists rows and texts with a count of 0 over all games: rows by the place that most of their kind reach, then texts.
fn never(used: &Used) -> String {
    let usual = usual(used);
    let mut lists: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for row in &used.rows {
        let Some(id) = &row.id else { continue };
        let places = row.moved.iter().filter(|(place, times)| {
            *times == 0 && usual.contains(&(row.kind.as_str(), place.as_str()))
        });
        let places = places.map(|(place, _)| format!("{} to {place}", row.kind));
        let texts = row.texts.iter().filter(|(_, times)| *times == 0);
        let texts = texts.map(|(text, _)| format!("{}.{text}", row.kind));
        for what in places.chain(texts) {
            lists.entry(what).or_default().push(id);
        }
    }
    for item in used.texts.iter().filter(|item| item.hits == 0) {
        let list = lists
            .entry(format!("any {}", item.kind.word()))
            .or_default();
        list.push(&item.name);
    }
    let lines = lists.iter();
    let lines = lines.map(|(what, list)| wrapped(&format!("  {what}:"), list));
    if lists.is_empty() {
        "\neverything came up\n".to_owned()
    } else {
        "\nnever\n".to_owned() + &lines.collect::<String>()
    }
}

/// The places that more than half of the rows of a kind went to; what few ever reach is not missed by the others.
fn usual(used: &Used) -> BTreeSet<(&str, &str)> {
    let mut went: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for row in used.rows.iter().filter(|row| row.id.is_some()) {
        for (place, times) in &row.moved {
            let (some, all) = went.entry((&row.kind, place)).or_default();
            *some += usize::from(*times > 0);
            *all += 1;
        }
    }
    let most = went.into_iter().filter(|(_, (some, all))| 2 * some > *all);
    most.map(|(place, _)| place).collect()
}

fn wrapped(head: &str, words: &[&str]) -> String {
    let (mut text, mut line) = (String::new(), head.to_owned());
    for word in words {
        if line.len() + 1 + word.len() > WIDTH {
            text.push_str(&format!("{line}\n"));
            line = "   ".to_owned();
        }
        line.push_str(&format!(" {word}"));
    }
    text + &line + "\n"
}

fn called(item: &CoverageItem) -> String {
    if item.kind == CoverageKind::Effect {
        item.name.clone()
    } else {
        format!("{} {}", item.kind.word(), item.name)
    }
}

/// The report as programs read it.
pub(crate) fn shape(used: &Used) -> UsageShape {
    let counts = |all: &[(String, u64)]| {
        let counts = all.iter();
        counts
            .map(|(name, n)| (name.clone(), (*n).into()))
            .collect()
    };
    let row = |row: &RowUse| RowUsageShape {
        kind: row.kind.clone(),
        row: row.id.clone(),
        moved: counts(&row.moved),
        texts: counts(&row.texts),
    };
    let text = |item: &CoverageItem| TextUsageShape {
        kind: item.kind.word().to_owned(),
        name: item.name.clone(),
        times: item.hits,
    };
    let question = |(words, options): &(String, OptionCounts)| QuestionUsageShape {
        question: words.clone(),
        asked: options.questions,
        options: options.options,
        most: options.most,
    };
    UsageShape {
        rows: used.rows.iter().map(row).collect(),
        texts: used.texts.iter().map(text).collect(),
        questions: used.questions.iter().map(question).collect(),
    }
}
