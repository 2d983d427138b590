//! Fences: the distance from the middle of a kind that its rows reach, and beyond which a row stands apart.
//!
//! Tukey's outer fences ("Exploratory data analysis", 1977) lie a step of three ranges between the quarters beyond the
//! quarters, which a few odd rows do not move. They tell what the bulk of a kind does. Estimates spread farther than what they
//! estimate; the variance of their errors is taken off first, as in DerSimonian and Laird, "Meta-analysis in clinical trials",
//! 1986.

use crate::interval::{ALPHA, normal_quantile};

/// Standard deviations from the middle to a quarter of a normal distribution.
const QUARTER: f64 = 0.674_490;
/// Ranges between the quarters that make a step.
const REACH: f64 = 3.0;
/// The standard error of the range between the quarters of a normal sample of size one, as a part of that range; it falls with
/// the square root of the size.
const ROUGH: f64 = 1.166;

/// The reach of the rows of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fences {
    /// The median of the estimates.
    pub middle: f64,
    /// The standard deviation by the range between the quarters, without what errors add to it.
    pub spread: f64,
    /// The distances of the lower and the upper quarter from the middle.
    pub quarters: (f64, f64),
    /// The distance of an outer fence from its quarter.
    pub step: f64,
    /// The same if the spread is as large as its 95 % bound: where errors hide the spread, what seems to stand apart may not.
    pub widest: f64,
}

impl Fences {
    /// Builds the fences of some sorted estimates with a usual standard error.
    #[must_use]
    pub fn of(sorted: &[f64], error: f64) -> Fences {
        let [first, middle, third] = [0.25, 0.5, 0.75].map(|part| quantile(sorted, part));
        let seen = (third - first) / (2.0 * QUARTER);
        let spread = (seen * seen - error * error).max(0.0).sqrt();
        // The part of the spread that is no error; 0 where all estimates are equal.
        let real = if seen > 0.0 { spread / seen } else { 0.0 };
        let rough = ROUGH / (sorted.len().max(1) as f64).sqrt();
        let most = seen * (1.0 + normal_quantile(2.0 * ALPHA) * rough);
        let widest = (most * most - error * error).max(0.0).sqrt();
        Fences {
            middle,
            spread,
            quarters: ((middle - first) * real, (third - middle) * real),
            step: REACH * (third - first) * real,
            widest: REACH * 2.0 * QUARTER * widest,
        }
    }
}

/// Sorts numbers, the least first.
#[must_use]
pub fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = numbers.collect();
    all.sort_by(f64::total_cmp);
    all
}

/// Returns a quantile of sorted numbers, in a straight line between neighbours; 0 of none.
#[must_use]
pub fn quantile(sorted: &[f64], part: f64) -> f64 {
    let at = part * sorted.len().saturating_sub(1) as f64;
    let pairs = sorted.windows(2).zip(0u32..);
    let mut pairs = pairs.filter_map(|(pair, number)| match pair {
        [before, after] => Some((f64::from(number), *before, *after)),
        _ => None,
    });
    match pairs.find(|(number, ..)| at <= number + 1.0) {
        Some((number, before, after)) => before + (after - before) * (at - number),
        None => sorted.last().copied().unwrap_or(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Fences, quantile};

    #[test]
    fn quantiles_lie_between_neighbours() {
        let numbers = [1.0, 2.0, 4.0, 8.0];
        let quantiles = [0.0, 0.5, 0.75, 1.0].map(|part| quantile(&numbers, part));
        assert_eq!(quantiles, [1.0, 3.0, 5.0, 8.0]);
        assert_eq!((quantile(&[], 0.5), quantile(&[3.0], 0.25)), (0.0, 3.0));
    }

    /// Quarters at 2 and 6 of 0 to 8, so that a step is 3 * 4; errors draw all of it nearer.
    #[test]
    fn a_kind_of_nine() {
        let numbers: Vec<f64> = (0..9).map(f64::from).collect();
        let fences = Fences::of(&numbers, 0.0);
        let Fences {
            middle,
            quarters,
            step,
            ..
        } = fences;
        assert_eq!((middle, quarters, step), (4.0, (2.0, 2.0), 12.0));
        let blurred = Fences::of(&numbers, fences.spread * 0.6);
        assert!((blurred.step - 12.0 * 0.8).abs() < 1e-9, "{blurred:?}");
        // The bound allows 1.6 standard errors of 1.166 / 3 each.
        let most = 1.0 + 1.644_854 * 1.166 / 3.0;
        assert!((fences.widest - 12.0 * most).abs() < 1e-3, "{fences:?}");
        let hidden = Fences::of(&numbers, fences.spread);
        assert!(hidden.step < 1e-3 && hidden.widest > 12.0, "{hidden:?}");
    }
}
