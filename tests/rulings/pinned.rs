//! The outcomes of a game are pinned: some snapshot shows what each of its actions and each effect on its cards did.
//!
//! The subjects come from the game's own texts: the actions it declares, the effects that texts of rows name, and the lists and
//! options of `data/pinned.yaml`. A subject is shown if the words of a snapshot say so, by a choice or by a text that took effect.

use super::{collect, rulings_in};
use crate::support::games_in;
use ludex::check::decl::Decl;
use ludex::check::semantics::{Symbol, UseKind};
use ludex::ide::GameSnapshot;
use ludex::pipeline::GameText;
use ludex::report::Report;
use ludex::source::{Sources, Span};
use ludex::tables::Node;
use ludex::tools::rulings::{Ruling, read, snapshot_path};
use serde_yaml::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A ruling with the words of its snapshot.
struct Pinned {
    ruling: Ruling,
    outcome: String,
}

/// A part of a game that some snapshot must show.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    /// An action that somebody takes.
    Action(String),
    /// An effect that texts of rows name; the beginnings of the names that these texts have in a snapshot.
    Effect(String, BTreeSet<String>),
    /// A row that is named in a choice.
    Row(String),
    /// An option with a value.
    Option(String, String),
}

impl Subject {
    fn is_shown(&self, by: &Pinned) -> bool {
        let mut lines = by.outcome.lines();
        match self {
            Subject::Action(name) => lines.any(|line| choice(line).next() == Some(name)),
            Subject::Row(id) => lines.any(|line| choice(line).any(|word| word == id)),
            Subject::Effect(_, texts) => lines.any(|line| {
                let text = line.trim_start().strip_suffix(" takes effect");
                let named = text.and_then(|text| Some(text.split_once('.')?.1));
                named.is_some_and(|named| texts.iter().any(|text| named.starts_with(text)))
            }),
            Subject::Option(name, value) => {
                let given = by.ruling.given.options.as_ref();
                let given = given.and_then(|given| given.get(name)?.scalar());
                given.is_some_and(|given| given.text() == value)
            }
        }
    }
}

/// The words of a line of play; none of any other line.
fn choice(line: &str) -> impl Iterator<Item = &str> {
    let words = line.strip_prefix('P').and_then(|line| {
        let (seat, words) = line.split_once(": ")?;
        seat.parse::<u8>().is_ok().then_some(words)
    });
    words.unwrap_or_default().split(' ')
}

/// Reads the rulings of a game that have a snapshot.
fn pinned(folder: &Path) -> Vec<Pinned> {
    let (mut sources, mut found) = (Sources::new(), Report::new());
    let files = rulings_in(&folder.join("rulings"));
    let pinned = files.iter().filter_map(|path| {
        let text = fs::read_to_string(path).unwrap();
        let ruling = read(path, &text, &mut sources, &mut found).unwrap();
        let snapshot = fs::read_to_string(snapshot_path(path)).ok()?;
        let outcome = snapshot.split("\n---\n").nth(1).unwrap().to_owned();
        ruling
            .snapshot
            .outcome
            .then_some(Pinned { ruling, outcome })
    });
    pinned.collect()
}

fn checked(folder: &Path) -> GameSnapshot {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.retain(|path| path.parent() == Some(folder));
    let files = files.iter().map(|path| {
        let text = fs::read_to_string(path).unwrap();
        (path.to_str().unwrap().to_owned(), text)
    });
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    let files = files.collect();
    let game = GameSnapshot::new(GameText { name, files });
    assert!(game.analysis.is_sound, "{}", folder.display());
    game
}

/// Lists what the snapshots of a game must show; `wanted` is its part of `data/pinned.yaml`.
fn subjects(game: &GameSnapshot, wanted: &Value) -> BTreeSet<Subject> {
    let actions = game.analysis.names.game.actions.iter();
    let mut subjects: BTreeSet<Subject> = actions
        .map(|action| Subject::Action(action.name.clone()))
        .collect();
    let mut texts: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (list, id, row) in rows(game) {
        if names(wanted, "lists").any(|name| name == list) {
            subjects.insert(Subject::Row(id.to_owned()));
        }
        for cell in row.entries() {
            for effect in effects(game, cell.value.span) {
                // The hooks of a row have names of their own.
                let named = [cell.key.as_str(), "when_", "before_"];
                let named = named.map(|slot| format!("{id}.{slot}"));
                texts.entry(effect).or_default().extend(named);
            }
        }
    }
    let effects = texts.into_iter();
    subjects.extend(effects.map(|(name, texts)| Subject::Effect(name.to_owned(), texts)));
    for name in names(wanted, "options") {
        let mut options = game.analysis.names.game.options.iter();
        let option = options.find(|option| option.name == name).unwrap();
        let values = option.values.iter();
        subjects.extend(values.map(|(value, _)| Subject::Option(name.to_owned(), value.clone())));
    }
    subjects
}

/// Lists the rows of a game with the keys of their lists and their ids.
fn rows(game: &GameSnapshot) -> impl Iterator<Item = (&str, &str, &Node)> {
    let tables = game.parsed.files().tables.iter();
    let lists = tables.flat_map(|table| table.entries());
    lists.flat_map(|list| {
        let rows = list.value.items().iter();
        rows.filter_map(|row| Some((list.key.as_str(), row.get("id")?.scalar()?.text(), row)))
    })
}

/// The effects that a text names, not those that it watches.
fn effects(game: &GameSnapshot, text: Span) -> impl Iterator<Item = &str> {
    let uses = game.semantics().uses_within(text);
    uses.filter_map(|(_, one)| {
        let is_effect = matches!(one.symbol, Symbol::Declared(Decl::Effect(_)));
        let definition = game.definition(one.symbol)?;
        (is_effect && one.kind == UseKind::Names).then_some(definition.name.as_str())
    })
}

fn names<'v>(wanted: &'v Value, key: &str) -> impl Iterator<Item = &'v str> {
    let list = wanted.get(key).and_then(Value::as_sequence);
    list.into_iter().flatten().filter_map(Value::as_str)
}

#[test]
fn snapshots_show_what_each_action_and_each_effect_of_a_card_did() {
    let text = fs::read_to_string("tests/data/pinned.yaml").unwrap();
    let wanted: Value = serde_yaml::from_str(&text).unwrap();
    let (mut missing, mut count) = (Vec::new(), 0);
    for folder in games_in("games") {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let wanted = wanted.get(name).unwrap_or(&Value::Null);
        let pinned = pinned(&folder);
        for subject in subjects(&checked(&folder), wanted) {
            count += 1;
            if !pinned.iter().any(|one| subject.is_shown(one)) {
                missing.push(format!("{name}: no snapshot shows {subject:?}"));
            }
        }
        let most = wanted
            .get("lines")
            .and_then(Value::as_u64)
            .unwrap_or(u64::MAX);
        for one in &pinned {
            let lines = one.outcome.lines().count() as u64;
            if lines > most && one.ruling.snapshot.last.is_some() {
                missing.push(format!("{}: {lines} lines", one.ruling.path));
            }
        }
    }
    assert!(count > 150, "{count} subjects");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_subject_is_shown_by_its_own_words_alone() {
    let (mut sources, mut found) = (Sources::new(), Report::new());
    let text = "id: x\nasks: a\nsays: b\ngiven: { players: 2, options: { map: M1 } }\nplay: [\"P0: go c1\"]\n";
    let ruling = read(
        "games/g/rulings/x.ruling.yaml",
        text,
        &mut sources,
        &mut found,
    )
    .unwrap();
    let outcome = "P0: go c1\n  card.c2.on_play takes effect\n\nchanged\n  c3: deck → hand of P0\n";
    let pinned = Pinned {
        ruling,
        outcome: outcome.to_owned(),
    };
    let effect = |text: &str| Subject::Effect(String::new(), [text.to_owned()].into());
    let option = |value: &str| Subject::Option("map".to_owned(), value.to_owned());
    let shown = [
        Subject::Action("go".to_owned()),
        Subject::Row("c1".to_owned()),
        effect("c2.on_play"),
        option("M1"),
    ];
    let absent = [
        Subject::Action("c1".to_owned()),
        Subject::Row("c3".to_owned()),
        effect("c2.at_end"),
        effect("c3.on_play"),
        option("M2"),
    ];
    assert!(shown.iter().all(|subject| subject.is_shown(&pinned)));
    assert!(absent.iter().all(|subject| !subject.is_shown(&pinned)));
}
