//! Facts about a text that the compiler needs before it compiles it.

use ludex_rules::expr::{Expr, ExprKind, Stmt};
use ludex_rules::walk::exprs;

/// Slots that a frame needs for some questions: one more than the highest they name.
pub(super) fn slots_of<'a>(asked: impl IntoIterator<Item = &'a Expr>) -> u16 {
    let mut most = 1;
    for e in asked {
        exprs(e, &mut |e| {
            let slot = if let ExprKind::Local(slot) = &*e.kind {
                *slot
            } else if let ExprKind::Let(slot, _) = &*e.kind {
                *slot
            } else if let ExprKind::Filter(binder) | ExprKind::Fold { binder, .. } = &*e.kind {
                binder.slot
            } else if let ExprKind::PossibleSet(set) = &*e.kind {
                set.binder.slot.max(set.whole.chosen + 2)
            } else {
                0
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
