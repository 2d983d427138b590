//! Real texts to begin with: the small games of the tests and the examples.

use ludex_pipeline::GameText;
use std::fs;
use std::path::{Path, PathBuf};

/// Lists what lies in a folder of the repository, in the order of names.
pub(crate) fn entries(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let entries = fs::read_dir(root.join(folder)).unwrap();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    assert!(!entries.is_empty(), "{folder} is empty");
    entries.sort();
    entries
}

/// Reads the small games.
pub(crate) fn games() -> Vec<GameText> {
    let folders = [entries("tests/data/accepted"), entries("examples")].concat();
    let games = folders
        .iter()
        .filter(|folder| folder.join("game.yaml").is_file());
    games.map(|folder| game(folder)).collect()
}

fn game(folder: &Path) -> GameText {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.is_file());
    GameText {
        name: name(folder),
        files: files
            .filter_map(|path| Some((name(&path), fs::read_to_string(&path).ok()?)))
            .collect(),
    }
}

/// Lists the distinct words of texts: what an edit puts in is often one that means something elsewhere.
pub(crate) fn words<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    const MARKS: [&str; 24] = [
        "\n",
        "  ",
        "\t",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "\"",
        "'",
        ":",
        "- ",
        ",",
        "#",
        "//",
        "|",
        ">",
        "&",
        "*",
        "é日🎲",
        "\u{feff}",
        "\u{0}",
        "99999999999999999999",
    ];
    let texts = texts.into_iter();
    let words = texts
        .flat_map(|text| text.split(|symbol: char| !symbol.is_alphanumeric() && symbol != '_'));
    let mut words: Vec<String> = words.chain(MARKS).map(str::to_owned).collect();
    words.sort();
    words.dedup();
    words
}
