//! `ludex docs`: the reference of a game or of the language, to the screen or to files, or whether files are up to date.

use std::path::Path;

use serde_json::json;

use crate::cli::args::{Docs, DocsFormat};
use crate::cli::error::CliError;
use crate::cli::games::{Library, load_manual};
use crate::cli::outcome::ExitOutcome;
use crate::cli::{files, screen};
use crate::markup;
use crate::markup::Document;
use crate::tools::pages;

/// Writes the pages asked for.
pub(crate) fn run(docs: &Docs, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let page = page(docs, games)?;
    if docs.out.is_empty() {
        let format = format(docs).unwrap_or(DocsFormat::Md);
        screen::print(&text(&page, format))?;
        return Ok(ExitOutcome::Fine);
    }
    let mut stale = Vec::new();
    for path in &docs.out {
        let text = text(&page, format(docs).map_or_else(|| format_of(path), Ok)?);
        if !docs.check {
            files::write(path, &text)?;
        } else if files::read_if_there(path)?.is_none_or(|old| old.replace("\r\n", "\n") != text) {
            stale.push(files::shown(path));
        }
    }
    for path in &stale {
        screen::print(&format!("stale: {path}\n"))?;
    }
    if stale.is_empty() {
        Ok(ExitOutcome::Fine)
    } else {
        Ok(ExitOutcome::Problems)
    }
}

fn page(docs: &Docs, games: Option<&Path>) -> Result<Document, CliError> {
    let Some(game) = docs.game.as_ref().filter(|_| !docs.language) else {
        return Ok(pages::language());
    };
    let found = Library::open(docs.from.games.as_deref().or(games))?.find(game)?;
    let loaded = load_manual(&found, docs.words.locale.as_deref())?;
    Ok(pages::game(&loaded.manual, &loaded.sources))
}

fn text(page: &Document, format: DocsFormat) -> String {
    match format {
        DocsFormat::Md => markup::markdown(page),
        DocsFormat::Html => markup::html(page),
        DocsFormat::Json => {
            let page = markup::json(page);
            let form =
                json!({ "schema": "ludex/docs/1", "title": page["title"], "parts": page["parts"] });
            format!("{form}\n")
        }
    }
}

/// The form that was asked for, if any was.
fn format(docs: &Docs) -> Option<DocsFormat> {
    docs.as_json.or(Some(DocsFormat::Json), docs.format)
}

fn format_of(path: &Path) -> Result<DocsFormat, CliError> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match ending.as_ref() {
        "md" => Ok(DocsFormat::Md),
        "html" | "htm" => Ok(DocsFormat::Html),
        "json" => Ok(DocsFormat::Json),
        _ => Err(CliError::argument(format!(
            "`{}` ends neither in `.md` nor in `.html` or `.json`: say which with --format",
            path.display()
        ))),
    }
}
