//! Completion within a rules text: names that fit, and the words that the grammar allows.

use crate::GameSnapshot;
use crate::completion::marked::MARKER;
use crate::completion::{Completion, CompletionKind, snippets};
use crate::rules_texts::RulesText;
use ludex_rules::verbs::verb;
use ludex_source::{FileId, Span};
use ludex_syntax::expected::expected;
use ludex_syntax::keyword_docs::keyword_doc;
use ludex_syntax::tokens::TokenSort;
use ludex_syntax::{keywords, tokens};

/// The words of types that the language has.
const TYPES: &[&str] = &[
    "all",
    "any",
    "bag",
    "bool",
    "direction",
    "effect",
    "hooks",
    "int",
    "place",
    "placement",
    "player",
    "set",
    "shape",
    "text",
    "value",
];
/// The words that stand between values.
const OPERATORS: &[&str] = &["and", "div", "has", "in", "mod", "not", "or"];
/// The words that a value begins with.
const VALUES: &[&str] = &["if", "none", "not", "option", "possible", "true", "false"];
const QUANTITIES: &[&str] = &["all of", "any of", "up to"];
const MEMBERS: &[&str] = &["active", "home", "join", "place", "require", "var"];
const REACTIONS: &[&str] = &["before", "instead", "modify", "when"];
const PARTS: &[&str] = &["at", "beyond", "gate"];
const CHANGES: &[&str] = &["at", "is", "minus", "plus"];
/// The rank of words that begin nothing in particular.
const LATER: u32 = 5;

impl GameSnapshot {
    pub(super) fn complete_rules(
        &self,
        file: FileId,
        at: u32,
        replaces: Span,
    ) -> Option<Vec<Completion>> {
        let text = self.rules_text_at(file, at)?;
        self.complete_text(&text, replaces)
    }

    /// Returns what may stand in the place of the marker, which is there in a text of a table's copy.
    pub(super) fn complete_text_of_row(
        &self,
        marked: &RulesText,
        replaces: Span,
    ) -> Option<Vec<Completion>> {
        let place = marked.fragment.text().find(MARKER)?;
        self.complete_at(marked, place, replaces)
    }

    /// Returns what may stand in the place of a part of a rules text.
    fn complete_text(&self, text: &RulesText, replaces: Span) -> Option<Vec<Completion>> {
        let place = text.byte_at(replaces.start)?;
        self.complete_at(text, place, replaces)
    }

    fn complete_at(
        &self,
        text: &RulesText,
        place: usize,
        replaces: Span,
    ) -> Option<Vec<Completion>> {
        if is_words_for_people(text.fragment.text(), place) {
            return None;
        }
        let typed = self.sources.slice(replaces);
        let marked = self.mark(replaces);
        let names = marked.map(|copy| copy.snapshot.names_for(&copy.hole, typed));
        let mut items = names.unwrap_or_default();
        let before = text.fragment.text()[..place].trim_end();
        if !before.ends_with('.') {
            items.extend(self.words_at(text, place));
        }
        Some(items)
    }

    fn words_at(&self, text: &RulesText, place: usize) -> Vec<Completion> {
        let mut items = Vec::new();
        for what in expected(text.fragment.text(), place, text.form) {
            match what {
                "a declaration" => items.extend(all_with(keywords::DECLARES)),
                "a statement" => items.extend(all_with(keywords::STATES)),
                "a type" => items.extend(words(TYPES, 0)),
                "a value" => items.extend(words(VALUES, LATER)),
                "an operator" => items.extend(words(OPERATORS, LATER)),
                "how many" => items.extend(words(QUANTITIES, 0)),
                "a member" => items.extend(words(MEMBERS, LATER)),
                "a part of a track" => items.extend(words(PARTS, 0)),
                "a hook or `modify`" => items.extend(words(REACTIONS, 0)),
                "a word such as `to`" => items.extend(self.labels(text.fragment.text(), place)),
                "`is`, `plus`, `minus`, `at least` or `at most`" => items.extend(words(CHANGES, 0)),
                one => items.extend(keyword_in_quotes(one)),
            }
        }
        items
    }

    /// Returns the words before the arguments of the verb or effect that a statement calls, those that are not there yet.
    fn labels(&self, text: &str, place: usize) -> Vec<Completion> {
        let begin = text[..place]
            .rfind(['\n', '{', '}', ';', ':'])
            .map_or(0, |at| at + 1);
        let statement = &text[begin..place];
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let said: Vec<&str> = statement.split(|symbol| !is_word(symbol)).collect();
        let mut said = said.into_iter().filter(|word| !word.is_empty());
        let Some(callee) = said.next() else {
            return Vec::new();
        };
        let said: Vec<&str> = said.collect();
        let names = &self.analysis.names;
        let labels: Vec<&'static str> = match (verb(callee), names.names.get(callee)) {
            (Some(row), _) => row.takes.iter().map(|one| one.label).collect(),
            (None, Some((decl, _))) => {
                let params = self.params_of(*decl).map(|(_, params, _)| params);
                let own = params.unwrap_or_default();
                let own = |word: &&str| own.iter().any(|(label, ..)| label == word);
                keywords::with(keywords::LABEL)
                    .filter(|word| own(word))
                    .collect()
            }
            (None, None) => Vec::new(),
        };
        let missing = labels
            .into_iter()
            .filter(|label| !label.is_empty() && !said.contains(label));
        missing.map(|word| keyword(word, 0)).collect()
    }
}

/// Returns true if a place lies within a comment or a text in quotes.
fn is_words_for_people(text: &str, place: usize) -> bool {
    let tokens = tokens::tokens(text);
    let around = tokens
        .iter()
        .find(|one| one.range.start < place && place <= one.range.end);
    around.is_some_and(|one| match one.sort {
        TokenSort::Text => place < one.range.end,
        TokenSort::Comment => true,
        TokenSort::Word | TokenSort::Sign | TokenSort::Open | TokenSort::Close => false,
    })
}

fn all_with(role: keywords::Roles) -> impl Iterator<Item = Completion> {
    keywords::with(role).map(|word| keyword(word, 3))
}

fn words(all: &'static [&'static str], rank: u32) -> impl Iterator<Item = Completion> {
    all.iter().map(move |word| keyword(word, rank))
}

/// Returns the words that a message names in backticks, such as `` `seen by` ``.
fn keyword_in_quotes(said: &'static str) -> Option<Completion> {
    let words = said.strip_prefix('`')?.strip_suffix('`')?;
    let is_word = words.chars().all(|one| one.is_alphabetic() || one == ' ');
    is_word.then(|| keyword(words, 0))
}

fn keyword(word: &'static str, rank: u32) -> Completion {
    let first = word.split(' ').next().unwrap_or(word);
    Completion {
        label: word.to_owned(),
        kind: CompletionKind::Keyword,
        detail: keyword_doc(first).map_or("", |one| one.doc).to_owned(),
        snippet: (rank == 3).then(|| snippets::form(word)).flatten(),
        symbol: None,
        rank,
    }
}
