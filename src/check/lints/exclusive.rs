//! Sides of `and` that exclude each other, and sides of `or` of which one always holds.
//!
//! Compares the sides two by two: one is the opposite of the other, or both compare one value with constants.

use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::shape::same;

/// A statement about a value: the bounds within which it lies, or the number that it is not.
#[derive(Clone, Copy)]
enum Claim {
    Within(i64, i64),
    Not(i64),
}

/// Two sides of `and` that cannot both hold, or two of `or` of which one always holds.
pub(super) fn exclusive(e: &Expr) -> Option<Diagnostic> {
    let and = matches!(&*e.kind, ExprKind::And(..));
    let mut sides = Vec::new();
    sides_of(e, and, &mut sides);
    for (at, second) in sides.iter().enumerate() {
        if let Some(first) = sides[..at]
            .iter()
            .find(|first| excludes(first, second, and))
        {
            let message = if and {
                "this never holds"
            } else {
                "this always holds"
            };
            let (label, other) = if and {
                ("not together with the other", "the other")
            } else {
                ("one of the two always holds", "the other")
            };
            let help = if and {
                "`or` asks whether one of them holds; or name what was meant"
            } else {
                "`and` asks whether both hold; or name what was meant"
            };
            return Some(
                Diagnostic::warning(Code::SAME_ANSWER, message)
                    .at(second.span, label)
                    .also(first.span, other)
                    .help(help),
            );
        }
    }
    None
}

/// The sides of a chain of `and`, or of `or`.
fn sides_of<'e>(e: &'e Expr, and: bool, sides: &mut Vec<&'e Expr>) {
    match (&*e.kind, and) {
        (ExprKind::And(a, b), true) | (ExprKind::Or(a, b), false) => {
            sides_of(a, and, sides);
            sides_of(b, and, sides);
        }
        _ => sides.push(e),
    }
}

fn excludes(first: &Expr, second: &Expr, and: bool) -> bool {
    let negated =
        |one: &Expr, other: &Expr| matches!(&*one.kind, ExprKind::Not(inner) if same(inner, other));
    if negated(first, second) || negated(second, first) {
        return true;
    }
    let (Some((one, a)), Some((other, b))) = (claim(first, and), claim(second, and)) else {
        return false;
    };
    same(one, other)
        && match (a, b) {
            (Claim::Within(a, b), Claim::Within(c, d)) => a.max(c) > b.min(d),
            (Claim::Within(a, b), Claim::Not(c)) | (Claim::Not(c), Claim::Within(a, b)) => {
                a == b && a == c
            }
            (Claim::Not(_), Claim::Not(_)) => false,
        }
}

/// Returns the claim of a condition, or of its opposite, about a value that is compared with a constant.
fn claim(e: &Expr, holds: bool) -> Option<(&Expr, Claim)> {
    let number = |e: &Expr| {
        if let ExprKind::Const(value) = &*e.kind {
            Some(i64::from(*value))
        } else {
            None
        }
    };
    let (low, high) = (i64::MIN, i64::MAX);
    let within = |subject, yes: (i64, i64), no: (i64, i64)| {
        let (low, high) = if holds { yes } else { no };
        Some((subject, Claim::Within(low, high)))
    };
    if let ExprKind::Not(inner) = &*e.kind {
        claim(inner, !holds)
    } else if let ExprKind::Equal(a, b) = &*e.kind {
        let (subject, value) = match (number(a), number(b)) {
            (None, Some(value)) => (a, value),
            (Some(value), None) => (b, value),
            _ => return None,
        };
        let claim = if holds {
            Claim::Within(value, value)
        } else {
            Claim::Not(value)
        };
        Some((subject, claim))
    } else if let ExprKind::Less(a, b) = &*e.kind {
        match (number(a), number(b)) {
            (None, Some(value)) => within(a, (low, value - 1), (value, high)),
            (Some(value), None) => within(b, (value + 1, high), (low, value)),
            _ => None,
        }
    } else if let ExprKind::LessEqual(a, b) = &*e.kind {
        match (number(a), number(b)) {
            (None, Some(value)) => within(a, (low, value), (value + 1, high)),
            (Some(value), None) => within(b, (value, high), (low, value - 1)),
            _ => None,
        }
    } else {
        None
    }
}
