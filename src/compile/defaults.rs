//! First values of variables and fields, worked out once so that setting one back is a copy.

use crate::compiler::Compiler;
use crate::values::value;
use ludex_rules::constants::{Constants, Fuel, Unknown};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::{NONE, Value, Var};
use ludex_rules::types::Type;
use ludex_rules::{limits, walk};

/// The slot of the holder, `this` or `you`, in the frame of a first value.
const HOLDER: u16 = 0;

pub(super) fn fill(c: &mut Compiler) {
    let game = c.game;
    let fuel = Fuel::new(limits::BEFORE_PLAY);
    for (id, var) in c.program.layout.vars.ids().zip(&game.vars) {
        let placed = &c.program.layout.vars[id];
        let count = placed.holders;
        let alike = !asks_for_holder(&var.default);
        for n in 0..if alike { count.min(1) } else { count } {
            let Some(value) = first_value(c, var, n as i32, &fuel) else {
                break;
            };
            let holders = if alike { count } else { 1 };
            let placed = &c.program.layout.vars[id];
            let own = placed.nth(n)..placed.nth(n + holders);
            c.program.layout.memory.range_mut(own).fill(value);
        }
    }
}

/// Evaluates the first value for a holder; none when it is refused.
fn first_value(c: &mut Compiler, var: &Var, holder: i32, fuel: &Fuel) -> Option<i32> {
    let frame = [Some(Value::Scalar(holder))];
    let known = Constants::of(c.game, HOLDER, fuel).value(&var.default, &frame);
    if known == Err(Unknown::Spent) {
        c.refuse(
            var.default.span,
            format!("the default of `{}` takes too long to work out", var.name),
            "count over fewer members, or write the value",
        );
        return None;
    }
    let known = known
        .ok()
        .filter(|value| !matches!(value, Value::Bag(_) | Value::Text(_)));
    let Some(value) = known.and_then(|known| value(c, &known, &var.ty).first().copied()) else {
        let help = "a default may name its piece's attributes, rows and fixed values only";
        c.refuse(
            var.default.span,
            format!("the default of `{}` depends on play", var.name),
            help,
        );
        return None;
    };
    let (low, high) = var.bounds;
    if *var.ty.required() == Type::Int && value != NONE && !(low..=high).contains(&value) {
        let help = format!(
            "a first value of `{}` must be from {low} to {high}",
            var.name
        );
        c.refuse(
            var.default.span,
            format!("the default of `{}` is {value}", var.name),
            &help,
        );
        return None;
    }
    Some(value)
}

/// Tells whether an expression has a value for each holder; if not, one evaluation serves all.
fn asks_for_holder(e: &Expr) -> bool {
    let mut found = false;
    walk::exprs(e, &mut |e| {
        found |= matches!(*e.kind, ExprKind::Local(HOLDER))
    });
    found
}
