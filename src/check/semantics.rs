//! The semantic model: what each name of a game means, where it is used, and the type of each expression.
//!
//! The checker fills it while it resolves names, and it stays when the check finds errors: a use that failed is missing, all
//! others are there. Tools ask it; none resolves a name a second time. One record serves unused names, references, rename,
//! hover and words for people (as ruff's `SemanticModel` and rust-analyzer's `Semantics` do).

mod hole;
mod lists;
mod runs;
mod words;

pub use hole::{LocalAt, NameHole};
pub use lists::{BoundedLookup, CellContent, Fills, ListColumn, NumberBounds, TableList};
pub use words::{WordHole, Words};

use crate::decl::{Decl, MemberDecl};
use crate::semantics::runs::RunMap;
use ludex_rules::ids::{BoardId, EnumId, KindId, SortId};
use ludex_rules::ops::Takes;
use ludex_rules::types::Type;
use ludex_source::{FileId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The identity of what a name means: two names mean the same if their symbols are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// A declaration of the game.
    Declared(Decl),
    /// A member of a kind's pieces or a record's rows.
    KindMember(KindId, MemberDecl),
    /// A member of a board's spaces.
    SpaceMember(BoardId, MemberDecl),
    /// A value of an enum, by its number.
    EnumValue(EnumId, i32),
    /// A row, by the number of its first copy.
    Row(KindId, u32),
    /// A space of a board, by its number.
    Space(BoardId, i32),
    /// A direction of a board, by its number.
    Direction(BoardId, i32),
    /// A local name, by the place where it is bound: a parameter, a `let`, the name of a collection's members.
    Local(Span),
    /// A word of the language: a verb, a query, a fold, `you`, `players`.
    BuiltIn(&'static str),
}

impl Symbol {
    /// Returns the meaning of the name of a value: of an enum's, a row's or a piece's.
    pub(crate) fn of_value(ty: &Type, value: i32) -> Option<Symbol> {
        if let Type::Enum(id) = ty {
            return Some(Symbol::EnumValue(*id, value));
        }
        if let Type::Row(kind) | Type::Piece(kind) = ty {
            return Some(Symbol::Row(*kind, u32::try_from(value).ok()?));
        }
        None
    }
}

/// The player on whose behalf a text runs.
pub const YOU: Symbol = Symbol::BuiltIn("you");
/// The piece, row or space that a text belongs to.
pub const THIS: Symbol = Symbol::BuiltIn("this");
/// All that a choice of several has chosen.
pub const CHOSEN: Symbol = Symbol::BuiltIn("chosen");

/// A name with its meaning: a declaration, a member, a row, a value of an enum, a parameter or a local name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name as it is written.
    pub name: String,
    /// The bytes of the name where it is given.
    pub span: Span,
    /// The text that may use a local name; none of a name that holds everywhere.
    pub visible: Option<Span>,
    /// The declaration that gives the name; of a name that has none, the bytes of the name.
    pub whole: Span,
    /// The doc comment above the declaration.
    pub doc: String,
    /// The type of a local name.
    pub ty: Option<Type>,
    /// The sort of the pieces that a parameter names, if its type is a sort.
    pub sort: Option<SortId>,
    /// The words that people read for it, where its declaration gives any.
    pub words: Option<Words>,
    /// Marks a local name that a caller gives its value to.
    pub is_parameter: bool,
}

impl Definition {
    /// Returns the definition of a name that holds everywhere, without a declaration of its own.
    pub(crate) fn new(name: impl Into<String>, span: Span) -> Definition {
        Definition {
            name: name.into(),
            span,
            visible: None,
            whole: span,
            doc: String::new(),
            ty: None,
            sort: None,
            words: None,
            is_parameter: false,
        }
    }
}

/// The way in which a name is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum UseKind {
    /// The rules ask for it, call it or write to it.
    Names,
    /// A hook watches it or a modifier changes it, which alone makes nothing of it happen.
    Watches,
    /// A table gives it a value: the key of a cell or list.
    Fills,
}

/// A use of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// The meaning of the name there.
    pub symbol: Symbol,
    /// The way in which it is used.
    pub kind: UseKind,
}

/// The type of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ExprType {
    ty: Type,
    /// The sort of its pieces, by what the expression says: not by conditions around it.
    sort: Option<SortId>,
}

/// The names of a game with their meanings, and the types of its expressions.
#[derive(Debug, Clone, Default)]
pub struct Semantics {
    definitions: RunMap<Symbol, Box<Definition>>,
    /// The meaning of each name at the place where it is given.
    given: RunMap<Span, Symbol>,
    uses: RunMap<Span, Use>,
    types: RunMap<Span, ExprType>,
    /// The names that mean nothing.
    holes: BTreeMap<Span, NameHole>,
    /// The number of local names in them.
    pub(crate) kept_locals: usize,
    /// The symbols that the rules name, also indirectly: an enum is named by one of its values.
    named: BTreeSet<Symbol>,
    pub(crate) lists: Vec<TableList>,
    pub(crate) lookups: Vec<BoundedLookup>,
}

impl Semantics {
    /// Enters a name with its meaning.
    pub(crate) fn define(&mut self, symbol: Symbol, definition: Definition) {
        self.given.insert(definition.span, symbol);
        self.definitions.insert_first(symbol, Box::new(definition));
    }

    /// Enters the declaration around a name that is defined, with the doc comment above it.
    pub(crate) fn document(&mut self, name: Span, whole: Span, doc: &str) {
        let symbol = self.given.get(name).copied();
        let definition = symbol.and_then(|symbol| self.definitions.get_mut(symbol));
        if let Some(definition) = definition.filter(|definition| definition.span == name) {
            definition.whole = whole;
            doc.clone_into(&mut definition.doc);
        }
    }

    /// Enters the words that people read for what a name means that is given here.
    pub(crate) fn say(&mut self, name: Span, words: Words) {
        let symbol = self.given.get(name).copied();
        let definition = symbol.and_then(|symbol| self.definitions.get_mut(symbol));
        if let Some(definition) = definition.filter(|definition| definition.span == name) {
            definition.words = Some(words);
        }
    }

    /// Enters the sort that the type of a parameter is.
    pub(crate) fn narrow(&mut self, parameter: Symbol, sort: SortId) {
        if let Some(definition) = self.definitions.get_mut(parameter) {
            definition.sort = Some(sort);
        }
    }

    /// Enters a name that means nothing, with what could stand there.
    pub(crate) fn leave_open(&mut self, span: Span, hole: NameHole) {
        self.holes.entry(span).or_insert(hole);
    }

    /// Enters what the value at a place must be, if the name there means nothing.
    pub(crate) fn want(&mut self, span: Span, takes: Takes) {
        if let Some(NameHole::Value { takes: wanted, .. }) = self.holes.get_mut(&span) {
            *wanted = Some(takes);
        }
    }

    /// Enters the type of the value at a place, if the name there means nothing and nothing is known of it.
    pub(crate) fn want_type(&mut self, span: Span, ty: &Type) {
        if let Some(NameHole::Value { wanted, .. }) = self.holes.get_mut(&span) {
            wanted.get_or_insert_with(|| ty.clone());
        }
    }

    /// Enters a use of a name.
    pub(crate) fn refer(&mut self, span: Span, symbol: Symbol, kind: UseKind) {
        if kind == UseKind::Names {
            self.named.insert(symbol);
            if let Symbol::EnumValue(id, _) = symbol {
                // Whoever names a value has a use for its enum.
                self.named.insert(Symbol::Declared(Decl::Enum(id)));
            }
        }
        self.uses.insert(span, Use { symbol, kind });
    }

    /// Enters the type of an expression; one that was inferred later, with more known of it, replaces the first.
    pub(crate) fn infer(&mut self, span: Span, ty: &Type, sort: Option<SortId>) {
        let Some(known) = self.types.get_mut(span) else {
            let ty = ty.clone();
            return self.types.add(span, ExprType { ty, sort });
        };
        if *ty != Type::Wrong && known.ty != *ty {
            known.ty.clone_from(ty);
        }
        known.sort = known.sort.or(sort);
    }

    /// Returns true if the rules use a meaning, not only watch or fill it.
    #[must_use]
    pub fn is_named(&self, symbol: Symbol) -> bool {
        self.named.contains(&symbol)
    }

    /// Returns the definition of a symbol; none of a word of the language.
    #[must_use]
    pub fn definition(&self, symbol: Symbol) -> Option<&Definition> {
        self.definitions.get(symbol).map(|one| &**one)
    }

    /// Returns all symbols with their definitions.
    pub fn definitions(&self) -> impl Iterator<Item = (Symbol, &Definition)> {
        self.definitions
            .iter()
            .map(|(symbol, one)| (symbol, &**one))
    }

    /// Returns the parameters of a declaration, in their order.
    #[must_use]
    pub fn parameters(&self, of: Symbol) -> Vec<(Symbol, &Definition)> {
        let Some(declaration) = self.definitions.get(of) else {
            return Vec::new();
        };
        let given = self.given_within(declaration.whole);
        let all = given.filter_map(|(_, symbol)| Some((symbol, self.definition(symbol)?)));
        all.filter(|(_, one)| one.is_parameter).collect()
    }

    /// Returns the lists of the tables: kinds, sorts, records and boards with layouts, in the order of their declarations.
    #[must_use]
    pub fn lists(&self) -> &[TableList] {
        &self.lists
    }

    /// Returns the list under a key of the tables.
    #[must_use]
    pub fn list(&self, key: &str) -> Option<&TableList> {
        self.lists.iter().find(|list| list.key == key)
    }

    /// Returns the lookup tables in the order of their declarations.
    #[must_use]
    pub fn lookups(&self) -> &[BoundedLookup] {
        &self.lookups
    }

    /// Returns what the name that is written at exactly this span means, whether it is used or defined there.
    #[must_use]
    pub fn symbol(&self, span: Span) -> Option<Symbol> {
        let used = self.uses.get(span).map(|one| one.symbol);
        used.or_else(|| self.given.get(span).copied())
    }

    /// Returns the name that touches a byte of a file, with its span; of two that do, the one that begins there.
    #[must_use]
    pub fn name_touching(&self, file: FileId, at: u32) -> Option<(Span, Symbol)> {
        // Names do not overlap: the last one that begins at or before the byte is the only candidate.
        let until = Span::new(file, at, u32::MAX);
        let used = self.uses.last_until(until);
        let used = used.map(|(span, one)| (span, one.symbol));
        let given = self.given.last_until(until);
        let given = given.map(|(span, symbol)| (span, *symbol));
        let nearest = used
            .into_iter()
            .chain(given)
            .max_by_key(|(span, _)| *span)?;
        (nearest.0.file == file && nearest.0.touches(at)).then_some(nearest)
    }

    /// Returns what could stand at exactly this span, where a name means nothing.
    #[must_use]
    pub fn hole(&self, span: Span) -> Option<&NameHole> {
        self.holes.get(&span)
    }

    /// Returns the places within a part of a file where a name is given, in its order.
    pub fn given_within(&self, part: Span) -> impl Iterator<Item = (Span, Symbol)> {
        let from = Span::empty(part.file, part.start);
        let given = self.given.from(from);
        let given =
            given.take_while(move |(span, _)| span.file == part.file && span.start < part.end);
        given.map(|(span, symbol)| (span, *symbol))
    }

    /// Returns the places where a meaning is used, in the order of the files.
    pub fn references(&self, symbol: Symbol) -> impl Iterator<Item = (Span, UseKind)> {
        let uses = self.uses.iter();
        let of = uses.filter(move |(_, one)| one.symbol == symbol);
        of.map(|(span, one)| (span, one.kind))
    }

    /// Returns the uses of names inside a span, in the order of the text.
    pub fn uses_within(&self, span: Span) -> impl Iterator<Item = (Span, Use)> {
        let from = Span::empty(span.file, span.start);
        let uses = self.uses.from(from);
        let uses = uses.take_while(move |(at, _)| at.file == span.file && at.start < span.end);
        let inside = uses.filter(move |(at, _)| at.end <= span.end);
        inside.map(|(at, one)| (at, *one))
    }

    /// Returns the spans of the expressions that touch a byte of a file.
    pub fn expressions_touching(&self, file: FileId, at: u32) -> impl Iterator<Item = Span> {
        let until = Span::new(file, at, u32::MAX);
        let before = self.types.from(Span::empty(file, 0));
        before
            .map(|(span, _)| span)
            .take_while(move |span| *span <= until)
            .filter(move |span| span.touches(at))
    }

    /// Returns the type of the expression that is written at exactly this span.
    #[must_use]
    pub fn type_at(&self, span: Span) -> Option<&Type> {
        self.types.get(span).map(|known| &known.ty)
    }

    /// Returns the sort of the pieces that the expression at exactly this span gives, where the rules tell it.
    #[must_use]
    pub fn sort_at(&self, span: Span) -> Option<SortId> {
        self.types.get(span)?.sort
    }
}
