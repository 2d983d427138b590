//! Reading and writing files, with messages that name them.

use std::fs;
use std::io;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;

use crate::cli::trouble::Trouble;

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, Trouble> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        Trouble::unreadable(path, format!("line {line} is not UTF-8 text"))
    })
}

/// The text of a file that need not be there.
pub(crate) fn read_if_there(path: &Path) -> Result<Option<String>, Trouble> {
    match read(path) {
        Ok(text) => Ok(Some(text)),
        Err(Trouble::Missing(_)) => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// Takes a file away that need not be there.
pub(crate) fn remove(path: &Path) -> Result<(), Trouble> {
    match fs::remove_file(path) {
        Err(reason) if reason.kind() != io::ErrorKind::NotFound => Err(Trouble::Unwritable {
            path: path.to_owned(),
            reason,
        }),
        _ => Ok(()),
    }
}

/// What lies in a folder, by name; hidden entries are passed over.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, Trouble> {
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

/// Writes a file as a whole: a reader finds the old text or the new one, never a part.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    let unwritable = |reason| Trouble::Unwritable {
        path: path.to_owned(),
        reason,
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = write_through(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // What is left of a failed attempt is of no use; that it cannot be removed either is no news.
        let _ = fs::remove_file(&beside);
        unwritable(error)
    })
}

fn write_through(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// The path as people should read it: without `./` in front and with `/` between.
pub(crate) fn shown(path: &Path) -> String {
    let text = path.strip_prefix(".").unwrap_or(path).to_string_lossy();
    text.replace(std::path::MAIN_SEPARATOR, "/")
}

fn unreadable(path: &Path, error: &io::Error) -> Trouble {
    if error.kind() == io::ErrorKind::NotFound {
        return Trouble::Missing(path.to_owned());
    }
    Trouble::unreadable(path, error.to_string())
}
