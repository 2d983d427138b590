//! The digest of each declaration, row and entry of a game's files.

use crate::check::game::GameFiles;
use crate::rules::digests::Digests;
use crate::source::{Sources, Span};
use crate::syntax::ast;
use crate::tables::Node;

/// Entries of `game.yaml` that are words for people alone.
const FOR_PEOPLE: [&str; 2] = ["title", "about"];

/// Digests everything that stands in the files of a game, by a hash of texts.
pub(super) fn digests(
    files: &GameFiles,
    sources: &Sources,
    hash: impl Fn(&str) -> String,
) -> Digests {
    let mut digests = Digests::default();
    let mut note = |name: &str, span: Span| digests.note(name, hash(sources.slice(span)));
    for entry in files.manifest.iter().flat_map(Node::entries) {
        if !FOR_PEOPLE.contains(&entry.key.as_str()) {
            note(&format!("game.yaml {}", entry.key), entry.span());
        }
    }
    for item in files.rules.iter().flat_map(|file| &file.items) {
        note(head(item, sources), item.span);
    }
    for entry in files.tables.iter().flat_map(Node::entries) {
        let rows = entry.value.items().iter();
        let keys = entry.value.entries().iter();
        if rows.len() + keys.len() == 0 {
            note(&entry.key, entry.span());
        }
        for row in rows {
            let id = row.get("id").and_then(Node::scalar);
            let id = id.map_or("?", |id| id.text());
            note(&format!("{} {id}", entry.key), row.span);
        }
        for key in keys {
            note(&format!("{} {}", entry.key, key.key), key.span());
        }
    }
    digests
}

/// The first words of a declaration, which name it: `query price`, `when bought`.
fn head<'s>(item: &ast::Item, sources: &'s Sources) -> &'s str {
    let text = sources.slice(item.span);
    let end = text.find(['(', '{', ':', '=', '"', '\n']);
    text[..end.unwrap_or(text.len())].trim_end()
}
