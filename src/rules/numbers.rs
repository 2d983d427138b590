//! Whole numbers: their range, and the results of the operators on them.

use crate::expr::Arithmetic;
use crate::game::NONE;

/// The lowest number. One less would be `NONE`, so no operator gives it.
pub const LOWEST: i32 = NONE + 1;

/// The highest number of the language.
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
    Ok(if rest != 0 && (rest < 0) != (b < 0) {
        (quotient - 1, rest + b)
    } else {
        (quotient, rest)
    })
}

/// Changes the sign of a number.
#[inline]
pub fn negated(a: i32) -> Result<i32, NoNumber> {
    arithmetic(Arithmetic::Subtract, 0, a)
}

/// Divides, rounded up: `-(-a div b)`.
pub fn divided_up(a: i32, b: i32) -> Result<i32, NoNumber> {
    negated(arithmetic(Arithmetic::Divide, negated(a)?, b)?)
}

/// Takes the sign away from a number.
#[inline]
pub fn absolute(a: i32) -> Result<i32, NoNumber> {
    if a < 0 { negated(a) } else { Ok(a) }
}
