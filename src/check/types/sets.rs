//! Assignments to variables that hold a set of enum values: a new set, one that grows, one that shrinks.
//!
//! A set that play makes is a sum over its members, each of which counts as the bit of its value.

use crate::env::{Checker, Scope};
use crate::types::at_once::hidden;
use crate::types::exprs::{typed, wrong};
use crate::types::folds::{all_of, only};
use ludex_rules::expr::{Binder, Expr, ExprKind};
use ludex_rules::ids::EnumId;
use ludex_rules::ops::FoldOp;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// Returns the new value of a set: `seen = [red]`, `seen = seen + red`, `seen += red`, `seen -= card.colours`.
    pub(super) fn new_set(
        &mut self,
        scope: &mut Scope,
        now: Expr,
        op: ast::AssignOp,
        value: &ast::Expr,
        of: EnumId,
    ) -> Expr {
        let given = self.values_given(scope, value, of, op);
        if given.ty == Type::Wrong {
            return given;
        }
        let span = now.span.to(given.span);
        let members = match op {
            ast::AssignOp::Set => return as_set(scope, given, of),
            ast::AssignOp::Add => typed(ExprKind::Union(now, given), all_of(&Type::Enum(of)), span),
            ast::AssignOp::Subtract => without(scope, now, given, of),
        };
        as_set(scope, members, of)
    }

    /// Several values of an enum, or one where a set grows or shrinks by it.
    fn values_given(
        &mut self,
        scope: &mut Scope,
        value: &ast::Expr,
        of: EnumId,
        op: ast::AssignOp,
    ) -> Expr {
        let is_list = matches!(*value.kind, ast::ExprKind::Set(_));
        let is_name = matches!(*value.kind, ast::ExprKind::Name(_));
        let hint = if is_list || is_name && op == ast::AssignOp::Set {
            Type::Set(of)
        } else {
            Type::Enum(of)
        };
        let found = self.infer(scope, value, Some(&hint));
        let one = Type::Enum(of);
        if found.ty == Type::Set(of) || found.ty == all_of(&one) || found.ty == Type::Wrong {
            return found;
        }
        if op == ast::AssignOp::Set {
            return self.fit(value, found, &Type::Set(of));
        }
        let found = self.fit(value, found, &one);
        if found.ty == Type::Wrong {
            return wrong(found.span);
        }
        only(found)
    }
}

/// The members of a set that are not among others.
fn without(scope: &mut Scope, now: Expr, others: Expr, of: EnumId) -> Expr {
    let span = now.span.to(others.span);
    let (mut binder, member) = each(scope, now, of, span);
    let among = typed(ExprKind::Member(member, others), Type::Bool, span);
    binder.cond = Some(typed(ExprKind::Not(among), Type::Bool, span));
    typed(ExprKind::Filter(binder), all_of(&Type::Enum(of)), span)
}

/// The set of the members of a collection, each of which it holds once.
fn as_set(scope: &mut Scope, members: Expr, of: EnumId) -> Expr {
    if members.ty == Type::Set(of) {
        return members;
    }
    let span = members.span;
    let (binder, member) = each(scope, members, of, span);
    let bit = typed(ExprKind::SetOf(vec![member]), Type::Set(of), span);
    let fold = ExprKind::Fold {
        op: FoldOp::Sum,
        binder,
        value: Some(bit),
    };
    typed(fold, Type::Set(of), span)
}

/// A binder without a name for each member of a collection, and the member.
fn each(scope: &mut Scope, source: Expr, of: EnumId, span: Span) -> (Binder, Expr) {
    let ty = Type::Enum(of);
    let slot = hidden(scope, ty.clone());
    let member = typed(ExprKind::Local(slot), ty.clone(), span);
    let binder = Binder {
        name: String::new(),
        slot,
        ty,
        source,
        cond: None,
    };
    (binder, member)
}
