//! Files: games and the page.

use ludex_pipeline::GameText;
use ludex_serve::Assets;
use ludex_system::SYSTEM;
use ludex_table::TableGame;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads the games of a folder that are named, or all.
pub(crate) fn read(folder: &Path, named: &[String]) -> Result<Vec<Arc<TableGame>>, Box<dyn Error>> {
    let mut folders: Vec<PathBuf> = match named {
        [] => fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect::<std::io::Result<_>>()?,
        named => named.iter().map(|name| folder.join(name)).collect(),
    };
    folders.retain(|path| path.join("game.yaml").is_file());
    folders.sort();
    folders.iter().map(|folder| game(folder)).collect()
}

fn game(folder: &Path) -> Result<Arc<TableGame>, Box<dyn Error>> {
    let name = folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let is_text = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ["rules", "yaml", "yml", "svg"].contains(&ending))
    };
    let mut files = Vec::new();
    for path in below(folder)? {
        if is_text(&path) && !path.starts_with(folder.join("rulings")) {
            files.push((
                path.to_string_lossy().into_owned(),
                fs::read_to_string(&path)?,
            ));
        }
    }
    Ok(Arc::new(
        TableGame::new(GameText { name, files })?.on(SYSTEM),
    ))
}

/// Reads the files of a page, by their paths below its folder.
pub(crate) fn assets(folder: &Path) -> Result<Assets, Box<dyn Error>> {
    let named = |path: PathBuf| {
        let below = path
            .strip_prefix(folder)?
            .to_string_lossy()
            .replace('\\', "/");
        Ok((below, fs::read(&path)?))
    };
    let files: Result<Vec<_>, Box<dyn Error>> = below(folder)?.into_iter().map(named).collect();
    Ok(Assets::new(files?))
}

fn below(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            all.extend(below(&path)?)
        } else {
            all.push(path)
        }
    }
    all.sort();
    Ok(all)
}
