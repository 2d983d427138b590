//! Conditions, values and statements asked of a game from outside: what a ruling expects, what somebody tries.
//!
//! Takes the names of a checked game and a tree, gives its typed form. A thing of a player that nobody is named for
//! is that of `you`, the player who is asked next.

use crate::env::{Checker, Env, LocalName, Scope, Where};
use crate::semantics::{Semantics, THIS};
use ludex_report::Report;
use ludex_rules::expr::Expr;
use ludex_rules::game::{Routine, RoutineKind};
use ludex_rules::ids::{RoutineId, Slot};
use ludex_rules::types::Type;
use ludex_syntax::ast;
use std::sync::Arc;

/// The names of a frame that something is asked in.
#[derive(Debug, Clone, Copy, Default)]
pub struct FrameNames<'a> {
    /// The name and type of each slot, `you` first; nothing outside of frames.
    pub slots: &'a [(String, Type)],
    /// The slots that may be named.
    pub visible: &'a [Slot],
}

impl FrameNames<'_> {
    fn scope(self, place: Where) -> Scope {
        let mut scope = Scope::new(place, true, None);
        if self.slots.is_empty() {
            return scope;
        }
        scope.slots = self.slots.to_vec();
        for slot in self.visible.iter().filter(|slot| **slot > 0) {
            if let Some((name, ty)) = self.slots.get(usize::from(*slot)) {
                scope.show(LocalName {
                    name: name.clone(),
                    ty: ty.clone(),
                    slot: *slot,
                    symbol: (name == "this").then_some(THIS),
                });
            }
        }
        scope
    }
}

/// Checks something asked from outside. What it names is no part of the rules, so the meaning of their names stays as it was.
fn ask_outside<T>(
    names: &mut Env,
    report: &mut Report,
    ask: impl FnOnce(&mut Checker<'_>) -> T,
) -> T {
    ask_apart(names, report, ask).0
}

/// Checks something asked from outside, and gives the meanings of the names in it, apart from those of the rules.
fn ask_apart<T>(
    names: &mut Env,
    report: &mut Report,
    ask: impl FnOnce(&mut Checker<'_>) -> T,
) -> (T, Arc<Semantics>) {
    let mut env = std::mem::take(names);
    let semantics = std::mem::take(&mut env.semantics);
    env.asked = true;
    let mut checker = Checker::new(env, report);
    let answer = ask(&mut checker);
    *names = checker.env;
    let apart = std::mem::replace(&mut names.semantics, semantics);
    (answer, apart)
}

/// Returns the meanings of the names in a condition or value that is asked from outside, as far as they can be resolved.
pub fn names_in_condition(names: &mut Env, tree: &ast::Expr) -> Arc<Semantics> {
    let mut scope = Scope::new(Where::Question, true, None);
    let infer = |checker: &mut Checker<'_>| checker.infer(&mut scope, tree, None);
    ask_apart(names, &mut Report::new(), infer).1
}

/// A condition and the slots its frame needs; none when something is wrong with it.
pub fn condition(names: &mut Env, tree: &ast::Expr, report: &mut Report) -> Option<(Expr, Slot)> {
    let before = report.errors();
    let mut scope = Scope::new(Where::Question, true, None);
    let cond = ask_outside(names, report, |checker| checker.condition(&mut scope, tree));
    (report.errors() == before).then_some((cond, scope.size()))
}

/// A value of whatever type, asked in a frame, and the slots it needs; none when something is wrong with it.
pub fn value(
    names: &mut Env,
    frame: FrameNames<'_>,
    tree: &ast::Expr,
    report: &mut Report,
) -> Option<(Expr, Slot)> {
    let before = report.errors();
    let mut scope = frame.scope(Where::Question);
    let value = ask_outside(names, report, |checker| {
        checker.infer(&mut scope, tree, None)
    });
    (report.errors() == before).then_some((value, scope.size()))
}

/// Adds a routine of some statements to the game, whose first slots are those of a frame; none when something is wrong with
/// them.
pub fn routine(
    names: &mut Env,
    frame: FrameNames<'_>,
    name: &str,
    tree: &ast::Block,
    report: &mut Report,
) -> Option<RoutineId> {
    let before = report.errors();
    let mut scope = frame.scope(Where::Effect);
    let body = ask_outside(names, report, |checker| checker.block(&mut scope, tree));
    if report.errors() > before {
        return None;
    }
    let id = RoutineId::new(names.game.routines.len());
    names.game.routines.push(Routine {
        name: name.to_owned(),
        kind: RoutineKind::Part,
        params: Vec::new(),
        slots: scope.size(),
        locals: scope.slots,
        ordered_by: None,
        body,
        span: tree.span,
    });
    Some(id)
}
