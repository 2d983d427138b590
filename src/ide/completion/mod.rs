//! Completion: what may stand at a place, the likeliest first.
//!
//! A word that no text has is put at the place in a copy of the text, and the copy is checked: the checker then tells what it
//! wanted there and which names hold (`check::holes`), and the grammar tells which words may stand (`syntax::expected`).

mod keyed;
mod marked;
mod members;
mod names;
mod rulings;
mod snippets;
mod tables;
mod wanted;
mod words;

pub use crate::completion::rulings::RulingCompletions;

use crate::{GameSnapshot, SymbolKind};
use ludex_check::semantics::Symbol;
use ludex_source::{FileId, Span};

/// A text that may stand at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The text that people choose by.
    pub label: String,
    /// The sort of thing that it is.
    pub kind: CompletionKind,
    /// Its type or signature.
    pub detail: String,
    /// The text to be written, if it is not the label.
    pub snippet: Option<Snippet>,
    /// Its meaning, by which `symbol_docs` gives its documentation.
    pub symbol: Option<Symbol>,
    /// The order among the others: the lowest is the likeliest.
    pub rank: u32,
}

/// A text with places to fill in, written as editors do: `${1:name}`, and `$0` where the cursor ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet(pub String);

/// The sort of a completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionKind {
    /// A name of the game or a built-in.
    Symbol(SymbolKind),
    /// A word of the language.
    Keyword,
    /// A key of a table.
    Key,
    /// A value of a table that is no name.
    Value,
    /// Several lines at once.
    Snippet,
}

/// The texts that may stand at a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompletionList {
    /// The bytes that a completion is written over: the word around the place.
    pub replaces: Span,
    /// The completions, the likeliest first.
    pub items: Vec<Completion>,
    /// True if more would fit a longer word.
    pub is_cut: bool,
}

/// The most completions of one list.
const MOST: usize = 400;

impl GameSnapshot {
    /// Returns what may stand at a byte of a file; none within comments and texts in quotes.
    #[must_use]
    pub fn complete(&self, file: FileId, at: u32) -> Option<CompletionList> {
        let replaces = self.word_around(file, at);
        let mut items = if self.sources.path(file).ends_with(".rules") {
            self.complete_rules(file, at, replaces)?
        } else {
            let keyed = self.complete_keyed(file, replaces);
            keyed.or_else(|| self.complete_table(file, replaces))?
        };
        let typed = Span::new(file, replaces.start, at);
        let typed = self.sources.slice(typed).to_lowercase();
        items.retain(|one| has_letters_of(&one.label, &typed));
        for one in &mut items {
            // What begins as it is typed comes before what merely has its letters.
            one.rank += 1000 * u32::from(!one.label.to_lowercase().starts_with(&typed));
        }
        items.sort_by(|a, b| (a.rank, &a.label).cmp(&(b.rank, &b.label)));
        items.dedup_by(|a, b| a.label == b.label && a.symbol == b.symbol);
        let is_cut = items.len() > MOST;
        items.truncate(MOST);
        Some(CompletionList {
            replaces,
            items,
            is_cut,
        })
    }

    /// Returns the word around a byte; an empty span where there is none.
    fn word_around(&self, file: FileId, at: u32) -> Span {
        let text = self.sources.text(file);
        let place = self.sources.fit(Span::empty(file, at)).range().start;
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let before = text[..place].trim_end_matches(is_word).len();
        let rest = &text[place..];
        let after = place + rest.find(|symbol| !is_word(symbol)).unwrap_or(rest.len());
        let byte = ludex_source::span::offset;
        Span::new(file, byte(before), byte(after))
    }
}

/// Returns true if a label has the letters of what was typed, in their order.
fn has_letters_of(label: &str, typed: &str) -> bool {
    let mut letters = label.chars().flat_map(char::to_lowercase);
    typed.chars().all(|one| letters.any(|letter| letter == one))
}
