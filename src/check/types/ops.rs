//! The signatures of built-in queries and verbs, held against arguments.
//!
//! Takes the rows of `rules/ops.rs`, gives types. What a built-in does is the engine's affair.

use crate::decl::Decl;
use crate::describe::path;
use crate::env::{Checker, Scope};
use crate::semantics::Symbol;
use crate::types::exprs::{typed, wrong};
use crate::types::folds::{all_of, member_type, only};
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::{BoardShape, Holder};
use ludex_rules::ids::BoardId;
use ludex_rules::ops::{Gives, Takes};
use ludex_rules::types::Type;
use ludex_syntax::ast;

impl Checker<'_> {
    /// An argument of a built-in; `before` are the arguments in front of it.
    pub(crate) fn takes(
        &mut self,
        scope: &mut Scope,
        e: &ast::Expr,
        takes: Takes,
        before: &[Expr],
    ) -> Expr {
        let value = self.argument_of(scope, e, takes, before);
        self.env.semantics_mut().want(e.span, takes);
        value
    }

    fn argument_of(
        &mut self,
        scope: &mut Scope,
        e: &ast::Expr,
        takes: Takes,
        before: &[Expr],
    ) -> Expr {
        match takes {
            Takes::Int => self.expr(scope, e, Some(&Type::Int)),
            Takes::Bool => {
                scope.chance = false;
                self.condition(scope, e)
            }
            Takes::Player => self.expr(scope, e, Some(&Type::Player)),
            Takes::Shape => self.expr(scope, e, Some(&Type::Shape)),
            Takes::Members => self.bag_or_collection(scope, e),
            Takes::Pieces => self.pieces(scope, e),
            Takes::OneOrMore => self.one_or_more(scope, e),
            Takes::Optional => self.optional(scope, e),
            Takes::Board => self.board(scope, e),
            Takes::Direction => match before.first().and_then(|first| board_of(&first.ty)) {
                Some(board) => self.expr(scope, e, Some(&Type::Direction(board))),
                None => self.one_of(scope, e, "a direction", |ty| {
                    matches!(ty, Type::Direction(_))
                }),
            },
            Takes::Piece => self.one_of(scope, e, "a piece", |ty| matches!(ty, Type::Piece(_))),
            Takes::Place => self.one_of(scope, e, "a place", |ty| matches!(ty, Type::Place(_))),
            Takes::Space => self.one_of(scope, e, "a space", |ty| matches!(ty, Type::Space(_))),
            Takes::Placement => self.one_of(scope, e, "a placement", |ty| {
                matches!(ty, Type::Placement(_))
            }),
            Takes::Moment => self.named_moment(scope, e),
            // INVARIANT: only `gain` and `lose` take a variable, and `effects.rs` reads theirs.
            Takes::Variable => self.infer(scope, e, None),
        }
    }

    /// The name of a moment, as the number that stands for it.
    fn named_moment(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        if let ast::ExprKind::Name(text) = &*e.kind {
            let (text, span) = (text.clone(), e.span);
            let moment = self.moment(&ast::Name { text, span });
            return moment.map_or_else(
                || wrong(span),
                |moment| typed(ExprKind::Const(moment.value()), Type::Int, span),
            );
        }
        let found = self.infer(scope, e, None);
        self.mismatch(e, &found.ty, "the name of a moment", None);
        wrong(e.span)
    }

    /// An argument that may be of several types, but never none.
    fn one_of(
        &mut self,
        scope: &mut Scope,
        e: &ast::Expr,
        expected: &str,
        fits: fn(&Type) -> bool,
    ) -> Expr {
        let found = self.infer(scope, e, None);
        if found.ty == Type::Wrong || fits(&found.ty) {
            return found;
        }
        if fits(found.ty.required()) {
            return self.surely(e, found);
        }
        match (&found.ty, path(e)) {
            (Type::Place(_) | Type::All(_), Some(path)) if expected == "a piece" => {
                self.many_for_one(e, &found.ty, &path);
            }
            _ => self.mismatch(e, &found.ty, expected, None),
        }
        wrong(e.span)
    }

    fn many_for_one(&mut self, e: &ast::Expr, found: &Type, path: &str) {
        let found = self.describe(found);
        self.report.push(
            Diagnostic::error(
                Code::TYPE_MISMATCH,
                format!("expected a piece, found {found}"),
            )
            .at(e.span, found)
            .help(format!(
                "for all of them: `move_all {path} to …`, or `for each x in {path} {{ … }}`"
            )),
        );
    }

    /// A collection of pieces.
    fn pieces(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let found = self.infer(scope, e, None);
        self.pieces_of(e, found)
    }

    fn pieces_of(&mut self, e: &ast::Expr, found: Expr) -> Expr {
        match member_type(&found.ty) {
            Some(Type::Piece(_)) => found,
            _ if found.ty == Type::Wrong => found,
            _ => {
                self.mismatch(e, &found.ty, "pieces", None);
                wrong(e.span)
            }
        }
    }

    /// Pieces, or a single one.
    fn one_or_more(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let found = self.infer(scope, e, None);
        if let Type::Piece(_) = &found.ty {
            only(found)
        } else {
            self.pieces_of(e, found)
        }
    }

    /// Several players, or a single one.
    pub(super) fn several_players(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let found = self.infer(scope, e, None);
        match (&found.ty, member_type(&found.ty)) {
            (Type::Player, _) => only(found),
            (Type::Wrong, _) | (_, Some(Type::Player)) => found,
            _ => {
                self.mismatch(e, &found.ty, "players", None);
                wrong(e.span)
            }
        }
    }

    /// A value that may be none.
    fn optional(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let found = self.infer(scope, e, None);
        if matches!(&found.ty, Type::Wrong | Type::Optional(_)) {
            return found;
        }
        self.always_there(e, &found.ty);
        wrong(e.span)
    }

    /// The spaces of a board, named as such.
    fn board(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let found = self.infer(scope, e, None);
        if found.ty == Type::Wrong || matches!(*found.kind, ExprKind::AllSpaces { .. }) {
            return found;
        }
        self.mismatch(e, &found.ty, "a board", None);
        wrong(e.span)
    }

    /// A board whose owner does not matter: all boards of a name have the same directions.
    pub(super) fn board_alone(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        if let ast::ExprKind::Name(name) = &*e.kind
            && scope.find(name).is_none()
            && let Some(&(Decl::Board(board), _)) = self.env.names.get(name)
        {
            self.refer(e.span, Symbol::Declared(Decl::Board(board)));
            return typed(
                ExprKind::AllSpaces { board, of: None },
                Type::All(Box::new(Type::Space(board))),
                e.span,
            );
        }
        self.board(scope, e)
    }

    /// The type of a built-in query's answer.
    pub(crate) fn gives(&self, gives: Gives, args: &[Expr]) -> Type {
        let member = |at: usize| {
            args.get(at)
                .and_then(|arg| member_type(&arg.ty))
                .unwrap_or(Type::Wrong)
        };
        let board = |at: usize| args.get(at).and_then(|arg| board_of(&arg.ty));
        match gives {
            Gives::Int => Type::Int,
            Gives::Bool => Type::Bool,
            Gives::Player => Type::Player,
            Gives::OptionalPlayer => optional(Type::Player),
            Gives::Players => all_of(&Type::Player),
            Gives::OptionalMemberOf(at) => optional(member(at)),
            Gives::MemberOf(at) => member(at),
            Gives::Number => optional(Type::Int),
            Gives::Required => (args.first()).map_or(Type::Wrong, |arg| arg.ty.required().clone()),
            Gives::PlaceOf => match args.first().map(|arg| arg.ty.required()) {
                Some(Type::Piece(kind)) => optional(Type::Place(*kind)),
                _ => Type::Wrong,
            },
            Gives::OptionalSpace => {
                board(0).map_or_else(|| self.any_space(args), |id| optional(Type::Space(id)))
            }
            Gives::NumberedSpace => board(0).map_or(Type::Wrong, |id| {
                match self.env.game.boards[id.index()].shape {
                    BoardShape::Ring => Type::Space(id),
                    BoardShape::Row | BoardShape::Grid | BoardShape::Hex | BoardShape::Graph => {
                        optional(Type::Space(id))
                    }
                }
            }),
            Gives::Spaces => board(0).map_or(Type::Wrong, |id| all_of(&Type::Space(id))),
            Gives::Directions => board(0).map_or(Type::Wrong, |id| all_of(&Type::Direction(id))),
            Gives::Direction => board(0).map_or(Type::Wrong, Type::Direction),
            Gives::PlacementsOn(at) => {
                board(at).map_or(Type::Wrong, |id| all_of(&Type::Placement(id)))
            }
        }
    }

    /// The space a piece lies on: of the only board with a place for such pieces.
    fn any_space(&self, args: &[Expr]) -> Type {
        let Some(Type::Piece(kind)) = args.first().map(|arg| arg.ty.required()) else {
            return Type::Wrong;
        };
        let mut boards = self.env.game.places.iter().filter_map(|place| {
            if let Holder::Space(board) = place.holder
                && place.holds == *kind
            {
                Some(board)
            } else {
                None
            }
        });
        match boards.next() {
            Some(board) if boards.all(|other| other == board) => optional(Type::Space(board)),
            _ => Type::Wrong,
        }
    }
}

/// The same type, or none.
fn optional(ty: Type) -> Type {
    if matches!(ty, Type::Wrong | Type::Optional(_)) {
        ty
    } else {
        Type::Optional(Box::new(ty))
    }
}

/// The board that a space, direction, placement or collection of spaces belongs to.
fn board_of(ty: &Type) -> Option<BoardId> {
    match ty.required() {
        Type::Space(id) | Type::Direction(id) | Type::Placement(id) => Some(*id),
        Type::All(member) => board_of(member),
        Type::Int
        | Type::Bool
        | Type::Text
        | Type::Enum(_)
        | Type::Player
        | Type::Piece(_)
        | Type::Row(_)
        | Type::Place(_)
        | Type::Set(_)
        | Type::Bag(_)
        | Type::Shape
        | Type::Optional(_)
        | Type::None
        | Type::Wrong => None,
    }
}
