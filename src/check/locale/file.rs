//! `words.TAG.yaml`: what each name, row and text of a game is called in a locale.

use ludex_report::{Code, Diagnostic, Report, nearest};
use ludex_source::Span;
use ludex_syntax::{ast, parse};
use ludex_tables::{Entry, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The keys of the file.
pub const KEYS: &[&str] = &[
    "title", "about", "words", "nouns", "counters", "rows", "texts",
];

/// A file of words, as it was parsed.
#[derive(Debug, Clone)]
pub struct LocaleFile {
    /// The locale, from the name of the file.
    pub tag: String,
    /// The tree of the file.
    pub tree: Arc<Node>,
    /// Texts of the first locale that have the words of this one beside them, in the game's other files.
    pub beside: BTreeSet<String>,
}

/// A word or phrase with the place of its key.
#[derive(Debug, Clone)]
pub(crate) struct WordsEntry {
    /// The bytes of the key.
    pub(crate) key: Span,
    pub(crate) words: ast::Phrase,
    /// The value as it stands in the file.
    pub(crate) node: Node,
}

/// The entries of a file of words.
#[derive(Debug, Clone, Default)]
pub(crate) struct WordsFile {
    pub(crate) title: Option<Node>,
    pub(crate) about: Option<Node>,
    /// Names of declarations, members, values and locals.
    pub(crate) words: BTreeMap<String, WordsEntry>,
    /// Names as they stand inside of sentences, where that differs.
    pub(crate) nouns: BTreeMap<String, WordsEntry>,
    pub(crate) counters: BTreeMap<String, WordsEntry>,
    /// Names of rows, by list and id.
    pub(crate) rows: BTreeMap<String, BTreeMap<String, WordsEntry>>,
    /// The keys of those lists.
    pub(crate) lists: BTreeMap<String, Span>,
    pub(crate) texts: BTreeMap<String, WordsEntry>,
}

impl WordsFile {
    /// Reads a file of words; what cannot be read is left out and reported.
    pub(crate) fn read(file: &LocaleFile, report: &mut Report) -> WordsFile {
        let mut made = WordsFile::default();
        for entry in entries(&file.tree, report) {
            match entry.key.as_str() {
                "title" => made.title = text(&entry.value, report),
                "about" => made.about = text(&entry.value, report),
                "words" => made.words = words_by_key(&entry.value, report),
                "nouns" => made.nouns = words_by_key(&entry.value, report),
                "counters" => made.counters = words_by_key(&entry.value, report),
                "texts" => made.texts = words_by_key(&entry.value, report),
                "rows" => {
                    for list in entries(&entry.value, report) {
                        let rows = words_by_key(&list.value, report);
                        made.rows.insert(list.key.clone(), rows);
                        made.lists.insert(list.key.clone(), list.key_span);
                    }
                }
                _ => unknown_key(entry, report),
            }
        }
        made
    }
}

fn unknown_key(entry: &Entry, report: &mut Report) {
    let message = format!("unknown entry `{}` in a file of words", entry.key);
    let keys: Vec<String> = KEYS.iter().map(|key| format!("`{key}`")).collect();
    report.push(
        Diagnostic::error(Code::WRONG_WORDS, message)
            .at(entry.key_span, format!("expected {}", keys.join(" or ")))
            .did_you_mean(nearest(&entry.key, KEYS.iter().copied())),
    );
}

fn entries<'n>(node: &'n Node, report: &mut Report) -> &'n [Entry] {
    match node.as_map() {
        _ if node.is_null() => &[],
        Ok(entries) => entries,
        Err(wrong) => {
            report.push(*wrong);
            &[]
        }
    }
}

fn text(node: &Node, report: &mut Report) -> Option<Node> {
    match node.as_text() {
        Ok(_) => Some(node.clone()),
        Err(wrong) => {
            report.push(*wrong);
            None
        }
    }
}

/// Reads words by what they are the words of.
fn words_by_key(map: &Node, report: &mut Report) -> BTreeMap<String, WordsEntry> {
    let mut made = BTreeMap::new();
    for entry in entries(map, report) {
        let Some(node) = text(&entry.value, report) else {
            continue;
        };
        let Some(scalar) = node.scalar() else {
            continue;
        };
        let words = parse::phrase_text(scalar.fragment(), report);
        let one = WordsEntry {
            key: entry.key_span,
            words,
            node,
        };
        made.insert(entry.key.clone(), one);
    }
    made
}
