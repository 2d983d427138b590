//! Files that differ from a commit, as git says.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::error::CliError;
use crate::cli::games::game_around;
use crate::cli::ruling_files::named;
use crate::tools::rulings::snapshot_path;

/// Files that differ from a commit, those that git does not know yet included.
pub(crate) struct ChangedFiles {
    files: BTreeSet<PathBuf>,
}

impl ChangedFiles {
    /// Finds the files that differ from a commit in the repository around this folder.
    pub(crate) fn since(commit: &str) -> Result<ChangedFiles, CliError> {
        let top = git(Path::new("."), &["rev-parse", "--show-toplevel"])?;
        let top = PathBuf::from(top.trim_end_matches('\n'));
        let ask = [
            "diff",
            "--name-only",
            "--no-renames",
            "-z",
            "--end-of-options",
            commit,
            "--",
        ];
        let differs = git(&top, &ask)?;
        let new = git(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?;
        let names = differs.split('\0').chain(new.split('\0'));
        let files = names.filter(|name| !name.is_empty());
        Ok(ChangedFiles {
            files: files.map(|name| top.join(name)).collect(),
        })
    }

    /// Tells whether a ruling, its snapshot, or its game is among them.
    pub(crate) fn touches(&self, ruling: &Path) -> bool {
        let snapshot = PathBuf::from(snapshot_path(&named(ruling)));
        let game = game_around(ruling).map(|game| whole(&game));
        let of_game = |file: &PathBuf| {
            let rules = !file.to_string_lossy().ends_with(".ruling.yaml");
            rules && game.as_ref().is_some_and(|game| file.starts_with(game))
        };
        self.files.contains(&whole(ruling))
            || self.files.contains(&whole(&snapshot))
            || self.files.iter().any(of_game)
    }
}

/// A path as git prints it: links followed, as far as it exists.
fn whole(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) if !folder.as_os_str().is_empty() => whole(folder).join(name),
        (_, Some(name)) => whole(Path::new(".")).join(name),
        _ => path.to_owned(),
    }
}

fn git(folder: &Path, args: &[&str]) -> Result<String, CliError> {
    let ran = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(args)
        .output();
    let ran = ran.map_err(|error| CliError::argument(format!("cannot run git: {error}")))?;
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        let said = said.lines().next().unwrap_or("it failed");
        return Err(CliError::argument(format!("git: {said}")));
    }
    Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
}
