//! Given positions: demands on them, `require` among the declarations, and the fields by which spaces are one thing's,
//! `join building by part_of`.

use crate::decl::MemberDecl;
use crate::declarations::declare::Decls;
use crate::env::{Checker, Scope, Where};
use crate::semantics::Symbol;
use crate::types::exprs::typed;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Binder, Expr, ExprKind};
use ludex_rules::game::{Game, JoinedSpaces, PositionDemand};
use ludex_rules::ids::{BoardId, QueryId, VarId};
use ludex_rules::ops::FoldOp;
use ludex_rules::types::Type;
use ludex_rules::walk;
use ludex_source::Span;
use ludex_syntax::ast;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Reads the demands on positions.
    pub(crate) fn position_demands(&mut self, found: &[(Span, &ast::Demand)]) {
        for (span, tree) in found {
            let mut scope = Scope::new(Where::Question, true, None);
            let cond = self.condition(&mut scope, &tree.cond);
            self.env.game.demands.push(PositionDemand {
                counterexample: counterexample(&cond),
                asks_you: false,
                reason: tree.reason.clone(),
                span: *span,
                slots: scope.size(),
                cond,
            });
        }
        let game = &self.env.game;
        let asks_you = game.demands.iter().map(|demand| {
            let mut seen = BTreeSet::new();
            asks_you(game, &demand.cond, &mut seen)
        });
        let asks_you: Vec<bool> = asks_you.collect();
        for (demand, asks_you) in self.env.game.demands.iter_mut().zip(asks_you) {
            demand.asks_you = asks_you;
        }
    }

    /// Reads which fields join the spaces of a board.
    pub(crate) fn joined_spaces(&mut self, decls: &Decls<'_>) {
        for board in &decls.boards {
            for (what, by) in &board.joins {
                let joined = self.joined_by(board.id, what, by);
                let known = &mut self.env.game.boards[board.id.index()].joined;
                if known.is_some() && joined.is_some() {
                    let message = "the spaces of a board join in one way";
                    let error = Diagnostic::error(Code::DEFINED_TWICE, message);
                    self.report.push(error.at(what.span, "joined already"));
                } else if joined.is_some() {
                    *known = joined;
                }
            }
        }
    }

    fn joined_by(
        &mut self,
        board: BoardId,
        what: &ast::Name,
        by: &ast::Name,
    ) -> Option<JoinedSpaces> {
        let names_thing = |ty: &Type| matches!(ty, Type::Row(_) | Type::Piece(_) | Type::Enum(_));
        let what = self.joining_field(board, what, names_thing, "names what lies there");
        let names_space = |ty: &Type| *ty == Type::Space(board);
        let by = self.joining_field(board, by, names_space, "names a space of this board");
        Some(JoinedSpaces {
            what: what?,
            by: by?,
        })
    }

    /// Finds a field of a board's spaces that may be none, or names such a thing.
    fn joining_field(
        &mut self,
        board: BoardId,
        name: &ast::Name,
        fits: impl Fn(&Type) -> bool,
        wanted: &str,
    ) -> Option<VarId> {
        let members = &self.env.space_members[board.index()];
        let Some((decl, _)) = members.get(&name.text).copied() else {
            let owner = self.env.game.boards[board.index()].name.clone();
            let known: Vec<String> = members.keys().cloned().collect();
            self.no_such(&owner, "field", name, known.iter().map(String::as_str));
            return None;
        };
        self.refer(name.span, Symbol::SpaceMember(board, decl));
        if let MemberDecl::Field(var) = decl {
            let ty = &self.env.game.vars[var.index()].ty;
            if *ty == Type::Wrong {
                return None;
            }
            if fits(ty.required()) {
                return Some(var);
            }
        }
        let message = format!("`{}` is no field that {wanted}", name.text);
        let error = Diagnostic::error(Code::WRONG_SORT, message).at(name.span, "joins nothing");
        let help =
            "a field names a row, a piece or a value, the other a space: `join WHAT by FIRST`";
        self.report.push(error.help(help));
        None
    }
}

/// Returns what finds the first member for which a demand on all of them does not hold.
fn counterexample(cond: &Expr) -> Option<Expr> {
    let ExprKind::Fold { op, binder, value } = &*cond.kind else {
        return None;
    };
    let binder = match (op, value) {
        (FoldOp::Nothing, None) => binder.clone(),
        (FoldOp::Every, Some(value)) => {
            let not = typed(ExprKind::Not(value.clone()), Type::Bool, value.span);
            let cond = match &binder.cond {
                Some(cond) => {
                    let span = cond.span.to(value.span);
                    typed(ExprKind::And(cond.clone(), not), Type::Bool, span)
                }
                None => not,
            };
            Binder {
                cond: Some(cond),
                ..binder.clone()
            }
        }
        _ => return None,
    };
    let is_named = matches!(
        binder.ty,
        Type::Piece(_) | Type::Row(_) | Type::Space(_) | Type::Enum(_) | Type::Player
    );
    let ty = Type::Optional(Box::new(binder.ty.clone()));
    let first = ExprKind::Fold {
        op: FoldOp::First,
        binder,
        value: None,
    };
    is_named.then(|| typed(first, ty, cond.span))
}

/// Returns true if an expression asks something of `you`, itself or in the queries that it asks.
fn asks_you(game: &Game, e: &Expr, seen: &mut BTreeSet<QueryId>) -> bool {
    let (mut asks, mut queries) = (false, Vec::new());
    walk::exprs(e, &mut |part| {
        // Texts of rows may ask anything.
        asks |= matches!(
            *part.kind,
            ExprKind::Local(0) | ExprKind::Possible(_) | ExprKind::Slot { .. }
        );
        if let ExprKind::Query(query, _) = &*part.kind {
            queries.push(*query);
        }
    });
    asks || queries.into_iter().any(|query| {
        let modified = game.modifiers.iter().any(|one| one.query == query);
        modified || seen.insert(query) && asks_you(game, &game.queries[query.index()].body, seen)
    })
}
