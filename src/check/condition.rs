//! Conditions asked of a game from outside: what a ruling expects.
//!
//! Takes the names of a checked game and a tree, gives a typed condition. A thing of a player that nobody is named for
//! is that of `you`, the player who is asked next.

use crate::check::env::Checker;
use crate::check::env::Env;
use crate::check::env::Scope;
use crate::check::env::Where;
use crate::report::Report;
use crate::rules::expr::Expr;
use crate::rules::ids::Slot;
use crate::syntax::ast;

/// A condition and the slots its frame needs; none when something is wrong with it.
pub fn condition(names: &mut Env, tree: &ast::Expr, report: &mut Report) -> Option<(Expr, Slot)> {
    let before = report.errors();
    let mut env = std::mem::take(names);
    env.asked = true;
    let mut checker = Checker { env, report };
    let mut scope = Scope::new(Where::Question, true, None);
    let cond = checker.condition(&mut scope, tree);
    *names = checker.env;
    (report.errors() == before).then_some((cond, scope.size()))
}
