//! Snapshots that no ruling owns any more: the ruling was renamed or taken away.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::ruling_files::named;
use crate::cli::rulings::find::WantedRulings;
use crate::tools::rulings::snapshot_path;

/// The snapshots of the games asked for that belong to none of their rulings, waiting ones included.
pub(crate) fn find(wanted: &WantedRulings) -> Result<Vec<PathBuf>, CliError> {
    let owned = wanted.files.iter();
    let owned: BTreeSet<PathBuf> = owned
        .map(|path| snapshot_path(&named(path)).into())
        .collect();
    let mut alone = Vec::new();
    for game in &wanted.games {
        // Any name tells where the game's snapshots lie.
        let one = named(&game.join("rulings").join("x.ruling.yaml"));
        if let Some(folder) = Path::new(&snapshot_path(&one)).parent() {
            collect(folder, &owned, &mut alone)?;
        }
    }
    Ok(alone)
}

fn collect(
    folder: &Path,
    owned: &BTreeSet<PathBuf>,
    alone: &mut Vec<PathBuf>,
) -> Result<(), CliError> {
    if !folder.is_dir() {
        return Ok(());
    }
    for path in files::below(folder, |_| true)? {
        let name = path.to_string_lossy();
        let accepted = name.strip_suffix(".new").unwrap_or(&name);
        if accepted.ends_with(".snap") && !owned.contains(Path::new(accepted)) {
            alone.push(path);
        }
    }
    Ok(())
}

/// A line for each.
pub(crate) fn human(alone: &[PathBuf], deleted: bool) -> String {
    let word = if deleted { "deleted" } else { "unreferenced" };
    let lines: String = alone
        .iter()
        .map(|path| {
            format!(
                "{word}: {}: no ruling keeps its outcome there\n",
                files::shown(path)
            )
        })
        .collect();
    if lines.is_empty() {
        lines
    } else {
        lines + "\n"
    }
}
