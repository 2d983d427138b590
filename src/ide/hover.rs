//! Hover: what a name, a word or a row means, told at its place.

use crate::{GameSnapshot, SymbolKind};
use ludex_check::semantics::Symbol;
use ludex_markup::{Block, Inline, plain, ticked};
use ludex_rules::ops;
use ludex_rules::verbs::verb;
use ludex_source::{FileId, Span};
use ludex_syntax::keyword_docs::keyword_doc;
use ludex_tools::manual;
use std::collections::BTreeMap;

/// The number of rulings that name a row or declaration, by its name.
pub type RulingCounts = BTreeMap<String, usize>;

/// The words about a place of a text.
#[derive(Debug, Clone)]
pub struct Hover {
    /// The bytes that it is told of.
    pub span: Span,
    /// The words, in reading order.
    pub blocks: Vec<Block>,
}

impl GameSnapshot {
    /// Returns what the name, word or row means that touches a byte of a file.
    #[must_use]
    pub fn hover(&self, file: FileId, at: u32, rulings: &RulingCounts) -> Option<Hover> {
        if let Some(name) = self.name_at(file, at) {
            let mut blocks = self.symbol_docs(name.symbol);
            if let Some(Block::Code(word)) = blocks.first_mut()
                && self.symbol_kind(name.symbol) == SymbolKind::Word
                && let Some(ty) = self.semantics().type_at(name.span)
            {
                word.push_str(&format!(": {}", ty.notation(self.game())));
            }
            blocks.extend(self.pinned(name.symbol, rulings));
            return Some(Hover {
                span: name.span,
                blocks,
            });
        }
        let text = self.rules_text_at(file, at)?;
        let (span, word) = text.word_at(at)?;
        let blocks = word_docs(word)?;
        Some(Hover { span, blocks })
    }

    /// Returns what a symbol means: its declaration as it is written, its type, its documentation; of a row, its card.
    #[must_use]
    pub fn symbol_docs(&self, symbol: Symbol) -> Vec<Block> {
        if let Symbol::BuiltIn(word) = symbol {
            return word_docs(word).unwrap_or_default();
        }
        let mut blocks = vec![Block::Code(self.head(symbol))];
        let doc = self.definition(symbol).map_or("", |one| one.doc.as_str());
        let paragraphs = doc.split("\n\n").map(|part| part.replace('\n', " "));
        let paragraphs = paragraphs.filter(|part| !part.trim().is_empty());
        blocks.extend(paragraphs.map(|part| Block::Paragraph(ticked(&part))));
        if let Symbol::Row(..) = symbol {
            blocks.extend(self.card(symbol));
        }
        blocks
    }

    /// Returns the line that declares a symbol, with its type where the author need not have written it.
    #[must_use]
    pub fn head(&self, symbol: Symbol) -> String {
        let Some(definition) = self.definition(symbol) else {
            return String::new();
        };
        let ty = self.symbol_type(symbol);
        let ty = ty.map(|ty| ty.notation(self.game())).unwrap_or_default();
        let name = &definition.name;
        match self.symbol_kind(symbol) {
            SymbolKind::Parameter | SymbolKind::Local => format!("{name}: {ty}"),
            SymbolKind::EnumValue | SymbolKind::Space | SymbolKind::Direction | SymbolKind::Row => {
                format!("{ty}.{name}")
            }
            SymbolKind::Enum
            | SymbolKind::Kind
            | SymbolKind::Record
            | SymbolKind::Sort
            | SymbolKind::Attribute
            | SymbolKind::Slot
            | SymbolKind::Field
            | SymbolKind::Place
            | SymbolKind::Board
            | SymbolKind::Variable
            | SymbolKind::Track
            | SymbolKind::Table
            | SymbolKind::Moment
            | SymbolKind::Effect
            | SymbolKind::Query
            | SymbolKind::Action
            | SymbolKind::Option
            | SymbolKind::Verb
            | SymbolKind::BuiltInQuery
            | SymbolKind::Fold
            | SymbolKind::Word => head_of(self.sources.slice(definition.whole)),
        }
    }

    /// Returns the card of a row in words, as `ludex explain` gives it.
    fn card(&self, symbol: Symbol) -> Option<Block> {
        let id = self.definition(symbol)?.span;
        let (files, names) = (self.parsed.files(), &self.analysis.names);
        let row = manual::row_at(files, names, &self.sources, id)?;
        let lines: Vec<_> = row.cells.iter().flat_map(|cell| cell.lines()).collect();
        (!lines.is_empty()).then_some(Block::List(lines))
    }

    /// Returns how many rulings name a symbol, if any do.
    fn pinned(&self, symbol: Symbol, rulings: &RulingCounts) -> Option<Block> {
        let local = matches!(symbol, Symbol::Local(_) | Symbol::BuiltIn(_));
        let name = &self.definition(symbol).filter(|_| !local)?.name;
        let words = match rulings.get(name)? {
            0 => return None,
            1 => "1 ruling names it.".to_owned(),
            many => format!("{many} rulings name it."),
        };
        Some(Block::Paragraph(plain(words)))
    }
}

/// Returns what a word of the language means; none of any other word.
fn word_docs(word: &str) -> Option<Vec<Block>> {
    let (signature, doc, example) = if let Some(row) = verb(word) {
        (row.signature(), row.doc, row.example)
    } else if let Some(row) = ops::query(word) {
        (row.signature(), row.doc, row.example)
    } else if let Some(row) = ops::fold(word) {
        (row.signature(), row.doc, row.example)
    } else {
        let row = keyword_doc(word)?;
        (row.word.to_owned(), row.doc, row.example)
    };
    let example = vec![
        Inline::Plain("For example ".to_owned()),
        Inline::Code(example.to_owned()),
    ];
    Some(vec![
        Block::Code(signature),
        Block::Paragraph(ticked(doc)),
        Block::Paragraph(example),
    ])
}

/// Returns the part of a declaration that says what it is, without its body.
fn head_of(declaration: &str) -> String {
    const MOST_LINES: usize = 8;
    let is_short = declaration.lines().count() <= MOST_LINES;
    let statements = ["effect", "action", "setup", "play"];
    let has_body = statements.iter().any(|word| declaration.starts_with(word));
    let text = match declaration.split_once('{') {
        Some((head, _)) if has_body || !is_short => head.trim_end(),
        Some(_) | None => declaration,
    };
    text.lines().take(MOST_LINES).collect::<Vec<_>>().join("\n")
}
