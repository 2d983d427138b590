//! Visitors: the parts of an expression or statement, for whoever looks at all of it.

use crate::expr::{Binder, Expr, ExprKind, Stmt};
use crate::game::Game;

/// Visits an expression and all inside it.
pub fn exprs(e: &Expr, visit: &mut impl FnMut(&Expr)) {
    visit(e);
    for inner in inside(e) {
        exprs(inner, visit);
    }
}

/// Lists the expressions right inside one, always in the same order.
pub fn inside(e: &Expr) -> Vec<&Expr> {
    match &*e.kind {
        ExprKind::Const(_)
        | ExprKind::Local(_)
        | ExprKind::Option(_)
        | ExprKind::AllPieces(_)
        | ExprKind::Copies { .. }
        | ExprKind::AllRows(_)
        | ExprKind::AllValues(_)
        | ExprKind::Players
        | ExprKind::Shape(_)
        | ExprKind::Possible(_) => Vec::new(),
        ExprKind::Var { of, at, .. } => of.iter().chain(at).collect(),
        ExprKind::AllSpaces { of, .. } | ExprKind::Place { of, .. } => of.iter().collect(),
        ExprKind::Attribute { of, .. }
        | ExprKind::SpaceAttribute { of, .. }
        | ExprKind::MadeFor(of)
        | ExprKind::Lookup(_, of)
        | ExprKind::Let(_, of)
        | ExprKind::Not(of)
        | ExprKind::Negate(of)
        | ExprKind::Amount(of) => vec![of],
        ExprKind::BagCount { of, at, .. } => vec![of, at],
        ExprKind::Range(a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Equal(a, b)
        | ExprKind::Less(a, b)
        | ExprKind::LessEqual(a, b)
        | ExprKind::Arithmetic(_, a, b)
        | ExprKind::Member(a, b)
        | ExprKind::Union(a, b)
        | ExprKind::Else(a, b)
        | ExprKind::For(a, b) => vec![a, b],
        ExprKind::If(a, b, c) => vec![a, b, c],
        ExprKind::Filter(binder) => binder.values(),
        ExprKind::Fold { binder, value, .. } => binder.values().into_iter().chain(value).collect(),
        ExprKind::PossibleSet(set) => set.values(),
        ExprKind::SetOf(items) | ExprKind::Query(_, items) | ExprKind::Op(_, items) => {
            items.iter().collect()
        }
        ExprKind::Slot { of, args, .. } => std::iter::once(of).chain(args).collect(),
    }
}

/// Visits every expression of a statement and of the statements in it.
pub fn in_stmt(stmt: &Stmt, visit: &mut impl FnMut(&Expr)) {
    for e in stmt.values() {
        exprs(e, visit);
    }
    for inner in stmt.blocks().into_iter().flatten() {
        in_stmt(inner, visit);
    }
}

/// Visits every expression of a game that stands in a text of its own.
pub fn of_game(game: &Game, visit: &mut impl FnMut(&Expr)) {
    for routine in &game.routines {
        routine.ordered_by.iter().for_each(&mut *visit);
        for stmt in &routine.body {
            each_of_stmt(stmt, visit);
        }
    }
    let queries = game.queries.iter().chain(&game.value_texts);
    queries.for_each(|query| visit(&query.body));
    for action in &game.actions {
        action
            .binders
            .iter()
            .flat_map(Binder::values)
            .for_each(&mut *visit);
        for require in &action.requires {
            let told = require.reason.values().map(|(value, _)| value);
            [&require.cond]
                .into_iter()
                .chain(told)
                .for_each(&mut *visit);
        }
    }
    for hook in &game.hooks {
        let most = hook.limit.iter().map(|(most, _)| most);
        hook.cond.iter().chain(most).for_each(&mut *visit);
    }
    for one in &game.modifiers {
        one.cond.iter().chain([&one.value]).for_each(&mut *visit);
    }
    let tracks = game.vars.iter().filter_map(|var| var.track.as_ref());
    tracks
        .flat_map(|track| &track.gates)
        .for_each(|(_, cond)| visit(cond));
    game.ranks.iter().for_each(|rank| visit(&rank.value));
    game.wins.iter().for_each(|wins| visit(&wins.cond));
    game.heuristic.iter().for_each(|one| visit(&one.value));
    game.demands.iter().for_each(|one| visit(&one.cond));
}

fn each_of_stmt(stmt: &Stmt, visit: &mut impl FnMut(&Expr)) {
    stmt.values().into_iter().for_each(&mut *visit);
    for inner in stmt.blocks().into_iter().flatten() {
        each_of_stmt(inner, visit);
    }
}
