//! The folder that is edited: which paths lead into it, and the files below it.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::Serialize;

/// Folders below the edited one are entered so deep.
const MOST_DEEP: usize = 12;
/// Folders in which no game of an author lies.
const LEFT_OUT: [&str; 2] = ["target", "node_modules"];
/// The endings of files that can be read and written: texts of games, their pictures, accepted outcomes, notes.
const ENDINGS: [&str; 6] = ["rules", "yaml", "yml", "svg", "snap", "md"];

/// The reason why a path does not lead to a file of the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FolderError {
    /// `../secret.yaml`, `/etc/passwd`, `C:\x`
    #[error("the path leads outside the folder that is edited")]
    Outside,
    /// A link, or a folder that is one.
    #[error("the path leads through a link; links are not followed here")]
    Link,
    /// `notes.exe`, `.hidden`
    #[error("only texts of games are edited here: .rules, .yaml, .yml, .svg, .snap and .md")]
    OtherFile,
}

/// A file in the list of the folder.
#[derive(Debug, Serialize)]
pub(crate) struct ListedFile {
    /// The path below the folder, with `/` between its parts.
    path: String,
    /// A text that changes when the file is written.
    stamp: String,
}

/// The folder that is edited, without links in its own path.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// There is none at this path.
    pub(crate) fn open(path: &Path) -> io::Result<Folder> {
        let root = fs::canonicalize(path)?;
        if root.is_dir() {
            Ok(Folder { root })
        } else {
            Err(io::Error::new(
                ErrorKind::NotADirectory,
                "this is no folder",
            ))
        }
    }

    /// Returns its path with `/` between the parts.
    pub(crate) fn path(&self) -> String {
        slashed(&self.root)
    }

    /// Returns where a path below the folder leads: to a text, through no link, whether it is there or not.
    pub(crate) fn file(&self, below: &str) -> Result<PathBuf, FolderError> {
        let path = self.inside(below)?;
        let ending = path.extension().and_then(|ending| ending.to_str());
        if ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
            Ok(path)
        } else {
            Err(FolderError::OtherFile)
        }
    }

    /// Returns where a path below the folder leads; the empty one is the folder itself.
    pub(crate) fn inside(&self, below: &str) -> Result<PathBuf, FolderError> {
        let is_foreign = |letter: char| letter == '\\' || letter == ':' || letter.is_control();
        if below.contains(is_foreign) {
            return Err(FolderError::Outside);
        }
        let mut path = self.root.clone();
        for part in Path::new(below).components() {
            let Component::Normal(name) = part else {
                return Err(FolderError::Outside);
            };
            if name.to_string_lossy().starts_with('.') {
                return Err(FolderError::OtherFile);
            }
            path.push(name);
            if path.is_symlink() {
                return Err(FolderError::Link);
            }
        }
        Ok(path)
    }

    /// Returns true if an absolute path leads into the folder.
    pub(crate) fn has(&self, path: &str) -> bool {
        let below = Path::new(path).strip_prefix(&self.root);
        let below = below.ok().map(slashed);
        below.is_some_and(|below| self.inside(&below).is_ok())
    }

    /// Returns true if an absolute path is that of an accepted outcome of a game in the folder: these lie beside the folder of
    /// the games, which is the edited one or, where that is a game itself, the one around it.
    pub(crate) fn has_outcome(&self, path: &str) -> bool {
        let beside = |folder: &Path| Some(folder.parent()?.join("snapshots"));
        let own = self.root.join("game.yaml").is_file();
        let own = own.then(|| Some(beside(self.root.parent()?)?.join(self.root.file_name()?)));
        let is_text = path.ends_with(".snap") || path.ends_with(".snap.new");
        let homes = [beside(&self.root), own.flatten()];
        is_text
            && homes
                .iter()
                .flatten()
                .any(|home| is_plainly_below(path, home))
    }

    /// Returns the path below the folder of an absolute one.
    pub(crate) fn below(&self, path: &str) -> Option<String> {
        Path::new(path).strip_prefix(&self.root).ok().map(slashed)
    }

    /// Lists the texts below the folder, by path.
    pub(crate) fn files(&self) -> Vec<ListedFile> {
        let mut found = Vec::new();
        self.add_files(&self.root, MOST_DEEP, &mut found);
        found.sort_by(|one, other| one.path.cmp(&other.path));
        found
    }

    fn add_files(&self, folder: &Path, deep: usize, found: &mut Vec<ListedFile>) {
        // A folder that can't be read holds nothing that could be edited.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let Ok(sort) = entry.file_type() else {
                continue;
            };
            if sort.is_dir() && !name.starts_with('.') && !LEFT_OUT.contains(&&*name) && deep > 0 {
                self.add_files(&path, deep - 1, found);
            } else if sort.is_file()
                && let Some(below) = self.below(&slashed(&path))
                && self.file(&below).is_ok()
            {
                let stamp = stamp(&path);
                found.push(ListedFile { path: below, stamp });
            }
        }
    }
}

/// Returns true if a path leads below a folder without steps up and links.
fn is_plainly_below(path: &str, folder: &Path) -> bool {
    let Ok(below) = Path::new(path).strip_prefix(folder) else {
        return false;
    };
    let mut at = folder.to_owned();
    !at.is_symlink()
        && below.components().all(|part| {
            at.push(part);
            matches!(part, Component::Normal(_)) && !at.is_symlink()
        })
}

/// Returns the version of a text, by which a change in the meantime is noticed.
pub(crate) fn version(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..24].to_owned()
}

/// Returns a text that changes when a file is written.
pub(crate) fn stamp(path: &Path) -> String {
    let Ok(about) = fs::metadata(path) else {
        return String::new();
    };
    let changed = about.modified().ok();
    let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    format!("{}-{}", changed.unwrap_or_default().as_nanos(), about.len())
}

fn slashed(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.replace(std::path::MAIN_SEPARATOR, "/")
}

#[cfg(test)]
mod tests {
    use super::Folder;
    use std::fs;

    #[test]
    fn accepted_outcomes_lie_beside_the_folder_of_games() -> std::io::Result<()> {
        let above = tempfile::TempDir::new()?;
        let root = fs::canonicalize(above.path())?;
        let game = root.join("games/mill");
        fs::create_dir_all(&game)?;
        fs::write(game.join("game.yaml"), "")?;
        let games = Folder::open(&root.join("games"))?;
        let one = Folder::open(&game)?;
        for (path, of_games, of_one) in [
            ("snapshots/mill/tie.snap", true, true),
            ("snapshots/mill/end/tie.snap.new", true, true),
            ("snapshots/other/tie.snap", true, false),
            ("snapshots/mill/tie.yaml", false, false),
            ("snapshots/mill/../../secret.snap", false, false),
            ("secret.snap", false, false),
        ] {
            let path = root.join(path).to_string_lossy().into_owned();
            assert_eq!(games.has_outcome(&path), of_games, "{path}");
            assert_eq!(one.has_outcome(&path), of_one, "{path}");
        }
        Ok(())
    }
}
