//! The requirements of actions and what they ask, in words.

use std::collections::BTreeMap;

use crate::prose;
use crate::prose::Lexicon;
use ludex_check::game::GameFiles;
use ludex_source::Span;

/// Conditions and their parts in words, by file, beginning and end.
pub type ConditionWords = BTreeMap<(u32, u32, u32), String>;

/// All requirements of a game, and the parts of its queries.
pub(super) fn asked(files: &GameFiles, lexicon: &Lexicon<'_>) -> ConditionWords {
    let items = files.rules.iter().flat_map(|file| &file.items);
    let told = items.flat_map(|item| prose::condition_words(&item.kind, lexicon));
    told.map(|(span, words)| (key(span), words)).collect()
}

/// Returns the sort key of a span: file, start and end.
pub(super) fn key(span: Span) -> (u32, u32, u32) {
    (span.file.number(), span.start, span.end)
}
