//! A game in another locale: its trees with other words, and its files of words held against it.
//!
//! Words name nothing and decide nothing: rules, ids, hashes and saves stay as they are.

mod names;
mod review;
mod translate;

use crate::files::GameFiles;
use crate::locale::{FIRST, LocaleFile, WordsFile};
use ludex_report::Report;
use ludex_tables::Node;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the tags of a game's locales: of the keys of its title, and of its files of words.
#[must_use]
pub fn tags(manifest: Option<&Node>, files: &[LocaleFile]) -> BTreeSet<String> {
    let title = manifest.and_then(|manifest| manifest.get("title"));
    let titles = title.map_or(&[][..], Node::entries).iter();
    let titles = titles.map(|entry| entry.key.clone());
    let files = files.iter().map(|file| file.tag.clone());
    titles.chain(files).chain([FIRST.to_owned()]).collect()
}

/// Returns the files of a game with the words of a locale. What the locale has no words for stays as it is.
#[must_use]
pub fn in_locale(files: GameFiles, tag: &str) -> GameFiles {
    let tags = tags(files.manifest.as_deref(), &files.locales);
    let mut made = pick(files, &tags, tag);
    if tag == FIRST {
        return made;
    }
    let file = made.locales.iter().find(|file| file.tag == tag);
    // `review_locales` reports the errors of the file.
    let words = file.map(|file| WordsFile::read(file, &mut Report::new()));
    translate::translate(&mut made, tag, words.unwrap_or_default());
    made
}

/// Puts the text of a locale where a text stands once for each locale.
#[must_use]
pub fn pick(mut made: GameFiles, tags: &BTreeSet<String>, tag: &str) -> GameFiles {
    if tags.len() < 2 {
        return made;
    }
    for file in &mut made.locales {
        let single = [&made.manifest, &made.statements, &made.shown, &made.look];
        let trees = single.into_iter().flatten().chain(&made.tables);
        trees.for_each(|node| node.texts_beside(tags, [&file.tag, FIRST], &mut file.beside));
    }
    let one = |node: &mut Arc<Node>| {
        if let Some(other) = node.in_locale(tags, tag, FIRST) {
            *node = Arc::new(other);
        }
    };
    let single = [
        &mut made.manifest,
        &mut made.statements,
        &mut made.shown,
        &mut made.look,
    ];
    single.into_iter().flatten().for_each(one);
    made.tables.iter_mut().for_each(one);
    made
}
