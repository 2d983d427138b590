//! What a condition tells about the names in it: after `x != none`, `x` is there.
//!
//! Takes a condition that holds or fails, gives shadows of the local names with their required types. Only local names: a
//! variable or field may change between the question and the use.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a question names the few sorts it concerns; every other has the same answer, new ones too"
)]

use crate::check::env::Local;
use crate::check::env::Scope;
use crate::rules::types::Type;
use crate::syntax::ast;

/// Notes what is known when a condition holds, or when it fails. The caller cuts `scope.locals` back where that ends.
pub(super) fn narrow(scope: &mut Scope, cond: &ast::Expr, holds: bool) {
    match &*cond.kind {
        ast::ExprKind::Unary(ast::UnaryOp::Not, of) => narrow(scope, of, !holds),
        ast::ExprKind::Binary(ast::BinaryOp::And, left, right) if holds => {
            narrow(scope, left, true);
            narrow(scope, right, true);
        }
        ast::ExprKind::Binary(ast::BinaryOp::Or, left, right) if !holds => {
            narrow(scope, left, false);
            narrow(scope, right, false);
        }
        ast::ExprKind::Binary(op, left, right) if differs(*op) == Some(holds) => {
            if let Some(name) = compared_with_none(left, right) {
                is_there(scope, name);
            }
        }
        _ => {}
    }
}

/// Whether two trees are written alike, leaving out where they stand; only for names, members and numbers.
pub(super) fn same(a: &ast::Expr, b: &ast::Expr) -> bool {
    use ast::ExprKind as Kind;
    match (&*a.kind, &*b.kind) {
        (Kind::Name(a), Kind::Name(b)) => a == b,
        (Kind::Int(a), Kind::Int(b)) => a == b,
        (Kind::Bool(a), Kind::Bool(b)) => a == b,
        (Kind::None, Kind::None) => true,
        (Kind::Member(a, x), Kind::Member(b, y)) => x.text == y.text && same(a, b),
        (Kind::Index(a, x), Kind::Index(b, y)) => same(a, b) && same(x, y),
        _ => false,
    }
}

/// `!=` or `==`.
fn differs(op: ast::BinaryOp) -> Option<bool> {
    match op {
        ast::BinaryOp::NotEqual => Some(true),
        ast::BinaryOp::Equal => Some(false),
        _ => None,
    }
}

fn compared_with_none<'a>(left: &'a ast::Expr, right: &'a ast::Expr) -> Option<&'a str> {
    match (&*left.kind, &*right.kind) {
        (ast::ExprKind::Name(name), ast::ExprKind::None)
        | (ast::ExprKind::None, ast::ExprKind::Name(name)) => Some(name),
        _ => None,
    }
}

fn is_there(scope: &mut Scope, name: &str) {
    let Some(local) = scope.find(name) else {
        return;
    };
    if let Type::Optional(inner) = &local.ty {
        let known = Local {
            name: name.into(),
            ty: (**inner).clone(),
            slot: local.slot,
        };
        scope.locals.push(known);
    }
}
