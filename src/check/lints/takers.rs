//! Pieces that two players may take at once: each chooses from the same place, and what they chose is moved when all have.
//!
//! Looks at checked rules. What a player chooses from a place of their own is nobody else's; a condition about the player is
//! believed to keep their pieces apart.

use crate::env::Checker;
use crate::flow::call_graph::each_stmt;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Binder, Expr, ExprKind, SetsOff, Stmt, ValueOrigin};
use ludex_rules::game::Game;
use ludex_rules::ids::Slot;
use ludex_rules::ops::QueryOp;
use ludex_rules::types::Type;
use ludex_rules::walk;
use ludex_source::Span;
use std::collections::BTreeMap;

/// The depth to which queries are looked into.
const DEEP: u32 = 8;

impl Checker<'_> {
    /// Warns of pieces that two players may take at once.
    pub(crate) fn check_takers(&mut self) {
        let game = &self.env.game;
        let mut found = Vec::new();
        for routine in &game.routines {
            each_stmt(&routine.body, &mut |stmt| {
                if let Some((member, body)) = stmt.at_once() {
                    taken_twice(game, member, body, &mut found);
                }
            });
        }
        for (chosen, moved) in found {
            let message = "two players may take the same piece at once";
            self.report.push(
                Diagnostic::warning(Code::SAME_PIECE, message)
                    .at(moved, "moved when all have chosen")
                    .also(chosen, "each may choose the same")
                    .help(
                        "let an effect move it that asks first, `effect claim(x: …) { if x in PLACE { move x to … } }`: then the \
                         first in the order of `at once` gets it",
                    ),
            );
        }
    }
}

/// Finds what two members of an `at once` may both move, with where it is chosen and where it is moved.
fn taken_twice(game: &Game, member: &Binder, body: &[Stmt], found: &mut Vec<(Span, Span)>) {
    let mut shared: BTreeMap<Slot, Span> = BTreeMap::new();
    let mut note = |binder: &Binder| {
        if is_shared(game, binder, member.slot) {
            shared.insert(binder.slot, binder.source.span);
        }
    };
    each_stmt(body, &mut |stmt| {
        let chosen = stmt.choice().map_or(&[][..], |choice| &choice.binders);
        chosen.iter().for_each(&mut note);
        if let Some((binder, _)) = stmt.for_each() {
            note(binder);
        }
    });
    each_stmt(body, &mut |stmt| match stmt.sets_off() {
        Some(SetsOff::PutOff(_, text, args)) => {
            let moved = game.moved_params(game.routine(text));
            let given = moved
                .iter()
                .filter_map(|slot| args.get(usize::from(*slot) - 1));
            let named = given.flat_map(Expr::members_named);
            let chosen = named.filter_map(|slot| shared.get(&slot));
            found.extend(chosen.map(|chosen| (*chosen, stmt.span)));
        }
        Some(SetsOff::Actions(actions)) => {
            for action in actions.iter().map(|action| &game.actions[action.index()]) {
                let text = game.routine(action.body);
                let moved = game.moved_params(text);
                let taken = action.binders.iter();
                let taken =
                    taken.filter(|one| moved.contains(&one.slot) && is_shared(game, one, 0));
                found.extend(taken.map(|one| (one.source.span, text.span)));
            }
        }
        // Pieces that a called effect moves are not tracked.
        Some(
            SetsOff::Effect(..)
            | SetsOff::Slot(..)
            | SetsOff::Track(_)
            | SetsOff::Filling(_)
            | SetsOff::Drawing(_)
            | SetsOff::Waiting(_),
        )
        | None => {}
    });
}

/// Returns true if two members may choose the same.
fn is_shared(game: &Game, binder: &Binder, member: Slot) -> bool {
    let is_piece = matches!(binder.ty.required(), Type::Piece(_));
    is_piece && !is_apart(binder, member) && comes_from_all(game, &binder.source, member, DEEP)
}

/// Returns true if a condition asks something about the player who chooses.
fn is_apart(binder: &Binder, member: Slot) -> bool {
    let mut apart = false;
    if let Some(cond) = &binder.cond {
        walk::exprs(cond, &mut |e| {
            apart |= matches!(*e.kind, ExprKind::Local(slot) if slot == 0 || slot == member);
        });
    }
    apart
}

/// Returns true if a collection may have members that another player chooses from too.
fn comes_from_all(game: &Game, source: &Expr, member: Slot, deep: u32) -> bool {
    let part = |e: &Expr| comes_from_all(game, e, member, deep);
    if matches!(&*source.kind, ExprKind::Filter(binder) if is_apart(binder, member)) {
        return false;
    }
    if let ExprKind::If(_, a, b) = &*source.kind {
        return part(a) || part(b);
    }
    match source.origin() {
        ValueOrigin::Place(_, of) => of.is_none_or(|of| !is_own(of, member)),
        ValueOrigin::MembersOf(parts) => parts.into_iter().any(part),
        ValueOrigin::Query(query, _) => {
            let body = &game.queries[query.index()].body;
            deep > 0 && comes_from_all(game, body, 0, deep - 1)
        }
        ValueOrigin::Own => {
            matches!(
                &*source.kind,
                ExprKind::AllPieces(_) | ExprKind::Copies { .. }
            )
        }
        ValueOrigin::Local(_)
        | ValueOrigin::Var(..)
        | ValueOrigin::Row(_)
        | ValueOrigin::Text(..)
        | ValueOrigin::Action(_)
        | ValueOrigin::OneOf(_)
        | ValueOrigin::MemberOf(_) => false,
    }
}

/// Returns true if a player is another one for each who asks.
fn is_own(player: &Expr, member: Slot) -> bool {
    if let ExprKind::Local(slot) = &*player.kind {
        *slot == 0 || *slot == member
    } else if let ExprKind::Op(QueryOp::NextPlayer, of) = &*player.kind {
        of.iter().all(|of| is_own(of, member))
    } else {
        false
    }
}
