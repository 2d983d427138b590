//! What is inside an expression or a statement, for whoever looks at all of it.

use crate::rules::expr::Binder;
use crate::rules::expr::Expr;
use crate::rules::expr::ExprKind;
use crate::rules::expr::Quantity;
use crate::rules::expr::Stmt;
use crate::rules::expr::StmtKind;
use crate::rules::game::Game;
use crate::rules::verbs::{Argument, Role};

/// Visits an expression and all inside it.
pub(crate) fn exprs(e: &Expr, visit: &mut impl FnMut(&Expr)) {
    visit(e);
    for inner in inside(e) {
        exprs(inner, visit);
    }
}

/// The expressions right inside one.
pub(crate) fn inside(e: &Expr) -> Vec<&Expr> {
    match &*e.kind {
        ExprKind::Const(_)
        | ExprKind::Local(_)
        | ExprKind::Option(_)
        | ExprKind::AllPieces(_)
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
        | ExprKind::Not(of)
        | ExprKind::Negate(of) => vec![of],
        ExprKind::BagCount { of, at, .. } => vec![of, at],
        ExprKind::Range(a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Equal(a, b)
        | ExprKind::Less(a, b)
        | ExprKind::LessEqual(a, b)
        | ExprKind::Arithmetic(_, a, b)
        | ExprKind::Member(a, b) => vec![a, b],
        ExprKind::If(a, b, c) => vec![a, b, c],
        ExprKind::Filter(binder) => of_binder(binder),
        ExprKind::Fold { binder, value, .. } => {
            of_binder(binder).into_iter().chain(value).collect()
        }
        ExprKind::SetOf(items) | ExprKind::Query(_, items) | ExprKind::Op(_, items) => {
            items.iter().collect()
        }
        ExprKind::Slot { of, args, .. } => std::iter::once(of).chain(args).collect(),
    }
}

fn of_binder(binder: &Binder) -> Vec<&Expr> {
    std::iter::once(&binder.source)
        .chain(&binder.cond)
        .collect()
}

/// The statements right inside one, block by block.
pub(crate) fn blocks(stmt: &Stmt) -> Vec<&[Stmt]> {
    match &stmt.kind {
        StmtKind::If(arms, otherwise) => arms
            .iter()
            .map(|(_, block)| block.as_slice())
            .chain([otherwise.as_slice()])
            .collect(),
        StmtKind::ForEach(_, block)
        | StmtKind::Repeat(_, block)
        | StmtKind::While(_, block)
        | StmtKind::As(_, block)
        | StmtKind::Pool(_, block) => vec![block],
        StmtKind::May {
            body, otherwise, ..
        } => vec![body, otherwise],
        StmtKind::Choose(choose) => choose
            .body
            .iter()
            .chain(&choose.otherwise)
            .map(Vec::as_slice)
            .collect(),
        StmtKind::Let(..)
        | StmtKind::SetLocal(..)
        | StmtKind::Write(..)
        | StmtKind::Offer { .. }
        | StmtKind::Later { .. }
        | StmtKind::Reach(_)
        | StmtKind::Call(..)
        | StmtKind::CallSlot { .. }
        | StmtKind::Refill(_)
        | StmtKind::Verb(..)
        | StmtKind::Return
        | StmtKind::Stop => Vec::new(),
    }
}

/// Visits every expression of a statement and of the statements in it.
pub(crate) fn in_stmt(stmt: &Stmt, visit: &mut impl FnMut(&Expr)) {
    for e in of_stmt(stmt) {
        exprs(e, visit);
    }
    for inner in blocks(stmt).into_iter().flatten() {
        in_stmt(inner, visit);
    }
}

/// Visits every expression of a game that stands in a text of its own.
pub(crate) fn of_game(game: &Game, visit: &mut impl FnMut(&Expr)) {
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
            .flat_map(of_binder)
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
}

fn each_of_stmt(stmt: &Stmt, visit: &mut impl FnMut(&Expr)) {
    of_stmt(stmt).into_iter().for_each(&mut *visit);
    for inner in blocks(stmt).into_iter().flatten() {
        each_of_stmt(inner, visit);
    }
}

/// The expressions right inside a statement.
pub(crate) fn of_stmt(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Let(_, e)
        | StmtKind::SetLocal(_, e)
        | StmtKind::Refill(e)
        | StmtKind::While(e, _)
        | StmtKind::As(e, _)
        | StmtKind::Pool(e, _) => vec![e],
        StmtKind::May { by: e, prompt, .. } | StmtKind::Offer { who: e, prompt, .. } => {
            prompt.values().chain([e]).collect()
        }
        StmtKind::Write(_, target, e) => target.of.iter().chain(&target.at).chain([e]).collect(),
        StmtKind::If(arms, _) => arms.iter().map(|(e, _)| e).collect(),
        StmtKind::ForEach(binder, _) => of_binder(binder),
        StmtKind::Repeat(times, _) => times.iter().collect(),
        StmtKind::Choose(choose) => {
            let limit = match &choose.quantity {
                Quantity::Exactly(n) | Quantity::UpTo(n) => Some(n),
                Quantity::One | Quantity::Any | Quantity::All => None,
            };
            let binders = choose.binders.iter().flat_map(of_binder);
            let told = choose.prompt.values();
            binders
                .chain([&choose.by])
                .chain(limit)
                .chain(told)
                .collect()
        }
        StmtKind::Later { args, .. } | StmtKind::Call(_, args) | StmtKind::Verb(_, args) => {
            args.iter().collect()
        }
        StmtKind::CallSlot { of, args, .. } => args.iter().chain([of]).collect(),
        StmtKind::Reach(_) | StmtKind::Return | StmtKind::Stop => vec![],
    }
}

/// The arguments of a verb, each with what the verb does with it; none of another statement.
pub(crate) fn arguments(stmt: &Stmt) -> impl Iterator<Item = (&'static Argument, &Expr)> {
    let (takes, args) = match &stmt.kind {
        StmtKind::Verb(verb, args) => (verb.row().takes, args.as_slice()),
        _ => (&[][..], &[][..]),
    };
    takes.iter().zip(args)
}

/// The arguments of a verb with one of some roles.
pub(crate) fn with_role<'s>(stmt: &'s Stmt, roles: &'s [Role]) -> impl Iterator<Item = &'s Expr> {
    let fits = |argument: &Argument| roles.contains(&argument.role);
    arguments(stmt).filter_map(move |(argument, e)| fits(argument).then_some(e))
}

/// Returns the arguments of a statement that may name a place where pieces come to; of a call all, as its effect may put
/// something there.
pub(crate) fn targets(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Call(_, args) => args.iter().collect(),
        _ => with_role(stmt, &[Role::To]).collect(),
    }
}
