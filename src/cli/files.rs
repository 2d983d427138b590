//! Reading and writing files, with messages that name them.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;

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
    match about.is_file() {
        true => Ok(()),
        false => Err(CliError::unreadable(
            path,
            "it is a pipe or a device, not a file",
        )),
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
    let beside = beside(folder);
    fs::create_dir(&beside).map_err(unwritable)?;
    let lock = fs::File::open(&beside)
        .and_then(|folder| folder.try_lock().map_err(Into::into).map(|()| folder));
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

/// Writes a file as a whole: a reader finds the old text or the new one, never a part.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), CliError> {
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
    let beside = beside(path);
    let written = write_through(&beside, text).and_then(|locked| {
        let renamed = fs::rename(&beside, path);
        drop(locked);
        renamed
    });
    written.map_err(|error| {
        // What is left of a failed attempt is of no use; that it cannot be removed either is no news.
        let _ = fs::remove_file(&beside);
        unwritable(error)
    })
}

/// Writes a file that is locked as long as it is in the making.
fn write_through(path: &Path, text: &str) -> io::Result<fs::File> {
    let mut file = fs::File::create(path)?;
    // Where files can't be locked, what a killed writer leaves is left.
    let _ = file.try_lock();
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    Ok(file)
}

/// A name beside a file or folder, for it in the making. What killed writers left under such names is taken away.
fn beside(path: &Path) -> PathBuf {
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
        if writer.is_some_and(|writer| writer.parse::<u32>().is_ok()) {
            take_away_if_left(&entry.path());
        }
    }
    path.with_file_name(format!("{begin}{}.tmp", std::process::id()))
}

/// Takes away what nobody writes any more: who writes has it locked, and who was killed has not.
fn take_away_if_left(path: &Path) {
    let is_left = fs::File::open(path).is_ok_and(|file| file.try_lock().is_ok());
    if is_left {
        // It was only in nobody's way.
        let _ = match path.is_dir() {
            true => fs::remove_dir_all(path),
            false => fs::remove_file(path),
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
