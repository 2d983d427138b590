//! A run of `ludex watch`, rendered: each change by name, and under it the rulings that it moved, with the first difference.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::replay::counted;
use crate::cli::ruling_files;
use crate::cli::rulings::answer;
use crate::cli::rulings::answer::Ran;
use crate::cli::watch::Texts;
use crate::tools::touched::{Touched, touched};

/// Names of rulings that are listed under a change; the others are counted.
const MOST: usize = 5;

/// The changes between two runs, of rules and tables. None for the first run, before which nothing is known.
pub(crate) fn touches(old: &Texts, new: &Texts) -> Vec<Touched> {
    let kept = |path: &&String| !path.ends_with(".ruling.yaml") && !path.ends_with(".snap");
    let paths: BTreeSet<&String> = old.keys().chain(new.keys()).filter(kept).collect();
    let text = |texts: &Texts, path: &str| texts.get(path).cloned().unwrap_or_default();
    if old.is_empty() {
        return Vec::new();
    }
    let all = paths.into_iter();
    all.flat_map(|path| touched(path, &text(old, path), &text(new, path)))
        .collect()
}

/// Rulings that did not pass, those together that one change moved; those moved by none that is known at the end.
pub(crate) fn by_cause<'a>(
    changes: &[Touched],
    wrong: &[&'a Ran],
    reaches: &dyn Fn(&str, &Touched) -> bool,
    before: &BTreeMap<String, String>,
) -> Vec<(Option<usize>, Vec<&'a Ran>)> {
    let cause = |ran: &Ran| match changes {
        // What was wrong in the same way before is no matter of this change.
        _ if before.get(&ran.path) == Some(&ran.details()) => None,
        [_] => Some(0),
        several => {
            let mut all = several.iter();
            let reached = all.position(|one| reaches(&ran.path, one));
            reached.or_else(|| {
                let told = ran.details();
                several.iter().position(|one| one.is_named_in(&told))
            })
        }
    };
    let mut groups: Vec<(Option<usize>, Vec<&Ran>)> = Vec::new();
    for &ran in wrong {
        let cause = cause(ran);
        match groups.iter_mut().find(|(of, _)| *of == cause) {
            Some((_, all)) => all.push(ran),
            None => groups.push((cause, vec![ran])),
        }
    }
    groups.sort_by_key(|(cause, _)| cause.map_or(usize::MAX, |cause| cause));
    groups
}

/// Every change with what it moved, in words; `ran` rulings were played to see that.
pub(crate) fn text(
    changes: &[Touched],
    groups: &[(Option<usize>, Vec<&Ran>)],
    ran: usize,
    colour: bool,
) -> String {
    let mut text = String::new();
    for (nth, change) in changes.iter().enumerate() {
        text.push_str(&format!("{}\n", change.told()));
        let moved = groups.iter().find(|(cause, _)| *cause == Some(nth));
        match moved {
            Some((_, rulings)) => text.push_str(&group(rulings, colour)),
            None if ran == 0 => text.push_str("  no ruling was played\n"),
            None => text.push_str("  every ruling passes as before\n"),
        }
    }
    for (cause, rulings) in groups {
        if cause.is_none() {
            text.push_str(&group(rulings, colour));
        }
    }
    text
}

fn group(rulings: &[&Ran], colour: bool) -> String {
    let mut text = format!("  {}:\n", verdicts(rulings));
    for one in rulings.iter().take(MOST) {
        text.push_str(&format!(
            "    {}\n",
            ruling_files::name(Path::new(&one.path))
        ));
    }
    if rulings.len() > MOST {
        text.push_str(&format!("    and {} more\n", rulings.len() - MOST));
    }
    let first = rulings.first();
    text + "\n" + &first.map_or(String::new(), |one| answer::told_first(one, colour))
}

/// `3 rulings: 2 differ, 1 failed`
pub(crate) fn verdicts(rulings: &[&Ran]) -> String {
    let count = |verdict: &str| {
        rulings
            .iter()
            .filter(|one| one.verdict() == verdict)
            .count()
    };
    let words = [
        ("passed", "passed"),
        ("failed", "failed"),
        ("differs", "differ"),
        ("pending", "pending"),
        ("broken", "broken"),
    ];
    let words = words.map(|(verdict, word)| (count(verdict), word));
    let words: Vec<String> = words
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let all = counted(rulings.len(), "ruling");
    if words.is_empty() {
        all
    } else {
        format!("{all}: {}", words.join(", "))
    }
}

/// Changes for a program, each with the paths of the rulings that it moved.
pub(crate) fn in_json(changes: &[Touched], groups: &[(Option<usize>, Vec<&Ran>)]) -> Value {
    let moved = |nth: usize| {
        let group = groups.iter().find(|(cause, _)| *cause == Some(nth));
        let rulings = group.iter().flat_map(|(_, rulings)| rulings);
        rulings.map(|one| one.path.clone()).collect::<Vec<_>>()
    };
    let changes = changes.iter().enumerate();
    let changes = changes.map(|(nth, one)| {
        let (list, id) = one.row.clone().unzip();
        json!({
            "file": one.path,
            "line": one.line,
            "list": list,
            "row": id,
            "what": one.what,
            "moved": moved(nth),
        })
    });
    changes.collect()
}
