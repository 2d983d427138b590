//! The places of a game's texts where a symbol is written: where it is defined, and each use.

use crate::GameSnapshot;
use ludex_check::decl::Decl;
use ludex_check::semantics::{Symbol, UseKind};
use ludex_rules::types::Type;
use ludex_source::{FileId, Span};

/// A place where a symbol is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The bytes of the name, without quotes.
    pub span: Span,
    /// The way in which it is used; none where it is defined.
    pub kind: Option<UseKind>,
}

impl GameSnapshot {
    /// Returns the definition and all uses of a symbol, in the order of the texts, each once.
    #[must_use]
    pub fn occurrences(&self, symbol: Symbol) -> Vec<Occurrence> {
        let defined = self.definition(symbol).map(|one| (one.span, None));
        let uses = self.semantics().references(symbol);
        let uses = uses.map(|(span, kind)| (span, Some(kind)));
        let all = defined.into_iter().chain(uses);
        let mut all: Vec<Occurrence> = all
            .map(|(span, kind)| Occurrence {
                span: self.unquoted(span),
                kind,
            })
            .collect();
        all.sort_by_key(|one| one.span);
        all.dedup_by_key(|one| one.span);
        all
    }

    /// Returns the definition of what the type of the name at a byte is made of: of a piece its kind, of a value its enum.
    #[must_use]
    pub fn type_definition(&self, file: FileId, at: u32) -> Option<Span> {
        let name = self.name_at(file, at)?;
        let named = match name.symbol {
            Symbol::Row(kind, _) => Some(Symbol::Declared(Decl::Kind(kind))),
            Symbol::EnumValue(id, _) => Some(Symbol::Declared(Decl::Enum(id))),
            Symbol::Space(board, _) | Symbol::Direction(board, _) => {
                Some(Symbol::Declared(Decl::Board(board)))
            }
            Symbol::Declared(_)
            | Symbol::KindMember(..)
            | Symbol::SpaceMember(..)
            | Symbol::Local(_)
            | Symbol::BuiltIn(_) => self.semantics().type_at(name.span).and_then(declaration),
        };
        Some(self.unquoted(self.definition(named?)?.span))
    }

    /// Returns a span without the quotes around its text.
    pub(super) fn unquoted(&self, span: Span) -> Span {
        let span = self.sources.fit(span);
        let text = self.sources.slice(span);
        let inside = text.trim_matches(['"', '\'']);
        if inside.is_empty() {
            span
        } else {
            let start =
                span.start + (text.len() - text.trim_start_matches(['"', '\'']).len()) as u32;
            Span::new(span.file, start, start + inside.len() as u32)
        }
    }
}

/// The declaration that a type is made of, if the game declares it.
fn declaration(ty: &Type) -> Option<Symbol> {
    let decl = match ty {
        Type::Enum(id) | Type::Set(id) | Type::Bag(id) => Decl::Enum(*id),
        Type::Piece(kind) | Type::Row(kind) | Type::Place(kind) => Decl::Kind(*kind),
        Type::Space(board) | Type::Direction(board) | Type::Placement(board) => Decl::Board(*board),
        Type::All(inner) | Type::Optional(inner) => return declaration(inner),
        Type::Int
        | Type::Bool
        | Type::Text
        | Type::Player
        | Type::Shape
        | Type::None
        | Type::Wrong => return None,
    };
    Some(Symbol::Declared(decl))
}
