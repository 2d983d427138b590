//! Defaults of attributes, worked out before play.
//!
//! Takes a checked expression and the values of one row (slot n + 1 is column n), gives a value, or none when it asks for play.

use crate::rules::expr::Arithmetic;
use crate::rules::expr::Expr;
use crate::rules::expr::ExprKind;
use crate::rules::game::Game;
use crate::rules::game::Value;
use crate::rules::types::Type;
use crate::syntax::ast;

/// Defaults that no expression of the rules can say: texts, and bags as lists of words.
pub(super) fn literal(written: &ast::Expr, ty: &Type, game: &Game) -> Option<Value> {
    match (&*written.kind, ty.required()) {
        (ast::ExprKind::Text(text), Type::Text) => Some(Value::Text(text.clone())),
        (ast::ExprKind::Set(items), Type::Bag(id)) => {
            let words = &game.enums[id.index()].values;
            let mut counts = vec![0; words.len()];
            for item in items {
                let ast::ExprKind::Name(word) = &*item.kind else {
                    return None;
                };
                counts[words.iter().position(|one| one == word)?] += 1;
            }
            Some(Value::Bag(counts))
        }
        (ast::ExprKind::Set(items), Type::Set(_)) if items.is_empty() => Some(Value::Set(0)),
        _ => None,
    }
}

/// The value of an expression for one row.
pub(super) fn value(e: &Expr, row: &[Option<Value>], game: &Game) -> Option<Value> {
    let number = |e: &Expr| scalar(value(e, row, game)?);
    let flag = |truth: bool| Some(Value::Scalar(i32::from(truth)));
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "everything else is known only in play"
    )]
    match &*e.kind {
        ExprKind::Const(number) if matches!(e.ty, Type::Set(_)) => Some(Value::Set(*number)),
        ExprKind::Const(number) => Some(Value::Scalar(*number)),
        ExprKind::Shape(shape) => Some(Value::Shape(*shape)),
        ExprKind::Local(slot) => row.get(usize::from(*slot).checked_sub(1)?)?.clone(),
        ExprKind::Attribute { kind, column, of } => {
            let row = usize::try_from(number(of)?).ok()?;
            game.kind(*kind)
                .rows
                .get(row)?
                .attributes
                .get(*column)
                .cloned()
        }
        ExprKind::BagCount {
            kind,
            column,
            of,
            at,
        } => {
            let row = usize::try_from(number(of)?).ok()?;
            let Value::Bag(counts) = game.kind(*kind).rows.get(row)?.attributes.get(*column)?
            else {
                return None;
            };
            counts
                .get(usize::try_from(number(at)?).ok()?)
                .copied()
                .map(Value::Scalar)
        }
        ExprKind::Member(a, b) if matches!(b.ty, Type::Set(_)) => {
            let bit = u32::try_from(number(a)?).ok()?;
            flag(number(b)?.checked_shr(bit)? & 1 != 0)
        }
        ExprKind::Not(a) => flag(number(a)? == 0),
        ExprKind::And(a, b) => flag(number(a)? != 0 && number(b)? != 0),
        ExprKind::Or(a, b) => flag(number(a)? != 0 || number(b)? != 0),
        ExprKind::Equal(a, b) => flag(value(a, row, game)? == value(b, row, game)?),
        ExprKind::Less(a, b) => flag(number(a)? < number(b)?),
        ExprKind::LessEqual(a, b) => flag(number(a)? <= number(b)?),
        ExprKind::Negate(a) => number(a)?.checked_neg().map(Value::Scalar),
        ExprKind::Arithmetic(op, a, b) => {
            arithmetic(*op, number(a)?, number(b)?).map(Value::Scalar)
        }
        ExprKind::If(cond, yes, no) => value(if number(cond)? != 0 { yes } else { no }, row, game),
        _ => None,
    }
}

fn scalar(value: Value) -> Option<i32> {
    match value {
        Value::Scalar(number) | Value::Set(number) => Some(number),
        Value::Bag(_) | Value::Shape(_) | Value::Text(_) => None,
    }
}

fn arithmetic(op: Arithmetic, a: i32, b: i32) -> Option<i32> {
    match op {
        Arithmetic::Add => a.checked_add(b),
        Arithmetic::Subtract => a.checked_sub(b),
        Arithmetic::Multiply => a.checked_mul(b),
        Arithmetic::Divide => {
            let whole = a.checked_div(b)?;
            // Rounded towards minus infinity, as in play.
            Some(if a % b != 0 && (a < 0) != (b < 0) {
                whole - 1
            } else {
                whole
            })
        }
        Arithmetic::Modulo => a.checked_rem_euclid(b),
    }
}
