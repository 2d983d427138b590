//! Tells the editor what is wrong with the files of a game, and again when that changes.

use crate::checked::CheckedGame;
use crate::client::ClientAbilities;
use crate::convert::{Converter, SOURCE};
use crate::documents::{OpenDocuments, uri_of};
use crate::game::{MANIFEST, OpenGame, PublishedFile};
use gen_lsp_types::{Diagnostic, DiagnosticSeverity, PublishDiagnosticsParams};
use ludex_report::Report;
use ludex_source::Sources;
use ludex_tools::rulings::RulingVerdict;
use std::collections::BTreeMap;

/// Diagnostics, by the paths of their files.
type ByFile = BTreeMap<String, Vec<Diagnostic>>;

/// Returns the messages that bring the editor's picture of a game up to date, and notes them as told.
pub(super) fn news(
    game: &mut OpenGame,
    documents: &OpenDocuments,
    client: &ClientAbilities,
) -> Vec<PublishDiagnosticsParams> {
    let mut found = game
        .checked
        .as_ref()
        .map(|checked| diagnostics(game, checked, documents, client))
        .unwrap_or_default();
    for path in game.published.keys() {
        found.entry(path.clone()).or_default();
    }
    // An open text is told of even if nothing is wrong with it: its version says what was checked.
    let open = documents.iter().map(|(path, _)| path);
    for path in open.filter(|path| game.part(path).is_some()) {
        found.entry(path.clone()).or_default();
    }
    let mut news = Vec::new();
    for (path, diagnostics) in found {
        let told = PublishedFile {
            version: documents.get(&path).map(|open| open.version),
            diagnostics,
        };
        if game.published.get(&path) == Some(&told) {
            continue;
        }
        news.push(PublishDiagnosticsParams {
            uri: uri_of(&path, documents),
            version: told.version,
            diagnostics: told.diagnostics.clone(),
        });
        if told.diagnostics.is_empty() && told.version.is_none() {
            game.published.remove(&path);
        } else {
            game.published.insert(path, told);
        };
    }
    news
}

/// Returns the messages that take back all that the editor was told of a game.
pub(super) fn withdrawal(
    game: &OpenGame,
    documents: &OpenDocuments,
) -> Vec<PublishDiagnosticsParams> {
    let told = game
        .published
        .iter()
        .filter(|(_, told)| !told.diagnostics.is_empty());
    let empty = told.map(|(path, _)| PublishDiagnosticsParams {
        uri: uri_of(path, documents),
        version: None,
        diagnostics: Vec::new(),
    });
    empty.collect()
}

fn diagnostics(
    game: &OpenGame,
    checked: &CheckedGame,
    documents: &OpenDocuments,
    client: &ClientAbilities,
) -> ByFile {
    let mut found = ByFile::new();
    let compiled = game.compiled.as_ref();
    let compiled = compiled.filter(|(revision, _)| *revision == checked.revision);
    let home = home(checked);
    let reports = [&checked.snapshot.report]
        .into_iter()
        .chain(compiled.map(|(_, report)| report));
    let all = reports.map(|report| (report, &checked.snapshot.sources, home.as_str()));
    let rulings = checked.rulings.iter();
    let rulings = rulings.map(|one| (&one.report, &one.sources, one.path.as_str()));
    for (report, sources, home) in all.chain(rulings) {
        add(&mut found, report, sources, home, documents, client);
    }
    for one in &checked.rulings {
        let ruled = game.ruled.get(&one.path);
        // What was played is told as long as the ruling is the same text.
        let Some(ruled) = ruled.filter(|ruled| ruled.read.text == one.text) else {
            continue;
        };
        let answer = &ruled.report;
        add(
            &mut found,
            &answer.found,
            &ruled.sources,
            &one.path,
            documents,
            client,
        );
        let is_rejected = game.is_rejected(ruled);
        let waits = match &answer.verdict {
            RulingVerdict::Pending | RulingVerdict::Differs(_) if is_rejected => {
                "the outcome of this ruling was rejected: another one is wanted"
            }
            RulingVerdict::Pending => "no outcome of this ruling is accepted yet",
            RulingVerdict::Differs(_) => "the outcome of this ruling is not the accepted one",
            RulingVerdict::Passed | RulingVerdict::Failed | RulingVerdict::Broken => continue,
        };
        let of_file = found.entry(one.path.clone()).or_default();
        of_file.push(Diagnostic {
            severity: Some(if is_rejected {
                DiagnosticSeverity::Error
            } else {
                DiagnosticSeverity::Warning
            }),
            source: Some(SOURCE.to_owned()),
            message: waits.to_owned().into(),
            ..Diagnostic::default()
        });
    }
    found
}

/// Adds the diagnostics of a report; those without a place stand at the beginning of a file.
fn add(
    found: &mut ByFile,
    report: &Report,
    sources: &Sources,
    home: &str,
    documents: &OpenDocuments,
    client: &ClientAbilities,
) {
    let converter = Converter {
        sources,
        documents,
        client,
    };
    for one in report.iter() {
        let path = one.span().map_or(home, |span| sources.path(span.file));
        let of_file = found.entry(path.to_owned()).or_default();
        of_file.push(converter.diagnostic(one));
    }
}

/// Returns the file at which stands what is said of a game as a whole.
fn home(checked: &CheckedGame) -> String {
    let manifest = format!("{}/{MANIFEST}", checked.folder);
    let sources = &checked.snapshot.sources;
    let first = || {
        let paths = sources.ids().map(|file| sources.path(file));
        let mut own = paths.filter(|path| path.starts_with(&checked.folder));
        own.next().map(str::to_owned)
    };
    match sources.find(&manifest) {
        Some(_) => manifest,
        None => first().unwrap_or(manifest),
    }
}
