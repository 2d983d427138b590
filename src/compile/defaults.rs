//! First values of variables and fields, worked out once so that setting one back is a copy.

use crate::compile::Compiler;
use crate::compile::layout::number;
use crate::rules::expr::{Expr, ExprKind};
use crate::rules::game::{Holder, NONE};
use crate::rules::numbers::{Unknown, operator};
use crate::rules::types::Type;

pub(super) fn fill(c: &mut Compiler) {
    for id in 0..c.game.vars.len() {
        let var = &c.game.vars[id];
        let placed = c.program.layout.vars[id].clone();
        for n in 0..placed.holders {
            let holder = (placed.first + n) as i32;
            let Some(value) = known(c, &var.default, holder) else {
                let help = "a default may name its piece's attributes and fixed values only";
                c.refuse(
                    var.default.span,
                    format!("the default of `{}` depends on play", var.name),
                    help,
                );
                break;
            };
            let from = (placed.base + n * placed.width) as usize;
            c.program.layout.memory[from..from + placed.width as usize].fill(value);
        }
        debug_assert!(
            placed.holders > 0 || matches!(var.holder, Holder::Piece(_) | Holder::Space(_))
        );
    }
}

/// The value of an expression that needs nothing of a running game; slot 0 is `this`, the holder.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "what is not named is known only in play"
)]
fn known(c: &Compiler, e: &Expr, this: i32) -> Option<i32> {
    Some(match &*e.kind {
        ExprKind::Const(n) => number(c, *n, &e.ty),
        ExprKind::Local(_) => this,
        ExprKind::Attribute { kind, column, of } => {
            let row = known(c, of, this)?;
            let kind = &c.program.layout.kinds[kind.index()];
            let (_, ty, base) = &kind.attributes[*column];
            if row == NONE || matches!(ty, Type::Bag(_)) {
                return None;
            }
            *c.program
                .layout
                .rows
                .get((*base as i32 + row - kind.first as i32) as usize)?
        }
        ExprKind::MadeFor(of) => *c
            .program
            .layout
            .piece_for
            .get(known(c, of, this)? as usize)?,
        _ => operator(e, |e| known(c, e, this).ok_or(Unknown::Open))?.ok()?,
    })
}
