//! The shipped games, for benches that go through all of them.

use ludex::pipeline::GameText;
use ludex::protocol::ServedGame;
use ludex::report::Report;
use ludex::source::Sources;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads the games named on the command line, or all of them, in the order of their names.
pub(crate) fn wanted() -> impl Iterator<Item = (String, ServedGame)> {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let is_wanted =
        move |(name, _): &(String, ServedGame)| wanted.is_empty() || wanted.contains(name);
    folders()
        .into_iter()
        .filter_map(|folder| game(&folder))
        .filter(is_wanted)
}

fn folders() -> Vec<PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let found = std::fs::read_dir(games).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = found.map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

fn game(folder: &Path) -> Option<(String, ServedGame)> {
    let name = folder.file_name()?.to_string_lossy().into_owned();
    let paths = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = paths
        .map(|entry| entry.path())
        .filter(|path| path.is_file());
    let files = files.filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path.to_string_lossy().into_owned(), text))
    });
    let text = GameText {
        name: name.clone(),
        files: files.collect(),
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report)?;
    let game = ServedGame {
        program: Arc::new(checked.compile(&mut report)?),
        sources: Arc::new(sources),
    };
    Some((name, game))
}
