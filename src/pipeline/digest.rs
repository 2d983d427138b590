//! The digest of each declaration, row and entry of a game's files.

use crate::file::{FileSort, ParsedFile};
use ludex_rules::digests::Digests;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_tables::Node;
use std::sync::Arc;

/// Entries of `game.yaml` that are words for people alone.
const FOR_PEOPLE: [&str; 2] = ["title", "about"];

/// Returns the hash of all texts that are part of the rules, in 32 hexadecimal digits.
pub(super) fn hash(parts: &[Arc<ParsedFile>]) -> String {
    let mut hash = blake3::Hasher::new();
    for part in parts {
        match part.sort {
            FileSort::Rules | FileSort::Manifest | FileSort::Table => {
                // The name within the folder counts, not where the folder lies.
                let name = part.path.rsplit('/').next().unwrap_or(&part.path);
                for text in [name, &part.text] {
                    hash.update(&(text.len() as u64).to_le_bytes());
                    hash.update(text.as_bytes());
                }
            }
            FileSort::Prelude => {
                hash.update(part.text.as_bytes());
            }
            // They are about the rules, and no part of them.
            FileSort::Statements
            | FileSort::Shown
            | FileSort::Look
            | FileSort::Words
            | FileSort::Picture => {}
        }
    }
    hash.finalize().to_hex()[..32].to_string()
}

/// Returns the hash of a game, by its hash before, in which the text of one file has changed.
pub(super) fn changed_hash(before: &str, text: &str) -> String {
    let mut hash = blake3::Hasher::new();
    hash.update(before.as_bytes());
    hash.update(text.as_bytes());
    hash.finalize().to_hex()[..32].to_string()
}

/// Digests everything that stands in the files of a game: the manifest, then the rules, then the tables.
pub(super) fn digests(parts: &[Arc<ParsedFile>]) -> Digests {
    let mut digests = Digests::default();
    for sort in [FileSort::Manifest, FileSort::Rules, FileSort::Table] {
        for part in parts.iter().filter(|part| part.sort == sort) {
            digest_file(part, &mut digests);
        }
    }
    digests
}

fn digest_file(part: &ParsedFile, digests: &mut Digests) {
    let short = |span: Span| blake3::hash(slice(part, span).as_bytes()).to_hex()[..8].to_owned();
    let mut note = |name: &str, span: Span| digests.note(name, short(span));
    for item in part.rules().iter().flat_map(|file| &file.items) {
        note(head(item, part), item.span);
    }
    for entry in part.table().iter().flat_map(|tree| tree.entries()) {
        if part.sort == FileSort::Manifest {
            if !FOR_PEOPLE.contains(&entry.key.as_str()) {
                note(&format!("game.yaml {}", entry.key), entry.span());
            }
            continue;
        }
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
}

/// The text that a span of a file covers.
fn slice(part: &ParsedFile, span: Span) -> &str {
    part.text.get(span.range()).unwrap_or_default()
}

/// The first words of a declaration, which name it: `query price`, `when bought`.
fn head<'s>(item: &ast::Item, part: &'s ParsedFile) -> &'s str {
    let text = slice(part, item.span);
    let end = text.find(['(', '{', ':', '=', '"', '\n']);
    text[..end.unwrap_or(text.len())].trim_end()
}
