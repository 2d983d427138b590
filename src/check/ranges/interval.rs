//! Intervals: the numbers that an expression may be, from the lowest to the highest, and arithmetic on them.

use ludex_rules::numbers::{HIGHEST, LOWEST};
use std::fmt;

/// The lowest and the highest number that something may be. Without any number, as in a text that nothing runs, the lowest is
/// above the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

/// The lowest and the highest number of the language, beyond which is a fault.
const LEAST: i64 = LOWEST as i64;
const MOST: i64 = HIGHEST as i64;
/// A bound so far away comes of one that is not known, and is not told.
const FAR: i64 = MOST / 2;

impl Interval {
    /// No number at all.
    pub(crate) const NOTHING: Interval = Interval {
        low: i64::MAX,
        high: i64::MIN,
    };
    /// The interval of all numbers.
    pub(crate) const ANY: Interval = Interval {
        low: LEAST,
        high: MOST,
    };
    /// The interval of numbers that count something.
    pub(crate) const COUNT: Interval = Interval { low: 0, high: MOST };

    /// Makes the interval between two numbers, both included; what is beyond the language is cut off.
    pub(crate) fn new(low: i64, high: i64) -> Interval {
        if low <= high && low <= MOST && high >= LEAST {
            Interval {
                low: low.max(LEAST),
                high: high.min(MOST),
            }
        } else {
            Interval::NOTHING
        }
    }

    /// Makes the interval of one number.
    pub(crate) fn exactly(n: i32) -> Interval {
        Interval::new(i64::from(n), i64::from(n))
    }

    /// Returns true if there is no number in it.
    pub(crate) fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// Returns the smallest interval with the numbers of both.
    pub(crate) fn join(self, other: Interval) -> Interval {
        Interval {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Returns the numbers that are in both.
    pub(crate) fn meet(self, other: Interval) -> Interval {
        Interval::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// Returns the interval with each bound that has moved since `before` put further out, to 0 or to the end of all numbers,
    /// so that a fixpoint is reached soon (widening with a threshold).
    pub(crate) fn widened(self, before: Interval) -> Interval {
        let (low, high) = match (self.low < 0, self.high > 0) {
            _ if before.is_empty() => return self,
            (false, false) => (0, 0),
            (false, true) => (0, MOST),
            (true, false) => (LEAST, 0),
            (true, true) => (LEAST, MOST),
        };
        Interval {
            low: if self.low < before.low { low } else { self.low },
            high: if self.high > before.high {
                high
            } else {
                self.high
            },
        }
    }

    /// Applies an operator to the bounds of two, neither of which is empty.
    fn with(self, other: Interval, apply: impl Fn(Interval, Interval) -> Interval) -> Interval {
        if self.is_empty() || other.is_empty() {
            Interval::NOTHING
        } else {
            apply(self, other)
        }
    }

    pub(crate) fn add(self, other: Interval) -> Interval {
        self.with(other, |a, b| Interval::new(a.low + b.low, a.high + b.high))
    }

    pub(crate) fn negate(self) -> Interval {
        self.with(self, |a, _| Interval::new(-a.high, -a.low))
    }

    pub(crate) fn multiply(self, other: Interval) -> Interval {
        self.with(other, |a, b| corners(a, b, |a, b| a * b))
    }

    /// Divides, rounded down. Nothing is divided by zero.
    pub(crate) fn divide(self, other: Interval) -> Interval {
        let divide = |by: Interval| self.with(by, |a, b| corners(a, b, floored));
        let (below, above) = (Interval::new(LEAST, -1), Interval::new(1, MOST));
        divide(other.meet(below)).join(divide(other.meet(above)))
    }

    /// Returns the remainders of a division, which have the sign of the divisor.
    pub(crate) fn remainder(self, other: Interval) -> Interval {
        self.with(other, |_, b| {
            Interval::new((b.low + 1).min(0), (b.high - 1).max(0))
        })
    }

    pub(crate) fn least(self, other: Interval) -> Interval {
        self.with(other, |a, b| {
            Interval::new(a.low.min(b.low), a.high.min(b.high))
        })
    }

    pub(crate) fn greatest(self, other: Interval) -> Interval {
        self.with(other, |a, b| {
            Interval::new(a.low.max(b.low), a.high.max(b.high))
        })
    }

    pub(crate) fn absolute(self) -> Interval {
        let sign = self.greatest(self.negate());
        Interval::new(sign.low.max(0), sign.high)
    }

    /// Returns the sums of any number of such numbers.
    pub(crate) fn sums(self) -> Interval {
        let low = if self.low < 0 { LEAST } else { 0 };
        let high = if self.high > 0 { MOST } else { 0 };
        self.with(self, |_, _| Interval::new(low, high))
    }
}

/// Applies an operator that is monotone in each operand to the ends of both.
fn corners(a: Interval, b: Interval, apply: impl Fn(i64, i64) -> i64) -> Interval {
    let ends = [a.low, a.high]
        .into_iter()
        .flat_map(|a| [b.low, b.high].map(|b| apply(a, b)));
    let (low, high) = ends.fold((i64::MAX, i64::MIN), |(low, high), n| {
        (low.min(n), high.max(n))
    });
    Interval::new(low, high)
}

fn floored(a: i64, b: i64) -> i64 {
    let down = a % b != 0 && (a < 0) != (b < 0);
    a / b - i64::from(down)
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low <= -FAR, self.high >= FAR) {
            _ if self.is_empty() => f.write_str("no number"),
            _ if self.low == self.high => write!(f, "{}", self.low),
            (false, false) => write!(f, "{}..{}", self.low, self.high),
            (false, true) => write!(f, "{} or more", self.low),
            (true, false) => write!(f, "{} or less", self.high),
            (true, true) => f.write_str("any number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Interval;
    use ludex_rules::expr::Arithmetic;
    use ludex_rules::numbers::{absolute, arithmetic, negated};

    /// All intervals of small numbers.
    fn small() -> impl Iterator<Item = (i32, i32)> {
        (-4..=4).flat_map(|low| (low..=4).map(move |high| (low, high)))
    }

    fn interval(ends: (i32, i32)) -> Interval {
        Interval::new(i64::from(ends.0), i64::from(ends.1))
    }

    /// The smallest interval with all numbers that there are.
    fn around(numbers: impl Iterator<Item = i32>) -> Interval {
        numbers.fold(Interval::NOTHING, |all, n| all.join(Interval::exactly(n)))
    }

    #[test]
    fn bounds_of_two_numbers_are_those_of_all_of_them() {
        for a in small() {
            for b in small() {
                let all = |op| {
                    let pairs = (a.0..=a.1).flat_map(|a| (b.0..=b.1).map(move |b| (a, b)));
                    around(pairs.filter_map(move |(a, b)| arithmetic(op, a, b).ok()))
                };
                let (left, right) = (interval(a), interval(b));
                assert_eq!(left.add(right), all(Arithmetic::Add));
                assert_eq!(left.add(right.negate()), all(Arithmetic::Subtract));
                assert_eq!(left.multiply(right), all(Arithmetic::Multiply));
                assert_eq!(left.divide(right), all(Arithmetic::Divide));
                let (some, rest) = (all(Arithmetic::Modulo), left.remainder(right));
                assert_eq!(rest.join(some), rest, "{a:?} mod {b:?}");
                assert_eq!(left.meet(right).join(left), left);
            }
        }
    }

    #[test]
    fn bounds_of_one_number_are_those_of_all_of_them() {
        for a in small() {
            let all = || a.0..=a.1;
            assert_eq!(interval(a).negate(), around(all().flat_map(negated)));
            assert_eq!(interval(a).absolute(), around(all().flat_map(absolute)));
        }
        assert!(Interval::NOTHING.add(Interval::ANY).is_empty());
        assert_eq!(Interval::ANY.add(Interval::COUNT), Interval::ANY);
        assert_eq!(
            interval((2, 3)).widened(interval((2, 2))).to_string(),
            "2 or more"
        );
    }
}
