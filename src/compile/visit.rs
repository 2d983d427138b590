//! Facts about a text that the compiler needs before it compiles it.

use ludex_rules::expr::{Expr, ExprKind, Stmt};
use ludex_rules::walk::exprs;

/// Slots that a frame needs for some questions: one more than the highest they name.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these name a slot")]
pub(super) fn slots_of<'a>(asked: impl IntoIterator<Item = &'a Expr>) -> u16 {
    let mut most = 1;
    for e in asked {
        exprs(e, &mut |e| {
            let slot = match &*e.kind {
                ExprKind::Local(slot) => *slot,
                ExprKind::Let(slot, _) => *slot,
                ExprKind::Filter(binder) | ExprKind::Fold { binder, .. } => binder.slot,
                ExprKind::PossibleSet(set) => set.binder.slot.max(set.whole.chosen + 2),
                _ => 0,
            };
            most = most.max(slot.saturating_add(1));
        });
    }
    most
}

/// The conditions on what is chosen, of all choices in some statements.
pub(super) fn choices(block: &[Stmt]) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut open: Vec<&Stmt> = block.iter().collect();
    while let Some(stmt) = open.pop() {
        if let Some(choose) = stmt.choice() {
            found.extend(choose.binders.iter().flat_map(|b| &b.cond));
            found.extend(choose.whole.iter().map(|whole| &whole.cond));
        }
        open.extend(stmt.blocks().into_iter().flatten());
    }
    found
}
