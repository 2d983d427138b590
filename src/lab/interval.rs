//! Confidence intervals and corrections for many comparisons; the one place that knows distributions.

use ludex_bots::arena;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The usual probability of an interval that misses.
pub const ALPHA: f64 = 0.05;

/// Returns the point beyond which a standard normal variable lies with half of a probability on each side.
#[must_use]
pub fn normal_quantile(alpha: f64) -> f64 {
    Normal::standard().inverse_cdf(1.0 - alpha / 2.0)
}

/// Returns the same point of Student's distribution; infinite without a degree of freedom.
#[must_use]
pub fn t_quantile(alpha: f64, freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) => student.inverse_cdf(1.0 - alpha / 2.0),
        Err(_) => f64::INFINITY,
    }
}

/// Returns the probability that Student's variable lies as far from 0 or farther.
#[must_use]
pub fn t_probability(t: f64, freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) => (2.0 * student.cdf(-t.abs())).min(1.0),
        Err(_) => 1.0,
    }
}

/// Returns the interval of a share that misses with this probability, by Wilson's method.
#[must_use]
pub fn wilson(hits: f64, of: u64, alpha: f64) -> (f64, f64) {
    arena::wilson(hits, of, normal_quantile(alpha))
}

/// A mean with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean of the sample.
    pub mean: f64,
    /// The standard error of the mean; infinite when it can't be told.
    pub error: f64,
    /// The number of degrees of freedom.
    pub freedom: f64,
}

impl Estimate {
    /// Estimates the mean of a sample from its size, sum and sum of squares: Student, "The probable error of a mean", 1908.
    #[must_use]
    pub fn of_sums(count: u64, sum: f64, squares: f64) -> Estimate {
        let n = count as f64;
        let mean = if count > 0 { sum / n } else { 0.0 };
        if count < 2 {
            return Estimate {
                mean,
                error: f64::INFINITY,
                freedom: 0.0,
            };
        }
        let variance = ((squares - sum * mean) / (n - 1.0)).max(0.0);
        Estimate {
            mean,
            error: (variance / n).sqrt(),
            freedom: n - 1.0,
        }
    }

    /// Returns the interval that misses with this probability; all numbers when nothing is known.
    #[must_use]
    pub fn interval(&self, alpha: f64) -> (f64, f64) {
        if !self.error.is_finite() {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        let half = t_quantile(alpha, self.freedom) * self.error;
        (self.mean - half, self.mean + half)
    }

    /// Estimates by how much this mean exceeds that of another, independent sample: Welch, "The generalization of 'Student's'
    /// problem when several different population variances are involved", 1947, with the smaller sample's degrees of freedom.
    #[must_use]
    pub fn less(&self, other: &Estimate) -> Estimate {
        Estimate {
            mean: self.mean - other.mean,
            error: self.error.hypot(other.error),
            freedom: self.freedom.min(other.freedom),
        }
    }

    /// Returns the probability of a mean as far from 0, if the true one were 0.
    #[must_use]
    pub fn probability(&self) -> f64 {
        match self.error {
            error if !error.is_finite() => 1.0,
            0.0 => f64::from(u8::from(self.mean == 0.0)),
            error => t_probability(self.mean / error, self.freedom),
        }
    }
}

/// Tells which of several probabilities are small enough together: Holm, "A simple sequentially rejective multiple test
/// procedure", 1979. With nothing to find, anything is found with at most probability `alpha`.
#[must_use]
pub fn holm(probabilities: &[f64], alpha: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
    let mut found = vec![false; probabilities.len()];
    for (rank, at) in order.iter().enumerate() {
        let left = (probabilities.len() - rank) as f64;
        if probabilities[*at] > alpha / left {
            break;
        }
        found[*at] = true;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wilson's interval of 8 in 10, and Student's quantile with 10 degrees of freedom, from tables.
    #[test]
    fn known_quantiles() {
        let (low, high) = wilson(8.0, 10, 0.05);
        assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4);
        assert!((normal_quantile(0.05) - 1.959_964).abs() < 1e-5);
        assert!((t_quantile(0.05, 10.0) - 2.228_139).abs() < 1e-5);
    }

    #[test]
    fn a_sample_of_three() {
        let estimate = Estimate::of_sums(3, 6.0, 14.0);
        assert_eq!((estimate.mean, estimate.freedom), (2.0, 2.0));
        assert!((estimate.error - (1.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!(Estimate::of_sums(1, 6.0, 36.0).error.is_infinite());
    }

    /// The second is below its own bound, but the third stops the search before the fourth.
    #[test]
    fn steps_of_holm() {
        let found = holm(&[0.012, 0.001, 0.04, 0.03], 0.05);
        assert_eq!(found, [true, true, false, false]);
    }
}
