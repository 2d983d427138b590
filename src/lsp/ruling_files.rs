//! Files that go with a ruling: its accepted outcome takes another name with it, and the name of a row is written in it too.

use crate::checked::CheckedGame;
use crate::documents::uri_of;
use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use crate::uri;
use gen_lsp_types::{
    DocumentChange, OptionalVersionedTextDocumentIdentifier, PrepareRenamePlaceholder, RenameFile,
    RenameFilesParams, TextDocumentEdit, TextDocumentIdentifier, TextDocumentPositionParams,
    TextEdit, Uri, WorkspaceEdit,
};
use ludex_check::semantics::Symbol;
use ludex_source::span::offset;
use ludex_source::{FileId, Sources, Span};
use ludex_tools::rulings::snapshot_path;
use std::collections::BTreeSet;

/// The ending of a ruling's file.
const RULING: &str = ".ruling.yaml";
/// The key of a ruling's own name.
const ID: &str = "id:";

/// Returns the name of the ruling that a place stands in; none elsewhere than in its line.
pub(super) fn prepare(
    server: &LanguageServer,
    place: &TextDocumentPositionParams,
) -> Option<PrepareRenamePlaceholder> {
    let asked = server.asked_ruling(place)?;
    let id = id_of(&asked.read.sources, &asked.read.path)?;
    id.touches(asked.at).then(|| PrepareRenamePlaceholder {
        range: server.converter(&asked.read.sources).range(id),
        placeholder: asked.read.sources.slice(id).to_owned(),
    })
}

/// Returns the change that gives the ruling around a place another name: its file, its `id` and its accepted outcome; none
/// where no name of a ruling stands.
pub(super) fn rename(
    server: &LanguageServer,
    place: &TextDocumentPositionParams,
    new: &str,
) -> Option<Result<WorkspaceEdit, RefusedRequest>> {
    prepare(server, place)?;
    let old = uri::to_path(&place.text_document.uri)?;
    let is_plain = |symbol: char| symbol.is_alphanumeric() || symbol == '_' || symbol == '-';
    if new.is_empty() || !new.chars().all(is_plain) {
        let message = format!("`{new}` is no name of a ruling: letters, digits, `_` and `-`");
        return Some(Err(RefusedRequest::failed(message)));
    }
    let (folder, _) = old.rsplit_once('/')?;
    let new = format!("{folder}/{new}{RULING}");
    if server.host.is_file(&new) {
        let message = format!("there is a file `{new}` already");
        return Some(Err(RefusedRequest::failed(message)));
    }
    if !server.client.changes_files {
        let message = "a ruling is called as its file is, and this editor renames no files";
        return Some(Err(RefusedRequest::failed(message)));
    }
    let mut changes = going_along(server, &old, &new);
    changes.push(renamed(server, &old, &new));
    Some(Ok(all_of(changes)))
}

/// Answers with the changes that go along when people rename files: of each ruling its `id` and its accepted outcome.
pub(super) fn will_rename(
    server: &mut LanguageServer,
    params: RenameFilesParams,
) -> Result<Option<WorkspaceEdit>, RefusedRequest> {
    let renamed = params.files.iter().filter_map(|one| {
        let [old, new] = [&one.old_uri, &one.new_uri].map(uri::to_path);
        Some((old?, new?))
    });
    let rulings = renamed.filter(|(old, new)| old.ends_with(RULING) && new.ends_with(RULING));
    let changes = rulings.flat_map(|(old, new)| going_along(server, &old, &new));
    let changes: Vec<DocumentChange> = changes.collect();
    let is_any = !changes.is_empty() && server.client.changes_files;
    Ok(is_any.then(|| all_of(changes)))
}

/// Returns the changes that keep a ruling whole whose file gets another path.
fn going_along(server: &LanguageServer, old: &str, new: &str) -> Vec<DocumentChange> {
    let mut changes = Vec::new();
    let game = server.games.around(old);
    let checked = game.and_then(|game| game.checked.as_deref());
    let read = checked.and_then(|checked| checked.rulings.iter().find(|one| one.path == old));
    if let Some(read) = read
        && let Some(id) = id_of(&read.sources, old)
        && read.sources.slice(id) == stem(old)
    {
        let version = server.documents.get(old).map(|open| open.version);
        let edit = server.converter(&read.sources).edit(id, stem(new));
        let document = TextDocumentIdentifier {
            uri: uri_of(old, &server.documents),
        };
        changes.push(DocumentChange::TextDocumentEdit(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier::new(version, document),
            edits: vec![edit.into()],
        }));
    }
    let [accepted, moved] = [old, new].map(snapshot_path);
    if server.host.is_file(&accepted) && accepted != moved {
        changes.push(renamed(server, &accepted, &moved));
    }
    changes
}

fn renamed(server: &LanguageServer, old: &str, new: &str) -> DocumentChange {
    RenameFile {
        old_uri: uri_of(old, &server.documents),
        new_uri: uri::of_path(new),
        options: None,
        annotation_id: None,
    }
    .into()
}

fn all_of(changes: Vec<DocumentChange>) -> WorkspaceEdit {
    WorkspaceEdit {
        document_changes: Some(changes),
        ..WorkspaceEdit::default()
    }
}

/// Returns the name of a ruling as its path tells it.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(RULING).unwrap_or(name)
}

/// Returns the bytes of a ruling's own name.
fn id_of(sources: &Sources, path: &str) -> Option<Span> {
    let file = sources.find(path)?;
    let text = sources.text(file);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some(rest) = line.strip_prefix(ID) {
            let id = rest.trim().trim_matches(['"', '\'']);
            let start = at + ID.len() + rest.find(id)?;
            return Some(Span::new(file, offset(start), offset(start + id.len())));
        }
        at += line.len();
    }
    None
}

/// Returns the edits that write another name of a row in the accepted outcomes of the rulings that name it.
pub(super) fn outcomes_with(
    server: &LanguageServer,
    checked: &CheckedGame,
    row: Symbol,
    old: &str,
    new: &str,
) -> Vec<(Uri, Vec<TextEdit>)> {
    let uses = checked.uses_in_rulings(|_| true).into_iter();
    let naming = uses.filter(|one| one.used.symbol == row);
    let paths: BTreeSet<String> = naming.map(|one| snapshot_path(&one.ruling.path)).collect();
    let edited = paths.into_iter().filter_map(|path| {
        let mut sources = Sources::new();
        let file = sources.add(path.clone(), server.host.read(&path)?);
        let converter = server.converter(&sources);
        let spans = names_in_outcome(sources.text(file), old, file);
        let edits: Vec<TextEdit> = spans.map(|span| converter.edit(span, new)).collect();
        (!edits.is_empty()).then(|| (uri_of(&path, &server.documents), edits))
    });
    edited.collect()
}

/// Returns the places of a row's name below the head of an accepted outcome; behind it may stand the number of a copy.
fn names_in_outcome(text: &str, name: &str, file: FileId) -> impl Iterator<Item = Span> {
    let is_part = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let outcome = text.match_indices("\n---\n").next();
    let outcome = outcome.map_or(0, |(at, mark)| at + mark.len());
    text[outcome..]
        .match_indices(name)
        .filter_map(move |(at, _)| {
            let at = outcome + at;
            let (before, behind) = (&text[..at], &text[at + name.len()..]);
            let number = behind.strip_prefix('_');
            let after =
                number.map(|rest| rest.trim_start_matches(|one: char| one.is_ascii_digit()));
            let is_copy = after.zip(number).is_some_and(|(after, number)| {
                after.len() < number.len() && !after.starts_with(is_part)
            });
            let is_end = is_copy || !behind.starts_with(is_part);
            let is_whole = is_end && !before.ends_with(is_part);
            is_whole.then(|| Span::new(file, offset(at), offset(at + name.len())))
        })
}

#[cfg(test)]
mod tests {
    use super::names_in_outcome;
    use ludex_source::Sources;

    #[test]
    fn names_are_whole_words_below_the_head() {
        let text = "---\ndescription: \"owl\"\n---\nP0: take owl\n  owl_1: deck → hand, owls, barn_owl, owl_1x\n";
        let mut sources = Sources::new();
        let file = sources.add("x.snap", text);
        let found = names_in_outcome(text, "owl", file).map(|span| span.range().start);
        let expected = ["owl\n  ", "owl_1:"].map(|words| text.find(words));
        assert_eq!(found.map(Some).collect::<Vec<_>>(), expected);
    }
}
