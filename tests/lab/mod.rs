//! The balance lab: what it says of games whose truth is known, as they are, equal, or changed in one place.
//!
//! `LUDEX_LAB_TIMES=10` plays ten times as much (`.ci/long balance`).

use ludex::pipeline::GameText;
use ludex::program::Program;
use ludex::report;
use ludex::source::Sources;
use std::path::Path;
use std::sync::Arc;

mod balance;
mod compare;
mod deal;
mod tune;

/// The texts of a game of the repository.
fn text(name: &str) -> GameText {
    text_of("games", name)
}

/// The texts of a game in a folder of the repository.
fn text_of(folder: &str, name: &str) -> GameText {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .join(name);
    let paths = std::fs::read_dir(&root).unwrap();
    let paths = paths.map(|entry| entry.unwrap().path());
    let is_text = |path: &std::path::PathBuf| {
        path.extension()
            .is_some_and(|end| end == "rules" || end == "yaml")
    };
    let files = paths.filter(is_text).map(|path| {
        let name = path.to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    });
    GameText {
        name: name.to_owned(),
        files: files.collect(),
    }
}

/// The texts with one place written otherwise.
fn edited(mut text: GameText, old: &str, new: &str) -> GameText {
    // What it is called in another language is no rule.
    let is_words = |path: &str| {
        path.rsplit('/')
            .next()
            .is_some_and(|name| name.starts_with("words."))
    };
    for (_, text) in (text.files.iter_mut()).filter(|(path, _)| is_words(path)) {
        // The file stays, since the view may name the language.
        "{}\n".clone_into(text);
    }
    let places = text.files.iter().map(|(_, text)| text.matches(old).count());
    let places: usize = places.sum();
    assert_eq!(places, 1, "`{old}` stands in {places} places");
    for (_, text) in &mut text.files {
        *text = text.replace(old, new);
    }
    text
}

fn program(text: GameText) -> Arc<Program> {
    let (mut sources, mut problems) = (Sources::new(), report::Report::new());
    let checked = text.parse(&mut sources, &mut problems).check(&mut problems);
    let program = checked.and_then(|checked| checked.compile(&mut problems));
    let told = || report::human(&problems, &sources, false);
    Arc::new(program.unwrap_or_else(|| panic!("{}", told())))
}

/// Counts the times that the long version plays what the suite plays once.
fn times() -> u64 {
    let times = std::env::var("LUDEX_LAB_TIMES");
    times.map_or(1, |times| times.parse().unwrap())
}

const SPECIES: &str = "species:\n";
const CARD: &str = "{ id: cat_m1, species: cat,";
const PLANTED: &str = "{ id: cat_m1, species: planted,";

/// Noah with one card of a species of its own.
fn planted(species: &str) -> GameText {
    let species = format!("species:\n  - {{ id: planted, {species} }}\n");
    edited(edited(text("noah"), SPECIES, &species), CARD, PLANTED)
}

/// An animal that costs all others forty tears when it is loaded.
fn strong_card() -> GameText {
    planted("weight: 0, tears: 0, on_load: \"for each p in opponents(you) { gain 40 p.penalty }\"")
}
