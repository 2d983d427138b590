//! Counts of numbers: how often each came up, with mean, deciles and histogram.

use std::collections::BTreeMap;

use crate::interval::{ALPHA, Estimate};
use crate::shape::CountsShape;

/// Numbers that are read back lie at most so far from 0.
const LARGEST: u64 = 1 << 32;
/// Most numbers that are read back.
const MOST: u64 = 1 << 53;

/// The frequency of each number.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts(BTreeMap<i64, u64>);

impl Counts {
    /// Counts a number so many times.
    pub fn add(&mut self, number: i64, times: u64) {
        *self.0.entry(number).or_default() += times;
    }

    /// Adds the frequencies of other counts.
    pub fn merge(&mut self, other: &Counts) {
        let numbers = other.0.iter();
        numbers.for_each(|(number, times)| self.add(*number, *times));
    }

    /// Counts all numbers together.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.0
            .values()
            .fold(0, |all, times| all.saturating_add(*times))
    }

    /// Iterates over the numbers with their frequencies, the least first.
    pub fn pairs(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        self.0.iter().map(|(number, times)| (*number, *times))
    }

    /// Returns the mean in hundredths, rounded down.
    #[must_use]
    pub fn mean(&self) -> i128 {
        (self.sum() * 100).div_euclid(i128::from(self.size().max(1)))
    }

    /// Adds all numbers up.
    #[must_use]
    pub fn sum(&self) -> i128 {
        let parts = self.pairs();
        parts
            .map(|(number, times)| i128::from(number) * i128::from(times))
            .sum()
    }

    /// Estimates the mean of the numbers.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let square = |(number, times)| i128::from(number) * i128::from(number) * i128::from(times);
        let squares: i128 = self
            .pairs()
            .map(|(number, times): (i64, u64)| square((number, times)))
            .sum();
        Estimate::of_sums(self.size(), self.sum() as f64, squares as f64)
    }

    /// Estimates the standard deviation; 0 when it can't be told.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let error = self.estimate().error;
        if error.is_finite() {
            error * (self.size() as f64).sqrt()
        } else {
            0.0
        }
    }

    /// Returns the smallest number that at least so many tenths of all don't exceed; the least for 0, the greatest for 10.
    #[must_use]
    pub fn decile(&self, tenths: u64) -> i64 {
        let needed = (u128::from(self.size()) * u128::from(tenths))
            .div_ceil(10)
            .max(1);
        let mut reached = 0;
        for (number, times) in &self.0 {
            reached += u128::from(*times);
            if reached >= needed {
                return *number;
            }
        }
        0
    }

    /// Summary and frequencies, as programs read them.
    #[must_use]
    pub fn shape(&self) -> CountsShape {
        CountsShape {
            // INVARIANT: a quotient of two whole numbers is the same on every machine.
            mean: self.mean() as f64 / 100.0,
            interval: rounded(self.estimate().interval(ALPHA)),
            min: self.decile(0),
            max: self.decile(10),
            deciles: (1..10).map(|tenths| self.decile(tenths)).collect(),
            counts: self.pairs().collect(),
        }
    }

    /// Reads the frequencies of a shape; none when they are no frequencies, or so large that sums could overflow.
    #[must_use]
    pub fn from_shape(shape: &CountsShape) -> Option<Counts> {
        let mut counts = Counts::default();
        for (number, times) in &shape.counts {
            let fits = *times > 0 && number.unsigned_abs() <= LARGEST;
            if !fits || counts.size().saturating_add(*times) > MOST {
                return None;
            }
            counts.add(*number, *times);
        }
        Some(counts)
    }
}

/// An interval with four decimals, so that it is the same on every machine; none when nothing is known.
#[must_use]
pub fn rounded(interval: (f64, f64)) -> Option<(f64, f64)> {
    let (low, high) = interval;
    let round = |number: f64| (number * 1e4).round() / 1e4 + 0.0;
    (low.is_finite() && high.is_finite()).then(|| (round(low), round(high)))
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn deciles_are_members() {
        let mut counts = Counts::default();
        (1..=10).for_each(|number| counts.add(number, 1));
        assert_eq!(
            (0..=10)
                .map(|tenths| counts.decile(tenths))
                .collect::<Vec<_>>(),
            [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        );
        assert_eq!(counts.mean(), 550);
        assert!((counts.deviation() - (82.5f64 / 9.0).sqrt()).abs() < 1e-9);
        assert_eq!(Counts::from_shape(&counts.shape()), Some(counts));
    }

    #[test]
    fn nothing_counted() {
        assert_eq!(
            (Counts::default().mean(), Counts::default().decile(5)),
            (0, 0)
        );
    }
}
