//! Traits of a game's queries: what decides whether each is expanded, called or remembered.

use crate::visit::choices;
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::Game;
use ludex_rules::ids::QueryId;
use ludex_rules::walk::{exprs, in_stmt};
use std::collections::BTreeSet;

/// Traits of a game's queries, which decide how each is compiled.
#[derive(Default)]
pub(super) struct Traits {
    /// The queries that have modifiers: they are called, never expanded.
    pub(super) modified: BTreeSet<QueryId>,
    /// The queries asked so often that their answers are worth remembering.
    pub(super) asked_often: BTreeSet<QueryId>,
}

impl Traits {
    pub(super) fn of(game: &Game) -> Traits {
        Traits {
            modified: game.modifiers.iter().map(|m| m.query).collect(),
            asked_often: asked_often(game),
        }
    }
}

/// Queries that may be asked many times of one position: for each option of a decision, or each member of a collection.
fn asked_often(game: &Game) -> BTreeSet<QueryId> {
    let mut often = BTreeSet::new();
    let mut named = |e: &Expr| {
        exprs(e, &mut |e| {
            if let ExprKind::Query(query, _) = &*e.kind {
                often.insert(*query);
            }
        })
    };
    for action in &game.actions {
        action.requires.iter().for_each(|r| named(&r.cond));
        action
            .binders
            .iter()
            .flat_map(|b| &b.cond)
            .for_each(&mut named);
    }
    let mut in_loops = |e: &Expr| {
        if let ExprKind::Filter(binder) | ExprKind::Fold { binder, .. } = &*e.kind {
            binder.cond.iter().for_each(&mut named);
        }
        if let ExprKind::PossibleSet(set) = &*e.kind {
            set.values().into_iter().for_each(&mut named);
        }
        if let ExprKind::Fold {
            value: Some(value), ..
        } = &*e.kind
        {
            named(value);
        }
    };
    for routine in &game.routines {
        for stmt in &routine.body {
            in_stmt(stmt, &mut in_loops);
        }
    }
    for query in game.queries.iter().chain(&game.value_texts) {
        exprs(&query.body, &mut in_loops);
    }
    for routine in &game.routines {
        choices(&routine.body).into_iter().for_each(&mut named);
    }
    // Queries that those ask are asked as often.
    let mut open: Vec<QueryId> = often.iter().copied().collect();
    while let Some(query) = open.pop() {
        exprs(&game.queries[query.index()].body, &mut |e| {
            if let ExprKind::Query(query, _) = &*e.kind
                && often.insert(*query)
            {
                open.push(*query);
            }
        });
    }
    often
}
