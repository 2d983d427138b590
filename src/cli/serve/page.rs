//! The page inside the command: its files, and the interpreter that plays in browsers.

use std::io::Read;

use flate2::read::GzDecoder;
use rust_embed::RustEmbed;

use crate::cli::error::CliError;

/// The page, as it was when the command was built; empty where it had not been built then.
#[derive(RustEmbed)]
#[folder = "web/dist/"]
#[allow_missing = true]
#[exclude = "games/*"]
#[exclude = "engine.wasm"]
#[exclude = "manifest.json"]
struct Page;

/// The interpreter in the command; the page asks for it without the ending.
const PACKED: &str = "engine.wasm.gz";

/// A file of the page.
pub(super) struct PageFile {
    /// The path below the page's root.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
}

/// Says that the command has no page, and how to get one.
pub(super) fn missing() -> &'static str {
    "this command was built without the page: run `.ci/web tools engine build`, then build it again."
}

/// The files of the page where a server plays.
pub(super) fn for_tables() -> Vec<PageFile> {
    let files = Page::iter().filter(|path| path != PACKED);
    files.filter_map(|path| file(&path)).collect()
}

/// The files of the page with the interpreter.
pub(super) fn whole() -> Result<Vec<PageFile>, CliError> {
    let mut files = for_tables();
    let packed = file(PACKED).filter(|_| files.iter().any(|file| file.path == "index.html"));
    let packed = packed.ok_or_else(|| CliError::argument(missing()))?;
    let mut bytes = Vec::new();
    GzDecoder::new(packed.bytes.as_slice()).read_to_end(&mut bytes)?;
    let path = PACKED.trim_end_matches(".gz").to_owned();
    files.push(PageFile { path, bytes });
    Ok(files)
}

fn file(path: &str) -> Option<PageFile> {
    let file = Page::get(path)?;
    Some(PageFile {
        path: path.to_owned(),
        bytes: file.data.into_owned(),
    })
}
