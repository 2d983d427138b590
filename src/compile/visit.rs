//! A walk over all expressions of typed rules.

use crate::rules::expr::{Binder, Expr, ExprKind, Quantity, Stmt, StmtKind};

/// Calls `see` for an expression and everything in it.
pub(super) fn in_expr(e: &Expr, see: &mut dyn FnMut(&Expr)) {
    see(e);
    let mut all = |list: &[&Expr]| list.iter().for_each(|e| in_expr(e, see));
    match &*e.kind {
        ExprKind::Const(_)
        | ExprKind::Local(_)
        | ExprKind::Option(_)
        | ExprKind::AllPieces(_)
        | ExprKind::AllRows(_)
        | ExprKind::AllValues(_)
        | ExprKind::Players
        | ExprKind::Shape(_)
        | ExprKind::Possible(_) => {}
        ExprKind::Var { of, at, .. } => of.iter().chain(at).for_each(|e| all(&[e])),
        ExprKind::Attribute { of, .. }
        | ExprKind::MadeFor(of)
        | ExprKind::SpaceAttribute { of, .. } => all(&[of]),
        ExprKind::BagCount { of, at, .. } => all(&[of, at]),
        ExprKind::Place { of, .. } | ExprKind::AllSpaces { of, .. } => {
            of.iter().for_each(|e| all(&[e]))
        }
        ExprKind::Filter(binder) => in_binder(binder, see),
        ExprKind::SetOf(list) | ExprKind::Query(_, list) | ExprKind::Op(_, list) => {
            list.iter().for_each(|e| all(&[e]))
        }
        ExprKind::Slot { of, args, .. } => args.iter().chain([of]).for_each(|e| all(&[e])),
        ExprKind::Lookup(_, key) => all(&[key]),
        ExprKind::Fold { binder, value, .. } => {
            value.iter().for_each(|e| all(&[e]));
            in_binder(binder, see);
        }
        ExprKind::Not(a) | ExprKind::Negate(a) => all(&[a]),
        ExprKind::Range(a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Equal(a, b)
        | ExprKind::Less(a, b)
        | ExprKind::LessEqual(a, b)
        | ExprKind::Arithmetic(_, a, b)
        | ExprKind::Member(a, b) => all(&[a, b]),
        ExprKind::If(a, b, c) => all(&[a, b, c]),
    }
}

/// Slots that a frame needs for some questions: one more than the highest they name.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these name a slot")]
pub(super) fn slots_of<'a>(asked: impl IntoIterator<Item = &'a Expr>) -> u16 {
    let mut most = 1;
    for e in asked {
        in_expr(e, &mut |e| {
            let slot = match &*e.kind {
                ExprKind::Local(slot) => *slot,
                ExprKind::Filter(binder) | ExprKind::Fold { binder, .. } => binder.slot,
                _ => 0,
            };
            most = most.max(slot + 1);
        });
    }
    most
}

fn in_binder(binder: &Binder, see: &mut dyn FnMut(&Expr)) {
    binder
        .cond
        .iter()
        .chain([&binder.source])
        .for_each(|e| in_expr(e, see));
}

/// Calls `see` for every expression of a statement and of the statements in it.
pub(super) fn in_stmt(stmt: &Stmt, see: &mut dyn FnMut(&Expr)) {
    match &stmt.kind {
        StmtKind::Let(_, e)
        | StmtKind::SetLocal(_, e)
        | StmtKind::Refill(e)
        | StmtKind::While(e, _)
        | StmtKind::As(e, _)
        | StmtKind::Pool(e, _)
        | StmtKind::May { by: e, .. }
        | StmtKind::Offer { who: e, .. } => in_expr(e, see),
        StmtKind::Set(target, e) | StmtKind::Add(target, e) | StmtKind::Gain(target, e) => {
            target
                .of
                .iter()
                .chain(&target.at)
                .chain([e])
                .for_each(|e| in_expr(e, see));
        }
        StmtKind::If(arms, _) => arms.iter().for_each(|(e, _)| in_expr(e, see)),
        StmtKind::ForEach(binder, _) => in_binder(binder, see),
        StmtKind::Repeat(times, _) => times.iter().for_each(|e| in_expr(e, see)),
        StmtKind::Choose(choose) => {
            match &choose.quantity {
                Quantity::Exactly(n) | Quantity::UpTo(n) => in_expr(n, see),
                Quantity::One | Quantity::Any | Quantity::All => {}
            }
            in_expr(&choose.by, see);
            choose.binders.iter().for_each(|b| in_binder(b, see));
        }
        StmtKind::Later { args, .. } | StmtKind::Call(_, args) | StmtKind::Verb(_, args) => {
            args.iter().for_each(|e| in_expr(e, see));
        }
        StmtKind::CallSlot { of, args, .. } => {
            args.iter().chain([of]).for_each(|e| in_expr(e, see))
        }
        StmtKind::Reach(_) | StmtKind::Return | StmtKind::Stop => {}
    }
    blocks(stmt)
        .into_iter()
        .flatten()
        .for_each(|s| in_stmt(s, see));
}

/// The conditions on what is chosen, of all choices in some statements.
pub(super) fn choices(block: &[Stmt]) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut open: Vec<&Stmt> = block.iter().collect();
    while let Some(stmt) = open.pop() {
        if let StmtKind::Choose(choose) = &stmt.kind {
            found.extend(choose.binders.iter().flat_map(|b| &b.cond));
        }
        open.extend(blocks(stmt).into_iter().flatten());
    }
    found
}

/// The blocks inside a statement.
fn blocks(stmt: &Stmt) -> Vec<&[Stmt]> {
    match &stmt.kind {
        StmtKind::If(arms, otherwise) => arms
            .iter()
            .map(|(_, b)| &b[..])
            .chain([&otherwise[..]])
            .collect(),
        StmtKind::ForEach(_, body)
        | StmtKind::Repeat(_, body)
        | StmtKind::While(_, body)
        | StmtKind::As(_, body)
        | StmtKind::Pool(_, body) => vec![body],
        StmtKind::Choose(choose) => choose
            .body
            .iter()
            .chain(&choose.otherwise)
            .map(|b| &b[..])
            .collect(),
        StmtKind::May {
            body, otherwise, ..
        } => vec![body, otherwise],
        StmtKind::Let(..)
        | StmtKind::SetLocal(..)
        | StmtKind::Set(..)
        | StmtKind::Add(..)
        | StmtKind::Gain(..)
        | StmtKind::Offer { .. }
        | StmtKind::Later { .. }
        | StmtKind::Reach(_)
        | StmtKind::Call(..)
        | StmtKind::CallSlot { .. }
        | StmtKind::Refill(_)
        | StmtKind::Verb(..)
        | StmtKind::Return
        | StmtKind::Stop => vec![],
    }
}
