//! Helpers that several suites share.

use ludex::bots::system::System;
use ludex::program::Program;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// This build makes machine code: it has the feature `jit`, and the processor is one for which Cranelift writes code.
pub(crate) const HAS_MACHINE_CODE: bool = cfg!(all(
    feature = "jit",
    any(target_arch = "x86_64", target_arch = "aarch64")
));

/// The system that bots of tests work on, in a build that has one.
#[cfg(feature = "threads")]
pub(crate) const SYSTEM: Option<&'static dyn System> = Some(ludex::system::SYSTEM);

/// The system that bots of tests work on, which this build does not have.
#[cfg(not(feature = "threads"))]
pub(crate) const SYSTEM: Option<&'static dyn System> = None;

/// The same program without machine code, for comparisons: a match lists its options by what a playout has made.
pub(crate) fn interpreted(program: &Program) -> Arc<Program> {
    let mut program = program.clone();
    program.only_interpreted = true;
    Arc::new(program)
}

/// Gives the settings of snapshots that lie in a folder of `snapshots/`.
pub(crate) fn settings(folder: &str) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    settings.set_snapshot_path(root.join("snapshots").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// Gives what lies in a folder of the project, in the order of names. A folder without cases fails: nothing would be tested.
pub(crate) fn cases(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{folder}: {e}"));
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    assert!(!cases.is_empty(), "no cases in {folder}");
    cases.sort();
    cases
}

/// Gives the folders of games right below a folder of the project.
pub(crate) fn games_in(folder: &str) -> Vec<PathBuf> {
    let mut games = cases(folder);
    games.retain(|path| path.join("game.yaml").is_file());
    assert!(!games.is_empty(), "no games in {folder}");
    games
}

/// Gives the files of a game with their names, those of its folder and its pictures.
pub(crate) fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files = files_of(folder, "");
    if folder.join("icons").is_dir() {
        files.extend(files_of(&folder.join("icons"), "icons/"));
    }
    files.sort();
    files
}

/// Gives the files of one folder, each under a name that begins so.
fn files_of(folder: &Path, begin: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.is_file());
    files
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            (format!("{begin}{name}"), fs::read_to_string(&path).unwrap())
        })
        .collect()
}
