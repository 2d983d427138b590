//! Type resolution: types as they are written become types of the rules.

use crate::decl::Decl;
use crate::declarations::placeholders::ANY_NUMBER;
use crate::env::Checker;
use crate::semantics::{NameHole, Symbol};
use ludex_report::{Code, Diagnostic};
use ludex_rules::game::Game;
use ludex_rules::ids::{BoardId, EnumId};
use ludex_rules::limits;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;
use std::collections::BTreeMap;

/// A set is one 32-bit number whose sign stays free.
const SET_LIMIT: usize = limits::SET_VALUES;

const BUILT_IN: &[&str] = &["int", "bool", "text", "player", "shape"];

impl Checker<'_> {
    /// The type that was written; `Wrong` when there is none, and then it is reported.
    pub(crate) fn ty(&mut self, written: &ast::Type) -> Type {
        match &written.kind {
            ast::TypeKind::Name(name) => self.named_type(name, written.span),
            ast::TypeKind::IntRange(..) => Type::Int,
            ast::TypeKind::Optional(inner) => Type::Optional(Box::new(self.ty(inner))),
            ast::TypeKind::All(inner) => Type::All(Box::new(self.ty(inner))),
            ast::TypeKind::Set(inner) => self.of_enum(inner, "set", Type::Set),
            ast::TypeKind::Bag(inner) => self.of_enum(inner, "bag", Type::Bag),
            ast::TypeKind::PlaceOf(inner) => self.place_of(inner),
            ast::TypeKind::Any(name) => self.any_kind(name),
            ast::TypeKind::DirectionOf(name) => {
                self.of_board(name).map_or(Type::Wrong, Type::Direction)
            }
            ast::TypeKind::PlacementOf(name) => {
                self.of_board(name).map_or(Type::Wrong, Type::Placement)
            }
            ast::TypeKind::Effect(_) | ast::TypeKind::Value(..) => {
                let message = "only an attribute of a kind or record can be filled with rules text";
                self.misplaced(written.span, message, "not a type of values");
                Type::Wrong
            }
        }
    }

    fn named_type(&mut self, name: &str, span: Span) -> Type {
        match name {
            "int" => Type::Int,
            "bool" => Type::Bool,
            "text" => Type::Text,
            "player" => Type::Player,
            "shape" => Type::Shape,
            _ => self.declared_type(name, span),
        }
    }

    fn declared_type(&mut self, name: &str, span: Span) -> Type {
        if let Some(kind) = self.env.any_kinds.as_ref().and_then(|all| all.get(name)) {
            return Type::Piece(*kind);
        }
        let Some(&(decl, place)) = self.env.names.get(name) else {
            let none = Game::default();
            let is_type = |decl| as_type(decl, &none).is_some();
            self.unknown_name("type", name, span, is_type, BUILT_IN);
            self.env.semantics_mut().leave_open(span, NameHole::Type);
            return Type::Wrong;
        };
        self.refer(span, Symbol::Declared(decl));
        as_type(decl, &self.env.game).unwrap_or_else(|| {
            self.wrong_sort(name, span, "a type", place);
            Type::Wrong
        })
    }

    fn of_enum(&mut self, inner: &ast::Type, what: &str, make: fn(EnumId) -> Type) -> Type {
        let ty = self.ty(inner);
        let Type::Enum(id) = ty else {
            self.refuse_inner(
                &ty,
                inner.span,
                &format!("a {what} holds values of an enum"),
                "no enum",
            );
            return Type::Wrong;
        };
        let count = self.env.game.enums[id.index()].values.len();
        if what == "set" && count > SET_LIMIT {
            let message = format!("a set of {count} values is too large");
            self.report.push(
                Diagnostic::error(Code::UNSTORABLE, message)
                    .at(inner.span, format!("at most {SET_LIMIT} values"))
                    .help("use a `bag`, or split the enum"),
            );
        }
        make(id)
    }

    fn place_of(&mut self, inner: &ast::Type) -> Type {
        let ty = self.ty(inner);
        let Type::Piece(kind) = ty else {
            self.refuse_inner(
                &ty,
                inner.span,
                "a place holds pieces of a kind",
                "no kind of pieces",
            );
            return Type::Wrong;
        };
        Type::Place(kind)
    }

    fn refuse_inner(&mut self, ty: &Type, span: Span, message: &str, what: &str) {
        if *ty != Type::Wrong {
            let label = format!("`{}` is {what}", ty.notation(&self.env.game));
            self.report
                .push(Diagnostic::error(Code::WRONG_SORT, message).at(span, label));
        }
    }

    fn of_board(&mut self, name: &ast::Name) -> Option<BoardId> {
        self.find(name)
    }

    /// The words of an enum, or the ids of a record's rows, in order; of any other type, none.
    pub(crate) fn words_of(&self, ty: &Type) -> Option<Vec<String>> {
        if let Type::Enum(id) = ty {
            return Some(self.env.game.enums[id.index()].values.clone());
        }
        let Type::Row(kind) = ty else { return None };
        let rows = &self.env.game.kind(*kind).rows;
        Some(rows.iter().map(|row| row.id.clone()).collect())
    }

    /// Lowest and highest number of an `int a..b`; of any other type, all numbers.
    pub(crate) fn bounds(&mut self, written: &ast::Type) -> (i32, i32) {
        match &written.kind {
            ast::TypeKind::IntRange(low, high) => self.range(low, high),
            ast::TypeKind::Optional(inner) => self.bounds(inner),
            ast::TypeKind::Name(_)
            | ast::TypeKind::Set(_)
            | ast::TypeKind::Bag(_)
            | ast::TypeKind::All(_)
            | ast::TypeKind::PlaceOf(_)
            | ast::TypeKind::Any(_)
            | ast::TypeKind::DirectionOf(_)
            | ast::TypeKind::PlacementOf(_)
            | ast::TypeKind::Effect(_)
            | ast::TypeKind::Value(..) => ANY_NUMBER,
        }
    }

    /// Two constants, the first not above the second; all numbers when they are not.
    pub(crate) fn range(&mut self, low: &ast::Expr, high: &ast::Expr) -> (i32, i32) {
        let pair = (
            self.constant(low, &Type::Int),
            self.constant(high, &Type::Int),
        );
        let (Some(from), Some(to)) = pair else {
            return ANY_NUMBER;
        };
        if from > to {
            let message = format!("`{from}..{to}` holds no number");
            self.report.push(
                Diagnostic::error(Code::WRONG_BOUNDS, message)
                    .at(low.span.to(high.span), "the first is larger than the last")
                    .help(format!("write `{to}..{from}`")),
            );
            return ANY_NUMBER;
        }
        (from, to)
    }

    /// Parameters with their types; a name may stand only once. Only a query may take the members of a collection.
    pub(crate) fn params(
        &mut self,
        written: &[ast::Param],
        takes_members: bool,
    ) -> Vec<(String, Type)> {
        let mut params: Vec<(String, Type)> = Vec::new();
        let mut firsts = BTreeMap::new();
        for param in written {
            match firsts.get(&param.name.text) {
                Some(first) => self.defined_twice(&param.name, *first),
                None => {
                    firsts.insert(&param.name.text, param.name.span);
                }
            }
            let ty = match &param.ty {
                Some(written) => {
                    let (ty, _) = self.type_or_sort(written);
                    let is_handed = takes_members
                        && matches!(&ty, Type::All(of) if !matches!(**of, Type::Optional(_) | Type::All(_)));
                    if is_handed {
                        ty
                    } else {
                        self.one_value(ty, param)
                    }
                }
                None => {
                    let message = format!("parameter `{}` has no type", param.name.text);
                    self.report.push(
                        Diagnostic::error(Code::UNSTORABLE, message)
                            .at(param.name.span, "its type is missing")
                            .help(format!(
                                "write `{}: int`, or whatever it is",
                                param.name.text
                            )),
                    );
                    Type::Wrong
                }
            };
            params.push((param.name.text.clone(), ty));
        }
        params
    }

    /// A collection is gone through where it is asked for, and handed on to queries alone.
    fn one_value(&mut self, ty: Type, param: &ast::Param) -> Type {
        if !matches!(ty.required(), Type::All(_)) {
            return ty;
        }
        let message = format!("parameter `{}` cannot be a collection", param.name.text);
        let span = param.ty.as_ref().map_or(param.name.span, |ty| ty.span);
        self.report.push(
            Diagnostic::error(Code::UNSTORABLE, message)
                .at(span, "several values")
                .help("take a place, such as `place of card`, or ask for the collection inside"),
        );
        Type::Wrong
    }
}

fn as_type(decl: Decl, game: &Game) -> Option<Type> {
    match decl {
        Decl::Enum(id) => Some(Type::Enum(id)),
        Decl::Kind(id)
            if game
                .kinds
                .get(id.index())
                .is_some_and(|kind| kind.is_record) =>
        {
            Some(Type::Row(id))
        }
        Decl::Kind(id) => Some(Type::Piece(id)),
        Decl::Board(id) => Some(Type::Space(id)),
        Decl::Sort(_)
        | Decl::Place(_)
        | Decl::Var(_)
        | Decl::Table(_)
        | Decl::Moment(_)
        | Decl::Effect(_)
        | Decl::Query(_)
        | Decl::Action(_)
        | Decl::Option(_) => None,
    }
}
