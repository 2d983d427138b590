//! Flow typing: what a condition proves of the names in it; after `x != none`, `x` is there.
//!
//! Takes a condition that holds or fails, gives shadows of the local names with their required types, and the paths of
//! variables and fields that are there. What a statement may change of them is told by `changes`.

use crate::describe::path;
use crate::env::{Known, LocalName, Scope};
use crate::types::changes::assigned_in;
use ludex_rules::expr::Expr;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

/// Notes what is known of local names when a condition holds, or when it fails. The caller cuts the scope back where that ends.
pub(crate) fn narrow(scope: &mut Scope, cond: &ast::Expr, holds: bool) {
    let mut there = Vec::new();
    not_none(cond, holds, &mut there);
    for e in there {
        if let ast::ExprKind::Name(name) = &*e.kind {
            is_there(scope, name);
        }
    }
}

/// Notes the same, also of variables and fields, and the names that the condition binds.
pub(crate) fn suppose(scope: &mut Scope, cond: &ast::Expr, holds: bool) {
    narrow(scope, cond, holds);
    let mut there = Vec::new();
    not_none(cond, holds, &mut there);
    let paths = there.into_iter().filter_map(path);
    let is_there = |path| Some(Known { path, sort: None });
    scope.known.extend(paths.map(is_there));
    if holds {
        bind_names(scope, cond);
    }
    note_sorts(scope, cond, holds);
}

/// Makes the names of `let x = …` visible that hold when a condition does.
fn bind_names(scope: &mut Scope, cond: &ast::Expr) {
    for one in cond.conjuncts() {
        let named = scope.named.iter().rev().find(|(at, _)| *at == one.span);
        if let (ast::ExprKind::Let(..), Some((_, name))) = (&*one.kind, named) {
            let name = name.clone();
            scope.show(name);
        }
    }
}

/// Notes the sorts of pieces when a condition holds, or when it fails.
pub(crate) fn note_sorts(scope: &mut Scope, cond: &ast::Expr, holds: bool) {
    each_certain(cond, holds, &mut |cond, holds| {
        use ast::BinaryOp as Op;
        if let ast::ExprKind::Binary(op, left, right) = &*cond.kind {
            match (op, holds) {
                (Op::In, true) | (Op::NotIn, false) => note_sort(scope, cond.span, left),
                (Op::Has, true) => note_sort(scope, cond.span, right),
                _ => {}
            }
        } else if let ast::ExprKind::Let(name, _) = &*cond.kind
            && holds
        {
            let name = ast::Expr {
                kind: Box::new(ast::ExprKind::Name(name.text.clone())),
                span: name.span,
            };
            note_sort(scope, cond.span, &name);
        }
    });
}

/// Visits the parts of a condition that surely hold or surely fail when it holds or fails, each with true if it holds.
fn each_certain<'a>(cond: &'a ast::Expr, holds: bool, visit: &mut impl FnMut(&'a ast::Expr, bool)) {
    if let ast::ExprKind::Unary(ast::UnaryOp::Not, of) = &*cond.kind {
        each_certain(of, !holds, visit);
    } else if let ast::ExprKind::Binary(op, left, right) = &*cond.kind
        && matches!(
            (op, holds),
            (ast::BinaryOp::And, true) | (ast::BinaryOp::Or, false)
        )
    {
        each_certain(left, holds, visit);
        each_certain(right, holds, visit);
    } else {
        visit(cond, holds);
    }
}

/// Notes the sort of a piece, if the condition at a place told one.
fn note_sort(scope: &mut Scope, at: Span, piece: &ast::Expr) {
    let told = (scope.asked_sorts.iter().rev()).find(|(span, _)| *span == at);
    if let (Some((_, sort)), Some(path)) = (told, path(piece)) {
        let sort = Some(*sort);
        scope.known.push(Some(Known { path, sort }));
    }
}

/// The value of a path; without its `or none` when it is known to be there.
pub(super) fn known_there(scope: &Scope, e: &ast::Expr, value: Expr) -> Expr {
    if !matches!(value.ty, Type::Optional(_)) || scope.known.is_empty() {
        return value;
    }
    let is_there = |path| scope.known.contains(&Some(Known { path, sort: None }));
    if path(e).is_some_and(is_there) {
        Expr {
            ty: value.ty.required().clone(),
            ..value
        }
    } else {
        value
    }
}

/// Gives what is known of names that a loop writes to: nothing, for the loop begins again.
pub(super) fn forget_written(scope: &mut Scope, body: &ast::Block) {
    let mut names = Vec::new();
    assigned_in(body, &mut names);
    for name in names {
        let Some(local) = scope.find(name) else {
            continue;
        };
        let slot = local.slot;
        let declared = scope.slots[usize::from(slot)].1.clone();
        for local in scope.locals.iter_mut().filter(|local| local.slot == slot) {
            local.ty = declared.clone();
        }
    }
}

/// The names and paths that are not none when a condition holds, or when it fails.
fn not_none<'a>(cond: &'a ast::Expr, holds: bool, there: &mut Vec<&'a ast::Expr>) {
    each_certain(cond, holds, &mut |cond, holds| {
        if let ast::ExprKind::Binary(op, left, right) = &*cond.kind
            && differs(*op) == Some(holds)
        {
            match (&*left.kind, &*right.kind) {
                (_, ast::ExprKind::None) => there.push(left),
                (ast::ExprKind::None, _) => there.push(right),
                _ => {}
            }
        }
    });
}

/// Tells whether two trees are written alike, leaving out where they stand; only for names, members and numbers.
pub(crate) fn same(a: &ast::Expr, b: &ast::Expr) -> bool {
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

/// Tells `!=` from `==`; none for other operators.
fn differs(op: ast::BinaryOp) -> Option<bool> {
    matches!(op, ast::BinaryOp::NotEqual | ast::BinaryOp::Equal)
        .then_some(op == ast::BinaryOp::NotEqual)
}

fn is_there(scope: &mut Scope, name: &str) {
    let Some(local) = scope.find(name) else {
        return;
    };
    if let Type::Optional(inner) = &local.ty {
        let known = LocalName {
            name: name.into(),
            ty: (**inner).clone(),
            slot: local.slot,
            symbol: local.symbol,
        };
        scope.locals.push(known);
    }
}
