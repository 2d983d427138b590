//! `ludex serve --static`: a folder with the page, the interpreter and games as data, which any server of files shows.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::error::CliError;
use crate::cli::games::FoundGame;
use crate::cli::outcome::ExitOutcome;
use crate::cli::serve::{page, sound};
use crate::cli::{files, screen};
use crate::pipeline::GameText;
use crate::table::TableGame;

/// The list of games, by which a folder is known as one of ours.
const INDEX: &str = "games/index.json";

/// Writes the folder. One that holds anything else is left alone.
pub(super) fn write(
    folder: &Path,
    found: Vec<FoundGame>,
    are_named: bool,
) -> Result<ExitOutcome, CliError> {
    let page = page::whole()?;
    refuse_other(folder)?;
    let games = sound(found, are_named)?;
    let entries: Vec<Value> = games.iter().map(|(text, game)| entry(text, game)).collect();
    for file in &page {
        files::write(&folder.join(&file.path), &file.bytes)?;
    }
    for (text, _) in &games {
        let path = folder.join("games").join(format!("{}.json", text.name));
        files::write(&path, packed(text).to_string())?;
    }
    files::write(&folder.join(INDEX), Value::from(entries).to_string())?;
    let shown = files::shown(folder);
    screen::tell(&format!(
        "wrote {} games to {shown}; to see them: python3 -m http.server -d {shown}",
        games.len()
    ));
    Ok(ExitOutcome::Fine)
}

/// Refuses a folder that holds files and was not written by this command.
fn refuse_other(folder: &Path) -> Result<(), CliError> {
    let is_ours = folder.join(INDEX).is_file();
    if is_ours || !folder.exists() || files::entries(folder)?.is_empty() {
        return Ok(());
    }
    Err(CliError::argument(format!(
        "`{}` holds other files: name a folder that is empty or not there yet",
        files::shown(folder)
    )))
}

fn entry(text: &GameText, game: &TableGame) -> Value {
    let title = &game.program().names.title;
    json!({ "name": text.name, "title": title, "titles": game.titles(), "example": false })
}

/// The texts of a game as the page opens them: without the path of the folder in which they lie.
fn packed(text: &GameText) -> Value {
    let paths = text.files.iter().map(|(path, _)| path.as_str());
    let manifests = paths.filter(|path| path.ends_with("/game.yaml"));
    let manifest = manifests.min_by_key(|path| path.len()).unwrap_or_default();
    let root = manifest.trim_end_matches("game.yaml");
    let files = text.files.iter();
    let files = files.map(|(path, text)| (path.strip_prefix(root).unwrap_or(path), text));
    json!({ "name": text.name, "files": files.collect::<Vec<_>>() })
}
