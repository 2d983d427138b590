//! Tables: what a snapshot tells, what requests do, and that nobody is sent what they may not know.

mod leaks;
mod locales;
#[cfg(feature = "sheets")]
mod look;
mod requests;

use crate::support::{files, games_in};
use ludex::pipeline::GameText;
use ludex::table::TableGame;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// All games here: the shipped ones and the examples.
fn games() -> &'static [Arc<TableGame>] {
    static GAMES: OnceLock<Vec<Arc<TableGame>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let folders = games_in("games").into_iter().chain(games_in("examples"));
        folders.map(|folder| game(&folder)).collect()
    })
}

fn game(folder: &Path) -> Arc<TableGame> {
    let text = GameText {
        name: folder.file_name().unwrap().to_str().unwrap().to_owned(),
        files: files(folder),
    };
    let game = TableGame::new(text);
    Arc::new(game.unwrap_or_else(|problems| panic!("{}: {problems}", folder.display())))
}

fn named(name: &str) -> Arc<TableGame> {
    let found = games()
        .iter()
        .find(|game| game.program().names.game == name);
    Arc::clone(found.unwrap_or_else(|| panic!("there is no `{name}`")))
}

/// The file of which `web/` makes its types; `LUDEX_WRITE_SCHEMA=1` writes it anew.
#[test]
fn the_schema_of_the_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/schema/table.schema.json");
    let text = serde_json::to_string_pretty(&ludex::table::schema()).unwrap() + "\n";
    if std::env::var_os("LUDEX_WRITE_SCHEMA").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "{} is old: LUDEX_WRITE_SCHEMA=1 cargo test --test main table::the_schema; then npm run types in web/",
        path.display()
    );
}
