//! A save: a changed one is refused, or gives a position that can be played and saved again.

use crate::seeds::{games, words};
use bolero::{TypeGenerator, check};
use ludex_play::{game::Match, save, start::Start};
use ludex_program::Program;
use ludex_report::Report;
use ludex_source::Sources;
use serde_json::Value;
use std::panic::RefUnwindSafe;
use std::sync::Arc;

/// A save with some parts changed: its number, and which part becomes what.
#[derive(Debug, TypeGenerator)]
struct Changed {
    save: u16,
    parts: Vec<(u16, Part)>,
}

/// What a part becomes.
#[derive(Debug, TypeGenerator)]
enum Part {
    Nothing,
    Flag(bool),
    Number(i64),
    Small(i8),
    Word(u16),
    /// Another part of the save, by its number.
    Copy(u16),
    /// The list without its last item.
    Shorter,
    /// The list with its first item once more.
    Longer,
}

/// Some positions of the small games: at the beginning, and after some choices.
fn saves() -> Vec<(Arc<Program>, Value)> {
    let mut saves = Vec::new();
    for game in games() {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let checked = game.parse(&mut sources, &mut report).check(&mut report);
        let Some(program) = checked.and_then(|game| game.compile(&mut report)) else {
            continue;
        };
        let program = Arc::new(program);
        for choices in [0, 3, 30] {
            let players = program.names.players.1.min(2).try_into().unwrap();
            let Ok(mut game) = Match::new(Arc::clone(&program), Start::new(&program, players, 1))
            else {
                continue;
            };
            if game.playout(choices, Some(choices)).is_ok() {
                saves.push((Arc::clone(&program), save::save(&game).unwrap()));
            }
        }
    }
    saves
}

/// Lists the places of all values in a save, as JSON pointers.
fn places(value: &Value, at: &str, places: &mut Vec<String>) {
    places.push(at.to_owned());
    if let Value::Object(fields) = value {
        for (name, field) in fields {
            let name = name.replace('~', "~0").replace('/', "~1");
            self::places(field, &format!("{at}/{name}"), places);
        }
    } else if let Value::Array(items) = value {
        for (nth, item) in items.iter().enumerate() {
            self::places(item, &format!("{at}/{nth}"), places);
        }
    }
}

impl Part {
    /// Changes the part of a save at a place.
    fn put(&self, whole: &mut Value, at: u16, words: &[String]) {
        let mut all = Vec::new();
        places(whole, "", &mut all);
        let place = |number: u16| all[usize::from(number) % all.len()].as_str();
        let copied = match self {
            Part::Copy(from) => whole.pointer(place(*from)).cloned(),
            Part::Nothing
            | Part::Flag(_)
            | Part::Number(_)
            | Part::Small(_)
            | Part::Word(_)
            | Part::Shorter
            | Part::Longer => None,
        };
        let Some(part) = whole.pointer_mut(place(at)) else {
            return;
        };
        match (self, part.as_array_mut()) {
            (Part::Shorter, Some(items)) => drop(items.pop()),
            (Part::Longer, Some(items)) => items.extend(items.first().cloned()),
            (Part::Nothing | Part::Shorter | Part::Longer, _) => *part = Value::Null,
            (Part::Flag(flag), _) => *part = (*flag).into(),
            (Part::Number(number), _) => *part = (*number).into(),
            (Part::Small(number), _) => *part = (*number).into(),
            (Part::Word(word), _) => *part = words[usize::from(*word) % words.len()].clone().into(),
            (Part::Copy(_), _) => *part = copied.unwrap_or_default(),
        }
    }
}

/// The saves that inputs change.
struct Saves {
    saves: Vec<(Arc<Program>, Value)>,
    words: Vec<String>,
}

// A panic ends the test: nobody looks at a program again that it left half done.
impl RefUnwindSafe for Saves {}

impl Saves {
    /// Loads a changed save; what can be loaded can be saved and played on.
    fn hold(&self, changed: &Changed) {
        let (program, whole) = &self.saves[usize::from(changed.save) % self.saves.len()];
        let mut whole = whole.clone();
        for (at, part) in &changed.parts {
            part.put(&mut whole, *at, &self.words);
        }
        // A refusal is an answer.
        if let Ok(mut game) = save::load(Arc::clone(program), &whole) {
            let again = save::save(&game).unwrap();
            let loaded = save::load(Arc::clone(program), &again);
            assert!(loaded.is_ok(), "a loaded position can't be saved");
            let _ = game.playout(1, Some(20));
        }
    }
}

#[test]
fn fuzz_save() {
    let saves = saves();
    assert!(saves.len() > 30, "{} saves", saves.len());
    let texts: Vec<String> = saves.iter().map(|(_, save)| save.to_string()).collect();
    let words = words(texts.iter().map(String::as_str));
    let saves = Saves { saves, words };
    check!()
        .with_iterations(1_000)
        .with_type::<Changed>()
        .for_each(|changed| saves.hold(changed));
}
