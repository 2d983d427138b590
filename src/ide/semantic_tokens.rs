//! Semantic tokens: each word of a file with its sort, in rules and in tables, for highlighting.

use crate::{GameSnapshot, RulesText, SymbolKind};
use ludex_check::semantics::Symbol;
use ludex_source::{FileId, Span};
use ludex_syntax::tokens::TokenSort;
use ludex_syntax::{keywords, tokens};
use std::collections::BTreeMap;

/// A word with its sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SemanticToken {
    /// The bytes of the word, within one line.
    pub span: Span,
    /// The sort of the word.
    pub kind: TokenKind,
    /// The name is given here, not used.
    pub is_declaration: bool,
    /// The word belongs to the language.
    pub is_built_in: bool,
}

/// The sort of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name of the game, or a built-in.
    Symbol(SymbolKind),
    /// A word of the language.
    Keyword,
    /// A number in digits.
    Number,
    /// A text in quotes.
    Text,
    /// A comment up to the end of its line.
    Comment,
}

impl TokenKind {
    /// Returns the type of the token by the names of the Language Server Protocol, which themes of editors know.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TokenKind::Keyword => "keyword",
            TokenKind::Number => "number",
            TokenKind::Text => "string",
            TokenKind::Comment => "comment",
            TokenKind::Symbol(kind) => match kind {
                SymbolKind::Enum => "enum",
                SymbolKind::EnumValue | SymbolKind::Row => "enumMember",
                SymbolKind::Kind | SymbolKind::Sort => "class",
                SymbolKind::Record => "struct",
                SymbolKind::Board => "type",
                SymbolKind::Attribute | SymbolKind::Field | SymbolKind::Option => "property",
                SymbolKind::Place
                | SymbolKind::Variable
                | SymbolKind::Track
                | SymbolKind::Local => "variable",
                SymbolKind::Space | SymbolKind::Direction => "enumMember",
                SymbolKind::Table
                | SymbolKind::Query
                | SymbolKind::BuiltInQuery
                | SymbolKind::Fold => "function",
                SymbolKind::Effect | SymbolKind::Action | SymbolKind::Slot => "method",
                SymbolKind::Moment => "event",
                SymbolKind::Parameter => "parameter",
                SymbolKind::Verb => "macro",
                SymbolKind::Word => "keyword",
            },
        }
    }
}

/// The types of tokens that `TokenKind::name` gives, in the order of a legend.
pub const TOKEN_TYPES: &[&str] = &[
    "class",
    "comment",
    "enum",
    "enumMember",
    "event",
    "function",
    "keyword",
    "macro",
    "method",
    "number",
    "parameter",
    "property",
    "string",
    "struct",
    "type",
    "variable",
];

/// The modifiers of tokens, in the order of a legend: `is_declaration`, `is_built_in`.
pub const TOKEN_MODIFIERS: &[&str] = &["declaration", "defaultLibrary"];

impl GameSnapshot {
    /// Returns the words of a file with their sorts, in its order; none overlap.
    #[must_use]
    pub fn semantic_tokens(&self, file: FileId) -> Vec<SemanticToken> {
        let mut found = BTreeMap::new();
        for text in self.rules_texts(file) {
            let words = self.tokens_of(&text);
            found.extend(words.map(|token| (token.span.start, token)));
        }
        let whole = Span::new(file, 0, u32::MAX);
        let used = self.semantics().uses_within(whole);
        let used = used.map(|(span, one)| (span, one.symbol));
        let given = self.semantics().given_within(whole);
        for (span, symbol) in used.chain(given) {
            let is_one_line = !self.sources.slice(span).contains('\n');
            if is_one_line {
                let token = self.symbol_token(span, symbol);
                found.entry(span.start).or_insert(token);
            }
        }
        found.into_values().collect()
    }

    fn tokens_of(&self, text: &RulesText) -> impl Iterator<Item = SemanticToken> {
        let words = text.fragment.text();
        let tokens = tokens::tokens(words).into_iter();
        tokens.filter_map(|token| {
            let word = &words[token.range.clone()];
            let span = text.fragment.span(token.range.start, token.range.end);
            let plain = |kind| SemanticToken {
                span,
                kind,
                is_declaration: false,
                is_built_in: false,
            };
            match token.sort {
                TokenSort::Word => match self.semantics().symbol(span) {
                    Some(symbol) => Some(self.symbol_token(span, symbol)),
                    None if word.starts_with(|one: char| one.is_ascii_digit()) => {
                        Some(plain(TokenKind::Number))
                    }
                    None => is_keyword(word).then(|| plain(TokenKind::Keyword)),
                },
                // What goes on in the next line of a table is no one token.
                TokenSort::Text | TokenSort::Comment if self.sources.slice(span).contains('\n') => {
                    None
                }
                TokenSort::Text => Some(plain(TokenKind::Text)),
                TokenSort::Comment => Some(plain(TokenKind::Comment)),
                TokenSort::Sign | TokenSort::Open | TokenSort::Close => None,
            }
        })
    }

    fn symbol_token(&self, span: Span, symbol: Symbol) -> SemanticToken {
        let definition = self.definition(symbol);
        SemanticToken {
            span,
            kind: TokenKind::Symbol(self.symbol_kind(symbol)),
            is_declaration: definition.is_some_and(|one| one.span == span),
            is_built_in: matches!(symbol, Symbol::BuiltIn(_)),
        }
    }
}

fn is_keyword(word: &str) -> bool {
    keywords::KEYWORDS
        .binary_search_by(|(one, _)| one.cmp(&word))
        .is_ok()
}
