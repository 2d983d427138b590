//! Whole numbers: which there are, and what the operators make of them.
//!
//! Constants, ranges, defaults, demands on rows and play all call these functions. Machine code has instructions of its
//! own instead; `tests/numbers` compares every evaluator on the numbers at the edges.

use crate::rules::expr::{Arithmetic, Expr, ExprKind};
use crate::rules::game::NONE;

/// The lowest number. One less would be `NONE`, so no operator gives it.
pub const LOWEST: i32 = NONE + 1;

/// The highest number.
pub const HIGHEST: i32 = i32::MAX;

/// The reason that an operator has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoNumber {
    /// An operand is `none`.
    OfNone,
    /// The result is below `LOWEST` or above `HIGHEST`.
    TooLarge,
    /// The divisor is 0.
    DividedByZero,
}

/// The reason that a value is not known before play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// It depends on play.
    Open,
    /// It failed to check, and that is reported.
    Wrong,
    /// It has no value in any play.
    Fault(NoNumber),
}

/// Narrows a result to a number of the language.
#[inline]
pub fn number(wide: i64) -> Result<i32, NoNumber> {
    match i32::try_from(wide) {
        Ok(number) if number != NONE => Ok(number),
        _ => Err(NoNumber::TooLarge),
    }
}

/// Applies an operator. `div` rounds down and `mod` has the sign of the divisor, so `a == b * (a div b) + a mod b`.
#[inline]
pub fn arithmetic(op: Arithmetic, a: i32, b: i32) -> Result<i32, NoNumber> {
    if a == NONE || b == NONE {
        return Err(NoNumber::OfNone);
    }
    let (a, b) = (i64::from(a), i64::from(b));
    number(match op {
        Arithmetic::Add => a + b,
        Arithmetic::Subtract => a - b,
        Arithmetic::Multiply => a * b,
        Arithmetic::Divide => floored(a, b)?.0,
        Arithmetic::Modulo => floored(a, b)?.1,
    })
}

/// Divides with the quotient rounded towards minus infinity, and gives the remainder too (Knuth's floored division).
#[inline]
fn floored(a: i64, b: i64) -> Result<(i64, i64), NoNumber> {
    if b == 0 {
        return Err(NoNumber::DividedByZero);
    }
    let (quotient, rest) = (a / b, a % b);
    Ok(match rest != 0 && (rest < 0) != (b < 0) {
        true => (quotient - 1, rest + b),
        false => (quotient, rest),
    })
}

/// Changes the sign of a number.
#[inline]
pub fn negated(a: i32) -> Result<i32, NoNumber> {
    arithmetic(Arithmetic::Subtract, 0, a)
}

/// Takes the sign away from a number.
#[inline]
pub fn absolute(a: i32) -> Result<i32, NoNumber> {
    if a < 0 { negated(a) } else { Ok(a) }
}

/// Evaluates an operator on scalars before play; `ask` evaluates its operands. None for what is no operator.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "everything else is no operator on scalars"
)]
pub(crate) fn operator(
    e: &Expr,
    ask: impl Fn(&Expr) -> Result<i32, Unknown>,
) -> Option<Result<i32, Unknown>> {
    let fault = |result: Result<i32, NoNumber>| result.map_err(Unknown::Fault);
    let both = |a: &Expr, b: &Expr| Ok((ask(a)?, ask(b)?));
    Some(match &*e.kind {
        ExprKind::Not(a) => ask(a).map(|a| i32::from(a == 0)),
        ExprKind::And(a, b) => match ask(a) {
            Ok(0) => Ok(0),
            Ok(_) => ask(b).map(|b| i32::from(b != 0)),
            unknown => unknown,
        },
        ExprKind::Or(a, b) => match ask(a) {
            Ok(0) => ask(b).map(|b| i32::from(b != 0)),
            Ok(_) => Ok(1),
            unknown => unknown,
        },
        ExprKind::Equal(a, b) => both(a, b).map(|(a, b)| i32::from(a == b)),
        ExprKind::Less(a, b) => both(a, b).map(|(a, b)| i32::from(a < b)),
        ExprKind::LessEqual(a, b) => both(a, b).map(|(a, b)| i32::from(a <= b)),
        ExprKind::Negate(a) => ask(a).and_then(|a| fault(negated(a))),
        ExprKind::Arithmetic(op, a, b) => {
            both(a, b).and_then(|(a, b)| fault(arithmetic(*op, a, b)))
        }
        ExprKind::If(cond, yes, no) => {
            ask(cond).and_then(|cond| ask(if cond != 0 { yes } else { no }))
        }
        _ => return None,
    })
}
