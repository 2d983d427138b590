//! The sort of a symbol, and the type of its value.

use crate::GameSnapshot;
use ludex_check::decl::{Decl, MemberDecl};
use ludex_check::semantics::Symbol;
use ludex_rules::game::Game;
use ludex_rules::ids::{BoardId, KindId, VarId};
use ludex_rules::ops;
use ludex_rules::types::Type;
use ludex_rules::verbs::verb;

/// The sort of a symbol, finer than the declaration that gives it: editors draw a picture for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the word of the language")]
pub enum SymbolKind {
    Enum,
    EnumValue,
    Kind,
    Record,
    Sort,
    Row,
    Attribute,
    /// An attribute that holds statements, an expression, or hooks.
    Slot,
    /// A variable of each piece or space.
    Field,
    Place,
    Board,
    Space,
    Direction,
    Variable,
    Track,
    Table,
    Moment,
    Effect,
    Query,
    Action,
    Option,
    Parameter,
    Local,
    Verb,
    BuiltInQuery,
    Fold,
    /// A word with a value of its own, such as `you`.
    Word,
}

impl GameSnapshot {
    /// Returns the typed rules, as far as they could be made.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.analysis.names.game
    }

    /// Returns the sort of a symbol.
    #[must_use]
    pub fn symbol_kind(&self, symbol: Symbol) -> SymbolKind {
        match symbol {
            Symbol::Declared(decl) => self.declared_kind(decl),
            Symbol::KindMember(_, member) | Symbol::SpaceMember(_, member) => match member {
                MemberDecl::Attribute(_) => SymbolKind::Attribute,
                MemberDecl::Field(_) => SymbolKind::Field,
                MemberDecl::Place(_) => SymbolKind::Place,
                MemberDecl::EffectSlot(_) | MemberDecl::ValueSlot(_) | MemberDecl::Hooks => {
                    SymbolKind::Slot
                }
            },
            Symbol::EnumValue(..) => SymbolKind::EnumValue,
            Symbol::Row(..) => SymbolKind::Row,
            Symbol::Space(..) => SymbolKind::Space,
            Symbol::Direction(..) => SymbolKind::Direction,
            Symbol::Local(_) => match self.definition(symbol) {
                Some(local) if local.is_parameter => SymbolKind::Parameter,
                Some(_) | None => SymbolKind::Local,
            },
            Symbol::BuiltIn(word) if verb(word).is_some() => SymbolKind::Verb,
            Symbol::BuiltIn(word) if ops::query(word).is_some() => SymbolKind::BuiltInQuery,
            Symbol::BuiltIn(word) if ops::fold(word).is_some() => SymbolKind::Fold,
            Symbol::BuiltIn(_) => SymbolKind::Word,
        }
    }

    fn declared_kind(&self, decl: Decl) -> SymbolKind {
        match decl {
            Decl::Enum(_) => SymbolKind::Enum,
            Decl::Kind(id) if is_record(self.game(), id) => SymbolKind::Record,
            Decl::Kind(_) => SymbolKind::Kind,
            Decl::Sort(_) => SymbolKind::Sort,
            Decl::Place(_) => SymbolKind::Place,
            Decl::Board(_) => SymbolKind::Board,
            Decl::Var(id) if is_track(self.game(), id) => SymbolKind::Track,
            Decl::Var(_) => SymbolKind::Variable,
            Decl::Table(_) => SymbolKind::Table,
            Decl::Moment(_) => SymbolKind::Moment,
            Decl::Effect(_) => SymbolKind::Effect,
            Decl::Query(_) => SymbolKind::Query,
            Decl::Action(_) => SymbolKind::Action,
            Decl::Option(_) => SymbolKind::Option,
        }
    }

    /// Returns the type of a symbol's value: of a query, of its answer; none of what has no value, or has one of any type.
    #[must_use]
    pub fn symbol_type(&self, symbol: Symbol) -> Option<Type> {
        let game = self.game();
        match symbol {
            Symbol::Declared(decl) => self.declared_type(decl),
            Symbol::KindMember(kind, member) => kind_member_type(game, kind, member),
            Symbol::SpaceMember(board, member) => space_member_type(game, board, member),
            Symbol::EnumValue(id, _) => Some(Type::Enum(id)),
            Symbol::Row(kind, _) => Some(member_of_kind(game, kind)),
            Symbol::Space(board, _) => Some(Type::Space(board)),
            Symbol::Direction(board, _) => Some(Type::Direction(board)),
            Symbol::Local(_) => self.definition(symbol)?.ty.clone(),
            Symbol::BuiltIn("you") => Some(Type::Player),
            Symbol::BuiltIn("players") => Some(all(Type::Player)),
            Symbol::BuiltIn(_) => None,
        }
    }

    fn declared_type(&self, decl: Decl) -> Option<Type> {
        let game = self.game();
        match decl {
            Decl::Enum(id) => Some(all(Type::Enum(id))),
            Decl::Kind(id) => Some(all(member_of_kind(game, id))),
            Decl::Sort(id) => {
                let sort = self.analysis.names.sorts.get(id.index())?;
                Some(all(member_of_kind(game, sort.kind)))
            }
            Decl::Place(id) => Some(Type::Place(game.places.get(id.index())?.holds)),
            Decl::Board(id) => Some(all(Type::Space(id))),
            Decl::Var(id) => var_type(game, id),
            Decl::Query(id) => Some(game.queries.get(id.index())?.ty.clone()),
            Decl::Option(id) => Some(game.options.get(id.index())?.ty.clone()),
            Decl::Table(_) | Decl::Moment(_) | Decl::Effect(_) | Decl::Action(_) => None,
        }
    }
}

fn all(member: Type) -> Type {
    Type::All(Box::new(member))
}

fn is_record(game: &Game, id: KindId) -> bool {
    game.kinds
        .get(id.index())
        .is_some_and(|kind| kind.is_record)
}

fn is_track(game: &Game, id: VarId) -> bool {
    let var = game.vars.get(id.index());
    var.is_some_and(|var| var.track.is_some())
}

fn member_of_kind(game: &Game, id: KindId) -> Type {
    if is_record(game, id) {
        Type::Row(id)
    } else {
        Type::Piece(id)
    }
}

fn var_type(game: &Game, id: VarId) -> Option<Type> {
    let var = game.vars.get(id.index())?;
    Some(var.index.map_or_else(|| var.ty.clone(), Type::Bag))
}

fn kind_member_type(game: &Game, kind: KindId, member: MemberDecl) -> Option<Type> {
    let kind = game.kinds.get(kind.index())?;
    match member {
        MemberDecl::Attribute(at) => Some(kind.attributes.get(at)?.ty.clone()),
        MemberDecl::ValueSlot(at) => Some(kind.value_slots.get(at)?.ty.clone()),
        MemberDecl::Field(id) => var_type(game, id),
        MemberDecl::Place(id) => Some(Type::Place(game.places.get(id.index())?.holds)),
        MemberDecl::EffectSlot(_) | MemberDecl::Hooks => None,
    }
}

fn space_member_type(game: &Game, board: BoardId, member: MemberDecl) -> Option<Type> {
    let board = game.boards.get(board.index())?;
    match member {
        MemberDecl::Attribute(at) => Some(board.attributes.get(at)?.ty.clone()),
        MemberDecl::Field(id) => var_type(game, id),
        MemberDecl::Place(id) => Some(Type::Place(game.places.get(id.index())?.holds)),
        MemberDecl::ValueSlot(_) | MemberDecl::EffectSlot(_) | MemberDecl::Hooks => None,
    }
}
