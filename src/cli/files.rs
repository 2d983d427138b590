//! Reading and writing files, with messages that name them.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, io};

use crate::cli::error::CliError;

/// The text of a file that was found in a folder. What is not UTF-8 becomes `\u{fffd}`, which the checker tells of.
pub(crate) fn read_found(path: &Path) -> Result<String, CliError> {
    refuse_pipe(path)?;
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Refuses what is no file: nobody writes into a pipe that lies in a folder, so who reads from it waits for ever.
pub(crate) fn refuse_pipe(path: &Path) -> Result<(), CliError> {
    let about = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if about.is_file() {
        Ok(())
    } else {
        Err(CliError::unreadable(
            path,
            "it is a pipe or a device, not a file",
        ))
    }
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, CliError> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        CliError::unreadable(path, format!("line {line} is not UTF-8 text"))
    })
}

/// The bytes of a file.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, CliError> {
    refuse_pipe(path)?;
    fs::read(path).map_err(|error| unreadable(path, &error))
}

/// The text of a file that need not be there.
pub(crate) fn read_if_there(path: &Path) -> Result<Option<String>, CliError> {
    match read(path) {
        Ok(text) => Ok(Some(text)),
        Err(CliError::Missing(_)) => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// Takes a file away that need not be there.
pub(crate) fn remove(path: &Path) -> Result<(), CliError> {
    match fs::remove_file(path) {
        Err(reason) if reason.kind() != io::ErrorKind::NotFound => Err(CliError::Unwritable {
            path: path.to_owned(),
            reason,
        }),
        _ => Ok(()),
    }
}

/// Gives what lies in a folder, by name; hidden entries are passed over.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// All files below a folder, by name. No folder is entered twice or above the one it begins with, wherever links lead, and none
/// that is not to be entered.
pub(crate) fn below(
    folder: &Path,
    is_entered: impl Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>, CliError> {
    let mut walk = FolderWalk {
        is_entered,
        begins: real(folder)?,
        met: BTreeSet::new(),
        files: Vec::new(),
    };
    walk.folder(folder)?;
    Ok(walk.files)
}

fn real(folder: &Path) -> Result<PathBuf, CliError> {
    fs::canonicalize(folder).map_err(|error| unreadable(folder, &error))
}

struct FolderWalk<F> {
    is_entered: F,
    /// The folder in which it begins, without links.
    begins: PathBuf,
    /// Folders that were entered, without links.
    met: BTreeSet<PathBuf>,
    files: Vec<PathBuf>,
}

impl<F: Fn(&Path) -> bool> FolderWalk<F> {
    fn folder(&mut self, folder: &Path) -> Result<(), CliError> {
        let real = real(folder)?;
        let is_above = self.begins != real && self.begins.starts_with(&real);
        if is_above || !self.met.insert(real) {
            return Ok(());
        }
        for path in entries(folder)? {
            if !path.is_dir() {
                self.files.push(path);
            } else if (self.is_entered)(&path) {
                self.folder(&path)?;
            }
        }
        Ok(())
    }
}

/// Writes a folder that is not there yet, with files by their paths in it: it is there as a whole, or not at all.
pub(crate) fn write_folder(folder: &Path, files: &[(PathBuf, String)]) -> Result<(), CliError> {
    let unwritable = |reason| CliError::Unwritable {
        path: folder.to_owned(),
        reason,
    };
    if let Some(above) = folder
        .parent()
        .filter(|above| !above.as_os_str().is_empty())
    {
        fs::create_dir_all(above).map_err(unwritable)?;
    }
    let (beside, lock) = in_the_making(folder, |beside| {
        fs::create_dir(beside)?;
        fs::File::open(beside)
    })
    .map_err(unwritable)?;
    let texts = files.iter();
    let written = texts
        .map(|(path, text)| write(&beside.join(path), text))
        .collect::<Result<Vec<()>, CliError>>();
    let there = written.and_then(|_| fs::rename(&beside, folder).map_err(unwritable));
    drop(lock);
    there.inspect_err(|_| {
        // What is left of a failed attempt is of no use; that it cannot be removed either is no news.
        let _ = fs::remove_dir_all(&beside);
    })
}

/// Writes a file as a whole: a reader finds the old text or the new one, never a part. Where a link stands, the file that it
/// leads to is written.
pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), CliError> {
    let path = &link_target(path);
    let unwritable = |reason| CliError::Unwritable {
        path: path.to_owned(),
        reason,
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let (beside, mut file) =
        in_the_making(path, |beside| fs::File::create(beside)).map_err(unwritable)?;
    let written = (file.write_all(text.as_ref()))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&beside, path));
    drop(file);
    written.map_err(|error| {
        // What is left of a failed attempt is of no use; that it cannot be removed either is no news.
        let _ = fs::remove_file(&beside);
        unwritable(error)
    })
}

/// Follows the links at a path to where they end, whether something is there or not.
fn link_target(path: &Path) -> PathBuf {
    /// As many as systems follow.
    const MOST: usize = 40;
    let mut at = path.to_owned();
    for _ in 0..MOST {
        let Ok(next) = fs::read_link(&at) else {
            return at;
        };
        // A link names its target from the folder in which it lies.
        at = at.parent().unwrap_or(Path::new("")).join(next);
    }
    path.to_owned()
}

/// Makes a file or folder beside a path, and locks it as long as it is in the making. Who clears away what killed writers left
/// may come between making and locking it; then another is made.
fn in_the_making(
    path: &Path,
    make: impl Fn(&Path) -> io::Result<fs::File>,
) -> io::Result<(PathBuf, fs::File)> {
    loop {
        let beside = beside(path);
        let file = make(&beside)?;
        // Where files can't be locked, what a killed writer leaves is left.
        let is_locked = file.lock().is_ok();
        if !is_locked || beside.exists() {
            return Ok((beside, file));
        }
    }
}

/// A name beside a file or folder, for it in the making. What killed writers left under such names is taken away.
fn beside(path: &Path) -> PathBuf {
    static WRITTEN: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let begin = format!(".{name}.");
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let all = fs::read_dir(folder.unwrap_or(Path::new(".")))
        .into_iter()
        .flatten()
        .flatten();
    for entry in all {
        let left = entry.file_name().to_string_lossy().into_owned();
        let writer = left
            .strip_prefix(&begin)
            .and_then(|left| left.strip_suffix(".tmp"));
        let is_ours = |writer: &str| writer.split('-').all(|part| part.parse::<u32>().is_ok());
        if writer.is_some_and(is_ours) {
            take_away_if_left(&entry.path());
        }
    }
    let (process, number) = (std::process::id(), WRITTEN.fetch_add(1, Ordering::Relaxed));
    path.with_file_name(format!("{begin}{process}-{number}.tmp"))
}

/// Takes away what nobody writes any more: who writes has it locked, and who was killed has not.
fn take_away_if_left(path: &Path) {
    let Ok(file) = fs::File::open(path) else {
        return;
    };
    // It stays locked until it is gone: who has just made it waits, and sees that it is gone.
    if file.try_lock().is_ok() {
        // It was only in nobody's way.
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
}

/// The path as people should read it: without `./` in front and with `/` between.
pub(crate) fn shown(path: &Path) -> String {
    let text = path.strip_prefix(".").unwrap_or(path).to_string_lossy();
    text.replace(std::path::MAIN_SEPARATOR, "/")
}

fn unreadable(path: &Path, error: &io::Error) -> CliError {
    if error.kind() == io::ErrorKind::NotFound {
        return CliError::Missing(path.to_owned());
    }
    CliError::unreadable(path, error.to_string())
}
