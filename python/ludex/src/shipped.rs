//! The shipped games, inside the package.

use pyo3::prelude::*;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../games/"]
struct Shipped;

/// Names the shipped games.
#[pyfunction]
pub(crate) fn shipped() -> Vec<String> {
    let mut names: Vec<String> = Shipped::iter()
        .filter_map(|path| path.strip_suffix("/game.yaml").map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// Returns the files of a shipped game with their paths in it, rulings among them; none of another.
pub(crate) fn files(name: &str) -> Option<Vec<(String, String)>> {
    let of_game = Shipped::iter().filter_map(|path| {
        let within = path.strip_prefix(name)?.strip_prefix('/')?;
        let text = Shipped::get(&path)?.data;
        Some((
            within.to_owned(),
            String::from_utf8_lossy(&text).into_owned(),
        ))
    });
    let files: Vec<(String, String)> = of_game.collect();
    files
        .iter()
        .any(|(path, _)| path == "game.yaml")
        .then_some(files)
}
